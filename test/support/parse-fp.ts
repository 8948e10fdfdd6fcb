import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../src/diagnostics/render.js';
import { Source } from '../../src/diagnostics/span.js';
import { fp } from '../../src/frontends/fp/parse.js';
import type { Program } from '../../src/lang/program/program.js';

/** The program of a text without errors; the front end itself makes sure that there is exactly one reading. */
export function parseFp(text: string, name = 'generated'): Program {
  const { program, bag } = read(text, name);
  if (program === null || bag.sorted().length > 0)
    throw new Error(`${renderDiagnostics(bag.sorted())}\n\n${text}`);
  return program;
}

/** The messages for a text with errors, in their order; empty if it has none. */
export function errorsOfFp(text: string): readonly string[] {
  const { program, bag } = read(text, 'wrong');
  return program === null ? bag.errors().map((d) => d.message) : [];
}

/** The program of a text without errors, and the warnings in their order. */
export function warnedFp(
  text: string,
  name = 'generated',
): { readonly program: Program; readonly warnings: readonly string[] } {
  const { program, bag } = read(text, name);
  if (program === null) throw new Error(`${renderDiagnostics(bag.sorted())}\n\n${text}`);
  return { program, warnings: bag.warnings().map((d) => d.message) };
}

function read(text: string, name: string): { readonly program: Program | null; readonly bag: DiagnosticBag } {
  const bag = new DiagnosticBag();
  return { program: fp.parse(new Source(`${name}.fp`, text), bag), bag };
}
