import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import type { Word } from '../../../diagnostics/span.js';
import type { CToken } from '../preprocess/c-token.js';
import type { CExpr, CMember, CParam, CTypeAst, EnumItem, LayoutAst, StorageClass } from './c-ast.js';
import { SyntaxStop, TokenCursor } from './token-cursor.js';
import { integerNames, libraryTypes, numberWords, typeWords } from './type-names.js';

/** What stands before the declarators of a declaration. */
export interface Specifiers {
  readonly storage: StorageClass;
  readonly threadLocal: boolean;
  readonly type: CTypeAst;
}

/** A name with the type that its declarator makes of the one before it. */
export interface Declarator {
  readonly name: Word | null;
  readonly type: CTypeAst;
  /** Of the outermost function type, with their names. */
  readonly params: readonly CParam[] | null;
}

type Wrap = (inner: CTypeAst) => CTypeAst;

export const plainLayout: LayoutAst = { aligns: [], isPacked: false };

/** Of x86-64, where an attribute does not say how much. */
const largestAlignment = '16';

const ignored = new Set([
  ...[
    'const',
    '__const',
    'volatile',
    '__volatile__',
    '__volatile',
    'restrict',
    '__restrict',
    '__restrict__',
    'register',
    'inline',
    '__inline',
  ],
  ...['__inline__', '_Noreturn', '__extension__'],
]);

/** Reads types and declarators. Whether a name is one of a type depends on what was declared: the parser keeps the scopes. */
export abstract class TypeParser extends TokenCursor {
  /** Names that typedefs made, and names of other things that hide them, innermost scope last. */
  readonly #scopes: Map<string, boolean>[] = [new Map<string, boolean>()];

  constructor(tokens: readonly CToken[], bag: DiagnosticBag) {
    super(tokens, bag);
    for (const name of [...integerNames.keys(), ...libraryTypes.keys(), 'va_list'])
      this.declareName(name, true);
  }

  /** `_Static_assert(...);`, if that is what follows. */
  protected abstract staticAssertion(): boolean;
  protected abstract assignment(): CExpr;
  protected abstract expression(): CExpr;

  protected inScope<T>(read: () => T): T {
    this.#scopes.push(new Map());
    try {
      return read();
    } finally {
      this.#scopes.pop();
    }
  }

  protected declareName(name: string, isType: boolean): void {
    this.#scopes.at(-1)?.set(name, isType);
  }

  #isTypeName(name: string): boolean {
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const known = this.#scopes[i]?.get(name);
      if (known !== undefined) return known;
    }
    return false;
  }

  protected beginsType(ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'name' && (typeWords.has(token.text) || this.#isTypeName(token.text));
  }

  #layout: LayoutAst = plainLayout;

  /** What was said of the layout since the last time. */
  protected takenLayout(): LayoutAst {
    const found = this.#layout;
    this.#layout = plainLayout;
    return found;
  }

  /** Attributes say nothing here, but for those that move things in memory. */
  protected attributes(): void {
    for (;;) {
      if (this.accept('_Alignas') !== null) this.#alignas();
      else if (this.accept('__attribute__') !== null) this.#attribute();
      else return;
    }
  }

  #alignas(): void {
    const start = this.expect('(', 'behind _Alignas');
    this.#aligned(
      this.beginsType()
        ? { kind: 'alignof-type', type: this.typeName(), span: start.span }
        : this.expression(),
    );
    this.expect(')', 'behind the alignment');
  }

  #attribute(): void {
    this.expect('(', 'behind an attribute');
    for (let depth = 1; depth > 0;) {
      const token = this.next();
      const { text } = token;
      if (token.kind === 'end')
        throw new SyntaxStop(token.span, 'the brackets of an attribute are not closed');
      depth += text === '(' ? 1 : text === ')' ? -1 : 0;
      if (depth !== 2 || token.kind !== 'name') continue;
      if (text === 'packed' || text === '__packed__') this.#layout = { ...this.#layout, isPacked: true };
      if (text !== 'aligned' && text !== '__aligned__') continue;
      if (this.accept('(') === null)
        this.#aligned({ kind: 'number', text: largestAlignment, span: token.span });
      else {
        this.#aligned(this.expression());
        this.expect(')', 'behind the alignment');
      }
    }
  }

  #aligned(by: CExpr): void {
    this.#layout = { ...this.#layout, aligns: [...this.#layout.aligns, by] };
  }

  protected specifiers(): Specifiers {
    const start = this.peek();
    const words: string[] = [];
    let [storage, threadLocal, atomic]: [StorageClass, boolean, boolean] = ['auto', false, false];
    let type: CTypeAst | null = null;
    for (; this.peek().kind === 'name';) {
      this.attributes();
      const { text } = this.peek();
      if (ignored.has(text)) this.next();
      else if (text === 'typedef' || text === 'static' || text === 'extern' || text === 'auto') {
        this.next();
        storage = text;
      } else if (text === '_Thread_local' || text === '__thread') {
        this.next();
        threadLocal = true;
      } else if (text === '_Atomic' && this.peek(1).text !== '(') {
        this.next();
        atomic = true;
      } else if (numberWords.has(text) || text === '__signed__') {
        if (type !== null) throw new SyntaxStop(this.peek().span, `a second type: '${text}'`);
        this.next();
        words.push(text === '__signed__' ? 'signed' : text);
      } else if (type === null && words.length === 0 && this.beginsType()) type = this.#otherType();
      else break;
    }
    if (type === null && words.length === 0) this.unexpected('a declaration');
    const plain: CTypeAst = type ?? { kind: 'words', words, span: this.spanFrom(start) };
    return { storage, threadLocal, type: atomic ? { kind: 'atomic', of: plain, span: plain.span } : plain };
  }

  #otherType(): CTypeAst {
    const start = this.next();
    switch (start.text) {
      case 'struct':
      case 'union':
        return this.#record(start);
      case 'enum':
        return this.#enum(start);
      case '_Atomic': {
        this.expect('(', 'behind _Atomic');
        const of = this.typeName();
        this.expect(')', 'behind the type');
        return { kind: 'atomic', of, span: this.spanFrom(start) };
      }
      case 'typeof':
      case '__typeof__':
      case '__typeof': {
        this.expect('(', 'behind typeof');
        const isType = this.beginsType();
        const made: CTypeAst = isType
          ? { kind: 'typeof-type', type: this.typeName(), span: start.span }
          : { kind: 'typeof', expr: this.expression(), span: start.span };
        this.expect(')', 'behind typeof');
        return made;
      }
      default:
        return { kind: 'named', name: start.text, span: start.span };
    }
  }

  #record(start: CToken): CTypeAst {
    const around = this.takenLayout();
    this.attributes();
    const tag = this.sees('{') ? null : this.name(`the name of a ${start.text}`).text;
    const before = this.takenLayout();
    const members = this.sees('{') ? this.nested(() => this.#members()) : null;
    this.#layout = before;
    // Behind the name of a type that is written elsewhere, they say something of what is declared.
    if (members !== null) this.attributes();
    const layout = this.takenLayout();
    this.#layout = around;
    const isUnion = start.text === 'union';
    return { kind: 'record', isUnion, tag, members, layout, span: this.spanFrom(start) };
  }

  #members(): readonly CMember[] {
    this.expect('{', 'before the members');
    const members: CMember[] = [];
    while (!this.sees('}')) {
      if (this.accept(';') !== null) continue;
      const from = this.place;
      try {
        if (this.staticAssertion()) continue;
        this.takenLayout();
        const { type } = this.specifiers();
        const shared = this.takenLayout();
        if (this.sees(';')) members.push({ name: null, type, bits: null, layout: shared, span: type.span });
        while (!this.sees(';')) {
          this.#layout = shared;
          const declared = this.sees(':') ? { name: null, type } : this.declarator(type);
          const bits = this.accept(':') === null ? null : this.assignment();
          this.attributes();
          const [layout, span] = [this.takenLayout(), declared.name?.span ?? type.span];
          members.push({ ...declared, bits, layout, span });
          if (this.accept(',') === null) break;
        }
        this.expect(';', 'behind a member');
      } catch (stop) {
        if (!(stop instanceof SyntaxStop) || this.peek().kind === 'end') throw stop;
        this.report(stop);
        this.skipStatement(from);
      }
    }
    this.next();
    return members;
  }

  #enum(start: CToken): CTypeAst {
    const tag = this.sees('{') ? null : this.name('the name of an enum').text;
    if (this.accept('{') === null) return { kind: 'enum', tag, items: null, span: this.spanFrom(start) };
    const items: EnumItem[] = [];
    while (!this.sees('}')) {
      const name = this.name('the name of a constant');
      this.declareName(name.text, false);
      items.push({ name, value: this.accept('=') === null ? null : this.assignment() });
      if (this.accept(',') === null) break;
    }
    this.expect('}', 'behind the constants');
    return { kind: 'enum', tag, items, span: this.spanFrom(start) };
  }

  /** A type without a name, as casts have it. */
  protected typeName(): CTypeAst {
    const { type } = this.specifiers();
    const { type: whole, name } = this.declarator(type);
    if (name !== null) throw new SyntaxStop(name.span, `a name does not belong here: '${name.text}'`);
    return whole;
  }

  protected declarator(base: CTypeAst): Declarator {
    const { name, wrap } = this.nested(() => this.#declaratorParts());
    const type = wrap(base);
    return { name, type, params: type.kind === 'function' ? type.params : null };
  }

  /** Pointers bind less than what stands behind the name, so what is behind wraps first. */
  #declaratorParts(): { readonly name: Word | null; readonly wrap: Wrap } {
    let pointers: Wrap = (type) => type;
    for (let stars = 0; ; stars++) {
      this.attributes();
      const star = this.accept('*');
      if (star === null) break;
      if (stars > 100) throw new SyntaxStop(star.span, 'an expression has too many parts in a row');
      const outer = pointers;
      let atomic = false;
      while (ignored.has(this.peek().text) || this.sees('_Atomic'))
        atomic = this.next().text === '_Atomic' || atomic;
      pointers = (type) => {
        const pointer: CTypeAst = { kind: 'pointer', to: outer(type), span: star.span };
        return atomic ? { kind: 'atomic', of: pointer, span: star.span } : pointer;
      };
    }
    let inner: { readonly name: Word | null; readonly wrap: Wrap } = { name: null, wrap: (type) => type };
    if (this.sees('(') && (this.peek(1).text === '*' || this.peek(1).text === '(')) {
      this.next();
      inner = this.nested(() => this.#declaratorParts());
      this.expect(')', 'behind a declarator');
    } else if (this.peek().kind === 'name' && !typeWords.has(this.peek().text))
      inner = { name: this.name('a name'), wrap: (type) => type };
    const behind = this.#suffixes();
    this.attributes();
    return { name: inner.name, wrap: (type) => inner.wrap(behind(pointers(type))) };
  }

  #suffixes(): Wrap {
    const start = this.peek();
    if (this.accept('[') !== null) {
      while (ignored.has(this.peek().text) || this.sees('static')) this.next();
      const size = this.sees(']') ? null : this.assignment();
      this.expect(']', 'behind the size of an array');
      const more = this.nested(() => this.#suffixes());
      return (type) => ({ kind: 'array', of: more(type), size, span: start.span });
    }
    if (!this.sees('(')) return (type) => type;
    this.next();
    const { params, isVariadic } = this.inScope(() => this.#params());
    const more = this.nested(() => this.#suffixes());
    return (type) => ({ kind: 'function', returns: more(type), params, isVariadic, span: start.span });
  }

  #params(): { readonly params: readonly CParam[]; readonly isVariadic: boolean } {
    const params: CParam[] = [];
    let isVariadic = false;
    if (this.sees('void') && this.peek(1).text === ')') this.next();
    while (!this.sees(')')) {
      isVariadic = this.accept('...') !== null;
      if (isVariadic) break;
      const start = this.peek();
      const { type } = this.specifiers();
      const declared = this.declarator(type);
      if (declared.name !== null) this.declareName(declared.name.text, false);
      params.push({ name: declared.name, type: declared.type, span: this.spanFrom(start) });
      if (this.accept(',') === null) break;
    }
    this.expect(')', 'behind the parameters');
    return { params, isVariadic };
  }
}
