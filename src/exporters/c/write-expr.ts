import { constantValue } from '../../lang/expr/constant.js';
import { binary, isBitOp, not } from '../../lang/expr/expr.js';
import type { BitOp, Expr } from '../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import { isCompareOp, oppositeOf } from '../../lang/expr/operators.js';
import { lengthOf } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { notPlain } from '../shared/plain.js';
import type { Helper } from './helpers.js';
import { contains, includes, int32 } from '../../lang/expr/interval.js';
import type { BoundedInterval } from '../../lang/expr/interval.js';
import { faultsOf, mayDivideByZero, mayMiss, rawInterval, selfComparison } from './faulty-operands.js';
import { CPrecedence, checkedOps, enclosed, levelsOf, literal, nearestLiteral, primary } from './pieces.js';
import type { CArithmeticOp, CPiece, PlainOp } from './pieces.js';
import type { CScope } from './wording.js';

const naturals: BoundedInterval = { lo: 0n, hi: int32.hi };
const counts: BoundedInterval = { lo: 0n, hi: 31n };

/** What an expression needs besides its text. */
export interface Needs {
  helper(name: Helper): void;
  /** An integer variable of the function, for a left operand that must be evaluated first. */
  temporary(): string;
  /** That the text reads a local of the function. */
  reads(local: LocalId): void;
  /** The same of a shared variable, which may stand in the function. */
  looksAt(variable: SharedId): void;
}

/**
 * Expressions in C. What may leave 32 bits, divide by zero or miss an array goes through a helper function that checks;
 * what cannot, by the types of its variables, is written plainly. C leaves the order of operands open, which matters only
 * where they may fail differently: then the left one goes to a temporary first.
 */
export class ExprWriter {
  constructor(
    private readonly scope: CScope,
    private readonly needs: Needs,
    /** Whether divisors are surely not 0 and cells surely exist: something has made sure before. */
    private readonly isSafe = false,
  ) {}

  /** As a whole: an initialiser, a right side, an argument. */
  text(expr: Expr): string {
    const { text, level } = this.piece(expr);
    return level === CPrecedence.Comma ? `(${text})` : text;
  }

  /** As a condition, in its shortest negation: `x != 0` for `!(x == 0)`. */
  negated(expr: Expr): string {
    if (expr.kind === 'binary') {
      const { op } = expr;
      if (isCompareOp(op) && selfComparison(expr, this.scope.program) === null)
        return this.infix(oppositeOf[op], expr).text;
    }
    return this.text(not(expr));
  }

  /** A value that is stored in a variable of the range. */
  fitting(expr: Expr, range: BoundedInterval | null): string {
    const text = this.text(expr);
    if (range === null || this.surelyFits(expr, range)) return text;
    return this.inRange(text, range);
  }

  surelyFits(expr: Expr, range: BoundedInterval): boolean {
    const raw = rawInterval(expr, this.scope.program);
    return contains(range, raw) && contains(int32, raw);
  }

  inRange(text: string, { lo, hi }: BoundedInterval): string {
    this.needs.helper('in_range');
    return `in_range(${text}, ${nearestLiteral(lo)}, ${nearestLiteral(hi)})`;
  }

  /** `flag[1]`; the index has been checked if `checked`. */
  cell(name: string, index: string, length: number, checked: boolean): string {
    if (checked) return `${name}[${index}]`;
    this.needs.helper('cell');
    return `${name}[cell(${index}, ${length})]`;
  }

  private piece(expr: Expr): CPiece {
    const constant = constantValue(expr);
    if (typeof constant === 'bigint') return this.number(constant);
    switch (expr.kind) {
      case 'int':
        return this.number(expr.value);
      case 'bool':
        return primary(String(expr.value));
      case 'shared':
        return primary(this.read(expr));
      case 'local':
        this.needs.reads(expr.local);
        return primary(this.scope.local(expr.local));
      case 'at':
        return primary(this.scope.at(expr.thread, expr.label));
      case 'unary':
        return this.unary(expr);
      case 'binary':
        return this.binary(expr);
      default:
        return notPlain(expr);
    }
  }

  private number(value: bigint): CPiece {
    if (includes(int32, value))
      return { text: literal(value), level: value < 0n ? CPrecedence.Unary : CPrecedence.Primary };
    this.needs.helper('too_large');
    return primary('too_large()');
  }

  private read(expr: Extract<Expr, { kind: 'shared' }>): string {
    const name = this.scope.shared(expr.shared);
    this.needs.looksAt(expr.shared);
    if (expr.index === null) return name;
    const { program } = this.scope;
    const length = lengthOf(at(program.shared, expr.shared));
    return this.cell(name, this.text(expr.index), length, this.isSafe || !mayMiss(expr, program));
  }

  private unary(expr: Extract<Expr, { kind: 'unary' }>): CPiece {
    switch (expr.op) {
      case '!':
        return this.negation(expr.arg);
      case '-':
        return this.minus(expr);
      case 'int':
        return primary(`(${this.text(expr.arg)} ? 1 : 0)`);
    }
  }

  private negation(arg: Expr): CPiece {
    const piece = this.piece(arg);
    return { text: `!${enclosed(piece, CPrecedence.Unary)}`, level: CPrecedence.Unary };
  }

  private minus(expr: Extract<Expr, { kind: 'unary' }>): CPiece {
    if (contains(int32, rawInterval(expr, this.scope.program)))
      return { text: `-${enclosed(this.piece(expr.arg), CPrecedence.Primary)}`, level: CPrecedence.Unary };
    this.needs.helper('neg32');
    return primary(`neg32(${this.text(expr.arg)})`);
  }

  private binary(expr: Extract<Expr, { kind: 'binary' }>): CPiece {
    const same = selfComparison(expr, this.scope.program);
    if (same !== null) return primary(String(same));
    const { op, left, right } = expr;
    if (op === '&&' || op === '||') return this.logical(op, this.piece(left), right);
    if (op === '->') return this.logical('||', this.piece(not(left)), right);
    if (isCompareOp(op)) return this.infix(op, expr);
    return isBitOp(op) ? this.bits(op, expr) : this.arithmetic(op, expr);
  }

  /** What C leaves open of shifts goes through a function: of negative values, by counts that it has not, beyond 32 bits. */
  private bits(op: BitOp, expr: Extract<Expr, { kind: 'binary' }>): CPiece {
    const { program } = this.scope;
    const shifts = op === '<<' || op === '>>';
    const isOpen =
      shifts &&
      !(
        contains(naturals, rawInterval(expr.left, program)) &&
        contains(counts, rawInterval(expr.right, program)) &&
        contains(int32, rawInterval(expr, program))
      );
    const [before, left] = this.first(expr);
    const side = (piece: CPiece): string => enclosed(piece, CPrecedence.Unary);
    const [a, b] = [left, this.piece(expr.right)];
    if (isOpen) this.needs.helper(op === '<<' ? 'shl32' : 'shr32');
    const text = isOpen
      ? `${op === '<<' ? 'shl32' : 'shr32'}(${enclosed(a, CPrecedence.Or)}, ${enclosed(b, CPrecedence.Or)})`
      : `(${side(a)} ${op} ${side(b)})`;
    return before === null ? primary(text) : { text: `${before}, ${text}`, level: CPrecedence.Comma };
  }

  /** Mixed with the other operator, `&&` and `||` get parentheses that C compilers like to see. */
  private logical(op: '&&' | '||', left: CPiece, rightExpr: Expr): CPiece {
    const own = op === '&&' ? CPrecedence.And : CPrecedence.Or;
    const side = (piece: CPiece): string =>
      piece.level === own ? piece.text : enclosed(piece, CPrecedence.Equality);
    return { text: `${side(left)} ${op} ${side(this.piece(rightExpr))}`, level: own };
  }

  /** An operation that C has as it is. */
  private infix(op: PlainOp, expr: Extract<Expr, { kind: 'binary' }>): CPiece {
    const { own, left: least, right: leastRight } = levelsOf(op);
    const isComparison = own === CPrecedence.Equality || own === CPrecedence.Relation;
    const [before, left] = this.first(expr);
    // Negations that are compared get parentheses that C compilers like to see.
    const side = (piece: CPiece, level: CPrecedence): string =>
      isComparison && piece.text.startsWith('!') ? `(${piece.text})` : enclosed(piece, level);
    const text = `${side(left, least)} ${op} ${side(this.piece(expr.right), leastRight)}`;
    return before === null ? { text, level: own } : { text: `${before}, ${text}`, level: CPrecedence.Comma };
  }

  private arithmetic(op: CArithmeticOp, expr: Extract<Expr, { kind: 'binary' }>): CPiece {
    const { program } = this.scope;
    const divides = op === '/' || op === '%';
    // The smallest integer divided by -1 leaves 32 bits, and C leaves the remainder of that open too.
    const checked = divides ? binary('/', expr.left, expr.right) : expr;
    const fits = contains(int32, rawInterval(checked, program));
    const mayFail = divides && !this.isSafe && mayDivideByZero(expr.right, program);
    if (fits && !mayFail) return this.infix(op, expr);
    const [before, left] = this.first(expr);
    const helper = checkedOps[op];
    this.needs.helper(helper);
    const leftText = left.level === CPrecedence.Comma ? `(${left.text})` : left.text;
    const call = `${helper}(${leftText}, ${this.text(expr.right)})`;
    return before === null ? primary(call) : { text: `${before}, ${call}`, level: CPrecedence.Comma };
  }

  /** The left operand; where it may fail and the right one may fail differently, an assignment that comes first. */
  private first(expr: Extract<Expr, { kind: 'binary' }>): readonly [string | null, CPiece] {
    const { program } = this.scope;
    const left = faultsOf(expr.left, program);
    const right = faultsOf(expr.right, program);
    const piece = this.piece(expr.left);
    if (this.isSafe || left.size === 0 || right.size === 0 || new Set([...left, ...right]).size === 1)
      return [null, piece];
    const name = this.needs.temporary();
    return [`${name} = ${enclosed(piece, CPrecedence.Or)}`, primary(name)];
  }
}
