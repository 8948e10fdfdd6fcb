import { assertNever, at } from '../support/check.js';
import { subexpressions } from './expr.js';
import type { BinaryOp, Expr } from './expr.js';
import type { BinderId, ThreadId } from './ids.js';
import type { Instances } from './program.js';

/** Where names come from: a Program or a System. */
export interface Names {
  readonly shared: readonly { readonly name: string }[];
  readonly locals: readonly { readonly name: string; readonly thread: ThreadId }[];
  readonly threads: readonly { readonly name: string; readonly instances?: Instances }[];
}

/**
 * An expression as program text, with no parentheses but those it needs or a reader misses. The locals of thread `own`
 * go by their plain names, those of others by `P.r`.
 */
export function printExpr(expr: Expr, names: Names, own: ThreadId | null = null): string {
  return new Printer(names, own, binderNames(expr, names)).print(expr, Level.Any);
}

/** How tightly a construct binds: where one stands, what binds less needs parentheses. */
enum Level {
  Any,
  Implication,
  Or,
  And,
  Until,
  Temporal,
  /** Bitwise operators: where they bind in C few know, so they and their operands get parentheses. */
  Bits,
  Comparison,
  Sum,
  Product,
  Unary,
  Primary,
  /** In parentheses whatever it is. */
  Enclosed,
}

class Printer {
  readonly #names: Names;
  readonly #own: ThreadId | null;
  readonly #binders: ReadonlyMap<BinderId, string>;

  constructor(names: Names, own: ThreadId | null, binders: ReadonlyMap<BinderId, string>) {
    this.#names = names;
    this.#own = own;
    this.#binders = binders;
  }

  print(expr: Expr, level: Level): string {
    const text = this.#bare(expr);
    return levelOf(expr) < level ? `(${text})` : text;
  }

  #bare(expr: Expr): string {
    switch (expr.kind) {
      case 'int':
      case 'bool':
        return String(expr.value);
      case 'shared': {
        const { name } = at(this.#names.shared, expr.shared);
        return expr.index === null ? name : `${name}[${this.print(expr.index, Level.Any)}]`;
      }
      case 'local': {
        const { name, thread } = at(this.#names.locals, expr.local);
        return thread === this.#own ? name : `${at(this.#names.threads, thread).name}.${name}`;
      }
      case 'param': {
        const { instances, name } = at(this.#names.threads, expr.thread);
        return instances === undefined || instances.kind === 'one' ? name : instances.param;
      }
      case 'bound':
        return this.#binders.get(expr.binder) ?? `binder${expr.binder}`;
      case 'instance-local': {
        const { name, thread } = at(this.#names.locals, expr.local);
        return `${this.#instance(thread, expr.instance)}.${name}`;
      }
      case 'at':
        return `${this.#instance(expr.thread, expr.instance)} at ${expr.label}`;
      case 'unary':
        if (expr.op === 'int') return `int(${this.print(expr.arg, Level.Any)})`;
        return `${expr.op}${this.print(expr.arg, expr.op === '-' ? negated(expr.arg) : Level.Unary)}`;
      case 'binary': {
        const [left, right] = operandLevels(expr.op);
        return `${this.print(expr.left, left)} ${expr.op} ${this.print(expr.right, right)}`;
      }
      case 'forall': {
        const binders = expr.binders.map((binder) => this.#binders.get(binder)).join(' != ');
        return `forall ${binders} in ${at(this.#names.threads, expr.thread).name}: ${this.print(expr.body, Level.Any)}`;
      }
      case 'temporal':
        return `${expr.op} ${this.print(expr.arg, expr.arg.kind === 'temporal' ? Level.Temporal : Level.Unary)}`;
      case 'until':
        return `${this.print(expr.left, Level.Temporal)} ${expr.op} ${this.print(expr.right, Level.Until)}`;
      default:
        return assertNever(expr);
    }
  }

  #instance(thread: ThreadId, instance: Expr | null): string {
    const { name } = at(this.#names.threads, thread);
    if (instance === null) return name;
    const number = this.print(instance, Level.Any);
    return instance.kind === 'bound' ? number : `${name}(${number})`;
  }
}

/** `-1` is a number, so the negation of 1 is `-(1)`; and `--` is hard to read. */
const negated = (arg: Expr): Level =>
  arg.kind === 'int' && arg.value >= 0n ? Level.Enclosed : Level.Primary;

function levelOf(expr: Expr): Level {
  switch (expr.kind) {
    case 'int':
      return expr.value < 0n ? Level.Unary : Level.Primary;
    case 'bool':
    case 'shared':
    case 'local':
    case 'param':
    case 'bound':
    case 'instance-local':
      return Level.Primary;
    // Binds tightest, but `!P at L` is hard to read.
    case 'at':
      return Level.Comparison;
    case 'unary':
      return expr.op === 'int' ? Level.Primary : Level.Unary;
    case 'binary':
      return binaryLevel(expr.op);
    case 'forall':
      return Level.Any;
    case 'temporal':
      return Level.Temporal;
    case 'until':
      return Level.Until;
    default:
      return assertNever(expr);
  }
}

type BinaryLevel =
  Level.Implication | Level.Or | Level.And | Level.Bits | Level.Comparison | Level.Sum | Level.Product;

function binaryLevel(op: BinaryOp): BinaryLevel {
  switch (op) {
    case '->':
      return Level.Implication;
    case '||':
      return Level.Or;
    case '&&':
      return Level.And;
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return Level.Comparison;
    case '+':
    case '-':
      return Level.Sum;
    case '*':
    case '/':
    case '%':
      return Level.Product;
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      return Level.Bits;
    default:
      return assertNever(op);
  }
}

function operandLevels(op: BinaryOp): readonly [Level, Level] {
  const level = binaryLevel(op);
  // To the right of `->` anything may stand, also another `->` and a forall.
  if (level === Level.Implication) return [Level.Or, Level.Any];
  if (level === Level.Bits) return [Level.Unary, Level.Unary];
  // Comparisons of comparisons get parentheses.
  if (level === Level.Comparison) return [Level.Sum, Level.Sum];
  // Others group to the left.
  return [level, nextLevel(level)];
}

function nextLevel(level: Level.Or | Level.And | Level.Sum | Level.Product): Level {
  switch (level) {
    case Level.Or:
      return Level.And;
    case Level.And:
      return Level.Until;
    case Level.Sum:
      return Level.Product;
    case Level.Product:
      return Level.Unary;
    default:
      return assertNever(level);
  }
}

/** Binders have no names of their own: the first letters that no variable or thread has. */
function binderNames(expr: Expr, names: Names): ReadonlyMap<BinderId, string> {
  const binders = [...subexpressions(expr)].flatMap((e) => (e.kind === 'forall' ? e.binders : []));
  if (binders.length === 0) return new Map();
  const taken = new Set([...names.shared, ...names.threads].map(({ name }) => name));
  const free = candidates();
  const given = new Map<BinderId, string>();
  for (const binder of binders) {
    let name = free.next().value;
    while (taken.has(name)) name = free.next().value;
    given.set(binder, name);
  }
  return given;
}

function* candidates(): Generator<string, never> {
  for (let round = 0; ; round++) {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') yield round === 0 ? letter : `${letter}${round}`;
  }
}
