/** Lines of C, without line breaks. */
export type CLines = readonly string[];

/** One step to the right; labels that jumps lead to stay at the margin. */
export const indented = (lines: CLines): CLines =>
  lines.map((line) => (line === '' || isLabel(line) ? line : `    ${line}`));

export const functionLines = (head: string, body: CLines): CLines => [head, '{', ...indented(body), '}'];

export const isLabel = (line: string): boolean => /^[A-Za-z]\w*:$/.test(line) && line !== 'default:';

/** A text that stands in a comment: nothing in it ends or opens one, and it is plain ASCII. */
export function commentText(text: string): string {
  const plain = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '?')
    .replaceAll('*/', '* /')
    .replaceAll('/*', '/ *');
  return plain.length > 100 ? `${plain.slice(0, 97)}...` : plain;
}

export const comment = (text: string): string => `/* ${commentText(text)} */`;

/** A string literal; question marks are escaped because two of them begin a trigraph. */
export function quoted(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\?]/g, (c) => `\\${c}`);
  return `"${plain}"`;
}
