import type { Expr } from '../../lang/expr/expr.js';
import type { SmtModel, Smt } from '../../smt/smt.js';
import { at } from '../../support/invariant.js';
import { resized } from '../../support/lists.js';
import { has, include, wordsFor } from '../bits.js';
import { isPositive } from './literals.js';
import type { SignedAtoms, SignedAtom } from './signed-atoms.js';

/** In which of the first `known` models an atom holds and in which it fails; in neither where nobody can tell. */
interface AtomTruth {
  yes: Int32Array;
  no: Int32Array;
  known: number;
}

const empty = new Int32Array(0);

/** The concrete models that queries have found: all later questions try them first. */
export class CubeModelPool {
  readonly #models: SmtModel[] = [];
  /** By atom. */
  readonly #truths: AtomTruth[] = [];

  constructor(
    private readonly smt: Smt,
    private readonly atoms: SignedAtoms,
  ) {}

  add(model: SmtModel): number {
    return this.#models.push(model) - 1;
  }

  /** The models in which the formula surely holds, bit m for the m-th. There may be too few words: zeros are meant. */
  where(signed: SignedAtom): Int32Array {
    const truth = this.#truth(signed >> 1);
    return isPositive(signed) ? truth.yes : truth.no;
  }

  /** The models in which all formulas surely hold. */
  whereAll(formulas: readonly SignedAtom[]): Int32Array {
    const count = this.#models.length;
    const words = wordsFor(count);
    const all = new Int32Array(words).fill(-1);
    if ((count & 31) !== 0) all[words - 1] = (1 << (count & 31)) - 1;
    for (const signed of formulas) {
      const set = this.where(signed);
      for (let w = 0; w < words; w++) all[w] = (all[w] ?? 0) & (set[w] ?? 0);
    }
    return all;
  }

  /** Whether all formulas surely hold in some model. */
  hasAll(formulas: readonly SignedAtom[]): boolean {
    return this.whereAll(formulas).some((word) => word !== 0);
  }

  /** Whether the formula surely holds in the model. */
  holdsIn(signed: SignedAtom, model: number): boolean {
    return has(this.where(signed), model);
  }

  #truth(atom: number): AtomTruth {
    const truth = (this.#truths[atom] ??= { yes: empty, no: empty, known: 0 });
    if (truth.known < this.#models.length) this.#extend(truth, this.atoms.atom(2 * atom));
    return truth;
  }

  #extend(truth: AtomTruth, formula: Expr): void {
    const words = wordsFor(this.#models.length);
    if (truth.yes.length < words) {
      const length = Math.max(words, 2 * truth.yes.length, 4);
      truth.yes = resized(truth.yes, length);
      truth.no = resized(truth.no, length);
    }
    for (let m = truth.known; m < this.#models.length; m++) {
      const holds = this.smt.holds(formula, at(this.#models, m));
      if (holds === null) continue;
      include(holds ? truth.yes : truth.no, m);
    }
    truth.known = this.#models.length;
  }
}
