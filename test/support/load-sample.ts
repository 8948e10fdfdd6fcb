import { join } from 'node:path';
import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { languages } from '../../src/frontends/index.js';
import type { Program } from '../../src/lang/program/program.js';
import { loadProgram } from '../../src/ask/load.js';
import { root } from './golden.js';

/** The program of a file in samples/. */
export async function loadSample(path: string): Promise<Program> {
  const bag = new DiagnosticBag();
  const { program } = await loadProgram(languages, join(root, 'samples', path), null, bag);
  bag.throwIfErrors();
  if (program === null) throw new Error(`${path} holds no program`);
  return program;
}
