import type { Span } from '../../../diagnostics/span.js';
import type { BooleanProgram, BooleanVariable } from '../boolean-program.js';
import { disjunction, equal, falsity, int, local, shared, truth } from '../../expr/expr.js';
import type { Expr } from '../../expr/expr.js';
import { localId, sharedId, threadId } from '../../expr/ids.js';
import type { BooleanId, LocalId, SharedId } from '../../expr/ids.js';
import type { LocalVar, SharedVar } from '../../program/program.js';
import type { Action } from '../../program/system.js';
import { boolType, rangeType } from '../../expr/type.js';
import type { Type } from '../../expr/type.js';
import { at, getOrFail } from '../../../support/invariant.js';
import { addTo, remembered } from '../../../support/remembered.js';

/**
 * The variable of a system that holds one truth value, or all digits of a number: a number is stored, buffered and
 * flushed as a whole.
 */
export interface Holder {
  readonly name: string;
  /** The thread that it is local to; null: shared. */
  readonly thread: number | null;
  readonly type: Type;
  readonly place: HolderPlace;
  readonly read: Expr;
  /** In the order of the program; one for a truth value. */
  readonly digits: readonly WeightedDigit[];
}

export type HolderPlace =
  { readonly kind: 'shared'; readonly id: SharedId } | { readonly kind: 'local'; readonly id: LocalId };

interface WeightedDigit {
  readonly variable: BooleanId;
  readonly weight: number;
}

/** A name that no program can have. */
const startedName = '(started)';

/** Where each variable of a Boolean program is kept, and the variables that the translation needs besides. */
export class Holders {
  readonly all: readonly Holder[];
  /** Set when the initialisation has ended. */
  readonly started: SharedId;

  /** Those of the system. */
  readonly shared: SharedVar[] = [];
  readonly locals: LocalVar[] = [];
  readonly #of = new Map<BooleanId, Holder>();
  readonly #temporaries = new Map<string, LocalId>();

  constructor(
    program: BooleanProgram,
    private readonly span: Span,
    startsAtOnce: boolean,
  ) {
    this.all = groups(program.variables).map((group) => this.#hold(group));
    for (const holder of this.all) for (const { variable } of holder.digits) this.#of.set(variable, holder);
    this.started = this.#addShared(startedName, boolType, startsAtOnce ? truth : falsity);
  }

  of(variable: BooleanId): Holder {
    return getOrFail(this.#of, variable);
  }

  /** The truth value of a variable. */
  read(variable: BooleanId): Expr {
    const holder = this.of(variable);
    return digitOf(holder, variable, holder.read);
  }

  /** The n-th local of that type for the use of one step of a thread. */
  temporary(thread: number, type: Type, n: number): LocalId {
    const key = `${thread} ${JSON.stringify(type, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v))} ${n}`;
    return remembered(this.#temporaries, key, () =>
      this.#addLocal(`(temporary ${this.#temporaries.size})`, thread, type, true),
    );
  }

  #hold(group: readonly BooleanVariable[]): Holder {
    const { name, thread, digit } = at(group, 0);
    const digits = group.map((v) => ({ variable: v.id, weight: v.digit?.weight ?? 1 }));
    const type = digit === null ? boolType : rangeOf(digits.map((d) => d.weight));
    const heldName = digit === null ? name : digit.of;
    if (thread === null) {
      const id = this.#addShared(heldName, type, digit === null ? falsity : int(0));
      return { name: heldName, thread, type, place: { kind: 'shared', id }, read: shared(id), digits };
    }
    const id = this.#addLocal(heldName, thread, type, false);
    return { name: heldName, thread, type, place: { kind: 'local', id }, read: local(id), digits };
  }

  #addShared(name: string, type: Type, value: Expr): SharedId {
    const id = sharedId(this.shared.length);
    const init = { kind: 'value', value } as const;
    this.shared.push({ id, name, type, shape: { kind: 'scalar' }, init, span: this.span });
    return id;
  }

  #addLocal(name: string, thread: number, type: Type, temporary: boolean): LocalId {
    const id = localId(this.locals.length);
    const init = { kind: 'value', value: type.kind === 'bool' ? falsity : int(0) } as const;
    this.locals.push({ id, name, thread: threadId(thread), type, init, temporary, span: this.span });
    return id;
  }
}

/** Whether `number`, a value for the holder, has that digit. */
export function digitOf({ type, digits }: Holder, variable: BooleanId, number: Expr): Expr {
  if (type.kind === 'bool') return number;
  const values = digits.reduce(
    (sums, digit) =>
      sums.flatMap(({ sum, has }) => [
        { sum, has },
        { sum: sum + digit.weight, has: has || digit.variable === variable },
      ]),
    [{ sum: 0, has: false }],
  );
  return disjunction(values.filter(({ has }) => has).map(({ sum }) => equal(number, int(sum))));
}

/** The digits of a number together, in the order of the first. */
function groups(variables: readonly BooleanVariable[]): readonly (readonly BooleanVariable[])[] {
  const found = new Map<string, BooleanVariable[]>();
  for (const variable of variables) {
    const { id, thread, digit } = variable;
    const key = digit === null ? `truth ${id}` : `number ${thread ?? ''} ${digit.of}`;
    addTo(found, key, variable);
  }
  return [...found.values()];
}

function rangeOf(weights: readonly number[]): Type {
  const sum = (from: readonly number[]): bigint => BigInt(from.reduce((total, w) => total + w, 0));
  return rangeType(sum(weights.filter((w) => w < 0)), sum(weights.filter((w) => w > 0)));
}

/** The action that writes a value; `locked`: to main memory at once. */
export const writeTo = (place: HolderPlace, value: Expr, locked: boolean): Action =>
  place.kind === 'local'
    ? { kind: 'assign', local: place.id, value }
    : { kind: 'store', shared: place.id, index: null, value, locked };
