import { toAutomata } from '../../passes/pipelines.js';
import { languages } from '../../src/frontends/index.js';
import { sc } from '../../src/memory/sc.js';
import type { VerifyOptions } from '../../src/verify/options.js';
import type { VerifyReport } from '../../src/verify/report.js';
import { verifyFile } from '../../src/verify/verify.js';

/** What the command line asks for when no option is given. */
const defaults: VerifyOptions = {
  model: sc,
  engine: 'explicit',
  bound: null,
  procs: null,
  properties: [],
  extraInvariants: [],
  havocRange: null,
  deadlock: false,
  timeoutSeconds: 20,
  memoryMB: null,
};

/** Verifies a file as the command line does. */
export const verifyPath = async (
  path: string,
  options: Partial<VerifyOptions> = {},
  pipeline = toAutomata,
): Promise<VerifyReport> =>
  verifyFile(
    { path, language: null },
    { ...defaults, ...options },
    { languages, pipeline, signal: new AbortController().signal, progress: () => undefined },
  );
