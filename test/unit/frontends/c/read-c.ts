import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { readC as readText } from '../../../../src/frontends/c/parse.js';
import { plainText } from '../../../../src/frontends/frontend.js';
import type { ReadingContext } from '../../../../src/frontends/frontend.js';
import type { Program } from '../../../../src/lang/program/program.js';
import { InternalError } from '../../../../src/support/invariant.js';

export interface ReadC {
  readonly program: Program | null;
  readonly errors: readonly string[];
  readonly lines: readonly (number | null)[];
}

/** Reads a text of C; `files` are what it may include. */
export function readC(
  text: string,
  options: Partial<ReadingContext> = {},
  files: Readonly<Record<string, string>> = {},
): ReadC {
  const bag = new DiagnosticBag();
  const readBeside = (_: string, name: string): Source | null => {
    const found = files[name];
    return found === undefined ? null : new Source(name, found);
  };
  const read = readText(new Source('t.c', text), bag, { ...plainText, readBeside, ...options });
  const program = read?.program ?? null;
  const errors = bag.errors();
  return {
    program,
    errors: errors.map(({ message }) => message),
    lines: errors.map(({ span }) => (span?.kind === 'source' ? span.source.position(span.start).line : null)),
  };
}

export function programOf(text: string, options: Partial<ReadingContext> = {}): Program {
  const { program, errors } = readC(text, options);
  if (program === null) throw new InternalError(`the text has errors: ${errors.join('; ')}\n${text}`);
  return program;
}
