import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../../support/golden.js';
import { list, readJson } from '../../../tools/corpus/json.js';

/** The longest begin first (tools/jest-sequencer.mjs). */
it('the list of slow tests names files that are there, each once', () => {
  const slow = list(readJson(join(root, 'test', 'slow-tests.json'))).map(String);
  expect(slow.filter((file) => !existsSync(join(root, 'test', `${file}.test.ts`)))).toEqual([]);
  expect(new Set(slow).size).toBe(slow.length);
});
