import { exprId, falsity, not, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { substitution, variablesOf } from '../../lang/expr/substitute.js';
import type { Literal, Smt } from '../../smt/smt.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { CommandUpdate } from '../command-program.js';
import { precondition } from '../commands/precondition.js';
import { fixedValue } from '../fixed-value.js';
import { normal } from '../normal.js';
import { Lemmas } from './lemmas.js';
import { emptyMask, has, include, includeAll, members } from '../bits.js';
import type { Mask } from '../bits.js';
import type { PredicateVocabulary, Valuation } from './vocabulary.js';

/** What is asked of one predicate: whether it holds after the step, told before the step. */
export interface PredicateTarget {
  readonly predicate: number;
  /** Its weakest precondition, without the guard. */
  readonly before: Expr;
  readonly holds: Literal;
  readonly fails: Literal;
  /** When it must hold, and when it cannot. */
  readonly always: Lemmas;
  readonly never: Lemmas;
  /** The predicate (complement: negated) that says before the step what this one says after it. */
  readonly alias: number | null;
}

/** What of a valuation matters to a transformer; it depends on which predicates are known. */
export interface Matter {
  /** Known predicates that guard, updates or what is asked are connected to. */
  readonly cone: Mask;
  /** Predicates that may be another thing after the step, or become known by the guard. */
  readonly asked: Mask;
  /** Unknown predicates that the guard could settle. */
  readonly touched: Mask;
}

/** What a guard and parallel updates do to the predicates. Commands that do the same share one. */
export class PredicateTransformer {
  /** Predicates that say something else after the updates. */
  readonly affected: Mask;
  /** Predicates that mention a variable of the guard. */
  readonly #guarded: Mask;
  /** Predicates that mention a variable of the guard or of a weakest precondition. */
  readonly #seeds: Mask;
  readonly disabled: Lemmas;
  /** By the number of what is known: what matters of it; one object for all that are the same. */
  readonly #matters: (Matter | undefined)[] = [];
  readonly #sameMatters = new Map<string, Matter>();
  readonly #before = new Map<number, Expr>();
  readonly #targets: (PredicateTarget | undefined)[] = [];
  #literals: readonly Literal[] | null = null;
  #inGuard: ((formula: Expr) => Expr) | null = null;

  constructor(
    readonly id: number,
    readonly guard: readonly Expr[],
    updates: readonly CommandUpdate[],
    private readonly vocabulary: PredicateVocabulary,
    private readonly smt: Smt,
    /** All predicates are asked about, also those that neither guard nor updates touch. */
    private readonly fromNothing: boolean,
  ) {
    const { words, formulas } = vocabulary;
    const beforeUpdates = precondition({ updates });
    this.affected = emptyMask(words);
    this.#guarded = vocabulary.mentioning(guard.flatMap((g) => [...variablesOf(g)]));
    this.#seeds = this.#guarded.slice();
    for (const p of members(vocabulary.mentioning(updates.map((u) => u.variable)))) {
      const formula = at(formulas, p);
      const before = beforeUpdates(formula);
      if (before === formula) continue;
      include(this.affected, p);
      this.#before.set(p, before);
      includeAll(this.#seeds, vocabulary.mentioning(variablesOf(before)));
    }
    this.disabled = new Lemmas(words);
    for (const conjunct of guard) {
      if (conjunct === falsity) this.disabled.add([]);
      const alias = vocabulary.named(conjunct);
      if (alias !== null) this.disabled.add([~alias]);
    }
  }

  /** What says before the step whether the predicate holds after it. */
  before(predicate: number): Expr {
    return this.#before.get(predicate) ?? at(this.vocabulary.formulas, predicate);
  }

  async literals(): Promise<readonly Literal[]> {
    if (this.#literals !== null) return this.#literals;
    await this.smt.prepare(this.guard);
    this.#literals = this.guard.map((g) => this.smt.literal(g));
    return this.#literals;
  }

  /** What matters to the step where these predicates are known; `number` stands for that set. */
  matter(number: number, valuation: Valuation): Matter {
    const made = this.#matters[number];
    if (made !== undefined) return made;
    const matter = this.#matterOf(valuation);
    const key = `${matter.cone.join()};${matter.asked.join()};${matter.touched.join()}`;
    return (this.#matters[number] = remembered(this.#sameMatters, key, () => matter));
  }

  #matterOf({ isTrue, isFalse }: Valuation): Matter {
    const { vocabulary } = this;
    const known = isTrue.map((word, w) => word | (isFalse[w] ?? 0));
    const touched = this.#guarded.slice();
    for (const p of members(vocabulary.connected(this.#guarded, known))) {
      includeAll(touched, vocabulary.neighbours(p));
    }
    for (let w = 0; w < touched.length; w++) touched[w] = (touched[w] ?? 0) & ~(known[w] ?? 0);
    const seeds = this.#seeds.slice();
    const asked = this.affected.slice();
    for (const p of members(this.fromNothing ? known.map((word) => ~word) : touched)) {
      if (p >= vocabulary.count) continue;
      include(asked, p);
      if (!has(this.affected, p)) includeAll(seeds, vocabulary.neighbours(p));
    }
    return { cone: vocabulary.connected(seeds, known), asked, touched };
  }

  /** Once `literals` has been asked. */
  isGuard(literal: Literal): boolean {
    return this.#literals?.includes(literal) === true;
  }

  known(predicate: number): PredicateTarget | undefined {
    return this.#targets[predicate];
  }

  async target(predicate: number): Promise<PredicateTarget> {
    const made = this.#targets[predicate];
    if (made !== undefined) return made;
    const { vocabulary, smt } = this;
    const affected = has(this.affected, predicate);
    const before = this.before(predicate);
    if (affected) await smt.prepare([before, not(before)]);
    const target: PredicateTarget = {
      predicate,
      before,
      holds: affected ? smt.literal(before) : at(vocabulary.positive, predicate),
      fails: affected ? smt.literal(not(before)) : at(vocabulary.negative, predicate),
      always: new Lemmas(vocabulary.words),
      never: new Lemmas(vocabulary.words),
      alias: affected ? vocabulary.named(before) : null,
    };
    this.#seed(target);
    this.#targets[predicate] = target;
    return target;
  }

  /** With the values that the guard leaves to variables. */
  get #knowingGuard(): (formula: Expr) => Expr {
    this.#inGuard ??= substitution(
      new Map(
        this.guard.flatMap((conjunct) => {
          const fixed = fixedValue(conjunct);
          return fixed === null ? [] : [[fixed.variable, fixed.value] as const];
        }),
      ),
    );
    return this.#inGuard;
  }

  /** What needs no solver. */
  #seed({ before, always, never, alias }: PredicateTarget): void {
    if (alias !== null) {
      always.add([alias]);
      never.add([~alias]);
    }
    const here = this.#knowingGuard(before);
    if (here === truth) always.add([]);
    if (here === falsity) never.add([]);
    const asked = normal(before);
    for (const conjunct of this.guard) {
      const { formula, positive } = normal(conjunct);
      if (formula === asked.formula) (positive === asked.positive ? always : never).add([]);
    }
  }
}

/** A key that commands with the same effect on the predicates share. */
export function effectKey(guard: readonly Expr[], updates: readonly CommandUpdate[]): string {
  const guards = guard.map(exprId).sort((a, b) => a - b);
  const sets = updates.map((u) => `${exprId(u.variable)}:${exprId(u.value)}`).sort();
  return `${guards.join(',')}|${sets.join(',')}`;
}
