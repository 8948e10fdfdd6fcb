import type { Span, Word } from '../../diagnostics/span.js';
import { constantValue } from '../../lang/expr/constant.js';
import {
  binary,
  bool,
  forall,
  int,
  subexpressions,
  hasTemporal,
  temporal,
  unary,
  until,
} from '../../lang/expr/expr.js';
import type { BinaryOp, BitOp, Expr } from '../../lang/expr/expr.js';
import { isTooLarge } from '../../lang/expr/integer-limit.js';
import { assertNever } from '../../support/invariant.js';
import type { BinaryOpAst, ExprAst, UnaryOpAst } from './ast.js';
import { reportFault } from './implicit-faults.js';
import { resolveAt, resolvePlace, resolveThread } from './names.js';
import { wrongUse } from './name-reports.js';
import { describeGlobal, isProperty, memoryReads, reportTwice } from './scope.js';
import type { BinderInfo, ExprPlace } from './scope.js';
import { need, ofBool, ofInt, sortTitle } from './types.js';
import type { ExprSort, TypedExpr } from './types.js';

type Unary = Extract<ExprAst, { kind: 'unary' }>;
type BinaryExprAst = Extract<ExprAst, { kind: 'binary' }>;
type Quantified = Extract<ExprAst, { kind: 'forall' | 'exists' }>;
type Choice = Extract<ExprAst, { kind: 'choice' }>;

/** Looks up the names of an expression and checks its types; null if it has errors, which are in the bag then. */
export function checkExpr(ast: ExprAst, place: ExprPlace): TypedExpr | null {
  const checkInt = (part: ExprAst, who: string): Expr | null => checkSort(part, 'int', who, place);
  switch (ast.kind) {
    case 'number':
      if (isTooLarge(ast.value)) return tooLarge(ast, place);
      return ofInt(int(ast.value));
    case 'bool':
      return ofBool(bool(ast.value));
    case 'place':
      return resolvePlace(ast, place, checkInt);
    case 'at':
      return resolveAt(ast.of, ast.label, place, checkInt);
    case 'paren':
      return checkExpr(ast.inner, place);
    case 'unary':
      return checkUnary(ast, place);
    case 'binary':
      return checkBinary(ast, place);
    case 'choice':
      return checkChoice(ast, place);
    case 'forall':
    case 'exists':
      return checkQuantified(ast, place);
    default:
      return assertNever(ast);
  }
}

/** An expression that must be of a sort; `who` needs it. */
export function checkSort(ast: ExprAst, sort: ExprSort, who: string, place: ExprPlace): Expr | null {
  return need(checkExpr(ast, place), sort, who, ast.span, place.world);
}

const isTemporal = (op: UnaryOpAst): op is 'G' | 'F' | 'X' => op !== '!' && op !== '-' && op !== 'int';

function checkUnary({ op, arg }: Unary, place: ExprPlace): TypedExpr | null {
  // `-1` is a number; `-(1)` is the negation of one.
  if (op === '-' && arg.kind === 'number') return ofInt(int(-arg.value));
  const checked = checkSort(arg, op === '-' ? 'int' : 'bool', `what \`${op}\` applies to`, place);
  if (checked === null) return null;
  if (isTemporal(op)) return ofBool(temporal(op, checked));
  return op === '!' ? ofBool(unary(op, checked)) : ofInt(unary(op, checked));
}

function checkBinary(ast: BinaryExprAst, place: ExprPlace): TypedExpr | null {
  switch (ast.op) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return checkArithmetic(ast, ast.op, place);
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      return checkBits(ast, ast.op, place);
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const sides = checkSides(ast, 'int', place);
      return sides === null ? null : ofBool(binary(ast.op, ...sides));
    }
    case '==':
    case '!=':
      return checkEquality(ast, ast.op, place);
    case '->':
      if (place.role === 'statement' || place.role === 'initialiser' || place.role === 'constant') {
        place.world.bag.report('E405', ast.span, '`->` is for properties', 'write `!a || b` for `a -> b`');
        return null;
      }
      return checkLogic(ast, ast.op, place);
    case '&&':
    case '||':
      return checkLogic(ast, ast.op, place);
    case 'U':
    case 'R':
    case 'W': {
      const sides = checkSides(ast, 'bool', place);
      return sides === null ? null : ofBool(until(ast.op, ...sides));
    }
    default:
      return assertNever(ast.op);
  }
}

function checkSides(ast: BinaryExprAst, sort: ExprSort, place: ExprPlace): readonly [Expr, Expr] | null {
  const left = checkSort(ast.left, sort, sideOf(ast.op, 'left'), place);
  const right = checkSort(ast.right, sort, sideOf(ast.op, 'right'), place);
  return left === null || right === null ? null : [left, right];
}

const sideOf = (op: BinaryOpAst, side: string): string => `the ${side} side of \`${op}\``;

function checkLogic(ast: BinaryExprAst, op: BinaryOp, place: ExprPlace): TypedExpr | null {
  const left = checkSort(ast.left, 'bool', sideOf(op, 'left'), place);
  const decided = left !== null && constantValue(left) === (op === '||');
  const right = checkSort(ast.right, 'bool', sideOf(op, 'right'), { ...place, dead: place.dead || decided });
  return left === null || right === null ? null : ofBool(binary(op, left, right));
}

function checkArithmetic(ast: BinaryExprAst, op: BinaryOp, place: ExprPlace): TypedExpr | null {
  const sides = checkSides(ast, 'int', place);
  if (sides === null) return null;
  const byZero = (op === '/' || op === '%') && constantValue(sides[1]) === 0n && !place.dead;
  if (byZero && !reportFault('div', ast.right.span, 'division by a constant zero', place)) return null;
  const expr = binary(op, ...sides);
  const isConstant = sides.every((side) => constantValue(side) !== null);
  if (isConstant && (op === '+' || op === '-' || op === '*') && constantValue(expr) === null)
    return tooLarge(ast, place);
  return ofInt(expr);
}

/** Some other number stands for it, so that what is computed from it is not wrong, too. */
function tooLarge(ast: ExprAst, place: ExprPlace): TypedExpr {
  place.world.bag.report('E307', ast.span, 'this integer is too large to compute with');
  return ofInt(int(1));
}

/** As in C they bind less than comparisons do, so mistakes show as truth values on a side. */
function checkBits(ast: BinaryExprAst, op: BitOp, place: ExprPlace): TypedExpr | null {
  const left = checkExpr(ast.left, place);
  const right = checkExpr(ast.right, place);
  if (left === null || right === null) return null;
  if (left.sort === 'int' && right.sort === 'int') return ofInt(binary(op, left.expr, right.expr));
  const both = left.sort === 'bool' && right.sort === 'bool' && (op === '&' || op === '|');
  const note = both
    ? `write \`${op}${op}\``
    : '`==` and `<` bind tighter, as in C: write `(x & 1) == 0` for `x & 1 == 0`';
  place.world.bag.report('E301', ast.span, `\`${op}\` works on the bits of integers`, note);
  return null;
}

function checkEquality(ast: BinaryExprAst, op: '==' | '!=', place: ExprPlace): TypedExpr | null {
  const left = checkExpr(ast.left, place);
  const right = checkExpr(ast.right, place);
  if (left === null || right === null) return null;
  if (left.sort !== right.sort) return mixedEquality(ast, left, right, place);
  if (hasTemporal(left.expr) || hasTemporal(right.expr)) {
    const note = 'write `(a -> b) && (b -> a)` for equal truth';
    place.world.bag.report('E301', ast.span, `\`${op}\` does not compare temporal formulas`, note);
    return null;
  }
  return ofBool(binary(op, left.expr, right.expr));
}

function mixedEquality(ast: BinaryExprAst, left: TypedExpr, right: TypedExpr, place: ExprPlace): null {
  const isComparison = ast.left.kind === 'binary' && left.sort === 'bool' && right.sort === 'int';
  const note = isComparison ? 'to compare twice, write `a == b && b == c`' : null;
  const sides = `${sortTitle(left.sort)} on the left, ${sortTitle(right.sort)} on the right`;
  place.world.bag.report('E301', ast.span, `\`${ast.op}\` compares two of a kind, but has ${sides}`, note);
  return null;
}

function checkQuantified(ast: Quantified, place: ExprPlace): TypedExpr | null {
  if (!isProperty(place.role) && place.role !== 'predicate') {
    place.world.bag.report('E405', ast.span, `\`${ast.kind}\` is for properties and predicates`);
    return null;
  }
  const thread = resolveThread(ast.thread, place);
  if (thread === null) return null;
  if (thread.instances.kind === 'one') {
    return wrongUse(
      place,
      ast.thread.span,
      `\`${thread.name}\` is a single thread`,
      `name it: \`${thread.name}\``,
    );
  }
  const binders = new Map<string, BinderInfo>(place.binders);
  const spans = new Map<string, Span>();
  for (const word of ast.binders) {
    if (isFreshBinder(word, spans, place)) {
      binders.set(word.text, { id: place.world.freshBinder(), thread });
    }
    spans.set(word.text, word.span);
  }
  const body = checkSort(ast.body, 'bool', `what \`${ast.kind}\` speaks of`, { ...place, binders });
  const ids = ast.binders.flatMap((word) => binders.get(word.text)?.id ?? []);
  if (body === null) return null;
  if (ast.kind === 'forall') return ofBool(forall(ids, thread.id, body));
  return ofBool(unary('!', forall(ids, thread.id, unary('!', body))));
}

/**
 * `c ? a : b` is `c && a || !c && b`, and of integers `a` times the truth of `c` and `b` times that of `!c`: both are
 * evaluated, so neither may be undefined. In a statement nothing of it is shared: it would be loaded more than once.
 */
function checkChoice(ast: Choice, place: ExprPlace): TypedExpr | null {
  const cond = checkSort(ast.cond, 'bool', 'the condition of `?`', place);
  const [yes, no] = [checkExpr(ast.yes, place), checkExpr(ast.no, place)];
  if (cond === null || yes === null || no === null) return null;
  if (yes.sort !== no.sort) {
    const sides = `${sortTitle(yes.sort)} before \`:\`, ${sortTitle(no.sort)} behind it`;
    place.world.bag.report('E301', ast.span, `\`?\` chooses between two of a kind, but has ${sides}`);
    return null;
  }
  const parts = [cond, yes.expr, no.expr];
  if (place.role === 'statement' && parts.some((part) => memoryReads(part, place.world).length > 0)) {
    const message = 'where it reads shared variables, a `?` stands alone on the right of `=`';
    place.world.bag.report('E402', ast.span, message, 'store what it chooses in a local first');
    return null;
  }
  const not = unary('!', cond);
  if (yes.sort === 'bool')
    return ofBool(binary('||', binary('&&', cond, yes.expr), binary('&&', not, no.expr)));
  if ([yes.expr, no.expr].some(mayBeUndefined)) {
    const message =
      'both values of a `?` between integers are computed, so neither divides or chooses a cell';
    place.world.bag.report('E402', ast.span, message, 'compute them in locals first, with `if`');
    return null;
  }
  const times = (truth: Expr, value: Expr): Expr => binary('*', unary('int', truth), value);
  return ofInt(binary('+', times(cond, yes.expr), times(not, no.expr)));
}

const mayBeUndefined = (expr: Expr): boolean =>
  [...subexpressions(expr)].some(
    (part) =>
      (part.kind === 'binary' && (part.op === '/' || part.op === '%')) ||
      (part.kind === 'shared' && part.index !== null && constantValue(part.index) === null),
  );

function isFreshBinder(word: Word, siblings: ReadonlyMap<string, Span>, place: ExprPlace): boolean {
  const sibling = siblings.get(word.text);
  const global = place.world.globals.get(word.text);
  if (sibling !== undefined) reportTwice(place.world.bag, word, 'an instance of this quantifier', sibling);
  else if (global !== undefined) reportTwice(place.world.bag, word, describeGlobal(global), global.span);
  else return true;
  return false;
}
