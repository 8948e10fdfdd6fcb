import { constantValue } from '../lang/expr/constant.js';
import type { Expr } from '../lang/expr/expr.js';
import type { LocalId, SharedId } from '../lang/expr/ids.js';
import { linearSumOf } from '../lang/expr/linear-sum.js';
import type { Block, Init, Program, SharedPlace, Stmt, Thread } from '../lang/program/program.js';
import { at } from '../support/invariant.js';

/**
 * A program without jumps, over numbers of 32 bits: each thread goes through its list of operations once. Litmus tests are
 * such programs. Shared variables and locals are numbered from 0.
 */
export interface StraightProgram {
  /** The initial values of the shared variables. */
  readonly memory: readonly number[];
  /** And of the locals: those of the program, then those that were needed besides. */
  readonly locals: readonly number[];
  readonly threads: readonly (readonly StraightOp[])[];
}

/** All kinds have the same fields, so that the code that reads them need not tell them apart for that. */
export interface StraightOp {
  readonly kind: StraightOpKind;
  /** The shared variable that is read or written; -1: none. */
  readonly cell: number;
  /** The local that is set; -1: none. */
  readonly target: number;
  readonly sum: Sum;
  /** Of a load: by what the loaded value is multiplied before it is added to `sum`. */
  readonly factor: number;
}

type StraightOpKind =
  /** `target = sum + factor * cell` */
  | 'load'
  /** `cell = sum`, which may be buffered */
  | 'store'
  /** `target = sum` */
  | 'set'
  /** waits until the buffer is empty */
  | 'fence'
  /** a marker in the buffer, if the model has markers */
  | 'mark'
  /** the two at once, with an empty buffer: `target = cell`, `cell = sum` */
  | 'exchange'
  /** and here `cell = cell + sum` */
  | 'add';

/** `constant` and the locals, each as often as it is told. */
export interface Sum {
  readonly constant: number;
  readonly locals: readonly { readonly local: number; readonly times: number }[];
}

/** Null: the program is not of this kind, and has to be treated as any other. */
export function straightProgram({ shared, locals, threads }: Program): StraightProgram | null {
  // Sets of shared variables are the bits of one word.
  if (shared.length > 30) return null;
  if (!shared.every(({ shape, type }) => shape.kind === 'scalar' && type.kind === 'int')) return null;
  if (!locals.every(({ type }) => type.kind === 'int')) return null;
  const memory = shared.map(({ init }) => initialNumber(init));
  const start = locals.map(({ init }) => initialNumber(init));
  if (!memory.every(isWord) || !start.every(isWord)) return null;
  const ops: StraightOp[][] = [];
  for (const thread of threads) {
    const writer = new OpsWriter(start);
    if (!writer.takes(thread)) return null;
    ops.push(writer.ops);
  }
  return { memory, locals: start, threads: ops };
}

/** Fits into 32 bits with a sign. */
export const isWord = (value: number | null): value is number => value !== null && (value | 0) === value;

function initialNumber(init: Init): number | null {
  const value = init.kind === 'value' ? constantValue(init.value) : null;
  return typeof value === 'bigint' ? Number(value) : null;
}

const nothing: Sum = { constant: 0, locals: [] };

class OpsWriter {
  readonly ops: StraightOp[] = [];

  /** More are added to the locals where an instruction loads and stores. */
  constructor(private readonly locals: number[]) {}

  /** Whether all of the thread could be written. */
  takes({ instances, body }: Thread): boolean {
    return instances.kind === 'one' && this.#takesAll(body);
  }

  #takesAll(body: Block): boolean {
    return body.every((stmt) => stmt.labels.length === 0 && this.#takesOne(stmt));
  }

  #takesOne(stmt: Stmt): boolean {
    switch (stmt.kind) {
      case 'skip':
        return true;
      case 'fence':
        return this.#put({ kind: stmt.fence === 'full' ? 'fence' : 'mark' });
      case 'assign':
        return stmt.target.kind === 'local'
          ? this.#setLocal(stmt.target.local, stmt.value)
          : this.#setShared(stmt.target, stmt.value);
      case 'rmw':
        return this.#readAndWrite(stmt);
      case 'havoc':
      case 'assume':
      case 'assert':
      case 'goto':
      case 'if':
      case 'while':
      case 'either':
      case 'atomic':
      case 'locked':
        return false;
    }
  }

  #put(op: Partial<StraightOp> & Pick<StraightOp, 'kind'>): true {
    const { kind, cell = -1, target = -1, sum = nothing, factor = 1 } = op;
    this.ops.push({ kind, cell, target, sum, factor });
    return true;
  }

  /** With one load in the same step. */
  #setLocal(target: LocalId, value: Expr): boolean {
    const sum = loadingSumOf(value);
    if (sum === null || sum.loads.length > 1) return false;
    const [load] = sum.loads;
    return load === undefined
      ? this.#put({ kind: 'set', target, sum })
      : this.#put({ kind: 'load', cell: load.shared, target, sum, factor: load.times });
  }

  /** What is loaded for it is loaded in a step before. */
  #setShared(target: SharedPlace, value: Expr): boolean {
    const sum = loadingSumOf(value);
    if (sum === null || target.index !== null || sum.loads.length > 1) return false;
    const [load] = sum.loads;
    if (load === undefined) return this.#put({ kind: 'store', cell: target.shared, sum });
    const loaded = this.locals.length;
    this.locals.push(0);
    this.#put({ kind: 'load', cell: load.shared, target: loaded });
    const locals = [...sum.locals, { local: loaded, times: load.times }];
    return this.#put({ kind: 'store', cell: target.shared, sum: { constant: sum.constant, locals } });
  }

  #readAndWrite({ op, place, result }: Extract<Stmt, { kind: 'rmw' }>): boolean {
    if (op.kind === 'cas' || place.kind !== 'shared' || place.index !== null) return false;
    const sum = loadingSumOf(op.value);
    if (sum === null || sum.loads.length > 0) return false;
    const kind = op.kind === 'xchg' ? 'exchange' : 'add';
    return this.#put({ kind, cell: place.shared, target: result ?? -1, sum });
  }
}

/** A sum of a constant, locals and loads. */
interface LoadingSum extends Sum {
  readonly loads: readonly { readonly shared: SharedId; readonly times: number }[];
}

/** As one by one they are made: two loads of a cell may give two values. */
type Summand = Extract<Expr, { readonly kind: 'local' | 'shared' }>;

/** With larger factors a sum of 32-bit numbers might not be exact before it turns out to be too large. */
const largestFactor = 1000n;

function loadingSumOf(expr: Expr): LoadingSum | null {
  const linear = linearSumOf(expr, (leaf): Summand | null => {
    const isSummand = leaf.kind === 'local' || (leaf.kind === 'shared' && leaf.index === null);
    return isSummand ? { ...leaf } : null;
  });
  if (linear === null) return null;
  const constant = Number(linear.constant);
  const summands = [...linear.factors];
  if (!isWord(constant) || summands.some(([, f]) => f > largestFactor || f < -largestFactor)) return null;
  return {
    constant,
    locals: summands.flatMap(([leaf, times]) =>
      leaf.kind === 'local' ? [{ local: leaf.local, times: Number(times) }] : [],
    ),
    loads: summands.flatMap(([leaf, times]) =>
      leaf.kind === 'shared' ? [{ shared: leaf.shared, times: Number(times) }] : [],
    ),
  };
}

/** The same program without what sets a local that nobody reads behind it: not the thread, and not who asks for `observed`. */
export function withoutDeadSets(program: StraightProgram, observed: ReadonlySet<number>): StraightProgram {
  return { ...program, threads: program.threads.map((ops) => withoutDead(ops, observed)) };
}

function withoutDead(ops: readonly StraightOp[], observed: ReadonlySet<number>): readonly StraightOp[] {
  const live = new Set(observed);
  const kept: StraightOp[] = [];
  for (let i = ops.length - 1; i >= 0; i--) {
    const op = at(ops, i);
    const isDead = op.target >= 0 && !live.has(op.target);
    if (isDead && (op.kind === 'load' || op.kind === 'set')) continue;
    live.delete(op.target);
    for (const { local } of op.sum.locals) live.add(local);
    kept.push(isDead ? { ...op, target: -1 } : op);
  }
  return kept.toReversed();
}
