import { DiagnosticBag, InputError } from '../diagnostics/diagnostic.js';
import type { Program } from '../lang/program/program.js';
import { parseAtomicFile } from '../pass/atomic-file.js';
import type { AtomicPair } from '../pass/atomic-file.js';
import type { Pipeline } from '../pass/run-pipeline.js';
import { runPipeline } from '../pass/run-pipeline.js';
import { numberWrites } from '../pass/write-sites.js';
import type { WriteSite } from '../pass/write-sites.js';
import { didYouMean } from '../support/suggest.js';
import { readNamed, readText } from './read-source.js';
import type { VerifyOptions } from './verify-options.js';

/** The numbers of the writes that the file names; null without a file. Throws an InputError for what is wrong with it. */
export function atomicWritesOf(
  program: Program,
  { atomicFile, procs }: Partial<Pick<VerifyOptions, 'atomicFile' | 'procs'>>,
  automata: Pipeline,
): ReadonlySet<number> | null {
  if (atomicFile === undefined) return null;
  const given = typeof procs === 'number' ? procs : null;
  return chosenWrites(atomicFile, writesOf(program, automata, given));
}

/** All writes that could be made atomic. */
export const writesOf = (program: Program, pipeline: Pipeline, procs: number | null): readonly WriteSite[] =>
  numberWrites(runPipeline({ ...pipeline, onSystem: [] }, program, { procs }).program).sites;

/** The numbers of the sites that a file names. */
export function chosenWrites(path: string, sites: readonly WriteSite[]): ReadonlySet<number> {
  const bag = new DiagnosticBag();
  // No pair at all is what the loop of paper 004 begins with.
  const source = readNamed('the file of atomic writes', path, bag, readText);
  const pairs = source === null ? [] : parseAtomicFile(source, bag);
  const chosen = pairs.flatMap((pair) => sitesOf(pair, sites, bag));
  if (bag.hasErrors) throw new InputError(bag.errors());
  return new Set(chosen.map(({ id }) => id));
}

function sitesOf(pair: AtomicPair, sites: readonly WriteSite[], bag: DiagnosticBag): readonly WriteSite[] {
  const ofTransition = sites.filter(({ names }) => names.includes(pair.transition));
  if (ofTransition.length === 0) {
    const names = sites.flatMap((site) => site.names);
    const near = didYouMean(pair.transition, new Set(names), 'did you mean');
    const examples = [...new Set(sites.flatMap((site) => site.names.slice(0, 1)))].slice(0, 5);
    const some = examples.length === 0 ? 'the program writes nothing' : `as in ${examples.join(', ')}`;
    const message = `there is no transition '${pair.transition}' that writes`;
    bag.report('E201', pair.transitionSpan, message, near ?? some);
    return [];
  }
  if (pair.variable === null) return ofTransition;
  const found = ofTransition.filter(({ variableName }) => variableName === pair.variable);
  if (found.length > 0) return found;
  const written = [...new Set(ofTransition.map(({ variableName }) => variableName))].join(', ');
  const message = `${pair.transition} does not write '${pair.variable}'`;
  bag.report('E201', pair.variableSpan, message, `it writes ${written}`);
  return [];
}
