import { neverEnds } from '../../lang/boolean/concrete-vacuity.js';
import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import { yes } from '../../lang/boolean/boolean-formula.js';
import type { Verdict } from '../../lang/run/verdict.js';
import { requireTime } from '../../search/limits.js';
import { at } from '../../support/invariant.js';
import type { BooleanEvidence, BooleanQuestion, FindingOf } from '../question.js';
import { checkThreeValued } from './check.js';
import type { ThreeValuedVerdict } from './check.js';
import { alikeThreads } from './symmetry/alike-threads.js';

/** A Boolean program, by states that leave values open. */
export async function decideThreeValued(question: BooleanQuestion): Promise<FindingOf<'boolean'>> {
  const { program: stated, options, limits, progress } = question;
  const program = stated.property === null ? withNothingToViolate(stated) : stated;
  const merge = options.merge === true;
  const isWanted = options.symmetry !== false && !merge;
  const { verdict, finals, stats } = await checkThreeValued({
    ...{ program, limits, progress, merge },
    alike: isWanted ? alikeThreads(program, { ...question, watch: () => requireTime(limits) }) : null,
  });
  return {
    verdicts: new Map([[stated.property?.kind ?? '', evident(question, verdict)]]),
    warnings: verdict.kind === 'safe' && !finals ? neverEnds(program) : [],
    stats: { ...stats },
  };
}

const evident = ({ lowered }: BooleanQuestion, verdict: ThreeValuedVerdict): Verdict<BooleanEvidence> =>
  verdict.kind === 'unsafe' ? { kind: 'unsafe', execution: lowered().executionOf(verdict.run) } : verdict;

/** The search is worth its while without a property too: it tells whether the program gets anywhere. */
const withNothingToViolate = (program: BooleanProgram): BooleanProgram => ({
  ...program,
  property: { kind: 'always', condition: yes, span: at(program.threads, 0).span },
});
