import { languages } from '../../src/frontends/index.js';
import { sc } from '../../src/memory/sc.js';
import { fieldsOf } from '../../src/options/values.js';
import type { CheckOptions } from '../../src/ask/boolean/boolean-verification.js';
import { checkFile } from '../../src/ask/boolean/boolean-verification.js';
import type { VerifyReport } from '../../src/ask/report.js';
import { pipelines } from './pipelines-with-hooks.js';

/** What the command line asks for when no option is given. */
const defaults: CheckOptions = {
  ...fieldsOf('check', 'boolean', new Map()),
  ...{ model: sc, timeoutSeconds: 20 },
};

/** Checks a Boolean program as the command line does. */
export const checkPath = async (path: string, options: Partial<CheckOptions> = {}): Promise<VerifyReport> =>
  checkFile(
    { path, language: null },
    { ...defaults, ...options },
    {
      languages,
      pipelines: () => Promise.resolve(pipelines),
      signal: new AbortController().signal,
      progress: () => undefined,
    },
  );
