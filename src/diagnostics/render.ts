import type { Diagnostic } from './diagnostic.js';
import { originOf } from './span.js';

/** More than this many errors are noise; the rest is counted. */
const maxShown = 20;
const tabWidth = 8;
const maxLineShown = 160;

/** `FILE:LINE:COL: error: what is wrong`, the source line, a caret under the place, the hint. */
export function renderDiagnostic(diagnostic: Diagnostic, file: string | null = null): string {
  const origin = originOf(diagnostic.span);
  const what = `${diagnostic.severity}: ${diagnostic.message} [${diagnostic.code}]`;
  if (origin === null) {
    const head = `${file === null ? 'fencepost' : file}: ${what}`;
    return diagnostic.note === null ? head : `${head}\n  = ${diagnostic.note}`;
  }
  const { line, column } = origin.source.position(origin.start);
  const lines = [`${origin.source.path}:${line}:${column}: ${what}`];
  lines.push(...frame(origin.source.line(line), line, column, origin.end - origin.start));
  if (diagnostic.note !== null) lines.push(`  = ${diagnostic.note}`);
  return lines.join('\n');
}

/** All of them, capped; ends without a line break. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], file: string | null = null): string {
  const parts = diagnostics.slice(0, maxShown).map((d) => renderDiagnostic(d, file));
  if (diagnostics.length > maxShown) parts.push(`... and ${diagnostics.length - maxShown} more`);
  return parts.join('\n');
}

function frame(text: string, line: number, column: number, length: number): string[] {
  const gutter = String(line);
  // A long line is shown around the place only.
  const from = column - 1 > maxLineShown - 40 ? column - 1 - 40 : 0;
  const cut = printable(text.slice(from, from + maxLineShown));
  const before = printable(text.slice(from, column - 1));
  const marked = printable(text.slice(column - 1, column - 1 + Math.max(1, length)));
  const room = Math.max(1, expanded(cut).length - expanded(before).length);
  const carets = '^'.repeat(Math.max(1, Math.min(expanded(marked).length, room)));
  return [
    ` ${gutter} | ${expanded(cut)}`,
    ` ${' '.repeat(gutter.length)} | ${' '.repeat(expanded(before).length)}${carets}`,
  ];
}

/** Control characters would garble the terminal. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\u00b7');
}

function expanded(text: string): string {
  return text.replaceAll('\t', ' '.repeat(tabWidth));
}

/** One entry of the `errors` list of the JSON document. */
export interface DiagnosticJson {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly code: string;
  readonly message: string;
}

export function diagnosticJson(diagnostic: Diagnostic, file: string | null): DiagnosticJson {
  const origin = originOf(diagnostic.span);
  const place = origin === null ? null : origin.source.position(origin.start);
  return {
    file: origin?.source.path ?? file,
    line: place?.line ?? null,
    column: place?.column ?? null,
    code: diagnostic.code,
    message: diagnostic.note === null ? diagnostic.message : `${diagnostic.message} (${diagnostic.note})`,
  };
}
