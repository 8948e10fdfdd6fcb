import { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import type { Source, Span } from '../../../diagnostics/span.js';
import type { FenceEdit } from '../../../lang/program/fence-edit.js';
import type { FenceKind } from '../../../lang/program/program.js';
import { InternalError, assertNever } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import type { FenceEditor } from '../../frontend.js';
import { TextEdits } from '../../kit/text-edits.js';
import { CScanner } from '../preprocess/scan.js';

/** The text of C with other fences and orders; comments and layout stay. */
export const editC: FenceEditor = (source, edits) => {
  const text = new TextEdits(source.text);
  const alone = new Map<number, AloneEdit>();
  for (const edit of edits) {
    if (edit.kind === 'text-order') writeOrder(text, edit.span, edit.order);
    else if (edit.kind === 'text-fence') writeFence(text, edit, alone);
    else throw new InternalError(`a text of C has no edit ${edit.kind}`);
  }
  const inOrder = [...alone.values()].toSorted(outerFirst);
  for (const one of inOrder) openBrackets(text, one);
  for (const one of inOrder.toReversed()) closeBrackets(text, one);
  if (edits.some((edit) => edit.kind === 'text-fence' && edit.place.kind !== 'fence'))
    includeAtomics(text, source);
  return text.result();
};

type FenceInText = Extract<FenceEdit, { kind: 'text-fence' }>;

/** A statement that gets brackets, and what stands with it inside of them. */
interface AloneEdit {
  readonly start: number;
  readonly end: number;
  before: string | null;
  behind: string | null;
}

const outerFirst = (a: AloneEdit, b: AloneEdit): number => a.start - b.start || b.end - a.end;

const fenceText = (fence: FenceKind): string =>
  `atomic_thread_fence(memory_order_${fence === 'full' ? 'seq_cst' : 'release'});`;

function offsets(span: Span): { readonly start: number; readonly end: number } {
  if (span.kind !== 'source') throw new InternalError('a place of the text has a place');
  return span;
}

function writeFence(text: TextEdits, { place, fence }: FenceInText, alone: Map<number, AloneEdit>): void {
  const { start, end } = offsets(place.span);
  const put = fenceText(fence);
  if (place.isAlone) {
    const one = remembered(alone, start, () => ({ start, end, before: null, behind: null }));
    if (place.kind === 'before') one.before = put;
    else one.behind = put;
    return;
  }
  switch (place.kind) {
    case 'before':
      return text.before(start, put);
    case 'behind':
      return text.behind(start, end, put);
    case 'order':
      return writeOrder(text, place.span, 'release');
    case 'fence':
      // Where a label or a branch wants a statement there is still one.
      return isNeeded(text.text, start) ? text.replace(start, end, ';') : text.remove(start, end);
    default:
      return assertNever(place.kind);
  }
}

const isNeeded = (text: string, start: number): boolean =>
  !/(?:[;{}]|\*\/)\s*$/.test(text.slice(0, start).replace(/\/\/[^\n]*\n\s*$/, ''));

function writeOrder(text: TextEdits, span: Span, order: 'release' | 'seq_cst'): void {
  const { start, end } = offsets(span);
  const isBuiltIn = text.text.slice(start, end).startsWith('__ATOMIC_');
  text.replace(start, end, isBuiltIn ? `__ATOMIC_${order.toUpperCase()}` : `memory_order_${order}`);
}

const isEmpty = (text: TextEdits, { start, end }: AloneEdit): boolean => text.text.slice(start, end) === ';';

function openBrackets(text: TextEdits, one: AloneEdit): void {
  const { start, before } = one;
  if (isEmpty(text, one)) text.replace(start, one.end, `{ ${before ?? ''} }`);
  else text.insert(start, before === null ? '{ ' : `{ ${before} `);
}

function closeBrackets(text: TextEdits, one: AloneEdit): void {
  const { end, behind } = one;
  if (!isEmpty(text, one)) text.insert(end, behind === null ? ' }' : ` ${behind} }`);
}

const header = '#include <stdatomic.h>';

/** Behind the first line that includes something, where the header is not included yet. */
function includeAtomics(text: TextEdits, source: Source): void {
  const directives = new CScanner(source, new DiagnosticBag()).lines().filter((line) => line.isDirective);
  const isNamed = directives.some(({ start }) =>
    /^#\s*include\s*<stdatomic\.h>/.test(source.text.slice(start, text.lines.lineEnd(start))),
  );
  if (isNamed) return;
  const first = directives.find(({ tokens }) => tokens[0]?.text === 'include');
  if (first === undefined) text.insert(0, `${header}\n`);
  else text.before(first.start, header, '');
}
