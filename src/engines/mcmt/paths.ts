import type { Cube } from './cubes/cube.js';
import type { ExactSearches } from './exact.js';
import type { Goals } from './goals.js';
import { proofOf } from './steps/proof.js';
import type { Proof } from './steps/proof.js';
import type { BackwardRequest, PathConfirmation } from './request.js';

/** After so many paths without a run there is no hope for one. */
const maxAttempts = 40;

/** The paths from initial states that the searches have found, and what became of them. */
export class Paths {
  #attempts = 0;
  #spurious: Exclude<PathConfirmation, 'run'> | null = null;

  constructor(
    private readonly confirm: BackwardRequest['confirm'],
    private readonly goals: Goals,
    private readonly exact: ExactSearches,
  ) {}

  /** What is known of paths to clauses that no run was found for: `open` if that is so of any; null: there are none. */
  get spurious(): Exclude<PathConfirmation, 'run'> | null {
    return this.#spurious;
  }

  get areHopeless(): boolean {
    return this.#attempts >= maxAttempts;
  }

  /** From a cube with initial states: the clause that is violated, or what to do now. */
  async follow(cube: Cube): Promise<number | 'again' | null> {
    const proof = proofOf(cube, true);
    if (proof === null) return null;
    if (proof.kind === 'invariant') {
      this.goals.refute(proof.clause);
      return 'again';
    }
    this.#attempts++;
    const confirmed = await this.#confirmed(cube, proof);
    if (confirmed === 'run') return proof.clause;
    if (this.#spurious !== 'open') this.#spurious = confirmed;
    return this.exact.violatedBy(proof.procs);
  }

  /** With as few processes as may be, or else with one for each that the cubes speak of. */
  async #confirmed(cube: Cube, proof: Proof): Promise<PathConfirmation> {
    const first = await this.confirm(proof);
    const other = first === 'run' ? null : proofOf(cube, false);
    if (other === null || other.procs === proof.procs) return first;
    const second = await this.confirm(other);
    return second === 'no-run' ? first : second;
  }
}
