import { assertNever, at, invariant } from '../../../../src/support/invariant.js';
import type { OracleModel } from '../races/race-oracle.js';
import type { SpinOp, SpinProgram } from './spin-program.js';

/**
 * Whether every fair run ends, stops, or goes round an endless loop that writes again and again; null: there are too many
 * states. A graph of all states, and components of what is left of it without the steps that go round: nothing of the engine.
 */
export function allEnd(program: SpinProgram, model: OracleModel, mostStates = 3000): boolean | null {
  const graph = new SpinGraph(program, model);
  if (!graph.explore(mostStates)) return null;
  return !graph.hasEndlessRun();
}

/** Most entries of a buffer; programs with more are skipped. */
const mostEntries = 5;

type Code =
  | {
      readonly kind: 'op';
      readonly op: Exclude<SpinOp, { readonly body: readonly SpinOp[] } | { readonly kind: 'break' }>;
    }
  | { readonly kind: 'unless'; readonly value: number; readonly to: number }
  | { readonly kind: 'jump'; readonly to: number; readonly isRound: boolean };

interface Entry {
  readonly place: string;
  readonly value: number;
  readonly era: number;
}

interface SpinState {
  readonly places: readonly number[];
  readonly registers: readonly number[];
  readonly buffers: readonly (readonly Entry[])[];
  readonly eras: readonly number[];
  readonly memory: Readonly<Record<string, number>>;
  readonly made: readonly boolean[];
  readonly isOver: boolean;
  readonly owner: number | null;
}

interface SpinEdge {
  readonly to: number;
  readonly by: { readonly thread: number; readonly queue: string | null };
  readonly isRound: boolean;
}

class SpinGraph {
  readonly #code: readonly (readonly Code[])[];
  readonly #states: SpinState[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #edges: SpinEdge[][] = [];
  #overflows = false;

  constructor(
    { threads }: SpinProgram,
    private readonly model: OracleModel,
  ) {
    this.#code = threads.map((ops) => compiled(ops));
  }

  /** False: there are too many states. */
  explore(most: number): boolean {
    const none = this.#code.map(() => 0);
    this.#number({
      ...{ places: none, registers: none, eras: none, buffers: none.map(() => []), memory: { a: 0, b: 0 } },
      ...{ made: this.#code.map((_, i) => i === 0), isOver: false, owner: null },
    });
    for (let i = 0; i < this.#states.length; i++) {
      if (this.#states.length > most || this.#overflows) return false;
      this.#edges[i] = this.#from(at(this.#states, i));
    }
    return !this.#overflows;
  }

  /** A fair cycle, or a last state, in which something is still to be done and nobody goes round. */
  hasEndlessRun(): boolean {
    const open = (i: number): boolean => !this.#isDone(at(this.#states, i));
    for (const [i, edges] of this.#edges.entries()) if (edges.length === 0 && open(i)) return true;
    const inner = this.#edges.map((edges, i) =>
      open(i) ? edges.filter((e) => !e.isRound && open(e.to)) : [],
    );
    return components(inner.map((edges) => edges.map(({ to }) => to))).some((nodes) =>
      this.#isFair(nodes, inner),
    );
  }

  #isFair(nodes: ReadonlySet<number>, inner: readonly (readonly SpinEdge[])[]): boolean {
    const steps = [...nodes].flatMap((i) => at(inner, i).filter(({ to }) => nodes.has(to)));
    if (steps.length === 0) return false;
    const all = (holds: (i: number) => boolean): boolean => [...nodes].every(holds);
    return [...this.#code.keys()].every((thread) => {
      const moves = steps.some(({ by }) => by.thread === thread && by.queue === null);
      const isAble = (i: number): boolean =>
        at(this.#edges, i).some(({ by }) => by.thread === thread && by.queue === null);
      if (!moves && all(isAble)) return false;
      const queues = this.model === 'pso' ? ['a', 'b'] : [''];
      return queues.every((queue) => {
        const isFull = (i: number): boolean =>
          at(at(this.#states, i).buffers, thread).some(({ place }) => queue === '' || place === queue);
        const flushes = steps.some(
          ({ by }) => by.thread === thread && by.queue !== null && (queue === '' || by.queue === queue),
        );
        return flushes || !all(isFull);
      });
    });
  }

  #isDone({ isOver, made, places }: SpinState): boolean {
    return isOver || places.every((place, i) => !at(made, i) || place === at(this.#code, i).length);
  }

  #number(state: SpinState): number {
    const key = JSON.stringify(state);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#states.push(state) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  #from(state: SpinState): SpinEdge[] {
    return [...this.#code.keys()].flatMap((thread) => [
      ...this.#flushes(state, thread),
      ...this.#moves(state, thread),
    ]);
  }

  #flushes(state: SpinState, thread: number): readonly SpinEdge[] {
    const buffer = at(state.buffers, thread);
    return buffer.flatMap((entry, i): readonly SpinEdge[] => {
      const older = buffer.slice(0, i);
      const waits =
        this.model === 'tso' ? i > 0 : older.some((e) => e.place === entry.place || e.era < entry.era);
      if (waits) return [];
      const rest = buffer.toSpliced(i, 1);
      const next = {
        ...state,
        buffers: state.buffers.with(thread, rest),
        // Without entries nothing is left to be kept in order.
        eras: rest.length === 0 ? state.eras.with(thread, 0) : state.eras,
        memory: { ...state.memory, [entry.place]: entry.value },
      };
      return [{ to: this.#number(next), by: { thread, queue: entry.place }, isRound: false }];
    });
  }

  #moves(state: SpinState, thread: number): readonly SpinEdge[] {
    const place = at(state.places, thread);
    const code = at(this.#code, thread)[place];
    if (!at(state.made, thread) || code === undefined) return [];
    const goTo = (next: SpinState, to: number, isRound = false): readonly SpinEdge[] => [
      {
        to: this.#number({ ...next, places: next.places.with(thread, to) }),
        by: { thread, queue: null },
        isRound,
      },
    ];
    switch (code.kind) {
      case 'unless':
        return goTo(state, at(state.registers, thread) === code.value ? place + 1 : code.to);
      case 'jump':
        return goTo(state, code.to, code.isRound);
      case 'op': {
        const next = this.#done(state, thread, code.op);
        if (next === null) return [];
        const waits = code.op.kind === 'await' && at(next.registers, thread) !== -1;
        const settled = code.op.kind === 'await' ? { ...next, registers: state.registers } : next;
        return goTo(settled, waits ? place : place + 1);
      }
      default:
        return assertNever(code);
    }
  }

  #done(state: SpinState, thread: number, op: (Code & { readonly kind: 'op' })['op']): SpinState | null {
    const isDrained = at(state.buffers, thread).length === 0;
    const withRegister = (value: number): SpinState => ({
      ...state,
      registers: state.registers.with(thread, value),
    });
    switch (op.kind) {
      case 'store':
        return this.#stored(state, thread, op);
      case 'load':
        return withRegister(this.#seen(state, thread, op.of));
      // -1: it goes on.
      case 'await':
        return this.#seen(state, thread, op.of) === op.value ? withRegister(-1) : state;
      case 'exchange': {
        const read = withRegister(state.memory[op.of] ?? 0);
        return isDrained ? { ...read, memory: { ...state.memory, [op.of]: op.value } } : null;
      }
      case 'fence':
        return isDrained ? state : null;
      case 'lock':
        return isDrained && state.owner === null ? { ...state, owner: thread } : null;
      case 'unlock':
        return isDrained ? { ...state, owner: null } : null;
      case 'abort':
        return { ...state, isOver: true };
      case 'assume':
        return at(state.registers, thread) === op.value ? state : { ...state, isOver: true };
      case 'create':
        return isDrained ? { ...state, made: state.made.with(op.thread, true) } : null;
      case 'join': {
        const hasEnded =
          at(state.places, op.thread) === at(this.#code, op.thread).length &&
          at(state.buffers, op.thread).length === 0;
        return hasEnded ? state : null;
      }
      default:
        return assertNever(op);
    }
  }

  #seen(state: SpinState, thread: number, place: string): number {
    return at(state.buffers, thread).findLast((e) => e.place === place)?.value ?? state.memory[place] ?? 0;
  }

  #stored(state: SpinState, thread: number, op: SpinOp & { readonly kind: 'store' }): SpinState | null {
    const buffer = at(state.buffers, thread);
    if (this.model === 'sc' || op.order === 'seq_cst')
      return buffer.length > 0 ? null : { ...state, memory: { ...state.memory, [op.of]: op.value } };
    const era = at(state.eras, thread) + (op.order === 'release' && buffer.length > 0 ? 1 : 0);
    if (buffer.length >= mostEntries) this.#overflows = true;
    const entries = [...buffer, { place: op.of, value: op.value, era }];
    return { ...state, buffers: state.buffers.with(thread, entries), eras: state.eras.with(thread, era) };
  }
}

function compiled(ops: readonly SpinOp[]): readonly Code[] {
  const code: Code[] = [];
  const breaks: number[][] = [];
  const add = (op: SpinOp): void => {
    const start = code.length;
    if (op.kind === 'if') {
      code.push({ kind: 'jump', to: 0, isRound: false });
      for (const inner of op.body) add(inner);
      code[start] = { kind: 'unless', value: op.value, to: code.length };
    } else if (op.kind === 'repeat' || op.kind === 'forever') {
      breaks.push([]);
      for (const inner of op.body) add(inner);
      if (op.kind === 'repeat') code.push({ kind: 'unless', value: op.until, to: start });
      else code.push({ kind: 'jump', to: start, isRound: isServer(op.body) });
      for (const place of breaks.pop() ?? []) code[place] = { kind: 'jump', to: code.length, isRound: false };
    } else if (op.kind === 'break') {
      invariant(breaks.length > 0, 'a break is in a loop');
      breaks.at(-1)?.push(start);
      code.push({ kind: 'jump', to: 0, isRound: false });
    } else code.push({ kind: 'op', op });
  };
  for (const op of ops) add(op);
  return code;
}

/** Nothing leaves the loop but the end of the program, and it writes. */
function isServer(body: readonly SpinOp[]): boolean {
  const has = (
    ops: readonly SpinOp[],
    wanted: (op: SpinOp) => boolean,
    into: (op: SpinOp) => boolean,
  ): boolean => ops.some((op) => wanted(op) || ('body' in op && into(op) && has(op.body, wanted, into)));
  const leaves = has(
    body,
    ({ kind }) => kind === 'break',
    ({ kind }) => kind === 'if',
  );
  const isWrite = ({ kind }: SpinOp): boolean =>
    kind === 'store' || kind === 'exchange' || kind === 'lock' || kind === 'unlock';
  return !leaves && has(body, isWrite, () => true);
}

/** The strongly connected components, by two searches (Kosaraju). */
function components(edges: readonly (readonly number[])[]): readonly ReadonlySet<number>[] {
  const order: number[] = [];
  const seen = new Set<number>();
  for (const root of edges.keys()) {
    if (seen.has(root)) continue;
    seen.add(root);
    const stack = [{ node: root, next: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const to = at(edges, top.node)[top.next++];
      if (to === undefined) order.push(stack.pop()?.node ?? 0);
      else if (!seen.has(to)) {
        seen.add(to);
        stack.push({ node: to, next: 0 });
      }
    }
  }
  const back: number[][] = edges.map(() => []);
  for (const [from, targets] of edges.entries()) for (const to of targets) at(back, to).push(from);
  const placed = new Set<number>();
  return order.toReversed().flatMap((root) => {
    if (placed.has(root)) return [];
    const component = new Set([root]);
    placed.add(root);
    for (const node of component)
      for (const from of at(back, node))
        if (!placed.has(from)) {
          placed.add(from);
          component.add(from);
        }
    return [component];
  });
}
