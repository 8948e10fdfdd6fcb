import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { formulasOf } from '../../lang/program/program.js';
import type { Program } from '../../lang/program/program.js';
import type { FormulaRole } from '../frontend.js';
import type { ExprAst } from './ast.js';
import { checkSort } from './check-expr.js';
import { OwnCells } from './own-cells.js';
import { binderSupply, globalsOf, outside, suggester } from './scope.js';
import type { FpWorld } from './scope.js';
import { parseExpression, parseLines } from './syntax.js';

/** A formula about a program in any language, in `.fp` syntax; null if the bag got errors. */
export function parseFormula(
  source: Source,
  role: FormulaRole,
  program: Program,
  bag: DiagnosticBag,
): Expr | null {
  const ast = parseExpression(source, role === 'ltl', bag);
  return ast === null ? null : checkFormula(ast, role, program, bag);
}

/** Predicates, one a line; lines may be empty, and a `;` may end one. */
export function parsePredicates(source: Source, program: Program, bag: DiagnosticBag): readonly Expr[] {
  return parseLines(source, bag).flatMap((ast) => checkFormula(ast, 'predicate', program, bag) ?? []);
}

function checkFormula(ast: ExprAst, role: FormulaRole, program: Program, bag: DiagnosticBag): Expr | null {
  const world: FpWorld = {
    globals: globalsOf(program),
    bag,
    lost: new Set(),
    freshBinder: freshBinders(program),
    suggest: suggester(),
    ownCells: new OwnCells(() => program.shared.length + 1),
  };
  return checkSort(ast, 'bool', role === 'predicate' ? 'a predicate' : 'a property', outside(world, role));
}

function freshBinders(program: Program): FpWorld['freshBinder'] {
  const formulas = [...program.properties.flatMap(formulasOf), ...program.predicates];
  const used = formulas
    .flatMap((f) => [...subexpressions(f)])
    .flatMap((e) => (e.kind === 'forall' ? e.binders : []));
  return binderSupply(Math.max(-1, ...used) + 1);
}
