import { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { excerpt } from '../../../diagnostics/excerpt.js';
import type { Source, Span } from '../../../diagnostics/span.js';
import { assertNever } from '../../../support/invariant.js';
import { CScanner } from '../preprocess/scan.js';
import { atomicCalls } from '../lower/atomic-calls.js';
import { childrenOf, expressionsIn } from '../lower/walk-ast.js';
import type { CExpr, CItem, CStmt } from '../syntax/c-ast.js';

/** A gap of the text beside a statement, an order of a store, or a fence that is there, as the text has it once. */
export interface TextGap {
  readonly id: number;
  readonly kind: 'before' | 'behind' | 'order' | 'fence';
  readonly span: Span;
  readonly isAlone: boolean;
  readonly told: string;
}

/** Where a file can be changed: what macros make and what other files bring cannot. */
export interface TextGaps {
  readonly gaps: readonly TextGap[];
  readonly before: ReadonlyMap<CStmt, TextGap>;
  readonly behind: ReadonlyMap<CStmt, TextGap>;
  /** By the place of the call. */
  readonly orders: ReadonlyMap<string, TextGap>;
  readonly fences: ReadonlyMap<string, TextGap>;
  /** The calls that are statements: fences can stand beside them. */
  readonly roomy: ReadonlySet<string>;
}

/** A part of a text as a key; null: of another text. */
export function textKey(span: Span, source: Source): string | null {
  return span.kind === 'source' && span.source === source ? `${span.start}:${span.end}` : null;
}

/** The gaps of a file between the statements of its functions, in the order of the text. */
export const textGaps = (items: readonly CItem[], source: Source): TextGaps =>
  new GapFinder(source).find(items);

interface Offsets {
  readonly start: number;
  readonly end: number;
}

class GapFinder {
  readonly #gaps = new Map<string, TextGap>();
  readonly #before = new Map<CStmt, TextGap>();
  readonly #behind = new Map<CStmt, TextGap>();
  readonly #orders = new Map<string, TextGap>();
  readonly #fences = new Map<string, TextGap>();
  readonly #roomy = new Set<string>();
  readonly #noted = new Map<string, number>();
  readonly #copies = new Map<string, number>();
  /** The last token in front of where one begins, and the tokens by where they end. */
  readonly #previous = new Map<number, string>();
  readonly #ending = new Map<number, string>();

  constructor(private readonly source: Source) {
    let last = '{';
    for (const { tokens, isDirective } of new CScanner(source, new DiagnosticBag()).lines()) {
      if (isDirective) {
        // A directive ends with its line.
        last = ';';
        continue;
      }
      for (const { span, text } of tokens) {
        if (span.kind !== 'source') continue;
        this.#previous.set(span.start, last);
        this.#ending.set(span.end, text);
        last = text;
      }
    }
  }

  find(items: readonly CItem[]): TextGaps {
    for (const item of items) {
      if (item.kind !== 'function') continue;
      const at = this.#offsets(item.function.span);
      if (at === null) continue;
      this.#block(item.function.body, at.start);
      for (const stmt of item.function.body) this.#calls(stmt);
      for (const stmt of item.function.body) this.#count(stmt);
    }
    for (const [stmt, gap] of this.#before) if (!this.#isWhole(gap)) this.#before.delete(stmt);
    for (const [stmt, gap] of this.#behind) if (!this.#isWhole(gap)) this.#behind.delete(stmt);
    const inOrder = [...this.#gaps.values()];
    return {
      ...{ gaps: inOrder, before: this.#before, behind: this.#behind },
      ...{ orders: this.#orders, fences: this.#fences, roomy: this.#roomy },
    };
  }

  /** How many statements a macro has made of the same text. */
  #count(stmt: CStmt): void {
    const key = textKey(stmt.span, this.source);
    if (key !== null) this.#copies.set(key, (this.#copies.get(key) ?? 0) + 1);
    for (const inner of childrenOf(stmt)) this.#count(inner);
  }

  /** Whether all statements of its text have the gap. */
  #isWhole({ kind, span }: TextGap): boolean {
    const key = textKey(span, this.source) ?? '';
    return this.#noted.get(`${kind} ${key}`) === this.#copies.get(key);
  }

  #offsets(span: Span): Offsets | null {
    return span.kind === 'source' && span.source === this.source ? span : null;
  }

  /** `from`: where what is around begins; a statement that begins there too was made by the same macro. */
  #block(body: readonly CStmt[], from: number): void {
    let previous: CStmt | null = null;
    let done = from;
    for (const stmt of body) {
      const at = this.#offsets(stmt.span);
      const isBehind = at !== null && at.start > from && at.start >= done;
      if (previous !== null && isSimple(previous) && isBehind && this.#endsHere(previous))
        this.#note('behind', previous, false);
      else if (isBehind && stmt.kind !== 'block' && this.#beginsHere(at)) this.#note('before', stmt, false);
      this.#inside(stmt);
      if (at !== null) done = Math.max(done, at.end);
      previous = stmt;
    }
    if (previous !== null && goesOn(previous) && this.#endsHere(previous)) {
      const at = this.#offsets(previous.span);
      if (at !== null && at.start > from) this.#note('behind', previous, false);
    }
  }

  #inside(stmt: CStmt): void {
    const at = this.#offsets(stmt.span);
    if (at === null) return;
    switch (stmt.kind) {
      case 'block':
        return this.#block(stmt.body, at.start);
      case 'if':
      case 'while':
      case 'do':
      case 'for':
        for (const part of childrenOf(stmt)) this.#part(part, at.start);
        return;
      case 'switch':
        return this.#inside(stmt.body);
      case 'case':
      case 'label': {
        const inner = this.#offsets(stmt.of.span);
        if (inner !== null && inner.start > at.start && stmt.of.kind !== 'block' && this.#beginsHere(inner))
          this.#note('before', stmt.of, false);
        return this.#inside(stmt.of);
      }
      case 'expr':
      case 'declare':
      case 'empty':
      case 'goto':
      case 'break':
      case 'continue':
      case 'return':
      case 'asm':
        return;
      default:
        return assertNever(stmt);
    }
  }

  /** A branch, or the body of a loop: one without brackets gets them. */
  #part(stmt: CStmt, from: number): void {
    const at = this.#offsets(stmt.span);
    if (at === null) return;
    if (stmt.kind === 'block') return this.#inside(stmt);
    const isOwn = at.start > from && this.#beginsHere(at) && this.#endsHere(stmt);
    if (isOwn) {
      this.#note('before', stmt, true);
      if (goesOn(stmt) && stmt.kind !== 'empty') this.#note('behind', stmt, true);
    }
    // What is behind a label stands alone as well: there are no gaps inside.
    if (stmt.kind !== 'label' && stmt.kind !== 'case') this.#inside(stmt);
  }

  #beginsHere({ start }: Offsets): boolean {
    const previous = this.#previous.get(start);
    return previous !== undefined && /^(?:[;{}:)]|else|do)$/.test(previous);
  }

  #endsHere({ span }: CStmt): boolean {
    const at = this.#offsets(span);
    const last = at === null ? undefined : this.#ending.get(at.end);
    return last === ';' || last === '}';
  }

  #note(kind: 'before' | 'behind', stmt: CStmt, isAlone: boolean): void {
    const words = `${kind === 'before' ? 'before' : 'after'} ${this.#told(stmt)}`;
    const gap = this.#gap(kind, stmt.span, isAlone, words);
    const key = `${kind} ${textKey(stmt.span, this.source) ?? ''}`;
    this.#noted.set(key, (this.#noted.get(key) ?? 0) + 1);
    (kind === 'before' ? this.#before : this.#behind).set(stmt, gap);
  }

  #gap(kind: TextGap['kind'], span: Span, isAlone: boolean, told: string): TextGap {
    const key = `${kind} ${textKey(span, this.source) ?? ''}`;
    const known = this.#gaps.get(key);
    if (known !== undefined) return known;
    const made = { id: this.#gaps.size, kind, span, isAlone, told };
    this.#gaps.set(key, made);
    return made;
  }

  /** Orders of stores, and fences that are statements. */
  #calls(stmt: CStmt): void {
    for (const expr of expressionsIn(stmt)) this.#order(expr);
    this.#fenceOf(stmt);
  }

  #fenceOf(stmt: CStmt): void {
    for (const inner of childrenOf(stmt)) this.#fenceOf(inner);
    if (stmt.kind !== 'expr' || stmt.expr.kind !== 'call' || stmt.expr.callee.kind !== 'name') return;
    this.#roomy.add(textKey(stmt.expr.span, this.source) ?? '');
    if (atomicCalls.get(stmt.expr.callee.name)?.kind !== 'fence') return;
    const at = this.#offsets(stmt.span);
    const key = textKey(stmt.expr.span, this.source);
    if (at === null || key === null || !this.#beginsHere(at) || !this.#endsHere(stmt)) return;
    this.#fences.set(key, this.#gap('fence', stmt.span, false, this.#told(stmt)));
  }

  #order(expr: CExpr): void {
    if (expr.kind !== 'call' || expr.callee.kind !== 'name') return;
    const call = atomicCalls.get(expr.callee.name);
    if ((call?.kind !== 'store' && call?.kind !== 'clear') || typeof call.order !== 'number') return;
    const order = expr.args[call.order];
    const [callee, key] = [this.#offsets(expr.callee.span), textKey(expr.span, this.source)];
    const at = order === undefined ? null : this.#offsets(order.span);
    if (order === undefined || at === null || callee === null || key === null) return;
    // One that a macro makes together with its call stands where the call does.
    if (at.start < callee.end || this.#previous.get(at.start) !== ',') return;
    if (!/^[A-Za-z_]\w*$/.test(this.source.text.slice(at.start, at.end))) return;
    this.#orders.set(key, this.#gap('order', order.span, false, `in ${this.#cut(expr.span)}`));
  }

  #told(stmt: CStmt): string {
    return this.#cut(stmt.span);
  }

  #cut(span: Span): string {
    return excerpt(span) ?? '';
  }
}

const isSimple = ({ kind }: CStmt): boolean => kind === 'expr' || kind === 'declare';

/** Whether something behind it may be come to. */
const goesOn = ({ kind }: CStmt): boolean =>
  kind !== 'return' && kind !== 'goto' && kind !== 'break' && kind !== 'continue';
