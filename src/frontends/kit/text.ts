import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';

/** What a program is called: its file without folder and extension. */
export const nameOfFile = ({ path }: Source): string => path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');

/** `1 cell`, `2 cells`. */
export const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Whether the text is longer than its language can be read in reasonable time; reports it. */
export function isTooLong({ text }: Source, maxCharacters: number, bag: DiagnosticBag): boolean {
  if (text.length <= maxCharacters) return false;
  bag.report('E004', null, `the text is longer than ${maxCharacters} characters`);
  return true;
}
