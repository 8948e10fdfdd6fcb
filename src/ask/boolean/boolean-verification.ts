import { wrongQuestion } from '../../diagnostics/diagnostic.js';
import { kindOf } from '../../frontends/language.js';
import type { MemoryModel } from '../../memory/model.js';
import type { FieldsOf } from '../../options/values.js';
import { ask } from '../ask.js';
import type { VerifyHooks } from '../hooks.js';
import { refuseKind } from '../load.js';
import type { VerifyReport } from '../report.js';
import { usualOptions } from '../verify-options.js';
import type { VerifyInput } from '../verify-options.js';

/** What is asked of a Boolean program, by the fields of options. */
export interface CheckOptions extends FieldsOf<'check', 'boolean'> {
  readonly model: MemoryModel;
}

export type BooleanSemantics = NonNullable<CheckOptions['semantics']>;

const engineOf: Readonly<Record<BooleanSemantics, string>> = {
  'three-valued': 'three-valued',
  concrete: 'explicit',
};

/**
 * Decides the property of a Boolean program. A file in another language is decided by the explicit engine, which is the
 * concrete semantics of every finite program.
 */
export async function checkFile(
  input: VerifyInput,
  { semantics, ...options }: CheckOptions,
  hooks: VerifyHooks,
): Promise<VerifyReport> {
  const isBoolean = kindOf(hooks.languages, input.path, input.language) === 'boolean';
  const named = semantics === null ? 'auto' : engineOf[semantics];
  const asked = { ...usualOptions, ...options, engine: isBoolean ? named : 'explicit' };
  const report = await ask(input, asked, hooks, {
    guard: (kind) => {
      if (kind !== 'program' && kind !== 'array') return;
      refuseForOthers(semantics, options.merge);
      if (kind === 'array') refuseKind(kind);
    },
  });
  const isOther = !isBoolean && report.verdict !== null && semantics === null;
  return isOther ? { ...report, why: 'it decides all programs but Boolean ones' } : report;
}

/** What says nothing of a file of another kind. */
function refuseForOthers(semantics: BooleanSemantics | null, merge: boolean): void {
  if (semantics === 'three-valued')
    wrongQuestion(
      'this is no Boolean program: only those have a three-valued semantics',
      null,
      'leave out --semantics, or take --semantics concrete',
    );
  if (merge)
    wrongQuestion('--merge joins states of Boolean programs, and this is none', null, 'leave out --merge');
}
