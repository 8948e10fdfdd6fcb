import { languages } from '../../src/frontends/index.js';
import { sc } from '../../src/memory/sc.js';
import { fieldsOf } from '../../src/options/values.js';
import type { ArrayOptions } from '../../src/verify/arrays-options.js';
import { verifyArrays } from '../../src/verify/arrays.js';
import type { VerifyReport } from '../../src/verify/report.js';

/** What the command line asks for when no option is given. */
const defaults: ArrayOptions = {
  ...fieldsOf('verify', 'array', new Map()),
  ...{ model: sc, timeoutSeconds: 20 },
};

/** Verifies an array-based system as the command line does. */
export const arraysPath = async (path: string, options: Partial<ArrayOptions> = {}): Promise<VerifyReport> =>
  verifyArrays(
    { path, language: null },
    { ...defaults, ...options },
    { languages, signal: new AbortController().signal, progress: () => undefined },
  );
