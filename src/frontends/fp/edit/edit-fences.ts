import { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { originOf } from '../../../diagnostics/span.js';
import type { Source } from '../../../diagnostics/span.js';
import { statementEdits } from '../../../lang/program/fence-edit.js';
import type { StatementEdit } from '../../../lang/program/fence-edit.js';
import { invariant } from '../../../support/invariant.js';
import { addTo } from '../../../support/remembered.js';
import type { FenceEditor } from '../../frontend.js';
import type { ItemAst, ProcedureAst, StmtAst, ThreadAst } from '../ast.js';
import { parseFile } from '../syntax.js';
import { everyStmtAst, isLeft } from '../walk.js';
import { placeOf } from './extents.js';
import { FenceWriter } from './fence-writer.js';
import { TextEdits } from '../../kit/text-edits.js';

/**
 * The text with other fences; comments and layout stay. Null: one of them has no place in the text, as between the steps of a
 * `for`, or where only a `break` comes by.
 */
export const editFences: FenceEditor = (source, edits) => {
  const bag = new DiagnosticBag();
  const { file } = parseFile(source, bag);
  invariant(!bag.hasErrors, 'what was read can be read again');
  const asked = statementEdits(edits);
  const written = new Map(
    file.items.flatMap((item) =>
      hasBody(item)
        ? [...everyStmtAst(item.body)].map((stmt) => [placeOf(stmt.span).start, stmt] as const)
        : [],
    ),
  );
  if (!asked.every((edit) => isWritable(edit, source, written))) return null;
  const places = new Map<number, StatementEdit[]>();
  for (const edit of asked) {
    const { start } = placeOf((edit.kind === 'first' ? edit.of : edit.stmt).span);
    // Each call of a procedure has the statement; its text has it once.
    if (places.get(start)?.some((other) => isSame(edit, other)) !== true) addTo(places, start, edit);
  }
  const text = new TextEdits(source.text);
  for (const item of file.items) if (hasBody(item)) new FenceWriter(text, places, item.body).write();
  return text.result();
};

const hasBody = (item: ItemAst): item is ThreadAst | ProcedureAst =>
  item.kind === 'thread' || item.kind === 'inline';

/** Whether two changes of statements by the same place are one in the text. */
function isSame(edit: StatementEdit, other: StatementEdit): boolean {
  if (edit.kind === 'lock' || edit.kind === 'remove') return edit.kind === other.kind;
  if (edit.kind === 'first')
    return other.kind === 'first' && edit.fence === other.fence && edit.block === other.block;
  return edit.kind !== 'before' && edit.kind === other.kind && edit.fence === other.fence;
}

/** Whether what stands where the edit belongs is what the program has there. */
function isWritable(edit: StatementEdit, source: Source, written: ReadonlyMap<number, StmtAst>): boolean {
  const stmt = edit.kind === 'first' ? edit.of : edit.stmt;
  if (originOf(stmt.span)?.source.path !== source.path) return false;
  const ast = written.get(placeOf(stmt.span).start);
  if (ast === undefined || ast.kind === 'do') return false;
  // `x = c ? a : b;` is an `if` that has no blocks.
  // And a loop whose test looks for cells is one that jumps back.
  if (edit.kind === 'first') return ast.kind === stmt.kind || (ast.kind === 'for' && stmt.kind === 'while');
  // Behind a loop that is left by a `break`, what is put there is where that leads.
  if (ast.kind === 'for' || (ast.kind === 'while' && edit.kind === 'behind' && isLeft(ast.body)))
    return false;
  return edit.kind === 'behind' || stmt.labels.length === ast.labels.length;
}
