import { assertNever, invariant } from '../../support/invariant.js';
import { Pool } from '../../support/pool.js';
import { defaultOf } from './type.js';
import type { Type } from './type.js';
import type { BinderId, LocalId, SharedId, ThreadId } from './ids.js';

/** `int` makes 1 of true and 0 of false. */
export type UnaryOp = '!' | '-' | 'int';
/** On the two's complement of any length; the count of a shift is taken modulo 32, as x86 does. */
export type BitOp = '&' | '|' | '^' | '<<' | '>>';
export type BinaryOp =
  '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | '->' | BitOp;

const bitOps: ReadonlySet<string> = new Set<BitOp>(['&', '|', '^', '<<', '>>']);
export const isBitOp = (op: BinaryOp): op is BitOp => bitOps.has(op);

export function applyBits(op: BitOp, left: bigint, right: bigint): bigint {
  switch (op) {
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return left << (right & 31n);
    case '>>':
      return left >> (right & 31n);
    default:
      return assertNever(op);
  }
}

/**
 * The only expression language: program expressions, assertions, predicates and temporal formulas share it.
 * Expressions are hash-consed by the makers below, so equality is `===`; they carry no spans.
 * Operators are typed by their operands: `==` and `!=` compare two integers or two truth values.
 */
export type Expr =
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** The thread's view of a shared variable in a program; main memory in an invariant. */
  | { readonly kind: 'shared'; readonly shared: SharedId; readonly index: Expr | null }
  | { readonly kind: 'local'; readonly local: LocalId }
  /** The instance parameter of the thread that the expression belongs to (`me`). */
  | { readonly kind: 'param'; readonly thread: ThreadId }
  /** A local of one instance, from outside: `Q(0).r`. Gone after expand-instances. */
  | { readonly kind: 'instance-local'; readonly local: LocalId; readonly instance: Expr }
  /** An instance variable of an enclosing `forall`. Gone after expand-instances. */
  | { readonly kind: 'bound'; readonly binder: BinderId }
  /** The thread's next statement carries the label. `instance` is null for a thread without instances. */
  | { readonly kind: 'at'; readonly thread: ThreadId; readonly instance: Expr | null; readonly label: string }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly arg: Expr }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr }
  /** Over pairwise different instances of a thread. Gone after expand-instances. */
  | {
      readonly kind: 'forall';
      readonly binders: readonly BinderId[];
      readonly thread: ThreadId;
      readonly body: Expr;
    }
  | { readonly kind: 'temporal'; readonly op: 'G' | 'F' | 'X'; readonly arg: Expr }
  | { readonly kind: 'until'; readonly op: 'U' | 'R' | 'W'; readonly left: Expr; readonly right: Expr };

export type BinaryExpr = Extract<Expr, { readonly kind: 'binary' }>;

const pool = new Pool<Expr>();
const numbers = new WeakMap<Expr, number>();
let made = 0;

/** A number that identifies an expression, and no other before or after; for keys of maps. */
export function exprId(expr: Expr): number {
  const known = numbers.get(expr);
  invariant(known !== undefined, 'expressions are built by the makers of lang/expr/expr.ts');
  return known;
}

function intern(key: string, make: () => Expr): Expr {
  const known = pool.get(key);
  if (known !== undefined) return known;
  const expr = Object.freeze(make());
  pool.add(key, expr);
  numbers.set(expr, made++);
  return expr;
}

const idOrDash = (expr: Expr | null): string => (expr === null ? '-' : String(exprId(expr)));

export const int = (value: bigint | number): Expr =>
  intern(`int ${value}`, () => ({ kind: 'int', value: BigInt(value) }));
export const bool = (value: boolean): Expr => intern(`bool ${value}`, () => ({ kind: 'bool', value }));
export const truth = bool(true);
export const falsity = bool(false);
export const shared = (id: SharedId, index: Expr | null = null): Expr =>
  intern(`shared ${id} ${idOrDash(index)}`, () => ({ kind: 'shared', shared: id, index }));
export const local = (id: LocalId): Expr => intern(`local ${id}`, () => ({ kind: 'local', local: id }));
export const param = (thread: ThreadId): Expr => intern(`param ${thread}`, () => ({ kind: 'param', thread }));
export const instanceLocal = (id: LocalId, instance: Expr): Expr =>
  intern(`instance-local ${id} ${exprId(instance)}`, () => ({ kind: 'instance-local', local: id, instance }));
export const bound = (binder: BinderId): Expr => intern(`bound ${binder}`, () => ({ kind: 'bound', binder }));
export const atLabel = (thread: ThreadId, instance: Expr | null, label: string): Expr =>
  intern(`at ${thread} ${idOrDash(instance)} ${label}`, () => ({ kind: 'at', thread, instance, label }));
export const unary = (op: UnaryOp, arg: Expr): Expr =>
  intern(`unary ${op} ${exprId(arg)}`, () => ({ kind: 'unary', op, arg }));
export const binary = (op: BinaryOp, left: Expr, right: Expr): Expr =>
  intern(`binary ${op} ${exprId(left)} ${exprId(right)}`, () => ({ kind: 'binary', op, left, right }));
export const forall = (binders: readonly BinderId[], thread: ThreadId, body: Expr): Expr =>
  intern(`forall ${binders.join(',')} ${thread} ${exprId(body)}`, () => ({
    kind: 'forall',
    binders,
    thread,
    body,
  }));
export const temporal = (op: 'G' | 'F' | 'X', arg: Expr): Expr =>
  intern(`temporal ${op} ${exprId(arg)}`, () => ({ kind: 'temporal', op, arg }));
export const until = (op: 'U' | 'R' | 'W', left: Expr, right: Expr): Expr =>
  intern(`until ${op} ${exprId(left)} ${exprId(right)}`, () => ({ kind: 'until', op, left, right }));

export const not = (arg: Expr): Expr => {
  if (arg.kind === 'bool') return bool(!arg.value);
  return arg.kind === 'unary' && arg.op === '!' ? arg.arg : unary('!', arg);
};
export const and = (left: Expr, right: Expr): Expr =>
  left === truth ? right : right === truth ? left : binary('&&', left, right);
export const or = (left: Expr, right: Expr): Expr =>
  left === falsity ? right : right === falsity ? left : binary('||', left, right);
export const conjunction = (parts: readonly Expr[]): Expr => balanced(parts, and, truth);
export const disjunction = (parts: readonly Expr[]): Expr => balanced(parts, or, falsity);

/** A long list becomes a shallow tree: walkers recurse, and a forall over many instances has thousands of parts. */
function balanced(parts: readonly Expr[], join: (left: Expr, right: Expr) => Expr, none: Expr): Expr {
  if (parts.length <= 16) return parts.reduce(join, none);
  const middle = parts.length >> 1;
  return join(balanced(parts.slice(0, middle), join, none), balanced(parts.slice(middle), join, none));
}

/** The value that a variable of the type starts with when nothing says otherwise. */
export const defaultExpr = (type: Type): Expr => (type.kind === 'bool' ? falsity : int(defaultOf(type)));

export const equal = (left: Expr, right: Expr): Expr => binary('==', left, right);

/** The direct subexpressions, left to right. */
export function children(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'int':
    case 'bool':
    case 'local':
    case 'param':
    case 'bound':
      return [];
    case 'shared':
      return expr.index === null ? [] : [expr.index];
    case 'instance-local':
      return [expr.instance];
    case 'at':
      return expr.instance === null ? [] : [expr.instance];
    case 'unary':
    case 'temporal':
      return [expr.arg];
    case 'binary':
    case 'until':
      return [expr.left, expr.right];
    case 'forall':
      return [expr.body];
    default:
      return assertNever(expr);
  }
}

/** The same node over `f` of its direct subexpressions. */
export function mapChildren(expr: Expr, f: (child: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'int':
    case 'bool':
    case 'local':
    case 'param':
    case 'bound':
      return expr;
    case 'shared':
      return expr.index === null ? expr : shared(expr.shared, f(expr.index));
    case 'instance-local':
      return instanceLocal(expr.local, f(expr.instance));
    case 'at':
      return expr.instance === null ? expr : atLabel(expr.thread, f(expr.instance), expr.label);
    case 'unary':
      return unary(expr.op, f(expr.arg));
    case 'binary':
      return binary(expr.op, f(expr.left), f(expr.right));
    case 'forall':
      return forall(expr.binders, expr.thread, f(expr.body));
    case 'temporal':
      return temporal(expr.op, f(expr.arg));
    case 'until':
      return until(expr.op, f(expr.left), f(expr.right));
    default:
      return assertNever(expr);
  }
}

/** Every subexpression in evaluation order, the expression itself last. */
export function* subexpressions(expr: Expr): Generator<Expr> {
  // Not by calling itself: each value would pass through as many generators as the expression is deep.
  const open = [{ expr, parts: children(expr), next: 0 }];
  for (let here = open.at(-1); here !== undefined; here = open.at(-1)) {
    const part = here.parts[here.next++];
    if (part !== undefined) open.push({ expr: part, parts: children(part), next: 0 });
    else {
      open.pop();
      yield here.expr;
    }
  }
}

/** Every subexpression once, however often it occurs: of squares of squares there are few, at more places than can be counted. */
export function partsOf(expr: Expr): ReadonlySet<Expr> {
  const found = new Set([expr]);
  for (const part of found) for (const child of children(part)) found.add(child);
  return found;
}

export type SharedRead = Extract<Expr, { kind: 'shared' }>;

/** The reads of shared variables, left to right, one for each occurrence. */
export function sharedReads(expr: Expr): readonly SharedRead[] {
  const reads: SharedRead[] = [];
  for (const e of subexpressions(expr)) if (e.kind === 'shared') reads.push(e);
  return reads;
}

/** The locals that occur, each once. */
export function localsOf(expr: Expr): ReadonlySet<LocalId> {
  const found = new Set<LocalId>();
  for (const e of partsOf(expr)) {
    if (e.kind === 'local' || e.kind === 'instance-local') found.add(e.local);
  }
  return found;
}

/** Whether a formula speaks of more than one state. */
export const hasTemporal = (expr: Expr): boolean =>
  expr.kind === 'temporal' || expr.kind === 'until' || children(expr).some(hasTemporal);
