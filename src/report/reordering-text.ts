import type { ToldReordering } from '../synthesis/synthesis-report.js';

/** As in: `flag[0] = 1` (line 4) may still wait when `turn` is read (line 6). */
export function reorderingText({ store, before }: ToldReordering): string {
  const what = before.kind === 'read' ? 'is read' : 'is in memory already';
  return `\`${store.text}\`${inLine(store.line)} may still wait when \`${before.text}\` ${what}${inLine(before.line)}`;
}

const inLine = (line: number | null): string => (line === null ? '' : ` (line ${line})`);
