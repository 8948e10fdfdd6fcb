import { AskedCubes } from './asked-cubes.js';
import type { CubeOptions } from './asked-cubes.js';
import type { SignedAtom } from './signed-atoms.js';
import { compareCubes, distinctCubes, isSubset, literalCode, negated, predicateOf } from './literals.js';
import type { CubeCode } from './literals.js';
import type { ReachQuestion } from './predicate-reach.js';

/**
 * Cubes out of a given list (paper 003, figure 6b): the method `ce`. Candidates are the predicates, their negations and the
 * cubes that were extrapolated from a proof.
 */
export class CandidateCubes extends AskedCubes {
  /** The smaller ones first. */
  readonly #candidates: readonly CubeCode[];
  #possible: readonly CubeCode[] | null = null;

  constructor(options: Omit<CubeOptions, 'maxCube'>, cubes: readonly CubeCode[]) {
    super({ ...options, maxCube: Infinity });
    const all = [
      ...options.predicates.flatMap((_, p): CubeCode[] => [[literalCode(p, true)], [literalCode(p, false)]]),
      ...cubes.filter((cube) => cube.length > 1),
    ];
    this.#candidates = distinctCubes(all).toSorted(compareCubes);
  }

  protected async search(
    { guard, goal }: ReachQuestion,
    predicates: readonly number[],
  ): Promise<readonly CubeCode[]> {
    const context = [
      ...this.oracle.signed(guard),
      ...(goal === null ? [] : [negated(this.oracle.atoms.signed(goal))]),
    ];
    const excluded = goal === null ? [] : await this.excluding(guard);
    if (this.oracle.isContradiction(context)) return excluded.some(({ length }) => length === 0) ? [] : [[]];
    const near = new Set(predicates);
    const found: CubeCode[] = [];
    for (const cube of await this.#possibleCandidates()) {
      if (!cube.some((literal) => near.has(predicateOf(literal)))) continue;
      const contains = (part: CubeCode): boolean => isSubset(part, cube);
      if (found.some(contains) || excluded.some(contains)) continue;
      if (this.#contradicts(cube, context)) found.push(cube);
      if (!(await this.options.clock.goOn())) break;
    }
    return found;
  }

  #contradicts(cube: CubeCode, context: readonly SignedAtom[]): boolean {
    const literals = this.oracle.ofCube(cube);
    if (literals.some((literal) => context.includes(negated(literal)))) return true;
    return this.oracle.isContradiction([...literals, ...context]);
  }

  /** Candidates that are not infeasible. */
  async #possibleCandidates(): Promise<readonly CubeCode[]> {
    if (this.#possible !== null) return this.#possible;
    const infeasible = await this.infeasibleCubes.all();
    const possible: CubeCode[] = [];
    for (const cube of this.#candidates) {
      if (infeasible.some((part) => isSubset(part, cube))) continue;
      if (this.infeasibleCubes.isMissed(cube, [])) continue;
      possible.push(cube);
      if (!(await this.options.clock.goOn())) return possible;
    }
    this.#possible = possible;
    return possible;
  }
}
