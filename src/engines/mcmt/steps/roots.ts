import type { Clause } from '../../../lang/arrays/array-system.js';
import { everyWay, goal } from './assertion.js';
import type { Cube, CubeOrigin } from '../cubes/cube.js';
import { countWith, placements } from '../../../arrays/placements.js';
import { CubeDraft } from '../cubes/draft.js';
import { termsIn } from '../cubes/facts.js';
import { CubeTooLarge, cubeOf, noReach } from '../cubes/finish.js';
import { lastMoment, noHistory } from '../cubes/event-history.js';
import type { BackwardProblem } from '../cubes/problem.js';
import { openHistory } from '../cubes/reach.js';
import type { OpenReach } from '../cubes/reach.js';
import { isRead } from '../cubes/term-codes.js';
import type { TermCode } from '../cubes/term-codes.js';

/** The cubes of a clause. All reads of it happen at one moment, whoever makes them. */
export function rootsOf(problem: BackwardProblem, clause: Clause, origin: CubeOrigin): readonly Cube[] {
  const { pinned, limit, isDeclared } = problem;
  const cubes: Cube[] = [];
  for (const named of placements(clause.params.length, pinned)) {
    const procs = countWith(pinned, named);
    if (procs > limit) {
      // With fewer processes than the clause speaks of there are no such states.
      if (isDeclared) continue;
      throw new CubeTooLarge('processes');
    }
    const draft = new CubeDraft(problem);
    const setting = { procs: named, reader: -1 };
    everyWay([goal(clause.formula, setting)], draft, () => {
      const facts = draft.close();
      if (facts === null) return false;
      const order = atOnce(problem.reduced, [...termsIn(facts, isRead)], procs);
      cubes.push(cubeOf(problem, procs, facts, order, () => origin));
      return false;
    });
  }
  return cubes;
}

function atOnce(reduced: boolean, reads: readonly TermCode[], procs: number): OpenReach {
  if (reads.length === 0) return reduced ? noReach : openHistory([], noHistory);
  if (reads.length > 30) throw new CubeTooLarge('pending reads');
  if (!reduced) return openHistory(reads, lastMoment(reads.length, 2 ** procs - 1));
  const all = 2 ** reads.length - 1;
  const each = (bits: number): number[] => Array.from({ length: procs }, () => bits);
  // It is the last moment: whatever anybody has read was read before.
  return { ...noReach, reads, fromRead: reads.map(() => all), fromReadOf: each(all), fromWriteOf: each(0) };
}
