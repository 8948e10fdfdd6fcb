import type { ArraySystem } from '../../lang/arrays/array-system.js';
import type { Cube } from './cubes/cube.js';
import type { BackwardProblem } from './cubes/problem.js';
import { rootsOf } from './steps/roots.js';

/** The clauses, and the invariants, which are shown along with them: then what they exclude need not be looked at. */
export class Goals {
  readonly #refuted = new Set<number>();

  constructor(
    private readonly system: ArraySystem,
    private readonly clauses: readonly number[],
  ) {}

  get refuted(): readonly number[] {
    return [...this.#refuted];
  }

  /** It may hold all the same; but nothing may be built on it. */
  refute(invariant: number): void {
    this.#refuted.add(invariant);
  }

  /** What a search begins with. */
  rootsIn(problem: BackwardProblem): readonly Cube[] {
    const { unsafe, invariants } = this.system;
    const ofClauses = this.clauses.flatMap((clause) => {
      const found = unsafe[clause];
      return found === undefined ? [] : rootsOf(problem, found, { kind: 'unsafe', clause });
    });
    const ofInvariants = invariants.flatMap((clause, i) =>
      this.#refuted.has(i) ? [] : rootsOf(problem, clause, { kind: 'invariant', clause: i }),
    );
    return [...ofInvariants, ...ofClauses];
  }
}
