import type { FenceEdit } from '../../../lang/program/fence-edit.js';
import type { FenceKind } from '../../../lang/program/program.js';
import { invariant, at } from '../../../support/invariant.js';
import type { BlockAst, StmtAst } from '../ast.js';
import { blocksInAst, everyStmtAst } from '../walk.js';
import { endOf, endOfBlock, hasBraces, isUnwritten, placeOf, startOf } from './extents.js';
import type { Splice } from './splice.js';
import type { TextLines } from './text-lines.js';

/** What is to be done around the statement that begins, behind its labels, at an offset. */
export type EditsByPlace = ReadonlyMap<number, readonly FenceEdit[]>;

/**
 * Goes through the text of a thread and collects what is to be changed. A fence gets a line of its own beside a statement
 * that has lines of its own, and else stands on the same line.
 *
 *   BEFORE  x = 1; // note        if (r == 0) y = 1;       L: }
 *   AFTER   x = 1; // note        if (r == 0) { y = 1; fence; } else { fence; }       L: fence; skip; }
 *           fence;
 */
export class FenceWriter {
  readonly #splices: Splice[] = [];
  readonly #redirected: ReadonlyMap<string, string>;

  constructor(
    private readonly lines: TextLines,
    private readonly edits: EditsByPlace,
    private readonly body: BlockAst,
  ) {
    this.#redirected = new Map(
      [...everyStmtAst(body)].flatMap((stmt) =>
        this.#editsOf(stmt).flatMap((edit) =>
          edit.kind === 'before' ? stmt.labels.map(({ text }) => [text, edit.label] as const) : [],
        ),
      ),
    );
  }

  splices(): readonly Splice[] {
    this.#block(this.body, null);
    return this.#splices;
  }

  #block(block: BlockAst, first: FenceKind | null): void {
    if (!hasBraces(block, this.lines.text)) {
      this.#alone(at(block.statements, 0), first);
      return;
    }
    if (first !== null) this.#first(block, written(first));
    for (const stmt of block.statements) this.#statement(stmt);
  }

  #statement(stmt: StmtAst): void {
    const edits = this.#editsOf(stmt);
    for (const edit of edits)
      if (edit.kind === 'before') this.#putBefore(startOf(stmt), `${edit.label}: ${written(edit.fence)}`);
    if (isUnwritten(stmt, this.lines.text)) this.#unwritten(stmt, edits);
    else if (edits.some(({ kind }) => kind === 'remove')) this.#remove(stmt);
    else {
      for (const edit of edits)
        if (edit.kind === 'behind-labels') this.#putBefore(placeOf(stmt.span).start, written(edit.fence));
      this.#locked(stmt, edits);
      for (const edit of edits) if (edit.kind === 'behind') this.#putBehind(stmt, written(edit.fence));
    }
  }

  #locked(stmt: StmtAst, edits: readonly FenceEdit[]): void {
    const isLocked = edits.some(({ kind }) => kind === 'lock');
    const { start, end } = placeOf(stmt.span);
    if (isLocked) this.#insert(start, 'locked { ');
    this.#inside(stmt);
    if (isLocked) this.#insert(end, ' }');
  }

  #inside(stmt: StmtAst): void {
    if (stmt.kind === 'goto') {
      const label = this.#redirected.get(stmt.target.text);
      if (label !== undefined) this.#splices.push({ ...placeOf(stmt.target.span), by: label });
      return;
    }
    const firsts = new Map(
      this.#editsOf(stmt).flatMap((edit) => (edit.kind === 'first' ? [[edit.block, edit.fence]] : [])),
    );
    blocksInAst(stmt).forEach((block, i) => this.#block(block, firsts.get(i) ?? null));
    const absent = firsts.get(1);
    if (stmt.kind === 'if' && stmt.else === null && absent !== undefined)
      this.#insert(endOfBlock(stmt.then, this.lines.text), ` else { ${written(absent)} }`);
  }

  /** The body of an `if` or a `while` without braces, where several statements need some. */
  #alone(stmt: StmtAst, first: FenceKind | null): void {
    invariant(stmt.labels.length === 0, 'labels stand in braces');
    const edits = this.#editsOf(stmt);
    const [start, end] = [startOf(stmt), endOf(stmt, this.lines.text)];
    if (edits.some(({ kind }) => kind === 'remove')) {
      this.#splices.push({ start, end, by: '{ }' });
      return;
    }
    const hasMore = first !== null || edits.some(({ kind }) => kind !== 'first');
    if (hasMore) this.#insert(start, first === null ? '{ ' : `{ ${written(first)} `);
    this.#locked(stmt, edits);
    for (const edit of edits) if (edit.kind === 'behind') this.#insert(end, ` ${written(edit.fence)}`);
    if (hasMore) this.#insert(end, ' }');
  }

  #first(block: BlockAst, fence: string): void {
    const [stmt] = block.statements;
    if (stmt !== undefined) {
      this.#putBefore(startOf(stmt), fence);
      return;
    }
    const brace = placeOf(block.span).end - 1;
    const { lines } = this;
    const outside = lines.indentation(brace);
    if (lines.startsLine(brace))
      this.#putBefore(brace, fence, `${outside}${outside.startsWith('\t') ? '\t' : '  '}`);
    else this.#insert(brace, `${/\s/.test(lines.text[brace - 1] ?? '') ? '' : ' '}${fence} `);
  }

  /** It is written out where something comes beside it. */
  #unwritten(stmt: StmtAst, edits: readonly FenceEdit[]): void {
    const fencesOf = (kind: 'behind-labels' | 'behind'): readonly string[] =>
      edits.flatMap((edit) => (edit.kind === kind ? [written(edit.fence)] : []));
    const [front, back] = [fencesOf('behind-labels'), fencesOf('behind')];
    if (front.length + back.length === 0) return;
    const indentation = this.lines.indentation(startOf(stmt));
    this.#putBefore(placeOf(stmt.span).start, [...front, 'skip;', ...back].join(' '), indentation);
  }

  #remove(stmt: StmtAst): void {
    const { start, end } = placeOf(stmt.span);
    const { lines } = this;
    const [lineStart, lineEnd] = [lines.lineStart(start), lines.lineEnd(end)];
    const isLast = lines.text.slice(end, lineEnd).trim() === '';
    if (stmt.labels.length > 0) this.#splices.push({ start, end, by: 'skip;' });
    else if (lines.startsLine(start) && isLast)
      this.#splices.push({ start: lineStart, end: lineEnd + lines.lineBreak(end).length, by: '' });
    else if (isLast) {
      const done = this.#splices.at(-1)?.end ?? 0;
      const blanks = /[ \t]*$/.exec(lines.text.slice(Math.max(lineStart, done), start))?.[0].length ?? 0;
      this.#splices.push({ start: start - blanks, end, by: '' });
    } else {
      const blanks = /^[ \t]*/.exec(lines.text.slice(end, lineEnd))?.[0].length ?? 0;
      this.#splices.push({ start, end: end + blanks, by: '' });
    }
  }

  #putBefore(offset: number, text: string, indentation = this.lines.indentation(offset)): void {
    const { lines } = this;
    if (lines.startsLine(offset))
      this.#insert(lines.lineStart(offset), `${indentation}${text}${lines.lineBreak(offset)}`);
    else this.#insert(offset, `${text} `);
  }

  #putBehind(stmt: StmtAst, text: string): void {
    const { lines } = this;
    const [start, end] = [startOf(stmt), endOf(stmt, lines.text)];
    if (!lines.startsLine(start) || !lines.endsLine(end)) {
      this.#insert(end, ` ${text}`);
      return;
    }
    // Labels may have a line of their own.
    const bare = placeOf(stmt.span).start;
    const indentation = lines.indentation(lines.startsLine(bare) ? bare : start);
    this.#insert(lines.lineEnd(end), `${lines.lineBreak(end)}${indentation}${text}`);
  }

  #insert(offset: number, by: string): void {
    this.#splices.push({ start: offset, end: offset, by });
  }

  #editsOf({ span }: StmtAst): readonly FenceEdit[] {
    return this.edits.get(placeOf(span).start) ?? [];
  }
}

const written = (fence: FenceKind): string => (fence === 'full' ? 'fence;' : 'fence(ww);');
