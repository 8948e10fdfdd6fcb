import { lowerBooleanText } from '../../lang/boolean/lower-text.js';
import { Unsupported } from '../../diagnostics/diagnostic.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { BooleanText } from '../../lang/boolean/boolean-text.js';
import { nameOfFile } from '../kit/text.js';
import { readFile } from './file.js';

/** The program as its text says it; null if the bag got errors. Names and labels are looked at by `readBl`. */
export function parseBl(source: Source, bag: DiagnosticBag): BooleanText | null {
  const file = readFile(source, bag);
  return bag.hasErrors ? null : file.text;
}

/** The program; null if the bag got errors. Throws `Unsupported` if nothing is wrong but what is not supported. */
export function readBl(source: Source, bag: DiagnosticBag): BooleanProgram | null {
  const { text, declared } = readFile(source, bag);
  // Without the declarations every name would be unknown.
  const program = declared && !bag.isFull ? lowerBooleanText(text, nameOfFile(source), bag) : null;
  const errors = bag.errors();
  const [first] = errors;
  if (first === undefined) return program;
  if (errors.every(({ code }) => code === 'E501'))
    throw new Unsupported(first.message, first.span, first.note);
  return null;
}
