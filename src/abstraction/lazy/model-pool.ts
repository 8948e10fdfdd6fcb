import type { SmtModel, Smt } from '../../smt/smt.js';
import { at } from '../../support/invariant.js';
import { members, roomFor } from '../bits.js';
import type { Mask } from '../bits.js';
import type { PredicateTransformer } from './transformer.js';
import type { PredicateVocabulary } from './vocabulary.js';

/** More models make looking for one slower than asking the solver. */
const mostModels = 4096;

const unseen = 0;
const barred = 1;
const passes = 2;

/**
 * All concrete states that the solver has shown, with the truth of all predicates in each, and after each step from it.
 * They only ever say that something may be, so a value that cannot be told is left out.
 */
export class ConcreteStatePool {
  count = 0;
  readonly #models: SmtModel[] = [];
  /** By model: what is true, then what is false. */
  #planes = new Int32Array(0);
  readonly #steps = new Map<PredicateTransformer, StatesAfterStep>();

  constructor(
    private readonly vocabulary: PredicateVocabulary,
    private readonly smt: Smt,
  ) {}

  get models(): readonly SmtModel[] {
    return this.#models;
  }

  /** The number of the model; null if there is no room for it. */
  add(model: SmtModel): number | null {
    if (this.count >= mostModels) return null;
    const { words, formulas } = this.vocabulary;
    const id = this.count++;
    this.#models.push(model);
    const base = 2 * words * id;
    this.#planes = roomFor(this.#planes, base + 2 * words);
    for (const [p, formula] of formulas.entries()) this.#tell(this.#planes, base, p, formula, model);
    return id;
  }

  /** Models that take the step, the latest ones first. */
  thatTake(transformer: PredicateTransformer, most: number): readonly SmtModel[] {
    const found: SmtModel[] = [];
    for (let id = this.count - 1; id >= 0 && found.length < most; id--) {
      if (this.after(transformer, id) !== null) found.push(at(this.#models, id));
    }
    return found;
  }

  /** Whether all that is known to be true and to be false is so in the model. */
  agrees(model: number, isTrue: Mask, isFalse: Mask): boolean {
    const { words } = this.vocabulary;
    const planes = this.#planes;
    const base = 2 * words * model;
    for (let w = 0; w < words; w++) {
      if (((isTrue[w] ?? 0) & ~(planes[base + w] ?? 0)) !== 0) return false;
      if (((isFalse[w] ?? 0) & ~(planes[base + words + w] ?? 0)) !== 0) return false;
    }
    return true;
  }

  /** What holds after the step from a model that takes it. */
  after(transformer: PredicateTransformer, model: number): ModelStep | null {
    let steps = this.#steps.get(transformer);
    if (steps === undefined) {
      steps = { seen: new Uint8Array(64), planes: new Int32Array(0) };
      this.#steps.set(transformer, steps);
    }
    if (steps.seen.length <= model) {
      const longer = new Uint8Array(Math.max(2 * steps.seen.length, model + 1));
      longer.set(steps.seen);
      steps.seen = longer;
    }
    if (steps.seen[model] === unseen) this.#take(transformer, model, steps);
    if (steps.seen[model] === barred) return null;
    this.#step.planes = steps.planes;
    this.#step.from = 2 * this.vocabulary.words * model;
    return this.#step;
  }

  readonly #step = { planes: new Int32Array(0), from: 0 };

  #take(transformer: PredicateTransformer, id: number, steps: StatesAfterStep): void {
    const { smt } = this;
    const { words } = this.vocabulary;
    const model = at(this.#models, id);
    const goes = transformer.guard.every((g) => smt.holds(g, model) === true);
    steps.seen[id] = goes ? passes : barred;
    if (!goes) return;
    const base = 2 * words * id;
    steps.planes = roomFor(steps.planes, base + 2 * words);
    for (let w = 0; w < words; w++) {
      const same = ~(transformer.affected[w] ?? 0);
      steps.planes[base + w] = (this.#planes[base + w] ?? 0) & same;
      steps.planes[base + words + w] = (this.#planes[base + words + w] ?? 0) & same;
    }
    for (const p of members(transformer.affected)) {
      this.#tell(steps.planes, base, p, transformer.before(p), model);
    }
  }

  #tell(
    planes: Int32Array,
    base: number,
    p: number,
    formula: Parameters<Smt['holds']>[0],
    model: SmtModel,
  ): void {
    const holds = this.smt.holds(formula, model);
    if (holds === null) return;
    const w = base + (holds ? 0 : this.vocabulary.words) + (p >>> 5);
    planes[w] = (planes[w] ?? 0) | (1 << (p & 31));
  }
}

/** Valid until the next step that is asked for: `words` words of what is true from `from` on, then of what is false. */
export interface ModelStep {
  readonly planes: Mask;
  readonly from: number;
}

interface StatesAfterStep {
  seen: Uint8Array;
  planes: Mask;
}
