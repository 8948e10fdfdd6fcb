import { expressionsRead } from '../../../lang/program/actions.js';
import { exprId, local, mapChildren } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { localId } from '../../../lang/expr/ids.js';
import type { LocalId, LocationId } from '../../../lang/expr/ids.js';
import type { LocalVar } from '../../../lang/program/program.js';
import type { Action, Automaton, Edge, System } from '../../../lang/program/system.js';
import { printType } from '../../../lang/expr/type.js';
import { liveBefore, liveLocals } from '../../../lang/program/liveness.js';
import { at, getOrFail } from '../../../support/invariant.js';
import { byNumber } from '../../../support/lists.js';

/** A thread with what the unfolding asks of it again and again. Its locals count from 0, in their order. */
export class ThreadView {
  readonly locals: readonly LocalVar[];
  /** Equal for threads that are the same but for their names, labels and the names of their locals. */
  readonly shape: string;

  readonly #positions: ReadonlyMap<LocalId, number>;
  readonly #leaving: readonly (readonly Edge[])[];
  readonly #live: readonly ReadonlySet<LocalId>[];

  constructor(
    system: System,
    readonly automaton: Automaton,
  ) {
    this.locals = system.locals.filter((v) => v.thread === automaton.id);
    this.#positions = new Map(this.locals.map((v, i) => [v.id, i]));
    this.#leaving = byNumber(automaton.edges, automaton.locations.length, (edge) => edge.from);
    this.#live = liveLocals(automaton);
    this.shape = this.#shape();
  }

  position(id: LocalId): number {
    return getOrFail(this.#positions, id);
  }

  owns(id: LocalId): boolean {
    return this.#positions.has(id);
  }

  edgesFrom(location: LocationId): readonly Edge[] {
    return at(this.#leaving, location);
  }

  isAtomic(location: LocationId): boolean {
    return at(this.automaton.locations, location).atomic;
  }

  /** For each location and local whether its value matters there; `kept` ones always do. */
  liveness(kept: ReadonlySet<number>): readonly (readonly boolean[])[] {
    return this.#live.map((live) => this.locals.map((v, i) => kept.has(i) || live.has(v.id)));
  }

  /** Whether the value that the action at `index` gives to a local matters; `kept` locals matter at every location. */
  mattersAfter(edge: Edge, index: number, id: LocalId, kept: ReadonlySet<number>): boolean {
    const rest = { ...edge, actions: edge.actions.slice(index + 1) };
    const after = new Set(at(this.#live, edge.to));
    for (const position of kept) after.add(at(this.locals, position).id);
    return liveBefore(rest, after).has(id);
  }

  #shape(): string {
    const { automaton } = this;
    const places = automaton.locations.map((l) => (l.atomic ? 'a' : 'p')).join('');
    const edges = automaton.edges.map(
      (e) => `${e.from}>${e.to}:${e.actions.map((a) => this.#text(a)).join()}`,
    );
    const types = this.locals.map((v) => printType(v.type));
    return [places, automaton.entry, automaton.end, types.join(), ...edges].join('\n');
  }

  #text(action: Action): string {
    const parts = expressionsRead(action).map((e) => exprId(this.#positional(e)));
    switch (action.kind) {
      case 'assign':
      case 'havoc':
        return `${action.kind} ${this.position(action.local)} ${parts.join(' ')}`;
      case 'store':
        return `store ${action.shared} ${action.index === null} ${action.locked} ${parts.join(' ')}`;
      case 'fence':
        return `fence ${action.fence}`;
      case 'assert':
        return `assert ${action.property} ${parts.join(' ')}`;
      case 'assume':
      case 'lock':
        return `${action.kind} ${parts.join(' ')}`;
    }
  }

  /** The expression with positions for locals. */
  #positional(expr: Expr): Expr {
    return expr.kind === 'local'
      ? local(localId(this.position(expr.local)))
      : mapChildren(expr, (e) => this.#positional(e));
  }
}
