import { isJudged } from '../../../lang/boolean/boolean-program.js';
import type { BooleanCommand, BooleanProgram, BooleanUpdate } from '../../../lang/boolean/boolean-program.js';
import type { BooleanId } from '../../../lang/expr/ids.js';
import { neverDrops } from '../cone.js';
import { copyOf } from '../copy.js';
import type { CommandChain } from '../thread-graph.js';
import { literalOf, negated, resolved, signed } from './resolved-formula.js';
import type { Meanings, ResolvedFormula, ResolvedValue } from './resolved-formula.js';

/**
 * One thing that a chain of commands does, or that is asked, without the order in which it stands. What a chain does is the
 * set of its facts: which of several conditions is looked at first, and into which locals values are copied on the way, is
 * nothing that anybody sees.
 */
export interface ChainFact {
  readonly kind:
    /** The formula must hold, or the path ends. */
    | 'guard'
    /** The new value; `choice`: as of `choose`, with what makes it true and what makes it false. */
    | 'value'
    | 'choice'
    /** The value of a variable of infeasible cubes where these are looked at, of one when the chain ends. */
    | 'judged'
    | 'left'
    /** What is asked of states. */
    | 'infeasible'
    | 'property';
  /** Tells points of a chain apart. */
  readonly place: number;
  /** A literal; null: it is about none. What is about one is also there as what is about its negation. */
  readonly about: number | null;
  readonly formulas: readonly ResolvedFormula[];
}

export interface ChainContext {
  readonly program: BooleanProgram;
  /** Of infeasible cubes. */
  readonly judged: ReadonlySet<BooleanId>;
  /** What matters where the chain ends. */
  readonly leaving: ReadonlySet<BooleanId>;
}

export function chainFacts(thread: number, chain: CommandChain, context: ChainContext): readonly ChainFact[] {
  const reader = new ChainReader(context);
  for (const command of chain.commands) {
    reader.run(command);
    if (isJudged(context.program, thread, command.to)) reader.judge();
  }
  reader.leave();
  return reader.facts;
}

/** Executes a chain, with what was there at its begin left open. */
class ChainReader implements Meanings {
  readonly facts: ChainFact[] = [];
  readonly #values = new Map<BooleanId, ResolvedValue>();
  /** How many values of its own the chain has made for a variable. */
  readonly #made = new Map<BooleanId, number>();
  #judgements = 0;

  constructor(private readonly context: ChainContext) {}

  valueOf(variable: BooleanId): ResolvedValue {
    return this.#values.get(variable) ?? { kind: 'atom', atom: variable, positive: true };
  }

  stopsAt(): readonly number[] {
    return [];
  }

  run({ guard, updates }: BooleanCommand): void {
    this.#addGuard(resolved(guard, this));
    // All values are those of the state before.
    const after = updates.map((update) => [update.target, this.#valueAfter(update)] as const);
    for (const [target, value] of after) this.#values.set(target, value);
  }

  judge(): void {
    this.#judgements++;
    for (const variable of this.context.judged) this.#change('judged', variable);
  }

  leave(): void {
    for (const variable of this.context.leaving) this.#change('left', variable);
  }

  #valueAfter({ target, value }: BooleanUpdate): ResolvedValue {
    const copied = copyOf(value);
    if (copied !== null) return signed(this.valueOf(copied.variable), copied.positive);
    if (value.kind === 'formula') {
      const formula = resolved(value.formula, this);
      if (formula.kind === 'constant' || formula.kind === 'atom') return formula;
      const atom = this.#newAtom(target);
      this.#addValue('value', atom, formula);
      return { kind: 'atom', atom, positive: true };
    }
    const [holds, fails] = [resolved(value.yes, this), resolved(value.no, this)];
    if (neverDrops(value) && holds.kind === 'constant' && fails.kind === 'constant') {
      if (holds.value) return holds;
      if (fails.value) return { kind: 'constant', value: false };
    }
    const atom = this.#newAtom(target);
    this.#add('choice', literalOf(atom, true), [holds, fails]);
    this.#add('choice', literalOf(atom, false), [fails, holds]);
    return { kind: 'atom', atom, positive: true };
  }

  #newAtom(target: BooleanId): number {
    const turn = (this.#made.get(target) ?? 0) + 1;
    this.#made.set(target, turn);
    return turn * this.context.program.variables.length + target;
  }

  #change(kind: 'judged' | 'left', variable: BooleanId): void {
    const value = this.valueOf(variable);
    const isSame = value.kind === 'atom' && value.atom === variable && value.positive;
    if (!isSame) this.#addValue(kind, variable, value);
  }

  #addValue(kind: ChainFact['kind'], atom: number, value: ResolvedFormula): void {
    this.#add(kind, literalOf(atom, true), [value]);
    this.#add(kind, literalOf(atom, false), [negated(value)]);
  }

  #addGuard(formula: ResolvedFormula): void {
    if (formula.kind !== 'constant' || !formula.value) this.#add('guard', null, [formula]);
  }

  #add(kind: ChainFact['kind'], about: number | null, formulas: readonly ResolvedFormula[]): void {
    this.facts.push({ kind, place: this.#judgements, about, formulas });
  }
}
