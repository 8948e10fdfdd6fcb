import { reservedWords } from '../../lang/boolean/reserved-words.js';
import type { TextCondition, TextExpression } from '../../lang/boolean/boolean-text.js';
import type { CompareOp } from '../../lang/expr/operators.js';
import { FormulaCursor } from './formula-cursor.js';
import type { FormulaProblem } from './formula-cursor.js';
import { FormulaPool } from './formula-pool.js';
import { operatorMeant } from './meant.js';
import { isDigit, isWordStart } from './scanner.js';
import type { Scanner } from './scanner.js';

/** What brackets hold is known only when what follows them is. */
type FormulaNode = TextCondition | TextExpression;

/** Every part of the program that walks a condition recurses. */
const maxNesting = 500;

const any: TextCondition & TextExpression = { kind: 'any' };
const truths = { true: { kind: 'truth', value: true }, false: { kind: 'truth', value: false } } as const;

const code = (character: string): number => character.charCodeAt(0);
const or = code('|');
const and = code('&');
const not = code('!');
const equal = code('=');
const less = code('<');
const greater = code('>');
const plus = code('+');
const minus = code('-');
const times = code('*');
const open = code('(');
const openBrace = code('{');

/** Reads conditions and expressions by recursive descent, one character after the other. */
export class BlFormulaReader {
  readonly #cursor: FormulaCursor;
  readonly #pool = new FormulaPool();
  #depth = 0;

  constructor(private readonly scanner: Scanner) {
    this.#cursor = new FormulaCursor(scanner);
  }

  /** Why the last reading gave null. */
  get problem(): FormulaProblem | null {
    return this.#cursor.problem;
  }

  /** Reads on to the first character that does not belong to the condition. */
  condition(): TextCondition | null {
    const start = this.#cursor.start();
    const rest = this.scanner.text.slice(start, this.scanner.limitFrom(start));
    const known = this.#pool.known(rest);
    if (known !== null) {
      this.scanner.pos = start + known.length;
      return known.node;
    }
    const node = this.#whole(() => this.#asCondition(this.#disjunction(), start));
    const length = this.scanner.pos - start;
    if (node !== null && length <= rest.length) this.#pool.remember(rest, node, length);
    return node;
  }

  expression(): TextExpression | null {
    const start = this.#cursor.start();
    return this.#whole(() => this.#asExpression(this.#disjunction(), start));
  }

  #whole<T>(read: () => T): T | null {
    this.#cursor.problem = null;
    this.#depth = 0;
    const node = read();
    return this.#cursor.problem === null ? node : null;
  }

  #disjunction(): FormulaNode {
    const start = this.#cursor.start();
    const first = this.#conjunction();
    if (!this.#cursor.acceptTwice(or)) return first;
    const parts = [this.#asCondition(first, start)];
    do parts.push(this.#conditionPart(() => this.#conjunction()));
    while (this.#cursor.acceptTwice(or));
    return { kind: 'or', parts };
  }

  #conjunction(): FormulaNode {
    const start = this.#cursor.start();
    const first = this.#negation();
    if (!this.#cursor.acceptTwice(and)) return first;
    const parts = [this.#asCondition(first, start)];
    do parts.push(this.#conditionPart(() => this.#negation()));
    while (this.#cursor.acceptTwice(and));
    return { kind: 'and', parts };
  }

  #negation(): FormulaNode {
    if (!this.#cursor.accept(not)) return this.#comparison();
    const part = this.#nested(() => this.#conditionPart(() => this.#negation()));
    return { kind: 'not', part };
  }

  #comparison(): FormulaNode {
    const start = this.#cursor.start();
    const first = this.#sum();
    const op = this.#compareOp();
    if (op === null) return first;
    const left = this.#asExpression(first, start);
    const right = this.#expressionPart(() => this.#sum());
    const { pos } = this.#cursor;
    if (this.#compareOp() !== null) {
      this.#cursor.fail(pos, 'a comparison of a comparison', 'join two comparisons by `&&`');
    }
    return this.#pool.comparison(op, left, right);
  }

  #compareOp(): CompareOp | null {
    const first = this.#cursor.peek();
    const isLong = this.#cursor.second() === equal;
    let op: CompareOp | null = null;
    if (first === not) op = isLong ? '!=' : null;
    else if (first === equal) op = isLong ? '==' : null;
    else if (first === less) op = isLong ? '<=' : '<';
    else if (first === greater) op = isLong ? '>=' : '>';
    if (op !== null) this.#cursor.skip(op.length);
    else if (first === equal) {
      this.#cursor.fail(this.#cursor.pos, 'unexpected `=`', 'equality is written `==`');
    }
    return op;
  }

  #sum(): FormulaNode {
    const start = this.#cursor.start();
    const first = this.#product();
    let sign = this.#cursor.peek();
    if (sign !== plus && sign !== minus) return first;
    const terms = [{ minus: false, part: this.#asExpression(first, start) }];
    for (; sign === plus || sign === minus; sign = this.#cursor.peek()) {
      this.#cursor.skip(1);
      terms.push({ minus: sign === minus, part: this.#expressionPart(() => this.#product()) });
    }
    return { kind: 'sum', terms };
  }

  #product(): FormulaNode {
    const start = this.#cursor.start();
    const first = this.#operand();
    if (this.#cursor.peek() !== times) return first;
    const parts = [this.#asExpression(first, start)];
    while (this.#cursor.accept(times)) parts.push(this.#expressionPart(() => this.#operand()));
    return { kind: 'product', parts };
  }

  #operand(): FormulaNode {
    const next = this.#cursor.peek();
    if (isWordStart(next)) return this.#word();
    if (isDigit(next)) return this.#number(1);
    switch (next) {
      case times:
        this.#cursor.skip(1);
        return any;
      case open: {
        this.#cursor.skip(1);
        const node = this.#nested(() => this.#disjunction());
        this.#cursor.expect(')');
        return node;
      }
      case minus: {
        this.#cursor.skip(1);
        if (isDigit(this.#cursor.peek())) return this.#number(-1);
        const part = this.#nested(() => this.#expressionPart(() => this.#operand()));
        return part.kind === 'int' ? this.#pool.number(-part.value) : { kind: 'negative', part };
      }
      default:
        this.#cursor.unexpected();
        return any;
    }
  }

  #word(): FormulaNode {
    const { pos } = this.#cursor;
    const name = this.#cursor.word();
    if (name === 'true' || name === 'false') return truths[name];
    if (reservedWords.has(name) && name !== 'pc') {
      this.#cursor.fail(pos, `unexpected \`${name}\``, null, this.#cursor.pos);
      return any;
    }
    if (operatorMeant(name) === '!' && this.#isOperand()) {
      this.#cursor.fail(pos, `unexpected \`${name}\``, 'write `!`', pos + name.length);
      return any;
    }
    const block = this.#block();
    if (name !== 'pc') return block === null ? this.#pool.name(name) : { kind: 'name', name, block };
    if (block === null) this.#cursor.fail(pos, '`pc` without a process', 'write `pc{1}`', pos + name.length);
    return { kind: 'pc', block: block ?? 0 };
  }

  #isOperand(): boolean {
    const next = this.#cursor.peek();
    return isWordStart(next) || isDigit(next) || next === open;
  }

  /** `{1}`, if it is there. */
  #block(): number | null {
    if (!this.#cursor.accept(openBrace)) return null;
    const number = this.#cursor.number();
    this.#cursor.expect('}');
    return number;
  }

  #number(sign: 1 | -1): TextExpression {
    const number = this.#cursor.number();
    return number === null ? any : this.#pool.number(sign * number);
  }

  #conditionPart(read: () => FormulaNode): TextCondition {
    const start = this.#cursor.start();
    return this.#asCondition(read(), start);
  }

  #expressionPart(read: () => FormulaNode): TextExpression {
    const start = this.#cursor.start();
    return this.#asExpression(read(), start);
  }

  #asCondition(node: FormulaNode, start: number): TextCondition {
    if (isCondition(node)) return node;
    const note = 'compare it: `x != 0`';
    this.#cursor.fail(start, 'a number where a condition belongs', note, this.#cursor.pos);
    return any;
  }

  #asExpression(node: FormulaNode, start: number): TextExpression {
    if (node.kind === 'any' || !isCondition(node)) return node;
    const note = 'conditions are joined by `&&` and `||`, not compared or added';
    this.#cursor.fail(start, 'a condition where a number belongs', note, this.#cursor.pos);
    return any;
  }

  #nested<T>(read: () => T): T | typeof any {
    if (++this.#depth > maxNesting) {
      const message = `more than ${maxNesting} levels of brackets and operators`;
      this.#cursor.fail(this.#cursor.pos - 1, message, null);
      return any;
    }
    const node = read();
    this.#depth--;
    return node;
  }
}

function isCondition(node: FormulaNode): node is TextCondition {
  switch (node.kind) {
    case 'truth':
    case 'any':
    case 'compare':
    case 'not':
    case 'and':
    case 'or':
      return true;
    case 'int':
    case 'name':
    case 'pc':
    case 'negative':
    case 'sum':
    case 'product':
      return false;
  }
}
