import { languages } from '../../../src/frontends/index.js';
import type { AskOptions } from '../../../src/ask/verify-options.js';
import type { VerifyReport } from '../../../src/ask/report.js';
import { ask } from '../../../src/ask/ask.js';
import { usualAsked } from '../asked.js';
import { pipelines } from '../pipelines-with-hooks.js';

/** Verifies an array-based system as the command line does. */
export const arraysPath = async (path: string, options: Partial<AskOptions> = {}): Promise<VerifyReport> =>
  ask(
    { path, language: null },
    { ...usualAsked, engine: 'auto', ...options },
    { languages, pipelines, signal: new AbortController().signal, progress: () => undefined },
  );
