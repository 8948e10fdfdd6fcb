import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { CellId, LocationId } from '../../../lang/expr/ids.js';
import type { Edge, System } from '../../../lang/program/system.js';
import { defaultOf } from '../../../lang/expr/type.js';
import { assertNever, at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import { opKey } from '../dual-program.js';
import type { CellValue, DualTransition, UnfoldedOp } from '../dual-program.js';
import type { EdgeTaken } from '../unfolding.js';
import type { CellValues, Held } from './cell-values.js';
import type { Discipline } from './discipline.js';
import { effectsKey, inOrder, noEffects, storesIn, storesKey, withRead } from './effects.js';
import type { BufferedStore, MoveEffects } from './effects.js';
import { Alternatives, both } from './edge-history.js';
import type { EdgeCounts, Tracked } from './edge-history.js';
import { valuesLeftOpen } from './growth.js';
import type { DomainGrowth } from './growth.js';
import { EdgeRunner } from './run-edge.js';
import type { EdgeResult, MoveStanding } from './run-edge.js';
import type { ThreadView } from './thread-view.js';

/** An edge that is still to be run, somewhere on a move. */
export interface Task {
  readonly owner: ThreadUnfolding;
  /** The state that the move began in. */
  readonly from: number;
  /** The edges of the move before this one. */
  readonly path: readonly EdgeTaken[];
  readonly standing: MoveStanding;
  readonly edge: Edge;
  /** Values for the first of its havoc actions. */
  readonly havoc: readonly bigint[];
  readonly history: EdgeCounts;
}

/** Where a thread is on its way. */
interface UnfoldingWay extends MoveStanding {
  readonly from: number;
  readonly path: readonly EdgeTaken[];
  readonly history: EdgeCounts;
}

/** A state of the automaton in the making; locals by position, those that do not matter are 0. */
export type UnfoldedState =
  | { readonly kind: 'place'; readonly location: LocationId; readonly locals: readonly bigint[] }
  | { readonly kind: 'underway' }
  | { readonly kind: 'violation'; readonly property: string };

/** Far more than any section without a loop stores. */
const maxBuffered = 1024;

/** What all threads of an unfolding have in common. */
export interface UnfoldingCommons {
  readonly system: System;
  readonly discipline: Discipline;
  readonly values: CellValues<Task>;
  readonly growth: DomainGrowth;
  readonly push: (task: Task) => void;
}

/**
 * The automaton of one thread, found forward from its initial states. A move is a path of edges from a place outside
 * sections to the next one; it becomes one transition that tells what it reads, and after it one for each store that it
 * leaves in the buffer. That the thread may be overtaken between these changes nothing: its buffer is its own, so putting
 * an entry into it commutes with what others do and with its own flushes.
 */
export class ThreadUnfolding {
  readonly states: UnfoldedState[] = [];
  readonly transitions: DualTransition<UnfoldedOp>[] = [];
  /** As the transitions. */
  readonly edges: (readonly EdgeTaken[])[] = [];
  /** Of each state; the same text for the same state of a thread of the same shape. */
  readonly keys: string[] = [];

  readonly #numbers = new Map<string, number>();
  /** For each state how it may have come about. */
  readonly #alternatives: Alternatives[] = [];
  readonly #known = new Set<string>();
  /** Places inside sections that a move has been at, by the state that it began in. */
  readonly #inside = new Map<number, Set<string>>();
  readonly #live: readonly (readonly boolean[])[];
  readonly #runner: EdgeRunner;

  constructor(
    readonly view: ThreadView,
    /** Locals, by position, that matter everywhere. */
    private readonly kept: ReadonlySet<number>,
    private readonly tracked: Tracked,
    private readonly around: UnfoldingCommons,
  ) {
    this.#live = view.liveness(kept);
    this.#runner = new EdgeRunner(around.system, around.values.cells, around.discipline, view);
  }

  isLive(location: LocationId, position: number): boolean {
    return at(at(this.#live, location), position);
  }

  /** The number of a state outside sections, which may come about in the given way. */
  place(location: LocationId, values: readonly bigint[], history: EdgeCounts): number {
    const locals = this.#settled(location, values);
    const shown = locals.map((value, i) => (this.isLive(location, i) ? value : '-'));
    const key = `P${location};${shown.join()}`;
    const known = this.#numbers.get(key);
    if (known === undefined) this.#noteLocals(location, locals);
    const state = known ?? this.#newState(key, { kind: 'place', location, locals });
    const news = at(this.#alternatives, state).add(history);
    if (news !== null)
      this.#leave(location, { from: state, path: [], locals, effects: noEffects, history: news });
    return state;
  }

  run(task: Task): void {
    const { from, edge, havoc } = task;
    const result = this.#runner.run(edge, task.standing, havoc);
    switch (result.kind) {
      case 'blocked':
        return;
      case 'reads':
        return this.around.values.read(result.cell, task);
      case 'chooses':
        return this.#choose(task, result);
      case 'fault':
      case 'moved': {
        const path = [...task.path, { edge: edge.id, havoc }];
        const { effects } = result.kind === 'moved' ? result.standing : result;
        for (const property of result.failed) this.#violate(from, property, effects, path);
        const history = this.tracked.taken(task.history, edge.id);
        if (result.kind === 'moved') this.#arrive(edge.to, { ...result.standing, from, path, history });
        else this.#violate(from, result.property, effects, path);
        return;
      }
      default:
        return assertNever(result);
    }
  }

  /** The task goes on with a value for a cell that it has asked for, if it may see that. */
  tell(task: Task, { cell, value, history }: Held): void {
    if (!this.tracked.allows(history, task.edge.from)) return;
    const effects = withRead(task.standing.effects, cell, value);
    const standing = { ...task.standing, effects };
    this.run({ ...task, standing, history: both(task.history, history) });
  }

  #choose(task: Task, { local }: Extract<EdgeResult, { kind: 'chooses' }>): void {
    const variable = at(this.around.system.locals, local);
    const havocs = task.edge.actions.filter((a) => a.kind === 'havoc');
    const next = task.edge.actions.indexOf(at(havocs, task.havoc.length));
    const matters = this.view.mattersAfter(task.edge, next, local, this.kept);
    const values = matters ? valuesLeftOpen(variable, 'takes any value') : [defaultOf(variable.type)];
    for (const value of values) this.around.push({ ...task, havoc: [...task.havoc, value] });
  }

  #arrive(location: LocationId, way: UnfoldingWay): void {
    if (!this.view.isAtomic(location)) return this.#complete(location, way);
    const { from, effects, history } = way;
    const locals = this.#settled(location, way.locals);
    const key = [location, locals.join(), effectsKey(effects), history.join()].join(';');
    const inside = remembered(this.#inside, from, () => new Set<string>());
    if (inside.has(key)) return;
    inside.add(key);
    this.#noteLocals(location, locals);
    this.#noteStores(effects);
    this.#leave(location, { ...way, locals });
  }

  #leave(location: LocationId, { from, path, locals, effects, history }: UnfoldingWay): void {
    const standing = { locals, effects };
    for (const edge of this.view.edgesFrom(location))
      this.around.push({ owner: this, from, path, standing, edge, havoc: [], history });
  }

  #complete(location: LocationId, { from, path, locals, effects, history }: UnfoldingWay): void {
    this.#noteStores(effects);
    const { values } = this.around;
    for (const [cell, value] of effects.direct) values.add({ cell, value, history });
    for (const { cell, value } of storesIn(effects)) values.add({ cell, value, history });
    const end = this.place(location, locals, history);
    const first = this.#opOf(effects);
    const isSilent = first.kind === 'read' && first.reads.length === 0;
    const [store, ...later] = effects.buffered;
    if (isSilent && store !== undefined)
      this.#connect(from, this.#underway(end, later), this.#write(store), path);
    else this.#connect(from, this.#underway(end, effects.buffered), first, path);
  }

  /** A property is violated after these reads; stores do not matter any more. */
  #violate(from: number, property: string, effects: MoveEffects, path: readonly EdgeTaken[]): void {
    const key = `V${property}`;
    const to = this.#numbers.get(key) ?? this.#newState(key, { kind: 'violation', property });
    this.#connect(from, to, this.#opOf({ ...effects, direct: new Map() }), path);
  }

  /** The state in which these stores are still to be put into the buffer; with none, the end itself. */
  #underway(end: number, stores: readonly BufferedStore[]): number {
    const [store, ...later] = stores;
    if (store === undefined) return end;
    const key = `U${at(this.keys, end)};${storesKey(stores)}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#newState(key, { kind: 'underway' });
    this.#connect(number, this.#underway(end, later), this.#write(store), []);
    return number;
  }

  #newState(key: string, state: UnfoldedState): number {
    const number = this.states.length;
    this.#numbers.set(key, number);
    this.keys.push(key);
    this.states.push(state);
    this.#alternatives.push(new Alternatives());
    this.around.growth.noteStates(this.states.length);
    return number;
  }

  #connect(from: number, to: number, op: UnfoldedOp, path: readonly EdgeTaken[]): void {
    const idle = op.kind === 'read' || (op.kind === 'locked' && op.writes.length === 0);
    if (idle && from === to) return;
    const key = `${from}>${to}:${opKey(op)}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.transitions.push({ from, to, op });
    this.edges.push(path);
  }

  /** The step that reads, and under a lock writes too. */
  #opOf({ reads, direct, drained }: MoveEffects): UnfoldedOp {
    const locked = drained || direct.size > 0;
    return locked
      ? { kind: 'locked', reads: this.#numbered(reads), writes: this.#numbered(direct) }
      : { kind: 'read', reads: this.#numbered(reads) };
  }

  #write(entry: BufferedStore): UnfoldedOp {
    if (entry === 'marker') return { kind: 'order' };
    const { cell, value } = entry;
    return { kind: 'write', cell, value: this.around.values.position(cell, value) };
  }

  #numbered(values: ReadonlyMap<CellId, bigint>): readonly CellValue[] {
    return inOrder(values).map(({ cell, value }) => ({
      cell,
      value: this.around.values.position(cell, value),
    }));
  }

  #settled(location: LocationId, values: readonly bigint[]): readonly bigint[] {
    const live = at(this.#live, location);
    return values.map((value, i) => (live[i] === true ? value : 0n));
  }

  #noteLocals(location: LocationId, locals: readonly bigint[]): void {
    const live = at(this.#live, location);
    for (const [i, variable] of this.view.locals.entries())
      if (live[i] === true) this.around.growth.note(variable, at(locals, i));
  }

  #noteStores(effects: MoveEffects): void {
    const { direct, buffered } = effects;
    const { growth, values } = this.around;
    for (const [cell, value] of direct) growth.note(values.cells.variable(cell), value);
    for (const { cell, value } of storesIn(effects)) growth.note(values.cells.variable(cell), value);
    if (buffered.length <= maxBuffered) return;
    const { name, span } = this.view.automaton;
    unsupported(
      `an atomic section of ${name} stores more than ${maxBuffered} times, which the dual engine does not handle`,
      span,
      'take --engine explicit',
    );
  }
}
