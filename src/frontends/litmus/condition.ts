import { and, bool, binary, equal, int, not, or } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import { assertNever } from '../../support/check.js';
import type { Connective, Proposition } from './ast.js';

/** The same condition over other places. */
export function mapPlaces<P, Q>(prop: Proposition<P>, f: (place: P) => Q): Proposition<Q> {
  switch (prop.kind) {
    case 'constant':
      return prop;
    case 'equals':
      return { ...prop, place: f(prop.place) };
    case 'not':
      return { kind: 'not', arg: mapPlaces(prop.arg, f) };
    case 'binary':
      return { ...prop, left: mapPlaces(prop.left, f), right: mapPlaces(prop.right, f) };
    default:
      return assertNever(prop);
  }
}

export type Atom<P> = Extract<Proposition<P>, { kind: 'equals' }>;

/** The comparisons, left to right, one for each occurrence. */
export function atomsOf<P>(prop: Proposition<P>): readonly Atom<P>[] {
  switch (prop.kind) {
    case 'constant':
      return [];
    case 'equals':
      return [prop];
    case 'not':
      return atomsOf(prop.arg);
    case 'binary':
      return [...atomsOf(prop.left), ...atomsOf(prop.right)];
    default:
      return assertNever(prop);
  }
}

/** Whether the condition holds where each place has the value that `valueOf` says. */
export function holds<P>(prop: Proposition<P>, valueOf: (place: P) => bigint): boolean {
  switch (prop.kind) {
    case 'constant':
      return prop.value;
    case 'equals':
      return valueOf(prop.place) === prop.value;
    case 'not':
      return !holds(prop.arg, valueOf);
    case 'binary':
      return connect(prop.op, holds(prop.left, valueOf), holds(prop.right, valueOf));
    default:
      return assertNever(prop);
  }
}

function connect(op: Connective, left: boolean, right: boolean): boolean {
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

export function toExpr<P>(prop: Proposition<P>, read: (place: P) => Expr): Expr {
  switch (prop.kind) {
    case 'constant':
      return bool(prop.value);
    case 'equals':
      return equal(read(prop.place), int(prop.value));
    case 'not':
      return not(toExpr(prop.arg, read));
    case 'binary':
      return connectExprs(prop.op, toExpr(prop.left, read), toExpr(prop.right, read));
    default:
      return assertNever(prop);
  }
}

function connectExprs(op: Connective, left: Expr, right: Expr): Expr {
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

const precedence: Readonly<Record<Connective, number>> = { '=>': 1, '\\/': 2, '/\\': 3 };

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
