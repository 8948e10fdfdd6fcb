import { InternalError, at, getOrFail } from '../../../src/support/invariant.js';
import { judgedArithmetic, judgedComparison } from './judge-arithmetic.js';
import type { JudgedFault } from './judge-arithmetic.js';
import type { JudgeImage, JudgeInstr, JudgeThread } from './judge-code.js';
import { converted, int64 } from './judged-types.js';

export type JudgeModel = 'sc' | 'tso' | 'pso';

/** A write that waits; `cell` is null for what keeps earlier writes before later ones. */
interface WaitingValue {
  readonly cell: number | null;
  readonly value: bigint;
}

interface ThreadNow {
  readonly status: 'unborn' | 'running' | 'ended' | 'stuck';
  readonly pc: number;
  readonly stack: readonly bigint[];
  readonly returns: readonly number[];
  /** Oldest first. */
  readonly buffer: readonly WaitingValue[];
}

export interface JudgeState {
  readonly memory: readonly bigint[];
  readonly threads: readonly ThreadNow[];
}

export interface JudgeStep {
  readonly state: JudgeState;
  /** Properties that it violates: `assert` with a number, or what C leaves undefined. */
  readonly violated: readonly string[];
}

/** More steps that nobody else sees than this in a row: the program is not one for this judge. */
const maxSilentSteps = 200_000;

/** What C programs do, step by step, with the buffers of x86-TSO (Sewell et al. 2010), or of PSO: one for each cell. */
export class JudgeMachine {
  constructor(
    private readonly image: JudgeImage,
    private readonly model: JudgeModel,
    private readonly wrap: boolean,
  ) {}

  initial(): JudgeStep {
    const memory = this.image.cells.map((cell) => cell?.init ?? 0n);
    const threads = this.image.threads.map((thread, i): ThreadNow => ({
      ...{ status: i === 0 ? 'running' : 'unborn', pc: thread.start },
      ...{ stack: [], returns: [], buffer: [] },
    }));
    return new ThreadRun(this.image, this.model, this.wrap, { memory, threads }, 0).silently();
  }

  /** All that can happen next. */
  next(state: JudgeState): readonly JudgeStep[] {
    return state.threads.flatMap((thread, i) => {
      const flushed = this.#flushes(thread).map((place): JudgeStep => ({
        state: flushedState(state, i, place),
        violated: [],
      }));
      if (thread.status !== 'running') return flushed;
      const step = new ThreadRun(this.image, this.model, this.wrap, state, i).visibleStep();
      return step === null ? flushed : [...flushed, step];
    });
  }

  /** Which waiting writes may be the next to reach memory. */
  #flushes({ buffer }: ThreadNow): readonly number[] {
    if (buffer.length === 0) return [];
    if (this.model === 'tso') return [0];
    const found: number[] = [];
    for (const [i, { cell }] of buffer.entries()) {
      if (cell === null) break;
      if (buffer.slice(0, i).every((earlier) => earlier.cell !== cell)) found.push(i);
    }
    return found;
  }

  hasEnded(state: JudgeState): boolean {
    return state.threads.every(({ status, buffer }) => status === 'ended' && buffer.length === 0);
  }
}

function flushedState(state: JudgeState, thread: number, place: number): JudgeState {
  const { buffer } = at(state.threads, thread);
  const { cell, value } = at(buffer, place);
  const memory = [...state.memory];
  if (cell !== null) memory[cell] = value;
  const rest = withoutLeading(buffer.filter((_, i) => i !== place));
  return {
    memory,
    threads: state.threads.map((each, i) => (i === thread ? { ...each, buffer: rest } : each)),
  };
}

/** What keeps nothing apart any more goes. */
function withoutLeading(buffer: readonly WaitingValue[]): readonly WaitingValue[] {
  const first = buffer.findIndex(({ cell }) => cell !== null);
  return first === -1 ? [] : buffer.slice(first);
}

/** One thread that goes on, on a copy of the state. */
class ThreadRun {
  readonly #memory: bigint[];
  readonly #stack: bigint[];
  readonly #returns: number[];
  readonly #thread: JudgeThread;
  #buffer: readonly WaitingValue[];
  #status: ThreadNow['status'];
  #pc: number;
  #born: number | null = null;
  #isInSection = false;
  readonly #violated: string[] = [];

  constructor(
    private readonly image: JudgeImage,
    private readonly model: JudgeModel,
    private readonly wrap: boolean,
    private readonly state: JudgeState,
    private readonly number: number,
  ) {
    const now = at(state.threads, number);
    this.#memory = [...state.memory];
    this.#stack = [...now.stack];
    this.#returns = [...now.returns];
    this.#thread = at(image.threads, number);
    this.#buffer = now.buffer;
    this.#status = now.status;
    this.#pc = now.pc;
  }

  /** A step that others may see, and what follows that they do not; null: it has to wait. */
  visibleStep(): JudgeStep | null {
    if (this.#mustWait(at(this.#thread.code, this.#pc))) return null;
    this.#perform();
    return this.silently();
  }

  silently(): JudgeStep {
    for (let steps = 0; this.#status === 'running'; steps++) {
      if (steps > maxSilentSteps) throw new InternalError('a judged program that does not end');
      if (!this.#isInSection && this.#isVisible(at(this.#thread.code, this.#pc))) break;
      if (this.#isInSection && this.#mustWait(at(this.#thread.code, this.#pc)))
        throw new InternalError('a judged section that waits');
      this.#perform();
    }
    return { state: this.#after(), violated: this.#violated };
  }

  #after(): JudgeState {
    const threads = this.state.threads.map((thread, i): ThreadNow => {
      if (i === this.#born) return { ...thread, status: 'running' };
      if (i !== this.number) return thread;
      return {
        ...{ status: this.#status, pc: this.#pc, stack: this.#stack },
        ...{ returns: this.#returns, buffer: this.#buffer },
      };
    });
    return { memory: this.#memory, threads };
  }

  #isVisible(instr: JudgeInstr): boolean {
    switch (instr.kind) {
      case 'load':
        return this.#isShared(this.#top());
      case 'store':
        return this.#isShared(this.#top(1));
      case 'update':
        return this.#isShared(this.#top(1));
      case 'compare-exchange':
        return this.#isShared(this.#top(2));
      case 'fence':
      case 'lock':
      case 'unlock':
      case 'trylock':
      case 'begin':
      case 'create':
      case 'join':
      case 'stop':
        return true;
      default:
        return false;
    }
  }

  #isShared(address: bigint): boolean {
    return this.image.cells[Number(address)]?.owner === null;
  }

  /** Locked steps and strong fences come when the buffer is empty. */
  #mustWait(instr: JudgeInstr): boolean {
    const isFull = this.#buffer.length > 0;
    switch (instr.kind) {
      case 'store':
        return instr.order === 'seq_cst' && isFull;
      case 'update':
      case 'compare-exchange':
      case 'unlock':
      case 'trylock':
      case 'begin':
      case 'create':
      case 'stop':
        return isFull;
      case 'fence':
        return instr.order === 'seq_cst' && isFull;
      case 'lock':
        return isFull || this.#memory[instr.cell] !== 0n;
      case 'join': {
        const other = at(this.state.threads, instr.thread);
        return other.status !== 'ended';
      }
      default:
        return false;
    }
  }

  #top(below = 0): bigint {
    return at(this.#stack, this.#stack.length - 1 - below);
  }

  #pop(): bigint {
    const value = this.#stack.pop();
    if (value === undefined) throw new InternalError('the stack of the judge is empty');
    return value;
  }

  #fault(fault: string): void {
    this.#violated.push(fault);
    this.#status = 'stuck';
  }

  #perform(): void {
    const instr = at(this.#thread.code, this.#pc++);
    switch (instr.kind) {
      case 'push':
        return void this.#stack.push(instr.value);
      case 'drop':
        return void this.#pop();
      case 'twice':
        return void this.#stack.push(this.#top());
      case 'swap': {
        const [b, a] = [this.#pop(), this.#pop()];
        return void this.#stack.push(b, a);
      }
      case 'tuck': {
        const [value, address] = [this.#pop(), this.#pop()];
        return void this.#stack.push(value, address);
      }
      case 'element':
      case 'offset':
        return this.#move(instr);
      case 'convert':
        return void this.#stack.push(converted(this.#pop(), instr.type));
      case 'arithmetic':
      case 'negate':
      case 'complement':
      case 'comparison':
        return this.#compute(instr);
      case 'jump':
        this.#pc = instr.to;
        return;
      case 'jump-if-zero':
        if (this.#pop() === 0n) this.#pc = instr.to;
        return;
      case 'call':
        this.#returns.push(this.#pc);
        this.#pc = getOrFail(this.#thread.entries, instr.name);
        return;
      case 'return':
        this.#pc = this.#returns.pop() ?? -1;
        return;
      case 'assert':
        if (this.#pop() === 0n) this.#violated.push(`assert ${instr.id}`);
        return;
      case 'assume':
        if (this.#pop() === 0n) this.#status = 'stuck';
        return;
      case 'stop':
        this.#status = 'ended';
        return;
      default:
        return this.#access(instr);
    }
  }

  #move(instr: JudgeInstr & { readonly kind: 'element' | 'offset' }): void {
    if (instr.kind === 'offset') return void this.#stack.push(this.#pop() + BigInt(instr.cells));
    const [index, base] = [this.#pop(), this.#pop()];
    if (instr.length !== null && (index < 0n || index >= BigInt(instr.length))) return this.#fault('memory');
    this.#stack.push(base + index * BigInt(instr.cells));
  }

  #compute(
    instr: JudgeInstr & { readonly kind: 'arithmetic' | 'negate' | 'complement' | 'comparison' },
  ): void {
    const right = this.#pop();
    if (instr.kind === 'comparison')
      return void this.#stack.push(judgedComparison(instr.op, this.#pop(), right));
    if (instr.kind === 'complement') return void this.#stack.push(converted(-1n - right, instr.type));
    const result =
      instr.kind === 'negate'
        ? judgedArithmetic('-', 0n, right, instr.type, this.wrap)
        : judgedArithmetic(instr.op, this.#pop(), right, instr.type, this.wrap);
    if (typeof result === 'bigint') this.#stack.push(result);
    else this.#fault(result satisfies JudgedFault);
  }

  #access(instr: JudgeInstr): void {
    switch (instr.kind) {
      case 'load': {
        const cell = this.#cell(this.#pop());
        if (cell !== null) this.#stack.push(converted(this.#read(cell), instr.type));
        return;
      }
      case 'store': {
        const value = converted(this.#pop(), instr.type);
        const cell = this.#cell(this.#pop());
        if (cell === null) return;
        if (instr.order === 'release') this.#keepOrder();
        this.#write(cell, value, instr.order === 'seq_cst');
        return void this.#stack.push(value);
      }
      case 'update':
      case 'compare-exchange':
        return this.#change(instr);
      case 'fence':
        if (instr.order === 'release' || instr.order === 'acq_rel') this.#keepOrder();
        return;
      case 'lock':
        this.#memory[instr.cell] = 1n;
        return;
      case 'unlock':
        this.#memory[instr.cell] = 0n;
        return;
      case 'trylock':
        this.#stack.push(this.#memory[instr.cell] === 0n ? 0n : 16n);
        this.#memory[instr.cell] = 1n;
        return;
      case 'begin':
      case 'end':
        this.#isInSection = instr.kind === 'begin';
        return;
      case 'create':
        this.#born = instr.thread;
        return;
      case 'join':
        return;
      default:
        throw new InternalError(`the judge does not know ${instr.kind}`);
    }
  }

  #change(instr: JudgeInstr & { readonly kind: 'update' | 'compare-exchange' }): void {
    const value = this.#pop();
    const expected = instr.kind === 'compare-exchange' ? this.#pop() : null;
    const cell = this.#cell(this.#pop());
    if (cell === null) return;
    const old = this.#read(cell);
    if (instr.kind === 'compare-exchange') {
      if (old === expected) this.#memory[cell] = converted(value, instr.type);
      return void this.#stack.push(old);
    }
    const { type, op } = instr;
    if (type.kind !== 'integer' && op !== null) throw new InternalError('atomic changes are of integers');
    // Atomic arithmetic wraps around whatever the sign (C11 7.17.7.5).
    const changed = op === null ? value : judgedArithmetic(op, old, value, int64, true);
    if (typeof changed !== 'bigint') return this.#fault(changed);
    const stored = converted(changed, type);
    this.#memory[cell] = stored;
    this.#stack.push(instr.wantsNew ? stored : old);
  }

  /** The cell of an address; null: there is none, and that is a violation. */
  #cell(address: bigint): number | null {
    const cell = this.image.cells[Number(address)];
    if (cell !== undefined && cell !== null) return Number(address);
    this.#fault('memory');
    return null;
  }

  #read(cell: number): bigint {
    const waiting = this.#buffer.findLast((write) => write.cell === cell);
    return waiting?.value ?? at(this.#memory, cell);
  }

  #write(cell: number, value: bigint, atOnce: boolean): void {
    const direct = atOnce || this.#isInSection || this.model === 'sc' || !this.#isShared(BigInt(cell));
    if (direct) this.#memory[cell] = value;
    else this.#buffer = [...this.#buffer, { cell, value }];
  }

  #keepOrder(): void {
    const last = this.#buffer.at(-1);
    if (this.model === 'pso' && last !== undefined && last.cell !== null)
      this.#buffer = [...this.#buffer, { cell: null, value: 0n }];
  }
}
