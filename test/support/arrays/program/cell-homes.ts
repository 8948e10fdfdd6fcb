import { unsupported } from '../../../../src/diagnostics/diagnostic.js';
import { local, shared } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { localId, sharedId, threadId } from '../../../../src/lang/expr/ids.js';
import type { ThreadId } from '../../../../src/lang/expr/ids.js';
import type { Init, LocalVar, LValue, SharedVar } from '../../../../src/lang/program/program.js';
import type { Type } from '../../../../src/lang/expr/type.js';
import { at, getOrFail } from '../../../../src/support/invariant.js';
import { noSlots } from '../../../../src/arrays/footprint.js';
import type { ArrayMachine } from '../../../../src/arrays/array-machine.js';

/** Which variable of the program stands for a cell. */
export type CellHome =
  | { readonly kind: 'shared'; readonly id: SharedVar['id'] }
  | { readonly kind: 'local'; readonly id: LocalVar['id'] };

/** The threads of the program: one for each process; where nothing is buffered a single one does everything. */
export interface ProgramThread {
  readonly id: ThreadId;
  /** Whose steps it takes; 0: those of transitions without an actor, or all. */
  readonly actor: number;
  readonly name: string;
}

/** Where the values of cells come from at the start: see starts.ts. */
export type InitOf = (slot: number) => Init;

/** The variables of the program, in the making. */
export class ProgramVariables {
  readonly shared: SharedVar[] = [];
  readonly locals: LocalVar[] = [];
  readonly #homes: CellHome[] = [];

  constructor(
    private readonly machine: ArrayMachine,
    private readonly types: readonly Type[],
  ) {}

  typeOf(slot: number): Type {
    return at(this.types, at(this.machine.instance.cells, slot).symbol.id);
  }

  home(slot: number): CellHome {
    return at(this.#homes, slot);
  }

  read(slot: number): Expr {
    const home = this.home(slot);
    return home.kind === 'shared' ? shared(home.id) : local(home.id);
  }

  place(slot: number): LValue {
    const home = this.home(slot);
    return home.kind === 'shared'
      ? { kind: 'shared', shared: home.id, index: null }
      : { kind: 'local', local: home.id };
  }

  addShared(parts: Omit<SharedVar, 'id'>): SharedVar {
    const variable = { ...parts, id: sharedId(this.shared.length) };
    this.shared.push(variable);
    return variable;
  }

  addLocal(parts: Omit<LocalVar, 'id'>): LocalVar {
    const variable = { ...parts, id: localId(this.locals.length) };
    this.locals.push(variable);
    return variable;
  }

  /** Cells that only one thread touches are its locals, because a store to anything shared would wait in its buffer. */
  settle(threads: readonly ProgramThread[], initOf: InitOf): void {
    const byActor = new Map(threads.map((thread) => [thread.actor, thread]));
    for (const { slot, symbol, procs } of this.machine.instance.cells) {
      const owner = this.machine.hasBuffers && !symbol.weak ? this.#ownerOf(slot) : null;
      const parts = {
        name: [symbol.name, ...procs].join('_'),
        type: this.typeOf(slot),
        init: initOf(slot),
        span: symbol.span,
      };
      if (owner === null) {
        const { id } = this.addShared({ ...parts, shape: { kind: 'scalar' } });
        this.#homes.push({ kind: 'shared', id });
      } else {
        const thread = getOrFail(byActor, owner).id;
        this.#homes.push({ kind: 'local', id: this.addLocal({ ...parts, thread, temporary: false }).id });
      }
    }
  }

  /** The actor whose own the cell is; null if nobody writes it. */
  #ownerOf(slot: number): number | null {
    const bit = 1n << BigInt(slot);
    const touching = (what: 'reads' | 'writes'): readonly number[] =>
      this.machine.steps.flatMap(({ footprint, actor }) =>
        (footprint[what] & bit) === noSlots ? [] : [actor],
      );
    const writers = new Set(touching('writes'));
    const [owner] = writers;
    if (owner === undefined) return null;
    const { symbol, name } = at(this.machine.instance.cells, slot);
    if (new Set([...writers, ...touching('reads')]).size > 1) {
      const why = 'several processes touch it, and every store to shared memory is buffered in a program';
      unsupported(
        `${name} is not weak, so under this model no program can say what it does`,
        symbol.span,
        why,
      );
    }
    return owner;
  }
}

export function threadPlans(machine: ArrayMachine): readonly ProgramThread[] {
  if (!machine.hasBuffers) return [{ id: threadId(0), actor: 0, name: 'System' }];
  const processes = Array.from({ length: machine.procs }, (_, i) => i + 1);
  const actors = machine.steps.some(({ actor }) => actor === 0) ? [...processes, 0] : processes;
  return actors.map((actor, i) => ({
    id: threadId(i),
    actor,
    name: actor === 0 ? 'System' : `P${actor}`,
  }));
}
