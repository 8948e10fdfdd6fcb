import { compare, conjunction, disjunction, negation, sameType } from '../../lang/arrays/array-formula.js';
import { always, never } from '../../lang/arrays/array-system.js';
import type { ArrayFormula, ArrayCompareOp, ValueType } from '../../lang/arrays/array-system.js';
import { assertNever } from '../../support/invariant.js';
import { didYouMean } from '../../support/suggest.js';
import type { CubCompareOp, CubConnective, CubExpr } from './ast.js';
import type { PredicateDecl } from './names.js';
import { bind, boundOf } from './scope.js';
import type { ProcessMeaning, PlacedScope, FormulaScope } from './scope.js';
import { isNumeric, nameOf, typedTerm } from './terms.js';
import type { TypedTerm } from './terms.js';

/** A formula without quantifiers. What has a mistake is true, and the bag says what it is. */
export function formulaOf(expr: CubExpr, scope: PlacedScope): ArrayFormula {
  const inner = (part: CubExpr): ArrayFormula => formulaOf(part, scope);
  switch (expr.kind) {
    case 'truth':
      return expr.value ? always : never;
    case 'compare':
      return comparisonOf(expr, scope);
    case 'not':
      return negation(inner(expr.arg));
    case 'connective':
      return connected(expr.op, inner(expr.left), inner(expr.right));
    case 'if': {
      const cond = inner(expr.cond);
      return disjunction([
        conjunction([cond, inner(expr.then)]),
        conjunction([negation(cond), inner(expr.else)]),
      ]);
    }
    case 'quantified': {
      const hint = 'Quantifiers stand in the guards of transitions, not inside of each other.';
      scope.bag.report('E501', expr.span, `${expr.quantifier} is not supported here`, hint);
      return always;
    }
    case 'fence':
      scope.bag.report('E402', expr.span, 'fence() is no condition on states', fenceHint);
      return always;
    case 'call': {
      const expanded = expansionOf(expr, scope);
      return expanded === null ? always : formulaOf(expanded.body, { ...scope, bindings: expanded.bindings });
    }
    default:
      return assertNever(expr);
  }
}

function connected(op: CubConnective, left: ArrayFormula, right: ArrayFormula): ArrayFormula {
  switch (op) {
    case '&&':
      return conjunction([left, right]);
    case '||':
      return disjunction([left, right]);
    case '=>':
      return disjunction([negation(left), right]);
    case '<=>':
      return disjunction([conjunction([left, right]), conjunction([negation(left), negation(right)])]);
    default:
      return assertNever(op);
  }
}

export const fenceHint = 'It is a part of its own of a guard: requires { fence() && ... }.';

export interface Expansion {
  readonly body: CubExpr;
  readonly bindings: FormulaScope['bindings'];
}

/** What a predicate says of its arguments; null, with a report, if that makes no sense. */
export function expansionOf(
  { name, args, span }: Extract<CubExpr, { kind: 'call' }>,
  scope: FormulaScope,
): Expansion | null {
  const predicate = scope.names.predicates.get(name.text);
  if (predicate === undefined) {
    const hint =
      didYouMean(name.text, scope.names.predicates.keys()) ??
      `Declare it: predicate ${name.text}(i) { ... }.`;
    scope.bag.report('E201', name.span, `there is no predicate ${name.text}`, hint);
    return null;
  }
  const { params } = predicate;
  if (params.length !== args.length) {
    scope.bag.report(
      'E301',
      span,
      `${name.text} takes ${params.length === 1 ? 'one process' : `${params.length} processes`}, not ${args.length}`,
    );
    return null;
  }
  const bounds = args.map((arg) => boundOf(arg, scope));
  if (!bounds.every((bound) => bound !== null)) return null;
  return { body: predicate.body, bindings: bind(new Map(), pairs(predicate, bounds)) };
}

const pairs = (
  { params }: PredicateDecl,
  bounds: readonly ProcessMeaning[],
): readonly (readonly [string, ProcessMeaning])[] => bounds.map((bound, i) => [params[i]?.text ?? '', bound]);

type Compare = Extract<CubExpr, { kind: 'compare' }>;

function comparisonOf(expr: Compare, scope: PlacedScope): ArrayFormula {
  const left = typedTerm(expr.left, scope);
  const right = typedTerm(expr.right, scope);
  if (left === null || right === null) return always;
  if (!sameType(left.type, right.type)) {
    const message = `${nameOf(left.type)} is compared with ${nameOf(right.type)}`;
    scope.bag.report('E301', expr.span, message, mixingHint(left.type, right.type));
    return always;
  }
  if (expr.op !== '=' && expr.op !== '<>' && !isOrdered(expr, left, scope)) return always;
  const { op, turned } = directions[expr.op];
  return turned
    ? compare(op, right.term, left.term, expr.span)
    : compare(op, left.term, right.term, expr.span);
}

/** What may help if the types are different. */
export const mixingHint = (left: ValueType, right: ValueType): string | null =>
  isNumeric(left) && isNumeric(right) ? 'Real numbers are written with a point: 1.0.' : null;

/** `X > Y` is `Y < X`. */
const directions: Readonly<Record<CubCompareOp, { readonly op: ArrayCompareOp; readonly turned: boolean }>> =
  {
    '=': { op: '=', turned: false },
    '<>': { op: '<>', turned: false },
    '<': { op: '<', turned: false },
    '<=': { op: '<=', turned: false },
    '>': { op: '<', turned: true },
    '>=': { op: '<=', turned: true },
  };

function isOrdered({ span }: Compare, { type }: TypedTerm, { bag }: PlacedScope): boolean {
  if (isNumeric(type) || type.kind === 'proc') return true;
  bag.report('E301', span, `values of ${nameOf(type)} have no order`, 'Compare them by = and <>.');
  return false;
}
