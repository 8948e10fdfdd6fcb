import type { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { Source } from '../diagnostics/span.js';
import type { Program } from '../ir/program.js';

/** A reader of one input language. */
export interface FrontEnd {
  /** The value of `--lang`. */
  readonly language: string;
  /** With the dot. */
  readonly extensions: readonly string[];
  readonly title: string;
  /** The program; null if the bag got errors. Reports what it can in one go. */
  parse(source: Source, bag: DiagnosticBag): Program | null;
}
