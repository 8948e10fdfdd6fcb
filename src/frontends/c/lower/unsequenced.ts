import type { CExpr, CFunction, CStmt } from '../syntax/c-ast.js';
import { atomicCalls } from './atomic-calls.js';
import { directParts, expressionsIn, statementsIn } from './walk-ast.js';

/** Variables that an expression reads and changes, by name, as far as its text names them. */
export interface Touched {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  /** Those of the changes that need not be over when the value is there (C11 6.5p1). */
  readonly open: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
const untouched: Touched = { reads: none, writes: none, open: none };

/** The key of a variable by its name; null: it is none, or none that anybody else has. */
export type KeyOfName = (name: string) => string | null;

const union = (parts: readonly Touched[]): Touched => {
  const all = (pick: (part: Touched) => ReadonlySet<string>): ReadonlySet<string> =>
    new Set(parts.flatMap((part) => [...pick(part)]));
  return { reads: all((p) => p.reads), writes: all((p) => p.writes), open: all((p) => p.open) };
};

const settled = (touched: Touched): Touched => ({ ...touched, open: none });

/** What functions do to variables of all. */
export class TouchedByCalls {
  readonly #known = new Map<string, Touched>();

  constructor(
    private readonly functions: (name: string) => CFunction | null,
    private readonly keyOfGlobal: KeyOfName,
  ) {}

  /** Null: it is no function of the program. */
  of(name: string): Touched | null {
    const found = this.functions(name);
    if (found === null) return null;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // Who calls itself is refused elsewhere.
    this.#known.set(name, untouched);
    const declared = declaredIn(found.body);
    const params = found.params.flatMap((param) => (param.name === null ? [] : [param.name.text]));
    const own = new Set([...params, ...declared.filter(([, isStatic]) => !isStatic).map(([each]) => each)]);
    const kept = new Set(declared.filter(([, isStatic]) => isStatic).map(([each]) => each));
    const keyOf = (each: string): string | null =>
      own.has(each) ? null : kept.has(each) ? `static ${name} ${each}` : this.keyOfGlobal(each);
    const touched = new Touching(keyOf, this).inside(found.body);
    this.#known.set(name, touched);
    return touched;
  }
}

/** The variables that are declared inside, and whether they stay. */
const declaredIn = (body: readonly CStmt[]): readonly (readonly [string, boolean])[] =>
  body
    .flatMap((stmt) => [...statementsIn(stmt)])
    .flatMap((stmt) => (stmt.kind === 'declare' ? stmt.declarations : []))
    .flatMap(({ name, storage }) =>
      name === null || storage === 'extern' ? [] : [[name.text, storage === 'static'] as const],
    );

/** What an expression touches where names mean this; functions that it calls count with what they do to variables of all. */
export class Touching {
  constructor(
    private readonly keyOf: KeyOfName,
    private readonly calls: TouchedByCalls,
  ) {}

  of(expr: CExpr): Touched {
    switch (expr.kind) {
      case 'name':
        return { ...untouched, reads: this.#keys(expr.name) };
      case 'sizeof':
      case 'sizeof-type':
        return untouched;
      case 'step':
        return this.#changed(expr.arg, true);
      case 'assign':
        return union([this.of(expr.value), this.#changed(expr.target, expr.op !== null)]);
      case 'unary':
        return expr.op === '&' && expr.arg.kind === 'name' ? untouched : this.of(expr.arg);
      case 'comma':
        return union([settled(this.of(expr.left)), this.of(expr.right)]);
      case 'binary': {
        const [left, right] = [this.of(expr.left), this.of(expr.right)];
        return union([expr.op === '&&' || expr.op === '||' ? settled(left) : left, right]);
      }
      case 'conditional':
        return union([settled(this.of(expr.cond)), this.of(expr.then), this.of(expr.else)]);
      case 'call':
        return settled(this.#called(expr));
      case 'statements':
        return this.#block(expr.body);
      default:
        return union(directParts(expr).map((part) => this.of(part)));
    }
  }

  /** All that statements touch, with what is declared among them. */
  inside(body: readonly CStmt[]): Touched {
    return settled(union(body.flatMap((stmt) => [...expressionsIn(stmt)]).map((expr) => this.of(expr))));
  }

  #block(body: readonly CStmt[]): Touched {
    const own = new Set(declaredIn(body).map(([name]) => name));
    const keyOf = (name: string): string | null => (own.has(name) ? null : this.keyOf(name));
    return new Touching(keyOf, this.calls).inside(body);
  }

  #keys(name: string): ReadonlySet<string> {
    const key = this.keyOf(name);
    return key === null ? none : new Set([key]);
  }

  #changed(target: CExpr, isRead: boolean): Touched {
    if (target.kind !== 'name') return this.of(target);
    const keys = this.#keys(target.name);
    return { reads: isRead ? keys : none, writes: keys, open: keys };
  }

  #called({ callee, args }: CExpr & { readonly kind: 'call' }): Touched {
    const inner = args.map((arg) => this.of(arg));
    const name = callee.kind === 'name' ? callee.name : null;
    const known = name === null ? null : this.calls.of(name);
    if (known !== null) return union([...inner, known, ...args.map((arg) => this.#pointedTo(arg))]);
    const atomic = name === null ? undefined : atomicCalls.get(name);
    if (atomic === undefined) return union([this.of(callee), ...inner]);
    const [first, second] = args;
    const place = first === undefined ? untouched : this.#pointedTo(first);
    const old = atomic.kind === 'compare' && second !== undefined ? this.#pointedTo(second) : untouched;
    return union([...inner, atomic.kind === 'load' ? { ...place, writes: none } : place, old]);
  }

  /** Who gets the address of a variable may read and change it. */
  #pointedTo(arg: CExpr): Touched {
    if (arg.kind === 'cast') return this.#pointedTo(arg.arg);
    if (arg.kind !== 'unary' || arg.op !== '&' || arg.arg.kind !== 'name') return untouched;
    const keys = this.#keys(arg.arg.name);
    return { reads: keys, writes: keys, open: none };
  }
}

/** A variable that one of two expressions changes and the other one uses, where C leaves open which comes first; null: none. */
export function inEachOthersWay(a: Touched, b: Touched): string | null {
  const meets = (writes: ReadonlySet<string>, other: Touched): string | undefined =>
    [...writes].find((name) => other.reads.has(name) || other.writes.has(name));
  return meets(a.writes, b) ?? meets(b.writes, a) ?? null;
}
