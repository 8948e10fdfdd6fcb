import type { BooleanId } from '../../../lang/expr/ids.js';
import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import type { ValuationLayout } from '../valuation-layout.js';
import type { Signs } from '../formula-shapes.js';
import type { Tuning } from '../tuning.js';

/** Where generated code finds a variable, or its negation: two names of words and a bit. */
export interface Ref {
  readonly t: string;
  readonly f: string;
  readonly mask: number;
  readonly positive: boolean;
  /** The variable whose value at the begin of the chain this is; null: the chain itself has made the value. */
  readonly source: BooleanId | null;
  /** A copy that must stay equal to what it copies. */
  readonly exact: boolean;
}

/** What a word was once. */
type WordSnapshot = Pick<Ref, 't' | 'f'>;

/** The literals of a term that lie in the same word. */
export interface WordLiterals {
  readonly t: string;
  readonly f: string;
  readonly positive: number;
  readonly negative: number;
}

/** A variable that is a copy is no work: it is read where it came from. */
type Alias =
  /** Of a variable that was not written since; what is learned of one is learned of both. */
  | { readonly kind: 'living'; readonly of: BooleanId; readonly positive: boolean; readonly exact: boolean }
  /** Of what a word was once. */
  | { readonly kind: 'frozen'; readonly ref: Ref };

/** Which constants the generated module holds beside its text. */
export class Constants {
  readonly values: Int32Array[] = [];
  readonly #names = new Map<string, string>();

  /** The name of the table in generated code; of equal tables the same. */
  add(table: Int32Array): string {
    return remembered(this.#names, table.join(), () => `K${this.values.push(table) - 1}`);
  }
}

/**
 * Writes the body of a function that runs commands on words of a frame. The current words are `T0, F0, T1, ...`, local
 * variables of the function.
 */
export class ChainWriter {
  readonly lines: string[] = [];
  readonly #loaded = new Set<number>();
  readonly #header: string[] = [];
  readonly #aliases = new Map<BooleanId, Alias>();
  /** Of variables that were written: whose value they have got, if it is one from the begin of the chain. */
  readonly #sources = new Map<BooleanId, BooleanId | null>();
  /** Copies that must stay equal to what they copy, though they have got bits of their own. */
  readonly #settledExactly = new Set<BooleanId>();
  #names = 0;

  constructor(
    readonly layout: ValuationLayout,
    readonly constants: Constants,
    readonly tuning: Tuning,
  ) {}

  /** The declarations, what is to stand right after them, and everything written since. */
  text(loads: readonly string[] = []): string {
    return [...this.#header, ...loads, ...this.lines].join('\n');
  }

  write(line: string): void {
    this.lines.push(line);
  }

  fresh(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  isLoaded(word: number): boolean {
    return this.#loaded.has(word);
  }

  ref(variable: BooleanId): Ref {
    const alias = this.#aliases.get(variable);
    if (alias === undefined) return this.#own(variable);
    if (alias.kind === 'frozen') return alias.ref;
    return { ...this.#own(alias.of), positive: alias.positive, exact: alias.exact };
  }

  /** Null if two of the literals contradict each other, which copies may: no conjunction of them can hold. */
  groups(signs: Signs): readonly WordLiterals[] | null {
    const groups = new Map<string, { t: string; f: string; positive: number; negative: number }>();
    for (const [variable, positive] of signs) {
      const { t, f, mask, positive: same } = this.ref(variable);
      const group = remembered(groups, t, () => ({ t, f, positive: 0, negative: 0 }));
      if (positive === same) group.positive |= mask;
      else group.negative |= mask;
    }
    const found = [...groups.values()];
    return found.some(({ positive, negative }) => (positive & negative) !== 0) ? null : found;
  }

  /** The groups of those terms that do not contradict themselves. */
  terms(all: readonly Signs[]): readonly (readonly WordLiterals[])[] {
    return all.flatMap((signs) => {
      const groups = this.groups(signs);
      return groups === null ? [] : [groups];
    });
  }

  /** From here on `target` is what `source` is now. */
  copies(target: BooleanId, alias: Alias): void {
    this.#settledExactly.delete(target);
    this.#aliases.set(target, alias);
  }

  /** The variables that are copies now, without bits of their own. */
  copied(): readonly BooleanId[] {
    return [...this.#aliases.keys()];
  }

  /** Copies that must stay equal to what they copy. */
  exactCopies(): readonly BooleanId[] {
    return [...this.#settledExactly, ...this.copied().filter((v) => this.ref(v).exact)];
  }

  aliasTo(source: BooleanId, positive: boolean, exact: boolean): Alias {
    const known = this.#aliases.get(source);
    if (known === undefined) return { kind: 'living', of: source, positive, exact };
    if (positive) return known;
    return known.kind === 'frozen'
      ? { kind: 'frozen', ref: { ...known.ref, positive: !known.ref.positive } }
      : { ...known, positive: !known.positive };
  }

  /** Before these variables are overwritten: copies of them keep what they are. The result is `pending`, frozen too. */
  freeze(targets: readonly BooleanId[], pending: readonly Alias[]): readonly Alias[] {
    const written = new Set(targets);
    const snapshots = new Map<number, WordSnapshot>();
    const frozen = (alias: Alias): Alias => {
      if (alias.kind === 'frozen' || !written.has(alias.of)) return alias;
      const { mask } = at(this.layout.places, alias.of);
      const word = this.#snapshot(this.#word(alias.of), snapshots);
      return {
        kind: 'frozen',
        ref: { ...word, mask, positive: alias.positive, source: this.#source(alias.of), exact: alias.exact },
      };
    };
    for (const [v, alias] of this.#aliases) this.#aliases.set(v, frozen(alias));
    return pending.map(frozen);
  }

  /** Its value is one from the begin of the chain, of a variable whose bits it does not share. */
  isOldCopy(variable: BooleanId): boolean {
    const alias = this.#aliases.get(variable);
    if (alias !== undefined) return alias.kind === 'frozen';
    const source = this.#sources.get(variable);
    return source !== undefined && source !== null && source !== variable;
  }

  /** The variable is about to get a value of its own. */
  forget(variable: BooleanId): Ref {
    this.#aliases.delete(variable);
    this.#settledExactly.delete(variable);
    this.#sources.set(variable, null);
    return this.#own(variable);
  }

  /** Its value into its own bit, so that it can be changed there, or be found after the chain. */
  settle(variable: BooleanId): void {
    const alias = this.#aliases.get(variable);
    if (alias === undefined) return;
    const from = this.ref(variable);
    const to = this.forget(variable);
    this.#sources.set(variable, from.source);
    if (from.exact) this.#settledExactly.add(variable);
    const [t, f] = from.positive ? [from.t, from.f] : [from.f, from.t];
    // Both are read before either is written: the two may lie in the same word.
    const name = this.fresh('m');
    this.write(`const ${name} = ${moved(f, from.mask, to.mask)};`);
    this.write(`${to.t} = ${to.t} & ${~to.mask} | (${moved(t, from.mask, to.mask)});`);
    this.write(`${to.f} = ${to.f} & ${~to.mask} | ${name};`);
  }

  /** What can be learned about these is written to their places: none may be a copy of the past. */
  settleFrozen(variables: Iterable<BooleanId>): void {
    for (const v of variables) if (this.#aliases.get(v)?.kind === 'frozen') this.settle(v);
  }

  #own(variable: BooleanId): Ref {
    const { word, mask } = at(this.layout.places, variable);
    this.#load(word);
    return {
      t: `T${word}`,
      f: `F${word}`,
      mask,
      positive: true,
      source: this.#source(variable),
      exact: false,
    };
  }

  #source(variable: BooleanId): BooleanId | null {
    const source = this.#sources.get(variable);
    return source === undefined ? variable : source;
  }

  #word(variable: BooleanId): number {
    return at(this.layout.places, variable).word;
  }

  #load(word: number): void {
    if (this.#loaded.has(word)) return;
    this.#loaded.add(word);
    const { frameWords } = this.layout;
    const [t, f] = word < frameWords ? [`S[p + ${word}]`, `S[p + ${frameWords + word}]`] : ['0', '0'];
    this.#header.push(`let T${word} = ${t}, F${word} = ${f};`);
  }

  #snapshot(word: number, known: Map<number, WordSnapshot>): WordSnapshot {
    return remembered(known, word, () => {
      const [t, f] = [this.fresh('t'), this.fresh('f')];
      this.#load(word);
      this.write(`const ${t} = T${word}, ${f} = F${word};`);
      return { t, f };
    });
  }
}

/** The bit `from` of a word as the bit `to`. */
function moved(word: string, from: number, to: number): string {
  const shift = bitOf(to) - bitOf(from);
  const bit = `${word} & ${from}`;
  if (shift === 0) return bit;
  return shift > 0 ? `(${bit}) << ${shift}` : `(${bit}) >>> ${-shift}`;
}

const bitOf = (mask: number): number => 31 - Math.clz32(mask);
