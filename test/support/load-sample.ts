import { join } from 'node:path';
import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { languages } from '../../src/frontends/index.js';
import type { Program } from '../../src/lang/program/program.js';
import { loadProgram, required } from '../../src/ask/load.js';
import { root } from './root.js';

/** The program of a file in samples/. */
export async function loadSample(path: string): Promise<Program> {
  const bag = new DiagnosticBag();
  return required(await loadProgram(languages, join(root, 'samples', path), null, bag), bag).program;
}
