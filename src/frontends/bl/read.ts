import { lowerBooleanText } from '../../boolean/lower.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import type { BooleanProgram } from '../../ir/boolean-program.js';
import type { BooleanText } from '../../ir/boolean-text.js';
import { readFile } from './file.js';

/** The program as its text says it; null if the bag got errors. Names and labels are looked at by `readBl`. */
export function parseBl(source: Source, bag: DiagnosticBag): BooleanText | null {
  const file = readFile(source, bag);
  return bag.hasErrors ? null : file.text;
}

/** The program; null if the bag got errors. */
export function readBl(source: Source, bag: DiagnosticBag): BooleanProgram | null {
  const file = readFile(source, bag);
  // Without the declarations every name would be unknown.
  if (!file.declared) return null;
  const program = lowerBooleanText(file.text, baseName(source.path), bag);
  return bag.hasErrors ? null : program;
}

const baseName = (path: string): string => path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
