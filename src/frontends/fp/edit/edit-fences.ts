import { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { statementEdits } from '../../../lang/program/fence-edit.js';
import type { StatementEdit } from '../../../lang/program/fence-edit.js';
import { invariant } from '../../../support/invariant.js';
import { addTo } from '../../../support/remembered.js';
import type { FenceEditor } from '../../frontend.js';
import { parseFile } from '../syntax.js';
import { placeOf } from './extents.js';
import { FenceWriter } from './fence-writer.js';
import { TextEdits } from '../../kit/text-edits.js';

/** The text with other fences; comments and layout stay. */
export const editFences: FenceEditor = (source, edits) => {
  const bag = new DiagnosticBag();
  const { file } = parseFile(source, bag);
  invariant(!bag.hasErrors, 'what was read can be read again');
  const places = new Map<number, StatementEdit[]>();
  for (const edit of statementEdits(edits))
    addTo(places, placeOf((edit.kind === 'first' ? edit.of : edit.stmt).span).start, edit);
  const text = new TextEdits(source.text);
  for (const item of file.items) if (item.kind === 'thread') new FenceWriter(text, places, item.body).write();
  return text.result();
};
