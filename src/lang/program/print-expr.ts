import { assertNever, at } from '../../support/invariant.js';
import { subexpressions } from '../expr/expr.js';
import type { BinaryOp, Expr, SharedRead } from '../expr/expr.js';
import type { BinderId, ThreadId } from '../expr/ids.js';
import { cellText } from './cell-names.js';
import type { Instances, VariableShape } from './program.js';

/** Where names come from: a Program or a System. */
export interface NameSource {
  readonly shared: readonly { readonly name: string; readonly shape?: VariableShape }[];
  readonly locals: readonly { readonly name: string; readonly thread: ThreadId }[];
  readonly threads: readonly { readonly name: string; readonly instances?: Instances }[];
  /** How a read is told, where not by its variable; null: by its variable. */
  /** How a constant is told that something is compared with; null: as a number. */
  readonly toldConstant?: (value: bigint, beside: Expr) => string | null;
  readonly toldRead?: (read: SharedRead, print: (expr: Expr) => string) => string | null;
}

/**
 * An expression as program text, with no parentheses but those it needs or a reader misses. The locals of thread `own`
 * go by their plain names, those of others by `P.r`.
 */
export function printExpr(expr: Expr, names: NameSource, own: ThreadId | null = null): string {
  return new Printer(names, own, binderNames(expr, names)).print(expr, ExprPrecedence.Any);
}

/** How tightly a construct binds: where one stands, what binds less needs parentheses. */
enum ExprPrecedence {
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
  constructor(
    private readonly names: NameSource,
    private readonly own: ThreadId | null,
    private readonly binders: ReadonlyMap<BinderId, string>,
  ) {}

  print(expr: Expr, level: ExprPrecedence): string {
    const [own, text] = this.#bare(expr);
    return own < level ? `(${text})` : text;
  }

  #constant(expr: Expr, beside: Expr): string | null {
    if (expr.kind !== 'int') return null;
    return this.names.toldConstant?.(expr.value, beside) ?? null;
  }

  /** How tightly it binds, and its text. */
  #bare(expr: Expr): readonly [ExprPrecedence, string] {
    switch (expr.kind) {
      case 'int':
        return [expr.value < 0n ? ExprPrecedence.Unary : ExprPrecedence.Primary, String(expr.value)];
      case 'bool':
        return [ExprPrecedence.Primary, String(expr.value)];
      case 'shared': {
        const told = this.names.toldRead?.(expr, (e) => this.print(e, ExprPrecedence.Any)) ?? null;
        if (told !== null) return [ExprPrecedence.Primary, told];
        const variable = at(this.names.shared, expr.shared);
        const { index } = expr;
        if (index === null) return [ExprPrecedence.Primary, variable.name];
        const known = index.kind === 'int' ? index.value : null;
        return [ExprPrecedence.Primary, cellText(variable, this.print(index, ExprPrecedence.Any), known)];
      }
      case 'local': {
        const { name, thread } = at(this.names.locals, expr.local);
        const owner = thread === this.own ? '' : `${at(this.names.threads, thread).name}.`;
        return [ExprPrecedence.Primary, `${owner}${name}`];
      }
      case 'param': {
        const { instances, name } = at(this.names.threads, expr.thread);
        const isOne = instances === undefined || instances.kind === 'one';
        return [ExprPrecedence.Primary, isOne ? name : instances.param];
      }
      case 'bound':
        return [ExprPrecedence.Primary, this.binders.get(expr.binder) ?? `binder${expr.binder}`];
      case 'instance-local': {
        const { name, thread } = at(this.names.locals, expr.local);
        return [ExprPrecedence.Primary, `${this.#instance(thread, expr.instance)}.${name}`];
      }
      case 'at':
        // Binds tightest, but `!P at L` is hard to read.
        return [ExprPrecedence.Comparison, `${this.#instance(expr.thread, expr.instance)} at ${expr.label}`];
      case 'unary': {
        if (expr.op === 'int')
          return [ExprPrecedence.Primary, `int(${this.print(expr.arg, ExprPrecedence.Any)})`];
        const level = expr.op === '-' ? negated(expr.arg) : ExprPrecedence.Unary;
        return [ExprPrecedence.Unary, `${expr.op}${this.print(expr.arg, level)}`];
      }
      case 'binary': {
        const [own, left, right] = operatorLevels[expr.op];
        const first = this.#constant(expr.left, expr.right) ?? this.print(expr.left, left);
        const second = this.#constant(expr.right, expr.left) ?? this.print(expr.right, right);
        return [own, `${first} ${expr.op} ${second}`];
      }
      case 'forall': {
        const binders = expr.binders.map((binder) => this.binders.get(binder)).join(' != ');
        const head = `forall ${binders} in ${at(this.names.threads, expr.thread).name}`;
        return [ExprPrecedence.Any, `${head}: ${this.print(expr.body, ExprPrecedence.Any)}`];
      }
      case 'temporal': {
        const level = expr.arg.kind === 'temporal' ? ExprPrecedence.Temporal : ExprPrecedence.Unary;
        return [ExprPrecedence.Temporal, `${expr.op} ${this.print(expr.arg, level)}`];
      }
      case 'until': {
        const left = this.print(expr.left, ExprPrecedence.Temporal);
        return [ExprPrecedence.Until, `${left} ${expr.op} ${this.print(expr.right, ExprPrecedence.Until)}`];
      }
      default:
        return assertNever(expr);
    }
  }

  #instance(thread: ThreadId, instance: Expr | null): string {
    const { name } = at(this.names.threads, thread);
    if (instance === null) return name;
    const number = this.print(instance, ExprPrecedence.Any);
    return instance.kind === 'bound' ? number : `${name}(${number})`;
  }
}

/** `-1` is a number, so the negation of 1 is `-(1)`; and `--` is hard to read. */
const negated = (arg: Expr): ExprPrecedence =>
  arg.kind === 'int' && arg.value >= 0n ? ExprPrecedence.Enclosed : ExprPrecedence.Primary;

/** How tightly an operator binds, and its left and its right side must. */
type OperatorLevels = readonly [own: ExprPrecedence, left: ExprPrecedence, right: ExprPrecedence];

/** Comparisons of comparisons get parentheses. */
const comparison: OperatorLevels = [ExprPrecedence.Comparison, ExprPrecedence.Sum, ExprPrecedence.Sum];
const sum: OperatorLevels = [ExprPrecedence.Sum, ExprPrecedence.Sum, ExprPrecedence.Product];
const product: OperatorLevels = [ExprPrecedence.Product, ExprPrecedence.Product, ExprPrecedence.Unary];
const bits: OperatorLevels = [ExprPrecedence.Bits, ExprPrecedence.Unary, ExprPrecedence.Unary];

/** Most group to the left. */
const operatorLevels: Readonly<Record<BinaryOp, OperatorLevels>> = {
  // To the right of `->` anything may stand, also another `->` and a forall.
  '->': [ExprPrecedence.Implication, ExprPrecedence.Or, ExprPrecedence.Any],
  '||': [ExprPrecedence.Or, ExprPrecedence.Or, ExprPrecedence.And],
  '&&': [ExprPrecedence.And, ExprPrecedence.And, ExprPrecedence.Until],
  '==': comparison,
  '!=': comparison,
  '<': comparison,
  '<=': comparison,
  '>': comparison,
  '>=': comparison,
  '+': sum,
  '-': sum,
  '*': product,
  '/': product,
  '%': product,
  '&': bits,
  '|': bits,
  '^': bits,
  '<<': bits,
  '>>': bits,
};

/** Binders have no names of their own: the first letters that no variable or thread has. */
function binderNames(expr: Expr, names: NameSource): ReadonlyMap<BinderId, string> {
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
