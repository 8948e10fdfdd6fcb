import { readFileSync } from 'node:fs';
import { toProgram } from '../../test/support/arrays/program/array-to-program.js';
import { DiagnosticBag, Unsupported } from '../../src/diagnostics/diagnostic.js';
import { Source } from '../../src/diagnostics/span.js';
import { readCub } from '../../src/frontends/cub/parse.js';
import { printProgram } from '../../src/lang/program/print.js';
import { tso } from '../../src/memory/tso.js';
import { invariant } from '../../src/support/invariant.js';
import type { VerifyRun } from './verify-run.js';

/** The system with so many processes in the native language, for TSO; null where that cannot say it. */
export function programText({ path }: { readonly path: string }, processes: number): string | null {
  const bag = new DiagnosticBag();
  const system = readCub(new Source(path, readFileSync(path, 'utf8')), bag);
  invariant(system !== null, 'the systems of the table are read');
  try {
    return printProgram(toProgram(system, tso, processes, 'system'));
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/** In the place of a run. */
export const notTranslated: VerifyRun = {
  ...{ verdict: 'none (unsupported)', answered: false, seconds: 0, engineSeconds: null, states: null },
  ...{ generated: null, kept: null, peak: null, memoryMB: null },
};
