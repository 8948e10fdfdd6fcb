import type { Span } from '../../diagnostics/span.js';
import { binary, equal, int, local } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId, ThreadId } from '../../lang/expr/ids.js';
import type { Block, FenceKind, LValue, RmwOp, Stmt } from '../../lang/program/program.js';
import type { LitmusNames } from './names.js';
import { readOperand } from './operands.js';
import type { Resolved } from './operands.js';

/** What an instruction's meaning is made from besides its operands. */
export interface InstructionContext {
  readonly thread: ThreadId;
  readonly names: LitmusNames;
  readonly locked: boolean;
  readonly span: Span;
}

/** The statements of an instruction; null if it does not take these operands. */
export type InstructionMeaning = (operands: readonly Resolved[], context: InstructionContext) => Block | null;

type Memory = Extract<Resolved, { kind: 'memory' }>;
/** What can be written. */
type Destination = Exclude<Resolved, { kind: 'constant' }>;

export function fence(kind: FenceKind): InstructionMeaning {
  return (operands, { span }) =>
    operands.length === 0 ? [{ kind: 'fence', fence: kind, labels: [], span }] : null;
}

export function nothing(operands: readonly Resolved[], { span }: InstructionContext): Block | null {
  return operands.length === 0 ? [{ kind: 'skip', labels: [], span }] : null;
}

/** MOV destination, source. */
export function move(operands: readonly Resolved[], { span }: InstructionContext): Block | null {
  const pair = destinationAndSource(operands);
  return pair === null ? null : [assign(pair.destination, readOperand(pair.source), span)];
}

/** XCHG is locked when an operand is in memory, with and without the prefix; it takes that operand on either side. */
export function exchange(operands: readonly Resolved[], context: InstructionContext): Block | null {
  const [left, right, ...more] = operands;
  if (left === undefined || right === undefined || more.length > 0) return null;
  if (left.kind === 'register' && right.kind === 'register') return swap(left.local, right.local, context);
  const memory = [left, right].find((operand) => operand.kind === 'memory');
  const register = [left, right].find((operand) => operand.kind === 'register');
  if (memory === undefined || register === undefined) return null;
  return [rmw({ kind: 'xchg', value: local(register.local) }, memory, register.local, context.span)];
}

function swap(a: LocalId, b: LocalId, { names, thread, span }: InstructionContext): Block {
  const scratch = names.scratch(thread, span);
  return [setLocal(scratch, local(a), span), setLocal(a, local(b), span), setLocal(b, local(scratch), span)];
}

/** ADD and SUB destination, source: without LOCK a load and then a store. */
export function arithmetic(op: '+' | '-'): InstructionMeaning {
  return (operands, context) => {
    const pair = destinationAndSource(operands);
    return pair === null ? null : [change(pair.destination, op, readOperand(pair.source), context)];
  };
}

/** INC and DEC destination. */
export function step(op: '+' | '-'): InstructionMeaning {
  return (operands, context) => {
    const [operand, ...more] = operands;
    if (operand === undefined || operand.kind === 'constant' || more.length > 0) return null;
    return [change(operand, op, int(1), context)];
  };
}

function change(
  destination: Destination,
  op: '+' | '-',
  amount: Expr,
  { locked, span }: InstructionContext,
): Stmt {
  if (destination.kind === 'memory' && locked) {
    const value = op === '+' ? amount : binary('-', int(0), amount);
    return rmw({ kind: 'fetch_add', value }, destination, null, span);
  }
  return assign(destination, binary(op, readOperand(destination), amount), span);
}

/** XADD destination, register: the register gets the old value, the destination the sum. */
export function exchangeAdd(operands: readonly Resolved[], context: InstructionContext): Block | null {
  const [destination, source, ...more] = operands;
  if (destination === undefined || source?.kind !== 'register' || more.length > 0) return null;
  if (destination.kind === 'constant') return null;
  const { names, thread, locked, span } = context;
  if (destination.kind === 'memory' && locked) {
    return [rmw({ kind: 'fetch_add', value: local(source.local) }, destination, source.local, span)];
  }
  const scratch = names.scratch(thread, span);
  return [
    setLocal(scratch, readOperand(destination), span),
    assign(destination, binary('+', local(scratch), local(source.local)), span),
    ...(isSame(destination, source) ? [] : [setLocal(source.local, local(scratch), span)]),
  ];
}

const isSame = (a: Resolved, b: Resolved): boolean =>
  a.kind === 'register' && b.kind === 'register' && a.local === b.local;

/** LOCK CMPXCHG memory, register: if memory holds EAX it gets the register, else EAX gets what memory holds. */
export function compareExchange(operands: readonly Resolved[], context: InstructionContext): Block | null {
  const [memory, source, ...more] = operands;
  const { names, thread, locked, span } = context;
  if (memory?.kind !== 'memory' || source?.kind !== 'register' || more.length > 0 || !locked) return null;
  const scratch = names.scratch(thread, span);
  const accumulator = names.register(thread, 'EAX', span);
  const branch: Stmt = {
    kind: 'if',
    cond: equal(local(scratch), local(accumulator)),
    then: [assign(memory, local(source.local), span)],
    else: [setLocal(accumulator, local(scratch), span)],
    labels: [],
    span,
  };
  return [{ kind: 'locked', body: [setLocal(scratch, readOperand(memory), span), branch], labels: [], span }];
}

function destinationAndSource(
  operands: readonly Resolved[],
): { destination: Destination; source: Resolved } | null {
  const [destination, source, ...more] = operands;
  if (destination === undefined || source === undefined || more.length > 0) return null;
  if (destination.kind === 'constant') return null;
  if (destination.kind === 'memory' && source.kind === 'memory') return null;
  return { destination, source };
}

function assign(destination: Destination, value: Expr, span: Span): Stmt {
  return { kind: 'assign', target: lvalue(destination), value, labels: [], span };
}

function lvalue(destination: Destination): LValue {
  return destination.kind === 'register'
    ? { kind: 'local', local: destination.local }
    : { kind: 'shared', shared: destination.shared, index: null };
}

function setLocal(target: LocalId, value: Expr, span: Span): Stmt {
  return { kind: 'assign', target: { kind: 'local', local: target }, value, labels: [], span };
}

function rmw(op: RmwOp, memory: Memory, result: LocalId | null, span: Span): Stmt {
  return {
    kind: 'rmw',
    op,
    place: { kind: 'shared', shared: memory.shared, index: null },
    result,
    labels: [],
    span,
  };
}
