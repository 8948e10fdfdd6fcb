import { ask } from './ask.js';
import type { VerifyHooks } from './hooks.js';
import type { AskOptions, VerifyInput } from './verify-options.js';
import type { VerifyReport } from './report.js';

/** Decides the properties of a file, whatever kind of file it is. */
export const verifyFile = (
  input: VerifyInput,
  options: AskOptions,
  hooks: VerifyHooks,
): Promise<VerifyReport> => ask(input, options, hooks);
