import type { Expr } from '../../ir/expr.js';
import type { Stop } from '../../search/limits.js';
import { negatedAtom } from './atoms.js';
import type { SignedAtom } from './atoms.js';
import type { CubeSource, CubeVocabulary } from './cube-source.js';
import { InfeasibleCubes } from './infeasible.js';
import { compareCubes, cubeKey, isSubset, literalCode, predicateOf } from './literals.js';
import type { CubeCode } from './literals.js';
import { Oracle } from './oracle.js';
import { questionKey } from './question.js';
import { Reach } from './reach.js';
import type { CubeOptions } from './searched-cubes.js';

/**
 * Cubes out of a given list (paper 003, figure 6b): the method `ce`. Candidates are the predicates, their negations and the
 * cubes that were extrapolated from a proof.
 */
export class CandidateCubes implements CubeSource {
  readonly #oracle: Oracle;
  readonly #reach: Reach;
  readonly #infeasible: InfeasibleCubes;
  /** The smaller ones first. */
  readonly #candidates: readonly CubeCode[];
  #possible: readonly CubeCode[] | null = null;
  readonly #answers = new Map<string, readonly CubeCode[]>();

  constructor(
    private readonly options: Omit<CubeOptions, 'maxCube'>,
    cubes: readonly CubeCode[],
  ) {
    const { smt, predicates } = options;
    this.#oracle = new Oracle(smt, predicates);
    this.#reach = new Reach(predicates);
    this.#infeasible = new InfeasibleCubes(this.#oracle, this.#reach, options);
    const all = [
      ...predicates.flatMap((_, p): CubeCode[] => [[literalCode(p, true)], [literalCode(p, false)]]),
      ...cubes.filter((cube) => cube.length > 1),
    ];
    this.#candidates = [...new Map(all.map((cube) => [cubeKey(cube), cube])).values()].sort(compareCubes);
  }

  get stop(): Stop | null {
    return this.options.patience.stop;
  }

  async prepare({ formulas, isUnbounded }: CubeVocabulary): Promise<void> {
    this.#reach.setUnbounded(isUnbounded);
    await this.options.smt.prepare([...this.options.predicates, ...formulas]);
  }

  infeasible(): Promise<readonly CubeCode[]> {
    return this.#infeasible.all();
  }

  implying(guard: readonly Expr[], goal: Expr): Promise<readonly CubeCode[]> {
    const { guard: reached, predicates } = this.#reach.of({ guard, goal }, Infinity);
    return this.#answered(reached, goal, predicates);
  }

  async excluding(guard: readonly Expr[]): Promise<readonly CubeCode[]> {
    const cubes: CubeCode[] = [];
    for (const group of this.#reach.groups(guard)) {
      const { predicates } = this.#reach.of({ guard: group, goal: null }, Infinity);
      const found = await this.#answered(group, null, predicates);
      if (found.some((cube) => cube.length === 0)) return [[]];
      cubes.push(...found);
    }
    return cubes;
  }

  async entails(guard: readonly Expr[], goal: Expr): Promise<boolean> {
    await this.options.patience.goOn();
    return this.#oracle.entails(guard, goal);
  }

  async #answered(
    guard: readonly Expr[],
    goal: Expr | null,
    predicates: readonly number[],
  ): Promise<readonly CubeCode[]> {
    const key = questionKey(guard, goal);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const found = await this.#asked(guard, goal, predicates);
    this.#answers.set(key, found);
    return found;
  }

  async #asked(
    guard: readonly Expr[],
    goal: Expr | null,
    predicates: readonly number[],
  ): Promise<readonly CubeCode[]> {
    const context = [
      ...this.#oracle.signed(guard),
      ...(goal === null ? [] : [negatedAtom(this.#oracle.atoms.signed(goal))]),
    ];
    const excluded = goal === null ? [] : await this.excluding(guard);
    if (this.#oracle.isContradiction(context)) return excluded.some(({ length }) => length === 0) ? [] : [[]];
    const near = new Set(predicates);
    const found: CubeCode[] = [];
    for (const cube of await this.#possibleCandidates()) {
      if (!cube.some((literal) => near.has(predicateOf(literal)))) continue;
      const contains = (part: CubeCode): boolean => isSubset(part, cube);
      if (found.some(contains) || excluded.some(contains)) continue;
      if (this.#contradicts(cube, context)) found.push(cube);
      if (!(await this.options.patience.goOn())) break;
    }
    return found;
  }

  #contradicts(cube: CubeCode, context: readonly SignedAtom[]): boolean {
    const literals = this.#oracle.ofCube(cube);
    if (literals.some((literal) => context.includes(negatedAtom(literal)))) return true;
    return this.#oracle.isContradiction([...literals, ...context]);
  }

  /** Candidates that are not infeasible. */
  async #possibleCandidates(): Promise<readonly CubeCode[]> {
    if (this.#possible !== null) return this.#possible;
    const infeasible = await this.#infeasible.all();
    const possible: CubeCode[] = [];
    for (const cube of this.#candidates) {
      if (infeasible.some((part) => isSubset(part, cube))) continue;
      if (this.#infeasible.areBeyond(cube.length) && this.#infeasible.excludes(cube, [])) continue;
      possible.push(cube);
      if (!(await this.options.patience.goOn())) return possible;
    }
    this.#possible = possible;
    return possible;
  }
}
