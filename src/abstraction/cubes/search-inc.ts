import { cubeKey, literalCode, negated } from './literals.js';
import type { CubeCode, LiteralCode } from './literals.js';
import type { Oracle } from './cube-oracle.js';
import type { Clock } from '../clock.js';
import type { CubeQuestion } from './cube-question.js';

/**
 * Smallest cubes as paper 003 enumerates them (figures 6a and 7): by increasing size, one query for each cube that contains
 * none of those found before. Cubes that are infeasible or exclude the guard, or contain such a one, are no candidates: they
 * imply everything. Nothing is remembered from one question to the next, so that the queries are those of the paper.
 */
export async function searchInc(
  oracle: Oracle,
  question: CubeQuestion,
  clock: Clock,
): Promise<readonly CubeCode[]> {
  const { goal, guard, predicates, maxSize } = question;
  const context = [...(goal === null ? [] : [negated(goal)]), ...guard];
  const found: CubeCode[] = [];
  /** The cubes of one size less that may be parts of a cube to come. */
  let open: readonly CubeCode[] = [];
  for (let size = 0; size <= maxSize; size++) {
    const next: CubeCode[] = [];
    for (const cube of size === 0 ? [[]] : extended(open, predicates)) {
      if (!(await clock.goOn())) return found;
      if (question.isExcluded(cube)) continue;
      if (oracle.refutes([...oracle.ofCube(cube), ...context])) {
        if (!question.isImpossible(cube)) found.push(cube);
      } else if (size < maxSize) next.push(cube);
    }
    open = next;
    if (open.length === 0) break;
  }
  return found;
}

/** The cubes of one literal more all parts of which are open. */
function* extended(open: readonly CubeCode[], predicates: readonly number[]): Iterable<CubeCode> {
  const isOpen = new Set(open.map(cubeKey));
  const literals = predicates.flatMap((p): LiteralCode[] => [literalCode(p, true), literalCode(p, false)]);
  for (const cube of open) {
    const last = cube.at(-1) ?? -1;
    for (const literal of literals) {
      if (literal <= last || literal === negated(last)) continue;
      const next = [...cube, literal];
      if (next.every((without) => isOpen.has(cubeKey(next.filter((each) => each !== without))))) yield next;
    }
  }
}
