import { toAutomata } from '../../passes/pipelines.js';
import { DiagnosticBag, InputError } from '../diagnostics/diagnostic.js';
import { languages } from '../frontends/index.js';
import type { System } from '../ir/system.js';
import { runPipeline } from '../pass/run.js';
import { invariant } from '../support/check.js';
import { chooseLanguage, readSource } from '../verify/load.js';

/** The automata of a program file. Throws an InputError that says what is wrong with it. */
export async function loadSystem(
  path: string,
  language: string | null,
  procs: number | null,
): Promise<System> {
  const bag = new DiagnosticBag();
  const source = readSource(path, bag);
  const entry = chooseLanguage(languages, path, language, bag);
  if (source === null || entry === null) throw new InputError(bag.errors());
  const frontEnd = await entry.load();
  const program = frontEnd.parse(source, bag);
  bag.throwIfErrors();
  invariant(program !== null, 'a front end that gives no program says why');
  return runPipeline(toAutomata, program, { procs }).system;
}
