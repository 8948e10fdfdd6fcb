import { originOf } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';
import { printProgram } from '../lang/program/print.js';
import type { Notes } from '../lang/program/print.js';
import type { About, ExportRequest, Exporter } from './exporter.js';

/** The native language: what `verify --model sc` takes. */
export const fpExporter: Exporter = {
  name: 'fp',
  hasBits: true,
  run: (request) => `${heading(request.about).join('\n')}\n\n${text(request)}`,
};

function text({ program, about }: ExportRequest): string {
  // The user's own program needs no comments on where it comes from.
  return about.isRewritten ? printProgram(program, origins()) : printProgram(program);
}

function heading({ file, memory, overflow, leftOut }: About): readonly string[] {
  const what = [`// ${file.replace(/[\u0000-\u001f\u007f]/g, '?')} under ${memory}.`];
  const missing = leftOut.map((name) => `// The temporal property ${name} is left out.`);
  if (overflow === null) return [...what, ...missing];
  return [
    ...what,
    ...missing,
    `// To be run under SC: the store buffers are variables here. The assertion ${overflow} is not of the source: it fails`,
    '// where the bound is too small to know. A violation of any other property is one of the source.',
  ];
}

/** Says before each group of lines which line of the source they are for. */
function origins(): Notes {
  let last = '';
  let generated = false;
  const once = (comment: string | null): string | null => {
    if (comment === null || comment === last) return null;
    last = comment;
    return comment;
  };
  return {
    shared: (variable) => variable.meaning ?? null,
    thread: (thread) => {
      last = '';
      generated = thread.span.kind === 'generated';
      return generated ? 'Lets one buffered write after another reach main memory.' : null;
    },
    statement: (stmt) => (generated || stmt.kind === 'goto' ? null : once(sourceLine(stmt.span))),
  };
}

/** As in `line 4: x = 1;`. */
function sourceLine(span: Span): string | null {
  const origin = originOf(span);
  if (origin === null) return null;
  const { line } = origin.source.position(origin.start);
  return `line ${line}: ${origin.source.line(line).trim()}`;
}
