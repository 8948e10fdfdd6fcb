import { toAutomata } from '../../../passes/pipelines.js';
import { loadBoolean, loadProgram, required } from '../../../src/ask/load.js';
import { DiagnosticBag, Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { languages } from '../../../src/frontends/index.js';
import { toSystem } from '../../../src/lang/boolean/to-system/to-system.js';
import type { System } from '../../../src/lang/program/system.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { compareReduced } from './compare-reduced.js';
import type { ReducedComparison } from './compare-reduced.js';

const left: ReducedComparison = { complaints: [], capped: true, states: 0, reducedStates: 0 };

/** The program of a file with orders of steps left out and without; capped if no search of all states can be had. */
export async function compareFile(
  path: string,
  model: MemoryModel,
  mostMB: number,
): Promise<ReducedComparison> {
  try {
    return await compareReduced(await systemOf(path, model), model, null, undefined, mostMB);
  } catch (error) {
    if (error instanceof Unsupported) return left;
    throw error;
  }
}

async function systemOf(path: string, model: MemoryModel): Promise<System> {
  const bag = new DiagnosticBag();
  if (path.endsWith('.bl'))
    return toSystem(required(await loadBoolean(languages, path, null, bag), bag)).system;
  const { program } = required(await loadProgram(languages, path, null, bag), bag);
  return runPipeline(toAutomata, program, { procs: 2, model }).system;
}
