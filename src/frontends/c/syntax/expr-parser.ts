import { covering } from '../../../diagnostics/span.js';
import type { CToken } from '../preprocess/c-token.js';
import type { CDesignators, CExpr, CInit, CInitItem, CStmt, CTypeAst, CUnaryOp } from './c-ast.js';
import { characterOf, textOf } from './c-literals.js';
import { SyntaxStop } from './token-cursor.js';
import { TypeParser } from './type-parser.js';
import { reservedWords } from './type-names.js';

/** How binary operators bind, from the weakest. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const strengthOf = new Map(levels.flatMap((ops, i) => ops.map((op) => [op, i] as const)));
const assignments = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=']);
const alignmentWords = new Set(['_Alignof', '__alignof__', '__alignof']);
const isUnaryOp = (text: string): text is CUnaryOp => /^[-+!~*&]$/.test(text);

/** Reads expressions by the strength of operators. */
export abstract class ExprParser extends TypeParser {
  protected abstract blockBody(): readonly CStmt[];

  protected expression(): CExpr {
    let left = this.assignment();
    while (this.accept(',') !== null) {
      const right = this.assignment();
      left = { kind: 'comma', left, right, span: covering(left.span, right.span) };
    }
    return left;
  }

  protected assignment(): CExpr {
    return this.nested(() => {
      const target = this.#conditional();
      const operator = this.peek();
      if (operator.kind !== 'punctuator' || !assignments.has(operator.text)) return target;
      this.next();
      const value = this.assignment();
      const op = operator.text === '=' ? null : operator.text.slice(0, -1);
      return { kind: 'assign', op, target, value, span: covering(target.span, value.span) };
    });
  }

  #conditional(): CExpr {
    const cond = this.#binary(0);
    if (this.accept('?') === null) return cond;
    const then = this.sees(':') ? cond : this.expression();
    this.expect(':', 'between the two values of ? :');
    const other = this.nested(() => this.#conditional());
    return { kind: 'conditional', cond, then, else: other, span: covering(cond.span, other.span) };
  }

  #binary(least: number): CExpr {
    let left = this.#unary();
    let operands = 0;
    for (;;) {
      const { kind, text, span } = this.peek();
      const strength = kind === 'punctuator' ? strengthOf.get(text) : undefined;
      if (strength === undefined || strength < least) return left;
      // A long row makes a deep tree.
      if (++operands > 500) throw new SyntaxStop(span, 'an expression has too many operands in a row');
      this.next();
      const right = this.#binary(strength + 1);
      left = { kind: 'binary', op: text, left, right, span: covering(left.span, right.span) };
    }
  }

  #unary(): CExpr {
    return this.nested(() => {
      const start = this.peek();
      if (start.kind === 'name') return this.#unaryWord(start);
      if (this.sees('++') || this.sees('--')) {
        this.next();
        const arg = this.#unary();
        const by = start.text === '++' ? 1 : -1;
        return { kind: 'step', by, when: 'before', arg, span: this.spanFrom(start) };
      }
      if (start.kind === 'punctuator' && isUnaryOp(start.text)) {
        this.next();
        return { kind: 'unary', op: start.text, arg: this.#unary(), span: this.spanFrom(start) };
      }
      if (this.sees('(') && this.beginsType(1)) return this.#cast(start);
      return this.#postfix(this.#primary());
    });
  }

  #unaryWord(start: CToken): CExpr {
    if (start.text === '__extension__') {
      this.next();
      return this.#unary();
    }
    if (start.text === '_Generic') return this.#postfix(this.#generic());
    if (start.text === '__builtin_offsetof') return this.#offsetOf();
    if (alignmentWords.has(start.text)) {
      this.next();
      return { kind: 'alignof-type', type: this.#typeInBrackets(), span: this.spanFrom(start) };
    }
    if (start.text !== 'sizeof') return this.#postfix(this.#primary());
    this.next();
    if (!this.sees('(') || !this.beginsType(1))
      return { kind: 'sizeof', arg: this.#unary(), span: this.spanFrom(start) };
    this.next();
    const type = this.typeName();
    this.expect(')', 'behind the type');
    return { kind: 'sizeof-type', type, span: this.spanFrom(start) };
  }

  #typeInBrackets(): CTypeAst {
    this.expect('(', 'before the type');
    const type = this.typeName();
    this.expect(')', 'behind the type');
    return type;
  }

  #generic(): CExpr {
    const start = this.next();
    this.expect('(', 'behind _Generic');
    const control = this.assignment();
    const choices: { readonly type: CTypeAst | null; readonly value: CExpr }[] = [];
    while (this.accept(',') !== null) {
      const type = this.accept('default') === null ? this.typeName() : null;
      this.expect(':', 'behind the type');
      choices.push({ type, value: this.assignment() });
    }
    this.expect(')', 'behind the choices of _Generic');
    return { kind: 'generic', control, choices, span: this.spanFrom(start) };
  }

  #offsetOf(): CExpr {
    const start = this.next();
    this.expect('(', 'behind offsetof');
    const type = this.typeName();
    this.expect(',', 'behind the type');
    const first = { kind: 'field', name: this.name('the name of a member') } as const;
    const path = [first, ...this.#designatorParts()];
    this.expect(')', 'behind the member');
    return { kind: 'offsetof', type, path, span: this.spanFrom(start) };
  }

  #cast(start: CToken): CExpr {
    this.next();
    const type = this.typeName();
    this.expect(')', 'behind the type');
    if (this.sees('{'))
      return this.#postfix({ kind: 'compound', type, init: this.initializer(), span: this.spanFrom(start) });
    return { kind: 'cast', type, arg: this.#unary(), span: this.spanFrom(start) };
  }

  #primary(): CExpr {
    const token = this.peek();
    switch (token.kind) {
      case 'number':
        this.next();
        return { kind: 'number', text: token.text, span: token.span };
      case 'char': {
        this.next();
        const value = characterOf(token.text);
        if (value === null) throw new SyntaxStop(token.span, `${token.text} is not one character`);
        return { kind: 'char', value, span: token.span };
      }
      case 'string':
        return this.#text(token);
      case 'name':
        if (reservedWords.has(token.text)) this.unexpected('an expression');
        this.next();
        return { kind: 'name', name: token.text, span: token.span };
      case 'punctuator':
        return token.text === '(' ? this.#bracketed() : this.unexpected('an expression');
      case 'end':
        return this.unexpected('an expression');
    }
  }

  /** Texts in a row are one. */
  #text(first: CToken): CExpr {
    const bytes: bigint[] = [];
    while (this.peek().kind === 'string') {
      const token = this.next();
      const part = textOf(token.text);
      if (part === null) throw new SyntaxStop(token.span, `${token.text} is no text of plain characters`);
      for (const byte of part) bytes.push(byte);
    }
    return { kind: 'string', bytes: [...bytes, 0n], span: first.span };
  }

  #bracketed(): CExpr {
    const start = this.next();
    if (this.sees('{')) {
      const body = this.inScope(() => this.blockBody());
      this.expect(')', 'behind a block that is an expression');
      return { kind: 'statements', body, span: this.spanFrom(start) };
    }
    const inside = this.expression();
    this.expect(')', 'behind an expression in brackets');
    return inside;
  }

  #postfix(of: CExpr): CExpr {
    let made = of;
    for (let parts = 0; ; parts++) {
      if (parts > 100) throw new SyntaxStop(this.peek().span, 'an expression has too many parts in a row');
      const next = this.#postfixPart(made);
      if (next === null) return made;
      made = next;
    }
  }

  #postfixPart(of: CExpr): CExpr | null {
    const token = this.peek();
    if (token.kind !== 'punctuator') return null;
    const span = (): CExpr['span'] => covering(of.span, this.peek(-1).span);
    switch (token.text) {
      case '(': {
        this.next();
        const args: CExpr[] = [];
        while (!this.sees(')')) {
          args.push(this.assignment());
          if (this.accept(',') === null) break;
        }
        this.expect(')', 'behind the arguments');
        return { kind: 'call', callee: of, args, span: span() };
      }
      case '[': {
        this.next();
        const index = this.expression();
        this.expect(']', 'behind the index');
        return { kind: 'index', array: of, index, span: span() };
      }
      case '.':
      case '->': {
        this.next();
        const name = this.name('the name of a member');
        return { kind: 'member', of, name, arrow: token.text === '->', span: span() };
      }
      case '++':
      case '--':
        this.next();
        return { kind: 'step', by: token.text === '++' ? 1 : -1, when: 'after', arg: of, span: span() };
      default:
        return null;
    }
  }

  protected initializer(): CInit {
    return this.nested(() => {
      const start = this.peek();
      if (this.accept('{') === null) {
        const expr = this.assignment();
        return { kind: 'expr', expr, span: expr.span };
      }
      const items: CInitItem[] = [];
      while (!this.sees('}')) {
        const designators = this.#designators();
        items.push({ designators, value: this.initializer() });
        if (this.accept(',') === null) break;
      }
      this.expect('}', 'behind the initial values');
      return { kind: 'list', items, span: this.spanFrom(start) };
    });
  }

  #designators(): CDesignators {
    const found = this.#designatorParts();
    if (found.length > 0) this.expect('=', 'before the initial value');
    return found;
  }

  #designatorParts(): CDesignators {
    const found: CDesignators[number][] = [];
    while (this.sees('.') || this.sees('[')) {
      if (this.next().text === '.') found.push({ kind: 'field', name: this.name('the name of a member') });
      else {
        found.push({ kind: 'index', index: this.assignment() });
        this.expect(']', 'behind the index');
      }
    }
    return found;
  }
}
