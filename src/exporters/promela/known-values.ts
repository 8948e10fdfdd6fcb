import { everyStatement } from '../../lang/program/walk-statements.js';
import type { LValue, Program } from '../../lang/program/program.js';
import { at } from '../../support/invariant.js';
import { clipped, contains, hull, isEmpty, meet, point, widened } from '../../lang/expr/interval.js';
import type { Interval, KnownIntervals } from '../../lang/expr/interval.js';
import { valuesOf, valuesOfType } from '../shared/int32.js';

/** After so many rounds a bound that still moves becomes that of the type. */
const patience = 12;

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
  readonly lookup: KnownIntervals = (expr) => {
    if (expr.kind === 'shared') return at(this.#shared, expr.shared) ?? point(0n);
    if (expr.kind === 'local') return at(this.#locals, expr.local) ?? point(0n);
    return null;
  };

  *#writes(): Generator<{ readonly target: LValue; readonly values: Interval }> {
    for (const { id, init, type } of this.program.shared) {
      const target: LValue = { kind: 'shared', shared: id, index: null };
      if (init.kind === 'any') yield { target, values: valuesOfType(type) };
      else {
        const inits = init.kind === 'value' ? [init.value] : init.values;
        for (const value of inits) yield { target, values: valuesOf(value, this.lookup) };
      }
    }
    for (const { id, init, type } of this.program.locals) {
      const target: LValue = { kind: 'local', local: id };
      if (init.kind === 'any') yield { target, values: valuesOfType(type) };
      else if (init.kind === 'value') yield { target, values: valuesOf(init.value, this.lookup) };
    }
    for (const stmt of this.program.threads.flatMap((t) => [...everyStatement(t.body)])) {
      if (stmt.kind === 'assign') yield { target: stmt.target, values: valuesOf(stmt.value, this.lookup) };
      if (stmt.kind === 'havoc') {
        const { type } = at(this.program.locals, stmt.local);
        yield { target: { kind: 'local', local: stmt.local }, values: valuesOfType(type) };
      }
    }
  }

  #learn(target: LValue, values: Interval, patient: boolean): boolean {
    const [table, index, type] =
      target.kind === 'local'
        ? [this.#locals, target.local, at(this.program.locals, target.local).type]
        : [this.#shared, target.shared, at(this.program.shared, target.shared).type];
    const all = valuesOfType(type);
    const here = table[index] ?? null;
    const fitting = meet(values, all);
    if (isEmpty(fitting) || (here !== null && contains(here, fitting))) return false;
    const wider = here === null ? fitting : hull(here, fitting);
    table[index] = patient || here === null ? wider : clipped(widened(here, wider), all);
    return true;
  }
}
