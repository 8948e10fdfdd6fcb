import type { Program } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import type { ExhaustionLimits } from '../robustness/oracle-verdict.js';
import { plainRobustness } from '../robustness/robust-verdicts.js';
import type { RobustKind } from '../robustness/robust-verdicts.js';
import type { MendsJudge } from './brute-force.js';
import { mended, sitesOf } from './fence-sites.js';

/** Whether the program with some mends is robust, by going through all that it does. What one trial says tells nothing of others. */
export function robustJudge(
  program: Program,
  model: MemoryModel,
  kind: RobustKind,
  limits: ExhaustionLimits,
): MendsJudge {
  const points = sitesOf(program).filter((site) => site.kind === 'point').length;
  return {
    isKnownAsTooLittle: () => false,
    judge: (mends) => {
      const verdict = plainRobustness(mended(program, mends), model, kind, limits);
      switch (verdict.kind) {
        case 'robust':
          return 'enough';
        case 'too-much':
          return 'too-large';
        case 'not-robust':
          return [...mends.values()].filter((mend) => mend === 'fence').length === points
            ? 'hopeless'
            : 'too-little';
      }
    },
  };
}
