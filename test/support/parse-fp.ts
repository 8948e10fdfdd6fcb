import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../src/diagnostics/render.js';
import { Source } from '../../src/diagnostics/span.js';
import { fp } from '../../src/frontends/fp/parse.js';
import type { Program } from '../../src/ir/program.js';

/** The program of a text without errors; the front end itself makes sure that there is exactly one reading. */
export function parseFp(text: string, name = 'generated'): Program {
  const bag = new DiagnosticBag();
  const program = fp.parse(new Source(`${name}.fp`, text), bag);
  if (program === null || bag.sorted().length > 0)
    throw new Error(`${renderDiagnostics(bag.sorted())}\n\n${text}`);
  return program;
}

/** The messages for a text with errors, in their order; empty if it has none. */
export function errorsOfFp(text: string): readonly string[] {
  const bag = new DiagnosticBag();
  const program = fp.parse(new Source('wrong.fp', text), bag);
  return program === null ? bag.sorted().map((d) => d.message) : [];
}
