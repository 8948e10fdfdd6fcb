import type { TextRange } from '../../frontends/fp/outline/outline.js';

/** What mends a mistake: another text in some place. */
export interface QuickFix extends TextRange {
  readonly title: string;
  readonly newText: string;
}

/** The fixes that a message names itself; `place` is what it is about. */
export function fixesFor(code: string, message: string, text: string, place: TextRange): readonly QuickFix[] {
  const wrong = text.slice(place.start, place.end);
  const fix = (title: string, newText: string, where: TextRange = place): readonly QuickFix[] => [
    { title, newText, start: where.start, end: where.end },
  ];
  const [, meant] = /did you mean [`']([^`']+)[`']\?/.exec(message) ?? [];
  if (meant !== undefined) return fix(`Change to \`${meant}\``, meant);
  if (wrong === '=' && message.includes('to compare, write `==`')) return fix('Compare: `==`', '==');
  if (wrong === '==' && message.includes('to assign, write `=`')) return fix('Assign: `=`', '=');
  if (code === 'E102' && wrong.startsWith('/*')) return fix('Close the comment', `${wrong.trimEnd()} */`);
  const assume = code === 'E401' ? assumeAround(text, place) : null;
  if (assume === null) return [];
  return fix('Put it into `atomic { }`', `atomic { ${text.slice(assume.start, assume.end)} }`, assume);
}

/** The statement whose condition a place is; null: it is written otherwise. */
function assumeAround(text: string, { start, end }: TextRange): TextRange | null {
  const first = text.lastIndexOf('assume', start);
  const last = text.indexOf(';', end);
  const isWhole = first !== -1 && last !== -1 && /^assume\s*\([^;{}]*;$/.test(text.slice(first, last + 1));
  return isWhole ? { start: first, end: last + 1 } : null;
}
