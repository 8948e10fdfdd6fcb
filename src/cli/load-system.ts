import { toAutomata } from '../../passes/pipelines.js';
import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { ReadingOptions } from '../frontends/frontend.js';
import { languages } from '../frontends/index.js';
import type { System } from '../lang/program/system.js';
import { runPipeline } from '../pass/run-pipeline.js';
import { placeOf } from '../ask/verify-options.js';
import type { InputPlace } from '../library/asking.js';
import { loadProgram, required } from '../ask/load.js';

/** The automata of a program file. Throws an InputError that says what is wrong with it. */
export async function loadSystem(
  place: InputPlace,
  language: string | null,
  procs: number | null,
  reading?: ReadingOptions,
): Promise<System> {
  const bag = new DiagnosticBag();
  const { program } = required(
    await loadProgram(languages, placeOf({ ...place, language }), language, bag, reading),
    bag,
  );
  return runPipeline(toAutomata, program, { procs }).system;
}
