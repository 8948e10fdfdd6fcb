import { and, bool, binary, equal, int, not, or } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { assertNever } from '../../support/invariant.js';
import type { LitmusConnective, Proposition } from './ast.js';

/** What is made of the kinds of conditions, innermost first. */
interface Makers<P, T> {
  constant(value: boolean): T;
  equals(atom: Atom<P>): T;
  not(arg: T): T;
  binary(op: LitmusConnective, left: T, right: T): T;
}

export type Atom<P> = Extract<Proposition<P>, { kind: 'equals' }>;

function made<P, T>(prop: Proposition<P>, makers: Makers<P, T>): T {
  switch (prop.kind) {
    case 'constant':
      return makers.constant(prop.value);
    case 'equals':
      return makers.equals(prop);
    case 'not':
      return makers.not(made(prop.arg, makers));
    case 'binary':
      return makers.binary(prop.op, made(prop.left, makers), made(prop.right, makers));
    default:
      return assertNever(prop);
  }
}

/** The same condition over other places. */
export const mapPlaces = <P, Q>(prop: Proposition<P>, f: (place: P) => Q): Proposition<Q> =>
  made<P, Proposition<Q>>(prop, {
    constant: (value) => ({ kind: 'constant', value }),
    equals: (atom) => ({ ...atom, place: f(atom.place) }),
    not: (arg) => ({ kind: 'not', arg }),
    binary: (op, left, right) => ({ kind: 'binary', op, left, right }),
  });

/** The comparisons, left to right, one for each occurrence. */
export const atomsOf = <P>(prop: Proposition<P>): readonly Atom<P>[] =>
  made<P, readonly Atom<P>[]>(prop, {
    constant: () => [],
    equals: (atom) => [atom],
    not: (atoms) => atoms,
    binary: (_, left, right) => [...left, ...right],
  });

/** Whether the condition holds where each place has the value that `valueOf` says. */
export const holds = <P>(prop: Proposition<P>, valueOf: (place: P) => bigint): boolean =>
  made<P, boolean>(prop, {
    constant: (value) => value,
    equals: ({ place, value }) => valueOf(place) === value,
    not: (arg) => !arg,
    binary: connect,
  });

function connect(op: LitmusConnective, left: boolean, right: boolean): boolean {
  switch (op) {
    case '/\\':
      return left && right;
    case '\\/':
      return left || right;
    case '=>':
      return !left || right;
    default:
      return assertNever(op);
  }
}

export const toExpr = <P>(prop: Proposition<P>, read: (place: P) => Expr): Expr =>
  made<P, Expr>(prop, {
    constant: bool,
    equals: ({ place, value }) => equal(read(place), int(value)),
    not,
    binary: connectExprs,
  });

function connectExprs(op: LitmusConnective, left: Expr, right: Expr): Expr {
  switch (op) {
    case '/\\':
      return and(left, right);
    case '\\/':
      return or(left, right);
    case '=>':
      return binary('->', left, right);
    default:
      return assertNever(op);
  }
}

/** herd's spelling: in parentheses, with as few more as the precedences allow. */
export function printCondition<P>(prop: Proposition<P>, spell: (place: P) => string): string {
  return `(${print(prop, spell, 0)})`;
}

const precedence: Readonly<Record<LitmusConnective, number>> = { '=>': 1, '\\/': 2, '/\\': 3 };

function print<P>(prop: Proposition<P>, spell: (place: P) => string, outer: number): string {
  switch (prop.kind) {
    case 'constant':
      return String(prop.value);
    case 'equals':
      return `${spell(prop.place)}=${prop.value}`;
    case 'not':
      return `not (${print(prop.arg, spell, 0)})`;
    case 'binary': {
      const inner = precedence[prop.op];
      // Only => cares which side its parentheses are on: it associates to the right.
      const left = print(prop.left, spell, prop.op === '=>' ? inner + 1 : inner);
      const text = `${left} ${prop.op} ${print(prop.right, spell, inner)}`;
      return inner < outer ? `(${text})` : text;
    }
    default:
      return assertNever(prop);
  }
}
