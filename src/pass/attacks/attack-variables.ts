import { shared, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { SharedVar } from '../../lang/program/program.js';
import type { Action, System } from '../../lang/program/system.js';
import { boolType } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { SharedSupply } from '../shared-supply.js';

/** What is kept of each cell of a variable while an attack is on: variables of the shape of that one. */
export type CellNote =
  /** The newest value that the attacker has stored there and that still waits. */
  | 'own'
  /** Whether such a value waits. */
  | 'waiting'
  /** Whether the store that was delayed first is to this cell. */
  | 'delayed'
  /** Whether some access to the cell, or some store to it, happens after a load of the attacker. */
  | 'touched'
  | 'written'
  /** The same of a section that is not yet over: other tests still look at what was noted before it. */
  | 'touching'
  | 'writing';

/** The shared variables that the instrumentation needs, made as they are asked for, behind those of the system. */
export class AttackVariables {
  readonly #supply: SharedSupply;
  readonly #made = new Map<string, SharedId>();

  constructor(private readonly system: System) {
    this.#supply = new SharedSupply(system, 'delay-attacks');
  }

  all(): readonly SharedVar[] {
    return this.#supply.shared();
  }

  /** Whether some thread delays stores. */
  isOn(): Expr {
    return shared(this.#flag('attack'));
  }

  turnOn(): Action {
    return set(this.#flag('attack'), null, truth);
  }

  /** Whether something that the thread did happens after a load of the attacker. */
  isChained(thread: ThreadId): Expr {
    return shared(this.#chained(thread));
  }

  chain(thread: ThreadId, value: Expr): Action {
    return set(this.#chained(thread), null, value);
  }

  /** Whether the chain has come back to the store that was delayed first. */
  isClosed(): Expr {
    return shared(this.#flag('closed'));
  }

  close(value: Expr): Action {
    return set(this.#flag('closed'), null, value);
  }

  noted(note: CellNote, variable: SharedId, index: Expr | null): Expr {
    return shared(this.#note(note, variable), index);
  }

  note(note: CellNote, variable: SharedId, index: Expr | null, value: Expr = truth): Action {
    return set(this.#note(note, variable), index, value);
  }

  #chained(thread: ThreadId): SharedId {
    return this.#flag(`${at(this.system.threads, thread).name}_chained`);
  }

  #flag(name: string): SharedId {
    return remembered(this.#made, name, () => this.#supply.variable(name, boolType));
  }

  #note(note: CellNote, variable: SharedId): SharedId {
    const { name, type, shape } = at(this.system.shared, variable);
    return remembered(this.#made, `${note} of ${variable}`, () =>
      this.#supply.variable(`${name}_${note}`, note === 'own' ? type : boolType, { shape }),
    );
  }
}

const set = (variable: SharedId, index: Expr | null, value: Expr): Action => ({
  kind: 'store',
  shared: variable,
  index,
  value,
  locked: false,
});
