import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const slow = JSON.parse(readFileSync(new URL('../test/slow-tests.json', import.meta.url), 'utf8'));

/** Files of test/slow-tests.json first, as they stand there: a long one that began last would keep one worker from sharing. */
export default class SlowFirst extends Sequencer {
  sort(tests) {
    const placeOf = ({ path, context }) => {
      const tested = join(context.config.rootDir, 'dist', 'test');
      const place = slow.findIndex((file) => path === join(tested, `${file}.test.js`));
      return place === -1 ? slow.length : place;
    };
    return [...super.sort(tests)].sort((one, other) => placeOf(one) - placeOf(other));
  }
}
