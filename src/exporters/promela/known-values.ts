import type { Expr } from '../../ir/expr.js';
import { everyStatement } from '../../ir/statements.js';
import type { LValue, Program } from '../../ir/program.js';
import type { Type } from '../../ir/type.js';
import { InternalError, assertNever, at } from '../../support/check.js';
import {
  bits,
  complement,
  contains,
  hull,
  int32,
  meet,
  negated,
  operated,
  point,
} from '../shared/interval.js';
import type { Interval } from '../shared/interval.js';

/** After so many rounds a bound that still moves becomes that of the type. */
const patience = 12;

/** Intervals of what is not computed: variables, and expressions of which more is known than follows from their parts. */
export type Lookup = (expr: Expr) => Interval | null;

/** The values that an expression may have, if no operation in it leaves int32. */
export function intervalOf(expr: Expr, lookup: Lookup): Interval {
  const known = lookup(expr);
  if (known !== null) return known;
  switch (expr.kind) {
    case 'int':
      return point(expr.value);
    case 'bool':
      return point(expr.value ? 1n : 0n);
    case 'unary': {
      const arg = intervalOf(expr.arg, lookup);
      if (expr.op === 'int') return arg;
      return expr.op === '!' ? complement(arg) : within32(negated(arg));
    }
    case 'binary':
      return within32(operated(expr.op, intervalOf(expr.left, lookup), intervalOf(expr.right, lookup)));
    case 'at':
      return bits;
    case 'shared':
    case 'local':
      return int32;
    case 'param':
    case 'instance-local':
    case 'bound':
    case 'forall':
    case 'temporal':
    case 'until':
      throw new InternalError(`a plain program has no ${expr.kind}`);
    default:
      return assertNever(expr);
  }
}

const within32 = (values: Interval): Interval => meet(values, int32) ?? int32;

export function typeInterval(type: Type): Interval {
  switch (type.kind) {
    case 'int':
      return int32;
    case 'bool':
      return bits;
    case 'range':
      return within32({ lo: type.lo, hi: type.hi });
  }
}

/** For each variable an interval that holds its values in all executions, whatever the order of statements. */
export class KnownValues {
  readonly #shared: (Interval | null)[];
  readonly #locals: (Interval | null)[];

  constructor(private readonly program: Program) {
    this.#shared = program.shared.map(() => null);
    this.#locals = program.locals.map(() => null);
    let round = 0;
    for (let changed = true; changed; round++) {
      changed = false;
      for (const { target, values } of this.#writes()) {
        if (this.#learn(target, values, round < patience)) changed = true;
      }
    }
  }

  /** A variable without values so far counts as 0: what follows from that is looked at again when it has some. */
  readonly lookup: Lookup = (expr) => {
    if (expr.kind === 'shared') return at(this.#shared, expr.shared) ?? point(0n);
    if (expr.kind === 'local') return at(this.#locals, expr.local) ?? point(0n);
    return null;
  };

  *#writes(): Generator<{ readonly target: LValue; readonly values: Interval }> {
    for (const { id, init, type } of this.program.shared) {
      const target: LValue = { kind: 'shared', shared: id, index: null };
      if (init.kind === 'any') yield { target, values: typeInterval(type) };
      else {
        const inits = init.kind === 'value' ? [init.value] : init.values;
        for (const value of inits) yield { target, values: intervalOf(value, this.lookup) };
      }
    }
    for (const { id, init, type } of this.program.locals) {
      const target: LValue = { kind: 'local', local: id };
      if (init.kind === 'any') yield { target, values: typeInterval(type) };
      else if (init.kind === 'value') yield { target, values: intervalOf(init.value, this.lookup) };
    }
    for (const stmt of this.program.threads.flatMap((t) => [...everyStatement(t.body)])) {
      if (stmt.kind === 'assign') yield { target: stmt.target, values: intervalOf(stmt.value, this.lookup) };
      if (stmt.kind === 'havoc') {
        const { type } = at(this.program.locals, stmt.local);
        yield { target: { kind: 'local', local: stmt.local }, values: typeInterval(type) };
      }
    }
  }

  #learn(target: LValue, values: Interval, patient: boolean): boolean {
    const [table, index, type] =
      target.kind === 'local'
        ? [this.#locals, target.local, at(this.program.locals, target.local).type]
        : [this.#shared, target.shared, at(this.program.shared, target.shared).type];
    const all = typeInterval(type);
    const here = table[index] ?? null;
    const fitting = meet(values, all);
    if (fitting === null || (here !== null && contains(here, fitting))) return false;
    const wider = here === null ? fitting : hull(here, fitting);
    table[index] =
      patient || here === null
        ? wider
        : { lo: wider.lo < here.lo ? all.lo : here.lo, hi: wider.hi > here.hi ? all.hi : here.hi };
    return true;
  }
}
