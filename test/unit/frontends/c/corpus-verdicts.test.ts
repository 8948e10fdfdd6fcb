import { expect, it } from '@jest/globals';
import { plainText } from '../../../../src/frontends/frontend.js';
import { modelNamed } from '../../../../src/memory/index.js';
import { isSettled, readCCorpus } from '../../../../tools/corpus/c-expected.js';
import type { CExpectation } from '../../../../tools/corpus/c-expected.js';
import { verifyPath } from '../../../support/verify-text.js';
import { corpusFolder, describeOver } from '../corpus.js';

/** Those that are decided in a moment. */
const quick =
  /^(?:dat3m\/(?:rc11|imm)\/|dat3m\/locks\/pthread_mutex|genmc\/synthetic\/dekker_f|genmc\/wrong-safety\/dekker_rlx|sv-comp\/pthread-atomic\/(?:dekker|peterson|time_var_mutex))/;
const quickAsWhole =
  /^(?:dat3m\/(?:nontermination|locks\/(?:deadlock|spinlock$))|genmc\/(?:wrong-)?liveness|genmc\/data-structures\/(?:barrier|mcs))/;

describeOver(corpusFolder('c'))('C programs of others (need $FENCEPOST_CORPUS)', () => {
  const asked = readCCorpus(corpusFolder()).flatMap((entry) => questionsOf(entry));

  it.each(asked)('%s under %s: %s', async (_, name, property, entry, expected) => {
    const model = modelNamed(name);
    if (model === null) throw new Error(`there is no model ${name}`);
    const { path, defines } = entry;
    const [races, termination] = [property === 'race', property === 'termination'];
    const options = property === 'assertion' ? { model } : { model, engine: 'auto', properties: [property] };
    const reading = { ...plainText, defines, races, termination };
    expect((await verifyPath(path, options, undefined, reading)).verdict).toBe(expected);
  });
});

type Question = readonly [string, string, string, CExpectation, string];

/** Of assertions two tools say the same; what one says of a program as a whole is often all there is. */
function questionsOf(entry: CExpectation): readonly Question[] {
  const { id, defines, property, models } = entry;
  const isWhole = property !== 'assertion';
  if (isWhole ? !quickAsWhole.test(id) : !quick.test(id) || defines.length > 0) return [];
  return [...models].flatMap(([model, said]): readonly Question[] =>
    (isWhole ? said.verdict === 'safe' || said.verdict === 'unsafe' : isSettled(said))
      ? [[id, model, property, entry, said.verdict]]
      : [],
  );
}
