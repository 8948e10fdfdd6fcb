import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { at } from '../../support/invariant.js';
import { suggest } from '../../support/suggest.js';
import type { Token } from '../kit/token.js';

/** Tokens that are read as one part: `what` names it, `first` is the keyword or name that it begins with. */
export interface DveSection {
  readonly kind: 'declaration' | 'words' | 'asserts' | 'transition' | 'system';
  readonly first: Token;
  /** Without the keyword (declarations keep theirs) and the `;` or `,` that ends it. */
  readonly tokens: readonly Token[];
}

export interface DveProcessSections {
  readonly name: Token;
  readonly sections: readonly DveSection[];
}

export interface DveSections {
  readonly declarations: readonly DveSection[];
  readonly processes: readonly DveProcessSections[];
  readonly systems: readonly DveSection[];
}

const declarationWords = new Set(['const', 'byte', 'int', 'channel']);
const beginnings = new Set([
  ...['process', 'system', 'const', 'byte', 'int', 'channel'],
  ...['state', 'init', 'commit', 'accept', 'assert', 'trans'],
]);
const partWords = ['process', 'system', 'channel', 'const', 'byte', 'int'];
const listWords = new Set(['state', 'init', 'commit', 'accept']);

/** Cuts a token list where parts begin and end, so that a mistake in one does not hide those in others. */
export class SectionSplitter {
  #next = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly bag: DiagnosticBag,
  ) {}

  model(): DveSections {
    const declarations: DveSection[] = [];
    const processes: DveProcessSections[] = [];
    const systems: DveSection[] = [];
    for (let token = this.#here(); token !== null; token = this.#here()) {
      if (isKeyword(token, 'process')) processes.push(...this.#process());
      else if (isKeyword(token, 'system')) systems.push({ kind: 'system', first: token, ...this.#after() });
      else if (token.type === 'keyword' && declarationWords.has(token.value))
        declarations.push({ kind: 'declaration', first: token, tokens: this.#toEnd() });
      else this.#strayPart(token);
    }
    return { declarations, processes, systems };
  }

  /** A part that begins with no word of the language. A block behind a misspelt `process` is passed over: nothing in it is wrong. */
  #strayPart(token: Token): void {
    const usual = 'A model has variables, channels, process NAME { ... } and system async;';
    const meant = token.type === 'word' ? suggest(token.value, partWords) : null;
    if (meant === 'process' && this.tokens[this.#next + 2]?.value === '{') {
      this.bag.report('E103', token.span, `unexpected ${token.value}`, 'Did you mean process?');
      this.#skipBlock();
    } else this.#stray(token, meant === null ? usual : `Did you mean ${meant}?`);
  }

  #skipBlock(): void {
    for (let depth = 0, token = this.#here(); token !== null; token = this.#here()) {
      if (isKeyword(token, 'process') || isKeyword(token, 'system')) return;
      this.#next++;
      if (token.value === '{') depth++;
      if (token.value === '}' && --depth === 0) return;
    }
  }

  #process(): readonly DveProcessSections[] {
    const keyword = at(this.tokens, this.#next++);
    const name = this.#here();
    if (name?.type !== 'word') {
      this.#stray(name ?? keyword, 'A process has a name: process P { ... }');
      return [];
    }
    this.#next++;
    const open = this.#here();
    if (open?.value !== '{') {
      this.#stray(open ?? name, `Write process ${name.value} { ... }`);
      return [];
    }
    this.#next++;
    const sections: DveSection[] = [];
    for (let token = this.#here(); token?.value !== '}'; token = this.#here()) {
      if (token === null || isKeyword(token, 'process') || isKeyword(token, 'system')) {
        this.bag.report(
          'E103',
          open.span,
          `the process ${name.value} is never closed`,
          'A } may be missing.',
        );
        return [{ name, sections }];
      }
      sections.push(...this.#part(token));
    }
    this.#next++;
    return [{ name, sections }];
  }

  #part(token: Token): readonly DveSection[] {
    if (token.type === 'keyword' && declarationWords.has(token.value))
      return [{ kind: 'declaration', first: token, tokens: this.#toEnd() }];
    if (token.type === 'keyword' && listWords.has(token.value))
      return [{ kind: 'words', first: token, ...this.#after() }];
    if (isKeyword(token, 'assert')) return [{ kind: 'asserts', first: token, ...this.#after() }];
    if (isKeyword(token, 'trans')) return this.#transitions();
    this.#stray(token, 'A process has variables, state, init, commit, accept, assert and trans.');
    return [];
  }

  /** Each ends with its brace; commas between them may be missing, and so may the `;` at the end. */
  #transitions(): readonly DveSection[] {
    this.#next++;
    const found: DveSection[] = [];
    for (let token = this.#here(); token !== null; token = this.#here()) {
      if (token.value === ',') this.#next++;
      else if (token.value === ';') {
        this.#next++;
        return found;
      } else if (token.value === '}' || token.type === 'keyword') return found;
      else found.push({ kind: 'transition', first: token, tokens: this.#throughBrace() });
    }
    return found;
  }

  #throughBrace(): readonly Token[] {
    const start = this.#next;
    let depth = 0;
    for (let token = this.#here(); token !== null; token = this.#here()) {
      if (isKeyword(token, 'process') || isKeyword(token, 'system')) break;
      if (depth === 0 && (token.value === ',' || token.value === ';' || token.value === '}')) break;
      this.#next++;
      if (token.value === '{') depth++;
      if (token.value === '}' && --depth === 0) break;
    }
    return this.tokens.slice(start, this.#next);
  }

  #after(): { readonly tokens: readonly Token[] } {
    this.#next++;
    return { tokens: this.#toEnd() };
  }

  /** To before the next `;`, which is skipped; a word that begins something else ends it too. */
  #toEnd(): readonly Token[] {
    const start = this.#next;
    let depth = 0;
    for (let token = this.#here(); token !== null; token = this.#here()) {
      if (token.value === ';') break;
      if (token.value === '{') depth++;
      if (token.value === '}' && --depth < 0) break;
      if (depth === 0 && this.#next > start && this.#beginsAnother(token)) break;
      this.#next++;
    }
    const section = this.tokens.slice(start, this.#next);
    const end = this.#here();
    if (end?.value === ';') this.#next++;
    else {
      const last = section.at(-1) ?? at(this.tokens, start - 1);
      this.bag.report('E103', last.span, 'a ; is missing after this');
    }
    return section;
  }

  /** A word that can only begin what comes next: a `;` is missing before it. */
  #beginsAnother(token: Token): boolean {
    const before = this.tokens[this.#next - 1]?.value;
    const isType = before === 'const' || before === 'channel';
    return token.type === 'keyword' && beginnings.has(token.value) && !isType;
  }

  #here(): Token | null {
    return this.tokens[this.#next] ?? null;
  }

  /** Reports it, and goes on behind the next `;` or before the next process. */
  #stray(token: Token, hint: string): void {
    if (token.type !== 'bad') this.bag.report('E103', token.span, `unexpected ${token.value}`, hint);
    do this.#next++;
    while (!this.#isFresh());
  }

  #isFresh(): boolean {
    const here = this.#here();
    if (here === null || isKeyword(here, 'process') || isKeyword(here, 'system')) return true;
    return this.tokens[this.#next - 1]?.value === ';';
  }
}

const isKeyword = ({ type, value }: Token, word: string): boolean => type === 'keyword' && value === word;
