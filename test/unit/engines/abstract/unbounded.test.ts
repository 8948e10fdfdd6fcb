import { describe, expect, it } from '@jest/globals';
import { pso } from '../../../../src/memory/pso.js';
import { tso } from '../../../../src/memory/tso.js';
import { answerOf } from '../../../support/abstraction/abstract-agreement.js';
import { loopingProgram } from '../../../support/abstraction/looping-programs.js';
import {
  bothTallies,
  compareUnbounded,
  noTally,
  provedOf,
} from '../../../support/abstraction/unbounded-agreement.js';
import { violatedPrograms } from '../../../support/abstraction/unbounded-cases.js';
import { askedAbout } from '../../../support/asked.js';
import { parseFp } from '../../../support/parse-fp.js';
import { casesOf, everyNth } from '../../../support/thorough.js';

const seconds = 20;
/** Some have no proof that an end would be found of. */
const shortly = 5;

describe('buffers of any length', () => {
  for (const { hides, models, text } of everyNth(violatedPrograms, 2)) {
    for (const model of models) {
      it(`prove nothing that is violated under ${model.name}, as if ${hides}`, async () => {
        const program = parseFp(text);
        const explicit = askedAbout(program, {
          model,
          engine: 'explicit',
          bound: 2,
          timeoutSeconds: seconds,
        });
        const answer = await answerOf({
          ...explicit.question,
          limits: { ...explicit.question.limits, firstViolation: true },
        });
        if (answer.kind !== 'decided') throw new Error(answer.why);
        expect(answer.reports.get('p')?.verdict).toBe('unsafe');
        expect(await provedOf(program, model, shortly)).not.toContain('p');
      });
    }
  }

  it('prove what others do not refute, and most of what the dual engine proves', async () => {
    let tally = noTally;
    for (let seed = 1; seed <= casesOf(16, 8); seed++) {
      const program = parseFp(loopingProgram(seed));
      for (const model of [tso, pso])
        tally = bothTallies(tally, await compareUnbounded(program, model, seconds));
    }
    expect(tally.complaints).toEqual([]);
    expect(tally.violated).toBeGreaterThan(casesOf(5, 2));
    expect(2 * tally.safeProved).toBeGreaterThan(tally.safe);
  });
});
