/** The comment of whole lines right above a place, as plain text; empty: there is none. */
export function commentAbove(text: string, offset: number): string {
  let end = text.lastIndexOf('\n', offset - 1);
  const lines: string[] = [];
  while (end > 0) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const [, comment] = /^\s*\/\/ ?(.*)$/.exec(text.slice(start, end)) ?? [];
    if (comment === undefined) break;
    lines.unshift(comment.trimEnd());
    end = start - 1;
  }
  return lines.join('\n');
}
