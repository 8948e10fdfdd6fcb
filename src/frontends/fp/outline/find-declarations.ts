import type { Source } from '../../../diagnostics/span.js';
import { at } from '../../../support/invariant.js';
import type { DeclaredSymbol, SymbolKind, TextRange } from './outline.js';
import { commentAbove } from './comment-above.js';
import { closeOf } from './outline-words.js';
import type { OutlineWord } from './outline-words.js';

/** Words that begin an item wherever they stand: a brace may be missing. */
const itemWords = new Set([
  'const',
  'shared',
  'thread',
  'process',
  'invariant',
  'final',
  'ltl',
  'predicates',
]);
/** Those that are names elsewhere. */
const softItemWords = new Set(['enum', 'struct', 'inline', 'include', 'exists']);

export interface FoundDeclarations {
  readonly symbols: readonly DeclaredSymbol[];
  /** For each word the item that it stands in. */
  readonly inside: readonly (DeclaredSymbol | null)[];
  /** The files that are included. */
  readonly included: readonly string[];
}

/** Finds what a text declares, by its words alone. */
export function declarationsIn(source: Source, words: readonly OutlineWord[]): FoundDeclarations {
  return new DeclarationFinder(source, words).find();
}

type NewSymbol = Pick<DeclaredSymbol, 'kind' | 'detail' | 'whole'> &
  Partial<Pick<DeclaredSymbol, 'type' | 'owner' | 'within'>>;

class DeclarationFinder {
  readonly #symbols: DeclaredSymbol[] = [];
  readonly #inside: (DeclaredSymbol | null)[];
  readonly #included: string[] = [];

  constructor(
    private readonly source: Source,
    private readonly words: readonly OutlineWord[],
  ) {
    this.#inside = words.map(() => null);
  }

  find(): FoundDeclarations {
    for (let i = 0; i < this.words.length;) i = this.#item(i);
    return { symbols: this.#symbols, inside: this.#inside, included: this.#included };
  }

  #text(i: number): string {
    return this.words[i]?.text ?? '';
  }

  #isName(i: number): boolean {
    return this.words[i]?.isName === true;
  }

  #range(first: number, last: number): TextRange {
    const end = this.words[Math.min(last, this.words.length - 1)]?.end ?? this.source.text.length;
    return { start: at(this.words, first).start, end };
  }

  #slice(first: number, last: number): string {
    const { start, end } = this.#range(first, last);
    return this.source.text.slice(start, end).replace(/\s+/g, ' ');
  }

  #declare(name: number, more: NewSymbol): DeclaredSymbol {
    const { text, start, end } = at(this.words, name);
    const comment = commentAbove(this.source.text, more.whole.start);
    const symbol = {
      ...{ name: text, source: this.source, start, end, comment },
      ...{ type: null, owner: null, within: null },
      ...more,
    };
    this.#symbols.push(symbol);
    return symbol;
  }

  /** Reads the item that begins there, and tells where the next may. */
  #item(i: number): number {
    switch (this.#text(i)) {
      case 'const':
        return this.#constant(i);
      case 'shared':
        return this.#variables(i, 'shared', null);
      case 'thread':
      case 'process':
        return this.#thread(i);
      case 'invariant':
      case 'final':
      case 'ltl':
        return this.#property(i);
      case 'enum':
        return this.#members(i, 'enum');
      case 'struct':
        return this.#members(i, 'struct');
      case 'inline':
        return this.#procedure(i);
      case 'include':
        this.#included.push(this.#text(i + 1).replace(/^"|"$/g, ''));
        return i + 1;
      case 'exists':
        return this.#property(i);
      case 'predicates':
        return this.#expressions(i + 1, this.#itemEnd(i), null);
      default:
        return i + 1;
    }
  }

  /** Where the item ends that begins there: behind its block, behind its `;`, or where another one begins. */
  #itemEnd(i: number): number {
    let depth = 0;
    for (let j = i + 1; j < this.words.length; j++) {
      const text = this.#text(j);
      if (this.#beginsItem(j, depth)) return j;
      if (text === '{') depth++;
      if (text === '}' && --depth <= 0) return this.#text(j + 1) === ';' ? j + 2 : j + 1;
      if (text === ';' && depth === 0) return j + 1;
    }
    return this.words.length;
  }

  #beginsItem(j: number, depth: number): boolean {
    const [text, before] = [this.#text(j), this.#text(j - 1)];
    // `shared` may begin a parameter.
    if (before === '(' || before === ',') return false;
    return itemWords.has(text) || (depth === 0 && softItemWords.has(text) && /^[;}]?$/.test(before));
  }

  #constant(i: number): number {
    const end = this.#itemEnd(i);
    if (this.#isName(i + 1))
      this.#declare(i + 1, {
        kind: 'const',
        detail: this.#slice(i, end - 1).replace(/;$/, ''),
        whole: this.#range(i, end - 1),
      });
    return this.#expressions(i + 2, end, null);
  }

  /** `shared int x = 0, y[2];`, from the word before the type; tells what stands behind. */
  #variables(i: number, kind: SymbolKind, owner: DeclaredSymbol | null, from = i): number {
    const typeEnd = this.#typeEnd(i + 1);
    const type = this.#isName(i + 1) ? this.#text(i + 1) : null;
    const end = this.#statementEnd(typeEnd);
    const whole = this.#range(from, end - 1);
    let depth = 0;
    let isNext = true;
    for (let j = typeEnd; j < end; j++) {
      const text = this.#text(j);
      if (isNext && depth === 0 && this.#isName(j)) {
        const sizes = this.#sizes(j + 1);
        this.#declare(j, {
          kind,
          type,
          owner,
          whole,
          detail: `${this.#slice(from, typeEnd - 1)} ${text}${sizes}`,
        });
      }
      isNext = text === ',';
      if (/^[([{]$/.test(text)) depth++;
      if (/^[)\]}]$/.test(text)) depth--;
    }
    return this.#expressions(i + 1, end, owner);
  }

  /** `[2][3]` */
  #sizes(i: number): string {
    let end = i;
    while (this.#text(end) === '[') end = closeOf(this.words, end) + 1;
    return end === i ? '' : this.#slice(i, end - 1);
  }

  /** Past a type that begins there. */
  #typeEnd(i: number): number {
    const isRange = this.#text(i) === 'int' && this.#text(i + 1) === '[';
    return isRange
      ? Math.min(closeOf(this.words, i + 1) + 1, this.words.length)
      : Math.min(i + 1, this.words.length);
  }

  /** Past the `;` of a statement, or where a text that is half-typed goes on with something else. */
  #statementEnd(i: number): number {
    let depth = 0;
    for (let j = i; j < this.words.length; j++) {
      const text = this.#text(j);
      if (text === ';') return j + 1;
      if (text === '{' && this.#text(j - 1) !== '=' && depth === 0) return j;
      if (itemWords.has(text) || text === 'local') return j;
      if (text === '{') depth++;
      if (text === '}' && --depth < 0) return j;
    }
    return this.words.length;
  }

  #thread(i: number): number {
    const end = this.#itemEnd(i);
    if (!this.#isName(i + 1)) return i + 1;
    const hasBrackets = this.#text(i + 2) === '(';
    const headEnd = hasBrackets ? Math.min(closeOf(this.words, i + 2), end - 1) : i + 1;
    const whole = this.#range(i, end - 1);
    const kind = this.#text(i) === 'process' ? 'process' : 'thread';
    const thread = this.#declare(i + 1, { kind, detail: this.#slice(i, headEnd), whole });
    if (hasBrackets && this.#isName(i + 3))
      this.#declare(i + 3, {
        ...{ kind: 'parameter', owner: thread, whole: this.#range(i + 3, headEnd - 1) },
        detail: `parameter ${this.#slice(i + 3, headEnd - 1)}`,
      });
    this.#mark(i, end, thread);
    return this.#body(headEnd + 1, end, thread);
  }

  #procedure(i: number): number {
    const end = this.#itemEnd(i);
    const open = this.words.findIndex(({ text }, j) => j > i && j < end && text === '(');
    const name = open - 1;
    if (open === -1 || !this.#isName(name)) return i + 1;
    const close = Math.min(closeOf(this.words, open), end - 1);
    const procedure = this.#declare(name, {
      ...{ kind: 'procedure', detail: this.#slice(i, close), whole: this.#range(i, end - 1) },
    });
    for (let j = open + 1; j < close; j++) {
      const isLast = this.#text(j + 1) === ',' || j + 1 === close;
      if (!this.#isName(j) || !isLast || this.#text(j - 1) === '(' || this.#text(j - 1) === '..') continue;
      const first = this.#parameterStart(j, open);
      const type = first < j && this.#isName(first) ? this.#text(first) : null;
      this.#declare(j, {
        ...{ kind: 'parameter', type, owner: procedure, whole: this.#range(first, j) },
        detail: `parameter ${this.#slice(first, j)}`,
      });
    }
    this.#mark(i, end, procedure);
    return this.#body(close + 1, end, procedure);
  }

  #parameterStart(name: number, open: number): number {
    let first = name;
    while (first - 1 > open && this.#text(first - 1) !== ',') first--;
    return first;
  }

  #mark(first: number, end: number, item: DeclaredSymbol): void {
    for (let j = first; j < end; j++) this.#inside[j] = item;
  }

  #property(i: number): number {
    const end = this.#itemEnd(i);
    const whole = this.#range(i, end - 1);
    if (this.#isName(i + 1) && this.#text(i + 2) === ':' && whole.end > at(this.words, i + 2).start)
      this.#declare(i + 1, { kind: 'property', detail: `${this.#text(i)} ${this.#text(i + 1)}`, whole });
    return this.#expressions(i, end, null);
  }

  #members(i: number, kind: 'enum' | 'struct'): number {
    if (!this.#isName(i + 1) || this.#text(i + 2) !== '{') return i + 1;
    const end = this.#itemEnd(i);
    const whole = this.#range(i, end - 1);
    const owner = this.#declare(i + 1, { kind, detail: `${kind} ${this.#text(i + 1)}`, whole });
    if (kind === 'struct') {
      for (let j = i + 3; j < end - 1;) j = this.#fields(j, end, owner);
      return end;
    }
    for (let j = i + 3; j < end; j++)
      if (this.#isName(j) && /^[{,]$/.test(this.#text(j - 1)))
        this.#declare(j, {
          kind: 'member',
          type: owner.name,
          owner,
          whole: this.#range(j, j),
          detail: `${owner.name} ${this.#text(j)}`,
        });
    return end;
  }

  /** `int x, y;` of a struct. */
  #fields(j: number, end: number, owner: DeclaredSymbol): number {
    if (this.#text(j) === ';' || this.#text(j) === '}') return j + 1;
    return Math.max(j + 1, Math.min(end, this.#variables(j - 1, 'field', owner, j)));
  }

  /** The declarations among the statements of a thread or procedure. */
  #body(first: number, end: number, owner: DeclaredSymbol): number {
    for (let j = first; j < end; j++) {
      const text = this.#text(j);
      if (text === 'local') j = Math.max(j, this.#variables(j, 'local', owner) - 1);
      else if (this.#isLabel(j)) this.#label(j, owner);
      else if (text === 'for' && this.#text(j + 1) === '(' && this.#isName(j + 2))
        this.#counter(j, end, owner);
      else if (text === 'assert' && this.#isName(j + 1) && this.#text(j + 2) === ':') this.#assertion(j);
      else this.#binders(j, end, owner);
    }
    return end;
  }

  #isLabel(j: number): boolean {
    return this.#isName(j) && this.#text(j + 1) === ':' && /^[{};:]$/.test(this.#text(j - 1));
  }

  #label(j: number, owner: DeclaredSymbol): void {
    this.#declare(j, {
      kind: 'label',
      owner,
      whole: this.#range(j, j + 1),
      detail: `label of ${owner.name}`,
    });
  }

  /** Asserts of one name are one property. */
  #assertion(j: number): void {
    const whole = this.#range(j, this.#statementEnd(j) - 1);
    const name = this.#text(j + 1);
    const isKnown = this.#symbols.some((symbol) => symbol.kind === 'property' && symbol.name === name);
    if (!isKnown) this.#declare(j + 1, { kind: 'property', detail: `assert ${name}`, whole });
  }

  #counter(j: number, end: number, owner: DeclaredSymbol): void {
    const head = closeOf(this.words, j + 1);
    const isBlock = this.#text(head + 1) === '{';
    const last = isBlock ? closeOf(this.words, head + 1) : this.#statementEnd(head + 1) - 1;
    const within = this.#range(j, Math.min(last, end - 1));
    const detail = this.#slice(j, Math.min(head, end - 1));
    this.#declare(j + 2, { kind: 'counter', owner, within, whole: within, detail });
  }

  /** The names that quantifiers bind, among the words there. */
  #expressions(first: number, end: number, owner: DeclaredSymbol | null): number {
    for (let j = first; j < end; j++) this.#binders(j, end, owner);
    return end;
  }

  #binders(j: number, end: number, owner: DeclaredSymbol | null): void {
    const text = this.#text(j);
    if ((text !== 'forall' && text !== 'exists') || !this.#isName(j + 1)) return;
    const names: number[] = [];
    let k = j + 1;
    for (; k < end && (this.#isName(k) || this.#text(k) === '!='); k++) if (this.#isName(k)) names.push(k);
    if (this.#text(k) !== 'in') return;
    const within = this.#range(j, this.#reach(k, end));
    const type = this.#text(k + 1);
    for (const name of names)
      this.#declare(name, {
        kind: 'binder',
        type,
        owner,
        within,
        whole: within,
        detail: `${this.#text(name)} in ${type}`,
      });
  }

  /** The last word that a quantifier reaches. */
  #reach(first: number, end: number): number {
    let depth = 0;
    for (let k = first; k < end; k++) {
      const text = this.#text(k);
      if (text === ';') return k;
      if (/^[([{]$/.test(text)) depth++;
      if (/^[)\]}]$/.test(text) && --depth < 0) return k;
    }
    return end - 1;
  }
}
