import { assertNever } from '../../support/invariant.js';
import type { CubExpr, CubProcess, Term } from './ast.js';

/** The formulas directly in a formula. */
export function partsOf(expr: CubExpr): readonly CubExpr[] {
  switch (expr.kind) {
    case 'truth':
    case 'compare':
    case 'fence':
    case 'call':
      return [];
    case 'not':
      return [expr.arg];
    case 'connective':
      return [expr.left, expr.right];
    case 'if':
      return [expr.cond, expr.then, expr.else];
    case 'quantified':
      return [expr.body];
    default:
      return assertNever(expr);
  }
}

export const calls = (expr: CubExpr): readonly Extract<CubExpr, { kind: 'call' }>[] =>
  expr.kind === 'call' ? [expr] : partsOf(expr).flatMap(calls);

/** Whether the formula speaks of what the name is bound to outside of it. */
export function mentions(expr: CubExpr, name: string): boolean {
  switch (expr.kind) {
    case 'compare':
      return termMentions(expr.left, name) || termMentions(expr.right, name);
    case 'call':
      return expr.args.some((arg) => isNamed(arg, name));
    case 'quantified':
      return !expr.names.some(({ text }) => text === name) && mentions(expr.body, name);
    case 'fence':
    case 'if':
    case 'truth':
    case 'not':
    case 'connective':
      return partsOf(expr).some((part) => mentions(part, name));
  }
}

function termMentions(term: Term, name: string): boolean {
  switch (term.kind) {
    case 'name':
      return term.name.text === name;
    case 'cell':
      return term.indices.some((index) => isNamed(index, name));
    case 'number':
    case 'fixed':
      return false;
    case 'view':
      return isNamed(term.process, name) || termMentions(term.place, name);
    case 'negative':
      return termMentions(term.arg, name);
    case 'arithmetic':
      return termMentions(term.left, name) || termMentions(term.right, name);
    default:
      return assertNever(term);
  }
}

const isNamed = (process: CubProcess, name: string): boolean =>
  process.kind === 'named' && process.name.text === name;
