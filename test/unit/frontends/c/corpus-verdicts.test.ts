import { expect, it } from '@jest/globals';
import { modelNamed } from '../../../../src/memory/index.js';
import { isSettled, readCCorpus } from '../../../../tools/corpus/c-expected.js';
import { verifyPath } from '../../../support/verify-text.js';
import { corpusFolder, describeOver } from '../corpus.js';

/** Those that are decided in a moment. */
const quick =
  /^(?:dat3m\/(?:rc11|imm)\/|dat3m\/locks\/pthread_mutex|genmc\/synthetic\/dekker_f|genmc\/wrong-safety\/dekker_rlx|sv-comp\/pthread-atomic\/(?:dekker|peterson|time_var_mutex))/;

describeOver(corpusFolder('c'))('C programs of others (need $FENCEPOST_CORPUS)', () => {
  const entries = readCCorpus(corpusFolder()).filter(
    ({ id, defines }) => quick.test(id) && defines.length === 0,
  );
  const asked = entries.flatMap(({ id, path, models }) =>
    [...models]
      .filter(([, said]) => isSettled(said))
      .map(([model, said]) => [id, model, path, said.verdict] as const),
  );

  it.each(asked)('%s under %s', async (_, name, path, expected) => {
    const model = modelNamed(name);
    if (model === null) throw new Error(`there is no model ${name}`);
    expect((await verifyPath(path, { model })).verdict).toBe(expected);
  });
});
