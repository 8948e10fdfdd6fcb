import type { LocationId, ThreadId } from '../../lang/expr/ids.js';
import { conjunction } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { printEdge } from '../../lang/program/print-system.js';
import { isTemporal } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import type { Edge } from '../../lang/program/system.js';
import type { MachineSteps, SymbolicWay, ThreadStand } from '../../symbolic/machine-steps.js';
import { sectionLoops } from '../../symbolic/section-loops.js';
import { typed } from '../../symbolic/state-formulas.js';
import type { SymbolicState } from '../../symbolic/symbolic-state.js';
import { plainName } from '../../support/free-names.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** What both forms of clauses are made of: the ways of each thread from where it can stand, and what they may violate. */
export class HornMachine {
  readonly state: SymbolicState;
  /** What is violated, by numbers; 0: a buffer has no room. */
  readonly violations: readonly Property[];
  readonly #loops: readonly ReadonlySet<LocationId>[];
  readonly #ways = new Map<string, readonly ToldWay[]>();

  constructor(readonly steps: MachineSteps) {
    this.state = steps.state;
    const { system } = steps.state;
    this.#loops = system.threads.map(sectionLoops);
    this.violations = system.properties.filter((property) => !isTemporal(property));
  }

  /** Where a thread stands between steps, but inside of an atomic section, which is then told by loops in it. */
  isInside = (thread: ThreadId, place: LocationId): boolean => this.steps.location(thread, place).atomic;

  /** Places inside sections where the thread may stand. */
  loopsOf = (thread: ThreadId): ReadonlySet<LocationId> => at(this.#loops, thread);

  /** All steps from here, a section as one but for loops in it. */
  waysFrom(stand: ThreadStand): readonly ToldWay[] {
    const { thread, place, waiting } = stand;
    return remembered(this.#ways, `${thread} ${place} ${waiting}`, () => [
      ...this.steps.leaving(thread, place).flatMap((edge) => {
        const ways = this.steps.complete(stand, edge, (stop) => this.loopsOf(thread).has(stop));
        return ways.map((way) => ({ way: this.#withTypes(way), says: this.#told(thread, edge) }));
      }),
      ...this.steps.flushes(stand).map((way) => ({ way, says: this.#flushTold(thread, way) })),
    ]);
  }

  /** The number of what a way violates; null: nothing that is asked. */
  violatedBy({ outcome }: SymbolicWay): number | null {
    if (outcome.kind === 'moves') return null;
    if (outcome.kind === 'overflows') return 0;
    const number = this.violations.findIndex(({ kind, name }) =>
      outcome.kind === 'faults' ? kind === outcome.property : kind === 'assert' && name === outcome.property,
    );
    return number < 0 ? null : number + 1;
  }

  /** As in `P_3_x_y`: where a thread stands and what waits there. */
  standName({ thread, place, waiting }: ThreadStand): string {
    const { state } = this;
    const shape = state
      .shape(waiting)
      .map((entry) => (entry.kind === 'marker' ? 'ww' : plainName(state.names.ofCell(entry.cell))));
    return [plainName(at(state.names.threads, thread)), place, ...shape].join('_');
  }

  /** What is chosen is of its type. */
  #withTypes(way: SymbolicWay): SymbolicWay {
    const types = way.chosen.map((input): Expr => typed(this.state, input));
    return { ...way, guard: conjunction([way.guard, ...types]) };
  }

  #told(thread: ThreadId, edge: Edge): string {
    const automaton = at(this.state.system.threads, thread);
    return `${automaton.name}: ${printEdge(this.state.system, automaton, edge)}`;
  }

  #flushTold(thread: ThreadId, { moves }: SymbolicWay): string {
    const cells = moves.flatMap((move) =>
      move.kind === 'flush' ? [this.state.names.ofCell(move.cell)] : [],
    );
    return `${at(this.state.names.threads, thread)}: a write to ${cells.join()} leaves the buffer`;
  }
}

export interface ToldWay {
  readonly way: SymbolicWay;
  readonly says: string;
}
