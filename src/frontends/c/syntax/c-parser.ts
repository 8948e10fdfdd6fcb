import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import type { CToken } from '../preprocess/c-token.js';
import type { AsmOperand, CDeclaration, CExpr, CItem, CStmt } from './c-ast.js';
import { ExprParser } from './expr-parser.js';
import { SyntaxStop, shown } from './token-cursor.js';
import { plainLayout } from './type-parser.js';
import type { Declarator, Specifiers } from './type-parser.js';

/** All that can be read of a file; what cannot is reported, statement by statement. */
export const readItems = (tokens: readonly CToken[], bag: DiagnosticBag): readonly CItem[] =>
  new CParser(tokens, bag).items();

/** An expression and nothing else; null, with a report, if it is none. */
export const readExpression = (tokens: readonly CToken[], bag: DiagnosticBag): CExpr | null =>
  new CParser(tokens, bag).onlyExpression();

class CParser extends ExprParser {
  items(): readonly CItem[] {
    const items: CItem[] = [];
    while (this.peek().kind !== 'end' && !this.bag.isFull) {
      const from = this.place;
      try {
        if (this.accept(';') === null) items.push(...this.#item());
      } catch (stop) {
        if (!(stop instanceof SyntaxStop)) throw stop;
        this.report(stop);
        this.skipStatement(from);
      }
    }
    return items;
  }

  onlyExpression(): CExpr | null {
    try {
      const expr = this.expression();
      const token = this.peek();
      if (token.kind !== 'end') throw new SyntaxStop(token.span, `${shown(token)} does not belong here`);
      return expr;
    } catch (stop) {
      if (!(stop instanceof SyntaxStop)) throw stop;
      this.report(stop);
      return null;
    }
  }

  #item(): readonly CItem[] {
    if (this.staticAssertion()) return [];
    this.takenLayout();
    if (this.sees('asm') || this.sees('__asm__'))
      throw new SyntaxStop(this.peek().span, 'inline assembly outside of a function');
    const start = this.peek();
    const specifiers = this.specifiers();
    if (this.accept(';') !== null) return [this.#tagOnly(specifiers)];
    const first = this.declarator(specifiers.type);
    if (first.params === null || !this.sees('{') || first.name === null)
      return [{ kind: 'declare', declarations: this.#declarations(specifiers, first) }];
    const { name, params, type } = first;
    if (type.kind !== 'function') throw new SyntaxStop(name.span, `${name.text} is no function`);
    this.declareName(name.text, false);
    const body = this.inScope(() => {
      for (const param of params) if (param.name !== null) this.declareName(param.name.text, false);
      return this.blockBody();
    });
    return [
      {
        kind: 'function',
        function: {
          name,
          returns: type.returns,
          params,
          isVariadic: type.isVariadic,
          body,
          span: this.spanFrom(start),
        },
      },
    ];
  }

  #tagOnly({ type, threadLocal }: Specifiers): CItem {
    const declaration: CDeclaration = {
      storage: 'auto',
      threadLocal,
      name: null,
      layout: plainLayout,
      type,
      init: null,
      span: type.span,
    };
    return { kind: 'declare', declarations: [declaration] };
  }

  /** Behind the first declarator, up to the semicolon. */
  #declarations(specifiers: Specifiers, first: Declarator): readonly CDeclaration[] {
    const { storage, threadLocal, type: base } = specifiers;
    const made: CDeclaration[] = [];
    for (let here = first; ; here = this.declarator(base)) {
      const { name, type } = here;
      if (name === null) return this.unexpected('the name that is declared');
      this.declareName(name.text, storage === 'typedef');
      const layout = this.takenLayout();
      const init = this.accept('=') === null ? null : this.initializer();
      made.push({ storage, threadLocal, name, layout, type, init, span: name.span });
      if (this.accept(',') === null) break;
    }
    this.expect(';', 'behind a declaration');
    return made;
  }

  protected override staticAssertion(): boolean {
    if (this.accept('_Static_assert') === null) return false;
    this.expect('(', 'behind _Static_assert');
    this.assignment();
    if (this.accept(',') !== null) this.assignment();
    this.expect(')', 'behind the condition');
    this.expect(';', 'behind _Static_assert');
    return true;
  }

  /** From `{` to `}`. A statement that is none is reported, and reading goes on behind it. */
  protected blockBody(): readonly CStmt[] {
    this.expect('{', 'before a block');
    const body: CStmt[] = [];
    while (!this.sees('}')) {
      if (this.peek().kind === 'end')
        throw new SyntaxStop(this.peek().span, '} is missing at the end of a block');
      const from = this.place;
      try {
        body.push(this.#statement());
      } catch (stop) {
        if (!(stop instanceof SyntaxStop) || this.peek().kind === 'end' || this.bag.isFull) throw stop;
        this.report(stop);
        this.skipStatement(from);
      }
    }
    this.next();
    return body;
  }

  #statement(): CStmt {
    return this.nested(() => {
      const start = this.peek();
      const made = this.#statementParts(start);
      return { ...made, span: this.spanFrom(start) };
    });
  }

  #statementParts(start: CToken): CStmt {
    const { span } = start;
    if (start.kind === 'punctuator' && start.text === '{')
      return { kind: 'block', body: this.inScope(() => this.blockBody()), span };
    if (this.accept(';') !== null) return { kind: 'empty', span };
    if (start.kind === 'name') {
      if (this.peek(1).text === ':' && this.peek(1).kind === 'punctuator' && start.text !== 'default') {
        const label = this.name('a label');
        this.next();
        return { kind: 'label', label, of: this.#labelled(), span };
      }
      const word = this.#keyword(start);
      if (word !== null) return word;
      if (this.beginsType()) return this.#declareStatement();
    }
    const expr = this.expression();
    this.expect(';', 'behind a statement');
    return { kind: 'expr', expr, span };
  }

  /** A label may stand at the end of a block. */
  #labelled(): CStmt {
    const { span } = this.peek(-1);
    return this.sees('}') ? { kind: 'empty', span } : this.#statement();
  }

  #declareStatement(): CStmt {
    const { span } = this.peek();
    if (this.staticAssertion()) return { kind: 'empty', span };
    this.takenLayout();
    const specifiers = this.specifiers();
    if (this.accept(';') !== null) {
      const item = this.#tagOnly(specifiers);
      return { kind: 'declare', declarations: item.kind === 'declare' ? item.declarations : [], span };
    }
    const first = this.declarator(specifiers.type);
    return { kind: 'declare', declarations: this.#declarations(specifiers, first), span };
  }

  #inBrackets(of: string): CExpr {
    this.expect('(', `behind ${of}`);
    const expr = this.expression();
    this.expect(')', 'behind the condition');
    return expr;
  }

  /** Null: the statement begins with no word of its own. */
  #keyword(start: CToken): CStmt | null {
    const { span, text } = start;
    switch (text) {
      case 'if':
        return this.#if(span);
      case 'while': {
        this.next();
        const cond = this.#inBrackets(text);
        return { kind: 'while', cond, body: this.#statement(), span };
      }
      case 'do':
        return this.#do(span);
      case 'for':
        return this.inScope(() => this.#for(span));
      case 'switch': {
        this.next();
        const value = this.#inBrackets(text);
        return { kind: 'switch', value, body: this.#statement(), span };
      }
      case 'case':
      case 'default': {
        this.next();
        const value = text === 'case' ? this.assignment() : null;
        const to = value !== null && this.accept('...') !== null ? this.assignment() : null;
        this.expect(':', `behind ${text}`);
        return { kind: 'case', value, to, of: this.#labelled(), span };
      }
      case 'goto':
      case 'break':
      case 'continue':
      case 'return':
        return this.#jump(text, span);
      case 'asm':
      case '__asm__':
      case '__asm':
        return this.#asm(span);
      default:
        return null;
    }
  }

  #if(span: CStmt['span']): CStmt {
    this.next();
    const cond = this.#inBrackets('if');
    const then = this.#statement();
    return { kind: 'if', cond, then, else: this.accept('else') === null ? null : this.#statement(), span };
  }

  #do(span: CStmt['span']): CStmt {
    this.next();
    const body = this.#statement();
    this.expect('while', 'behind the body of do');
    const cond = this.#inBrackets('while');
    this.expect(';', 'behind do ... while');
    return { kind: 'do', body, cond, span };
  }

  #for(span: CStmt['span']): CStmt {
    this.next();
    this.expect('(', 'behind for');
    let init: CStmt | null = null;
    if (this.accept(';') === null) {
      if (this.beginsType()) init = this.#declareStatement();
      else {
        const expr = this.expression();
        init = { kind: 'expr', expr, span: expr.span };
        this.expect(';', 'in for');
      }
    }
    const cond = this.sees(';') ? null : this.expression();
    this.expect(';', 'in for');
    const step = this.sees(')') ? null : this.expression();
    this.expect(')', 'behind the parts of for');
    return { kind: 'for', init, cond, step, body: this.#statement(), span };
  }

  #jump(word: 'goto' | 'break' | 'continue' | 'return', span: CStmt['span']): CStmt {
    this.next();
    const made: CStmt =
      word === 'goto'
        ? { kind: 'goto', label: this.name('a label'), span }
        : word === 'return'
          ? { kind: 'return', value: this.sees(';') ? null : this.expression(), span }
          : { kind: word, span };
    this.expect(';', `behind ${word}`);
    return made;
  }

  #asm(span: CStmt['span']): CStmt {
    this.next();
    while (this.sees('volatile') || this.sees('__volatile__') || this.sees('__volatile') || this.sees('goto'))
      this.next();
    this.expect('(', 'behind asm');
    const text = this.#plainText();
    const [outputs, inputs] = [this.#asmOperands(), this.#asmOperands()];
    // What is clobbered, and labels.
    while (!this.sees(')')) {
      if (this.peek().kind === 'end')
        throw new SyntaxStop(this.peek().span, 'the brackets of asm are not closed');
      this.next();
    }
    this.next();
    this.expect(';', 'behind asm');
    return { kind: 'asm', text, outputs, inputs, span };
  }

  /** Texts in a row, as they are written. */
  #plainText(): string {
    if (this.peek().kind !== 'string') this.unexpected('a text');
    let text = '';
    while (this.peek().kind === 'string') text += this.next().text.replace(/^"|"$/g, '');
    return text;
  }

  #asmOperands(): readonly AsmOperand[] {
    const operands: AsmOperand[] = [];
    if (this.accept(':') === null) return operands;
    while (!this.sees(':') && !this.sees(')')) {
      const isNamed = this.accept('[') !== null;
      const name = isNamed ? this.name('the name of an operand').text : null;
      if (isNamed) this.expect(']', 'behind the name of an operand');
      const constraint = this.#plainText();
      operands.push({ name, constraint, expr: this.#inBrackets('the constraint of an operand') });
      if (this.accept(',') === null) break;
    }
    return operands;
  }
}
