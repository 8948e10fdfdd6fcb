import type { StatementEdit } from '../../../lang/program/fence-edit.js';
import type { FenceKind } from '../../../lang/program/program.js';
import { invariant, at } from '../../../support/invariant.js';
import type { BlockAst, StmtAst } from '../ast.js';
import { blocksInAst, everyStmtAst } from '../walk.js';
import { endOf, endOfBlock, hasBraces, isUnwritten, placeOf, startOf } from './extents.js';
import type { TextEdits } from '../../kit/text-edits.js';

/** What is to be done around the statement that begins, behind its labels, at an offset. */
export type EditsByPlace = ReadonlyMap<number, readonly StatementEdit[]>;

/**
 * Goes through the text of a thread and makes the changes.
 *
 *   BEFORE  x = 1; // note        if (r == 0) y = 1;       L: }
 *   AFTER   x = 1; // note        if (r == 0) { y = 1; fence; } else { fence; }       L: fence; skip; }
 *           fence;
 */
export class FenceWriter {
  readonly #redirected: ReadonlyMap<string, string>;

  constructor(
    private readonly changes: TextEdits,
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

  write(): void {
    this.#block(this.body, null);
  }

  #block(block: BlockAst, first: FenceKind | null): void {
    if (!hasBraces(block, this.changes.text)) {
      this.#alone(at(block.statements, 0), first);
      return;
    }
    if (first !== null) this.#first(block, written(first));
    for (const stmt of block.statements) this.#statement(stmt);
  }

  #statement(stmt: StmtAst): void {
    const edits = this.#editsOf(stmt);
    for (const edit of edits)
      if (edit.kind === 'before') this.changes.before(startOf(stmt), `${edit.label}: ${written(edit.fence)}`);
    if (isUnwritten(stmt, this.changes.text)) this.#unwritten(stmt, edits);
    else if (edits.some(({ kind }) => kind === 'remove')) this.#remove(stmt);
    else {
      for (const edit of edits)
        if (edit.kind === 'behind-labels') this.changes.before(placeOf(stmt.span).start, written(edit.fence));
      this.#locked(stmt, edits);
      for (const edit of edits) if (edit.kind === 'behind') this.#putBehind(stmt, written(edit.fence));
    }
  }

  #locked(stmt: StmtAst, edits: readonly StatementEdit[]): void {
    const isLocked = edits.some(({ kind }) => kind === 'lock');
    const { start, end } = placeOf(stmt.span);
    if (isLocked) this.changes.insert(start, 'locked { ');
    this.#inside(stmt);
    if (isLocked) this.changes.insert(end, ' }');
  }

  #inside(stmt: StmtAst): void {
    if (stmt.kind === 'goto') {
      const label = this.#redirected.get(stmt.target.text);
      if (label !== undefined) {
        const { start, end } = placeOf(stmt.target.span);
        this.changes.replace(start, end, label);
      }
      return;
    }
    const firsts = new Map(
      this.#editsOf(stmt).flatMap((edit) => (edit.kind === 'first' ? [[edit.block, edit.fence]] : [])),
    );
    blocksInAst(stmt).forEach((block, i) => this.#block(block, firsts.get(i) ?? null));
    const absent = firsts.get(1);
    if (stmt.kind === 'if' && stmt.else === null && absent !== undefined)
      this.changes.insert(endOfBlock(stmt.then, this.changes.text), ` else { ${written(absent)} }`);
  }

  /** The body of an `if` or a `while` without braces, where several statements need some. */
  #alone(stmt: StmtAst, first: FenceKind | null): void {
    invariant(stmt.labels.length === 0, 'labels stand in braces');
    const edits = this.#editsOf(stmt);
    const [start, end] = [startOf(stmt), endOf(stmt, this.changes.text)];
    if (edits.some(({ kind }) => kind === 'remove')) {
      this.changes.replace(start, end, '{ }');
      return;
    }
    const hasMore = first !== null || edits.some(({ kind }) => kind !== 'first');
    if (hasMore) this.changes.insert(start, first === null ? '{ ' : `{ ${written(first)} `);
    this.#locked(stmt, edits);
    for (const edit of edits) if (edit.kind === 'behind') this.changes.insert(end, ` ${written(edit.fence)}`);
    if (hasMore) this.changes.insert(end, ' }');
  }

  #first(block: BlockAst, fence: string): void {
    const [stmt] = block.statements;
    if (stmt !== undefined) {
      this.changes.before(startOf(stmt), fence);
      return;
    }
    const brace = placeOf(block.span).end - 1;
    const { lines, text } = this.changes;
    const outside = lines.indentation(brace);
    if (lines.startsLine(brace))
      this.changes.before(brace, fence, `${outside}${outside.startsWith('\t') ? '\t' : '  '}`);
    else this.changes.insert(brace, `${/\s/.test(text[brace - 1] ?? '') ? '' : ' '}${fence} `);
  }

  /** It is written out where something comes beside it. */
  #unwritten(stmt: StmtAst, edits: readonly StatementEdit[]): void {
    const fencesOf = (kind: 'behind-labels' | 'behind'): readonly string[] =>
      edits.flatMap((edit) => (edit.kind === kind ? [written(edit.fence)] : []));
    const [front, back] = [fencesOf('behind-labels'), fencesOf('behind')];
    if (front.length + back.length === 0) return;
    const indentation = this.changes.lines.indentation(startOf(stmt));
    this.changes.before(placeOf(stmt.span).start, [...front, 'skip;', ...back].join(' '), indentation);
  }

  #remove(stmt: StmtAst): void {
    const { start, end } = placeOf(stmt.span);
    if (stmt.labels.length > 0) this.changes.replace(start, end, 'skip;');
    else this.changes.remove(start, end);
  }

  #putBehind(stmt: StmtAst, fence: string): void {
    const [start, bare] = [startOf(stmt), placeOf(stmt.span).start];
    const { lines, text } = this.changes;
    // Labels may have a line of their own.
    const indentation = lines.indentation(lines.startsLine(bare) ? bare : start);
    this.changes.behind(start, endOf(stmt, text), fence, indentation);
  }

  #editsOf({ span }: StmtAst): readonly StatementEdit[] {
    return this.edits.get(placeOf(span).start) ?? [];
  }
}

const written = (fence: FenceKind): string => (fence === 'full' ? 'fence;' : 'fence(ww);');
