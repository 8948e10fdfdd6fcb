import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { salpl } from '../../../src/frontends/salpl/parse.js';
import type { Program } from '../../../src/lang/program/program.js';
import { invariant } from '../../../src/support/invariant.js';

/** A program of the CUPEX authors with its predicates, its text changed first if that is wanted. */
export function authorsProgram(
  folder: string,
  name: string,
  change: (text: string) => string = (text) => text,
): Program {
  const bag = new DiagnosticBag();
  const source = (extension: string): Source => {
    const path = join(folder, name, `${name}.${extension}`);
    return new Source(path, change(readFileSync(path, 'utf8')));
  };
  const program = salpl.parse(source('orig'), bag);
  bag.throwIfErrors();
  invariant(program !== null && salpl.companion !== undefined, `${name} can be read`);
  const whole = salpl.companion.attach(source('pred'), program, bag);
  bag.throwIfErrors();
  return whole;
}
