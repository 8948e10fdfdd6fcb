import type { CheckOptions } from '../verify/check-options.js';
import type { SubjectKind } from '../frontends/frontend.js';
import { hasBuffers } from '../memory/questions.js';

/** Why the semantics was taken that was, of a file with such a program; for --verbose. */
export function whyEngine(
  { semantics, model }: Pick<CheckOptions, 'semantics' | 'model'>,
  kind: SubjectKind | null,
): string {
  if (semantics !== null || kind === null) return '';
  if (kind === 'array') return '';
  if (kind === 'program') return ' (auto: it decides all programs but Boolean ones)';
  return hasBuffers(model)
    ? ' (auto: the three-valued semantics knows no store buffers)'
    : ' (auto: the three-valued semantics decides Boolean programs without store buffers)';
}
