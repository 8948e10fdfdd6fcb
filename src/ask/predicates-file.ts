import { extname } from 'node:path';
import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { Source } from '../diagnostics/span.js';
import type { Expr } from '../lang/expr/expr.js';
import type { Program } from '../lang/program/program.js';
import { at } from '../support/invariant.js';
import { predicatesFile } from './load.js';
import { readNamed } from './read-source.js';

/** Reads the predicates of a text, and tells the bag what is wrong with them. */
type PredicatesReader = (source: Source, program: Program, bag: DiagnosticBag) => readonly Expr[];

/** The language whose predicates may also be written as its authors write them. */
const authors = { language: 'salpl', extension: '.pred' } as const;

/**
 * The predicates of a file, one a line, over the variables of the program. They are in `.fp` syntax, or for a program of
 * the CUPEX authors also in theirs: whichever the whole file is right in. Null if the bag got errors.
 */
export async function loadPredicates(
  path: string,
  program: Program,
  language: string | null,
  bag: DiagnosticBag,
): Promise<readonly Expr[] | null> {
  const source = readNamed(predicatesFile, path, bag);
  if (source === null) return null;
  const attempts: { readonly found: readonly Expr[]; readonly said: DiagnosticBag }[] = [];
  for (const read of await readersFor(path, language)) {
    const said = new DiagnosticBag();
    attempts.push({ found: read(source, program, said), said });
    if (!said.hasErrors) break;
  }
  // If none is right, the errors of the first tell what is wrong with the likelier syntax.
  const { found, said } = attempts.find((attempt) => !attempt.said.hasErrors) ?? at(attempts, 0);
  for (const diagnostic of said.sorted()) bag.add(diagnostic);
  if (said.hasErrors) return null;
  if (found.length > 0) return found;
  bag.report('E003', null, `the predicates file ${path} holds no predicates`, 'Write one condition a line.');
  return null;
}

/** The likelier one first. */
async function readersFor(path: string, language: string | null): Promise<readonly PredicatesReader[]> {
  const { parsePredicates: fp } = await import('../frontends/fp/formula.js');
  if (language !== authors.language) return [fp];
  const { parsePredicates: salpl } = await import('../frontends/salpl/predicates.js');
  return extname(path) === authors.extension ? [salpl, fp] : [fp, salpl];
}
