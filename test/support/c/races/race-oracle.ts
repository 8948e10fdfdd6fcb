import { acquires, releases } from '../../../../src/frontends/c/lower/memory-orders.js';
import type { AccessOrder } from '../../../../src/frontends/c/lower/memory-orders.js';
import { assertNever, at, invariant } from '../../../../src/support/invariant.js';
import type { TinyOp, TinyProgram } from './tiny-program.js';

export type OracleModel = 'sc' | 'tso' | 'pso';

/** Whether some execution has a race; null: there are too many to try them all. */
export function hasRace(program: TinyProgram, model: OracleModel, mostSteps = 100_000): boolean | null {
  const search = new TraceSearch(program, model, mostSteps);
  return search.run();
}

/**
 * An event, with the events that it follows at once: the one before it in its thread, and those that synchronise with it. What
 * happens before it is all that is come to from there, by the definition (C11 5.1.2.4, release sequences as in C++20).
 */
interface JudgedEvent {
  readonly thread: number;
  readonly follows: readonly number[];
  /** Null: no access. */
  readonly place: string | null;
  readonly writes: boolean;
  /** Of fences, too. */
  readonly order: AccessOrder;
  readonly isFence: boolean;
  /** The event whose value it read; null: the initial value, or nothing was read. */
  readonly from: number | null;
  readonly isChange: boolean;
  readonly value: number;
}

interface JudgedWrite {
  readonly place: string;
  readonly event: number;
  /** How many `fence(ww)` came before. */
  readonly era: number;
}

interface TraceState {
  readonly places: readonly number[];
  readonly registers: readonly number[];
  readonly eras: readonly number[];
  readonly buffers: readonly (readonly JudgedWrite[])[];
  /** The last write; absent: the initial value, 0. */
  readonly memory: ReadonlyMap<string, number>;
  readonly events: readonly JudgedEvent[];
  /** The event that made the thread, and the one that ended it. */
  readonly made: ReadonlyMap<number, number>;
  readonly ended: ReadonlyMap<number, number>;
  readonly owner: number | null;
  readonly unlocked: number | null;
}

type FlatOp =
  | Exclude<TinyOp, { readonly kind: 'if' }>
  | { readonly kind: 'unless'; readonly value: number; readonly to: number };

function flat(ops: readonly TinyOp[], from = 0): readonly FlatOp[] {
  const out: FlatOp[] = [];
  for (const op of ops) {
    if (op.kind !== 'if') out.push(op);
    else {
      const here = from + out.length;
      const body = flat(op.body, here + 1);
      out.push({ kind: 'unless', value: op.value, to: here + 1 + body.length }, ...body);
    }
  }
  return out;
}

/** Goes through all interleavings, one by one: nothing is joined, nothing is remembered. */
class TraceSearch {
  readonly #code: readonly (readonly FlatOp[])[];
  #steps = 0;
  #raced = false;

  constructor(
    { threads }: TinyProgram,
    private readonly model: OracleModel,
    private readonly mostSteps: number,
  ) {
    this.#code = threads.map((ops) => flat(ops));
  }

  run(): boolean | null {
    const none = this.#code.map(() => 0);
    this.#from({
      ...{ places: none, registers: none, eras: none, buffers: none.map(() => []) },
      ...{ memory: new Map(), events: [], made: new Map(), ended: new Map(), owner: null, unlocked: null },
    });
    if (this.#raced) return true;
    return this.#steps > this.mostSteps ? null : false;
  }

  #from(state: TraceState): void {
    if (this.#raced || this.#steps++ > this.mostSteps) return;
    for (const thread of this.#code.keys()) {
      for (const next of this.#flushes(state, thread)) this.#from(next);
      const next = this.#step(state, thread);
      if (next !== null) this.#from(next);
    }
  }

  #flushes(state: TraceState, thread: number): readonly TraceState[] {
    const buffer = at(state.buffers, thread);
    return buffer.flatMap((entry, i) => {
      const older = buffer.slice(0, i);
      const waits =
        this.model === 'tso'
          ? older.length > 0
          : older.some(({ place, era }) => place === entry.place || era < entry.era);
      if (waits) return [];
      const buffers = state.buffers.with(thread, buffer.toSpliced(i, 1));
      return [{ ...state, buffers, memory: new Map(state.memory).set(entry.place, entry.event) }];
    });
  }

  /** The next step of the thread; null: it has none. */
  #step(before: TraceState, thread: number): TraceState | null {
    if (before.ended.has(thread) || (thread > 0 && !before.made.has(thread))) return null;
    const place = this.#placeOf(before, thread);
    const state = { ...before, places: before.places.with(thread, place) };
    const op = at(this.#code, thread)[place];
    invariant(op?.kind !== 'unless', 'tests are no steps');
    if (op === undefined) {
      if (thread === 0 || at(state.buffers, thread).length > 0) return null;
      const made = this.#added(state, thread, {});
      return { ...made, ended: new Map(made.ended).set(thread, made.events.length - 1) };
    }
    const done = this.#done(state, thread, op);
    return done === null ? null : { ...done, places: done.places.with(thread, at(done.places, thread) + 1) };
  }

  /** Where the thread comes to by tests of its register. */
  #placeOf({ places, registers }: TraceState, thread: number): number {
    let place = at(places, thread);
    for (let op = at(this.#code, thread)[place]; op?.kind === 'unless'; op = at(this.#code, thread)[place])
      place = at(registers, thread) === op.value ? place + 1 : op.to;
    return place;
  }

  #done(state: TraceState, thread: number, op: Exclude<FlatOp, { kind: 'unless' }>): TraceState | null {
    const isDrained = at(state.buffers, thread).length === 0;
    switch (op.kind) {
      case 'read':
        return this.#read(state, thread, op.of, 'plain');
      case 'load':
        return this.#read(state, thread, op.of, op.order);
      case 'write':
      case 'init':
        return this.#wrote(state, thread, op.of, 'plain', op.value);
      case 'store':
        return this.#wrote(state, thread, op.of, op.order, op.value);
      case 'exchange':
        return isDrained ? this.#changed(state, thread, op.of, op.order, op.value) : null;
      case 'add':
        return isDrained
          ? this.#changed(state, thread, op.of, op.order, this.#valueOf(state, state.memory.get(op.of)) + 1)
          : null;
      case 'compare': {
        if (!isDrained) return null;
        const isEqual = this.#valueOf(state, state.memory.get(op.of)) === op.expected;
        const next = isEqual
          ? this.#changed(state, thread, op.of, op.order, op.value)
          : this.#read(state, thread, op.of, op.failure);
        return { ...next, registers: next.registers.with(thread, isEqual ? 1 : 0) };
      }
      case 'fence':
        return this.#fenced(state, thread, op.order);
      case 'lock':
      case 'trylock':
      case 'unlock':
        return isDrained ? this.#mutex(state, thread, op.kind) : null;
      case 'create': {
        if (!isDrained) return null;
        const next = this.#added(state, thread, {});
        return { ...next, made: new Map(next.made).set(op.thread, next.events.length - 1) };
      }
      case 'join': {
        const end = state.ended.get(op.thread);
        return end === undefined ? null : this.#added(state, thread, { follows: [end] });
      }
      default:
        return assertNever(op);
    }
  }

  #mutex(state: TraceState, thread: number, kind: 'lock' | 'trylock' | 'unlock'): TraceState | null {
    const isFree = state.owner === null;
    if (kind === 'unlock') {
      const next = this.#added(state, thread, {});
      return { ...next, owner: null, unlocked: next.events.length - 1 };
    }
    if (!isFree) return kind === 'lock' ? null : { ...state, registers: state.registers.with(thread, 0) };
    const next = this.#added(state, thread, { follows: state.unlocked === null ? [] : [state.unlocked] });
    const registers = kind === 'trylock' ? next.registers.with(thread, 1) : next.registers;
    return { ...next, owner: thread, registers };
  }

  #fenced(state: TraceState, thread: number, order: AccessOrder): TraceState | null {
    if (order === 'seq_cst' && at(state.buffers, thread).length > 0) return null;
    const read = state.events.filter((e) => e.thread === thread && e.from !== null && e.order !== 'plain');
    const follows = acquires(order) ? read.flatMap(({ from }) => releasersOf(state.events, from)) : [];
    const next = this.#added(state, thread, { follows, order, isFence: true });
    return releases(order) ? { ...next, eras: next.eras.with(thread, at(next.eras, thread) + 1) } : next;
  }

  #read(state: TraceState, thread: number, place: string, order: AccessOrder): TraceState {
    const own = at(state.buffers, thread).findLast((entry) => entry.place === place);
    const from = own?.event ?? state.memory.get(place) ?? null;
    const follows = acquires(order) ? releasersOf(state.events, from) : [];
    const next = this.#added(state, thread, { place, order, from, follows });
    return { ...next, registers: next.registers.with(thread, this.#valueOf(state, from)) };
  }

  #wrote(
    state: TraceState,
    thread: number,
    place: string,
    order: AccessOrder,
    value: number,
  ): TraceState | null {
    if (order === 'seq_cst' && at(state.buffers, thread).length > 0) return null;
    const next = this.#added(state, thread, { place, order, value, writes: true });
    const event = next.events.length - 1;
    if (this.model === 'sc' || order === 'seq_cst')
      return { ...next, memory: new Map(next.memory).set(place, event) };
    const era = at(next.eras, thread) + (releases(order) ? 1 : 0);
    const buffer = [...at(next.buffers, thread), { place, event, era }];
    return { ...next, eras: next.eras.with(thread, era), buffers: next.buffers.with(thread, buffer) };
  }

  #changed(state: TraceState, thread: number, place: string, order: AccessOrder, value: number): TraceState {
    const from = state.memory.get(place) ?? null;
    const follows = acquires(order) ? releasersOf(state.events, from) : [];
    const next = this.#added(state, thread, {
      place,
      order,
      value,
      from,
      follows,
      writes: true,
      isChange: true,
    });
    return {
      ...next,
      memory: new Map(next.memory).set(place, next.events.length - 1),
      registers: next.registers.with(thread, this.#valueOf(state, from)),
    };
  }

  #valueOf(state: TraceState, event: number | null | undefined): number {
    return event === null || event === undefined ? 0 : at(state.events, event).value;
  }

  #added(state: TraceState, thread: number, given: Partial<JudgedEvent>): TraceState {
    const { events, made } = state;
    const last = events.findLastIndex((event) => event.thread === thread);
    const start = last >= 0 ? last : made.get(thread);
    const event: JudgedEvent = {
      ...{
        place: null,
        writes: false,
        order: 'plain',
        isFence: false,
        from: null,
        isChange: false,
        value: 0,
      },
      ...given,
      thread,
      follows: [...(start === undefined ? [] : [start]), ...(given.follows ?? [])],
    };
    const all = [...events, event];
    this.#lookForRace(all);
    return { ...state, events: all };
  }

  #lookForRace(events: readonly JudgedEvent[]): void {
    const here = at(events, events.length - 1);
    if (here.place === null) return;
    const before = new Set(here.follows);
    for (const event of before) for (const earlier of at(events, event).follows) before.add(earlier);
    this.#raced ||= events.some(
      (other, i) =>
        other.place === here.place &&
        other.thread !== here.thread &&
        (other.writes || here.writes) &&
        (other.order === 'plain' || here.order === 'plain') &&
        !before.has(i),
    );
  }
}

/** Those that synchronise with who acquires a value: the heads of the release sequences that it is in, or their fences. */
function releasersOf(events: readonly JudgedEvent[], written: number | null): readonly number[] {
  const found: number[] = [];
  for (let i = written; i !== null;) {
    const write = at(events, i);
    if (write.order === 'plain') break;
    if (releases(write.order)) found.push(i);
    for (let j = 0; j < i; j++) {
      const fence = at(events, j);
      if (fence.isFence && releases(fence.order) && fence.thread === write.thread) found.push(j);
    }
    i = write.isChange ? write.from : null;
  }
  return found;
}
