import { toAutomata } from '../../passes/pipelines.js';
import { languages } from '../../src/frontends/index.js';
import { abstractFile } from '../../src/verify/abstract-file.js';
import type { AbstractedFile } from '../../src/verify/abstract-file.js';
import { usualOptions } from '../../src/verify/options.js';
import type { VerifyOptions } from '../../src/verify/options.js';
import type { VerifyReport } from '../../src/verify/report.js';
import { verifyFile } from '../../src/verify/verify.js';
import { pipelines } from './pipelines.js';

/** What the command line asks for when no option is given. */
export const verifyDefaults: VerifyOptions = { ...usualOptions, engine: 'explicit', timeoutSeconds: 20 };

/** Verifies a file as the command line does. */
export const verifyPath = async (
  path: string,
  options: Partial<VerifyOptions> = {},
  automata = toAutomata,
): Promise<VerifyReport> =>
  verifyFile(
    { path, language: null },
    { ...verifyDefaults, ...options },
    {
      languages,
      pipelines: { ...pipelines, automata },
      signal: new AbortController().signal,
      progress: () => undefined,
    },
  );

/** The Boolean program of a file as the command `abstract` makes it. */
export const abstractPath = async (
  path: string,
  options: Partial<VerifyOptions> = {},
): Promise<AbstractedFile> =>
  abstractFile(
    { path, language: null },
    { ...verifyDefaults, engine: 'abstract', ...options },
    { languages, pipelines, signal: new AbortController().signal, progress: () => undefined },
  );
