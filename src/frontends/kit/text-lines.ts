/** What of the layout of a text matters to those who put something into it. */
export class TextLines {
  constructor(readonly text: string) {}

  /** Whether only blanks stand in front of it on its line. */
  startsLine(offset: number): boolean {
    return /^[ \t]*$/.test(this.text.slice(this.lineStart(offset), offset));
  }

  /** Whether only blanks and comments, which end there too, follow on its line. */
  endsLine(offset: number): boolean {
    const rest = this.text.slice(offset, this.lineEnd(offset));
    return /^(?:[ \t]|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:\/\/.*)?$/.test(rest);
  }

  /** The blanks at the begin of its line. */
  indentation(offset: number): string {
    return /^[ \t]*/.exec(this.text.slice(this.lineStart(offset), offset))?.[0] ?? '';
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** In front of the line break. */
  lineEnd(offset: number): number {
    const found = this.text.indexOf('\n', offset);
    const end = found < 0 ? this.text.length : found;
    return end > offset && this.text[end - 1] === '\r' ? end - 1 : end;
  }

  /** How the lines around it are broken. */
  lineBreak(offset: number): string {
    const found = this.text.indexOf('\n', offset);
    const end = found < 0 ? this.text.lastIndexOf('\n', offset) : found;
    return end > 0 && this.text[end - 1] === '\r' ? '\r\n' : '\n';
  }
}
