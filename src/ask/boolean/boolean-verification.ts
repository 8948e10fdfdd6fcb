import { WrongQuestion } from '../../diagnostics/diagnostic.js';
import { ask } from '../ask.js';
import { contradiction, engineOf } from './check-options.js';
import type { CheckOptions } from './check-options.js';
import type { VerifyHooks } from '../hooks.js';
import { kindOf } from '../../frontends/language.js';
import { refuseKind } from '../load.js';
import { usualOptions } from '../verify-options.js';
import type { AskOptions, VerifyInput } from '../verify-options.js';
import type { VerifyReport } from '../report.js';

/**
 * Decides the property of a Boolean program. A file in another language is decided by the explicit engine, which is the
 * concrete semantics of every finite program.
 */
export async function checkFile(
  input: VerifyInput,
  options: CheckOptions,
  hooks: VerifyHooks,
): Promise<VerifyReport> {
  const { semantics, ...rest } = options;
  const isBoolean = kindOf(hooks.languages, input.path, input.language) === 'boolean';
  const asked: AskOptions = {
    ...{ ...usualOptions, ...rest },
    engine: isBoolean ? engineOf(semantics) : 'explicit',
  };
  const report = await ask(input, asked, hooks, {
    guard: (kind) => {
      const wrong = contradiction(options, kind);
      if (wrong !== null)
        throw new WrongQuestion([{ code: 'E006', severity: 'error', span: null, ...wrong }]);
      if (kind === 'array') refuseKind(kind);
    },
  });
  const isOther = !isBoolean && report.verdict !== null && semantics === null;
  return isOther ? { ...report, why: 'it decides all programs but Boolean ones' } : report;
}
