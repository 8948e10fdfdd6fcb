import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { Source } from '../../diagnostics/span.js';
import type { BarePlaceAst, ExprAst } from '../../frontends/fp/ast.js';
import { parseExpression } from '../../frontends/fp/syntax.js';
import { constantValue } from '../../lang/expr/constant.js';
import { binary, bool, int, unary } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { ToldState, ToldValue } from '../apart/answered-run.js';

export type Evaluated =
  | { readonly kind: 'value'; readonly value: ToldValue | bigint; readonly note: string | null }
  | { readonly kind: 'failed'; readonly why: string };

class NotTold extends Error {}

/**
 * The value of an expression of `.fp` in a state of a run: of a shared variable what the thread would read, its own newest
 * buffered write, else memory. Without a thread: memory.
 */
export function evaluateIn(state: ToldState, thread: string | null, text: string): Evaluated {
  const view = new StateView(state, thread);
  // A name of something that the run tells, however it is spelt.
  const told = view.named(text.trim().replace(/\s+/g, ''));
  if (told !== null) return { kind: 'value', value: told, note: view.noteOn(text.trim()) };
  const bag = new DiagnosticBag();
  const ast = parseExpression(new Source('<expression>', text), false, bag);
  if (ast === null) return { kind: 'failed', why: bag.errors()[0]?.message ?? 'this is no expression' };
  try {
    const value = constantValue(view.expr(ast));
    return value === null
      ? { kind: 'failed', why: 'it has no value: the types do not fit, or something is divided by zero' }
      : { kind: 'value', value, note: null };
  } catch (error) {
    if (error instanceof NotTold) return { kind: 'failed', why: error.message };
    throw error;
  }
}

class StateView {
  /** Values that are names are only compared: each has a number that no program uses by chance. */
  readonly #texts = new Map<string, bigint>();

  constructor(
    private readonly state: ToldState,
    private readonly thread: string | null,
  ) {}

  /** Null: nothing is called so. */
  named(name: string): ToldValue | null {
    const { memory, locals } = this.state;
    return (
      locals.get(`${this.thread}.${name}`) ??
      this.#buffered(name) ??
      memory.get(name) ??
      locals.get(name) ??
      null
    );
  }

  /** Where the thread would read something else than what is in memory. */
  noteOn(name: string): string | null {
    const own = this.state.locals.has(`${this.thread}.${name}`) ? null : this.#buffered(name);
    return own === null
      ? null
      : `buffered by ${this.thread}; in memory: ${String(this.state.memory.get(name) ?? '?')}`;
  }

  #buffered(name: string): ToldValue | null {
    const entries = this.thread === null ? [] : (this.state.buffers.get(this.thread) ?? []);
    const own = entries.findLast((entry) => entry.startsWith(`${name}=`));
    return own === undefined ? null : valueOf(own.slice(name.length + 1));
  }

  expr(ast: ExprAst): Expr {
    switch (ast.kind) {
      case 'number':
        return int(ast.value);
      case 'bool':
        return bool(ast.value);
      case 'place':
        return this.#read(this.#spelt(ast));
      case 'paren':
        return this.expr(ast.inner);
      case 'unary':
        if (ast.op === 'G' || ast.op === 'F' || ast.op === 'X')
          throw new NotTold('a temporal formula has no value in a state');
        return unary(ast.op, this.expr(ast.arg));
      case 'binary':
        if (ast.op === 'U' || ast.op === 'R' || ast.op === 'W')
          throw new NotTold('a temporal formula has no value in a state');
        return binary(ast.op, this.expr(ast.left), this.expr(ast.right));
      case 'choice':
        return constantValue(this.expr(ast.cond)) === true ? this.expr(ast.yes) : this.expr(ast.no);
      case 'at':
        throw new NotTold('the run does not tell labels; the call stack shows where threads are');
      case 'forall':
      case 'exists':
        throw new NotTold('name the instances one by one: quantifiers are not evaluated here');
    }
  }

  #index(ast: ExprAst): string {
    const value = constantValue(this.expr(ast));
    if (typeof value !== 'bigint') throw new NotTold('this index has no value');
    return String(value);
  }

  /** As runs call it: `node[1].next`, `Q(0).r`. */
  #spelt({ name, path }: BarePlaceAst): string {
    const steps = path.map((step) => {
      switch (step.kind) {
        case 'cell':
          return `[${this.#index(step.index)}]`;
        case 'instance':
          return `(${this.#index(step.index)})`;
        case 'member':
          return `.${step.name.text}`;
      }
    });
    return name.text + steps.join('');
  }

  #read(name: string): Expr {
    const value = this.named(name);
    if (typeof value === 'boolean') return bool(value);
    if (typeof value === 'number') return int(value);
    const text = value ?? name;
    if (/^-?[0-9]+$/.test(text)) return int(BigInt(text));
    if (value === null && !this.#isShown(name)) throw new NotTold(`nothing is called \`${name}\` here`);
    const known = this.#texts.get(text) ?? beyond + BigInt(this.#texts.size);
    this.#texts.set(text, known);
    return int(known);
  }

  /** A name that is the value of something. */
  #isShown(name: string): boolean {
    const { memory, locals } = this.state;
    return [...memory.values(), ...locals.values()].includes(name);
  }
}

const beyond = 1n << 200n;

/** As an entry of a buffer spells it. */
function valueOf(text: string): ToldValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text;
}
