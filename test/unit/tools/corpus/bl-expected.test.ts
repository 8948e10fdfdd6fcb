import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { readBooleanCorpus } from '../../../../tools/corpus/bl-expected.js';
import { corpusFolder, describeOver } from '../../frontends/corpus.js';

describeOver(corpusFolder('bl'))('the measurements of Fender (needs $FENCEPOST_CORPUS)', () => {
  it('are read from both collections', () => {
    const files = readBooleanCorpus(corpusFolder());
    expect(files.filter(({ path }) => !existsSync(path))).toEqual([]);
    expect(files.filter(({ stuck }) => stuck)).toHaveLength(9);
    expect(files.find(({ name }) => name === 'cupex/bakery.bl')).toMatchObject({
      verdict: 'safe',
      states: 19534,
      seconds: 0.45,
    });
    expect(files.find(({ name }) => name === 'ticket.sc.bl')).toMatchObject({ verdict: null, states: null });
  });
});
