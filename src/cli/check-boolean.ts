import type { CheckOptions } from '../verify/check-options.js';

/** Why the semantics of a Boolean program was taken that was; for --verbose. */
export function whyEngine({ semantics, model }: Pick<CheckOptions, 'semantics' | 'model'>): string {
  if (semantics !== null) return '';
  return model.buffering === 'none'
    ? ' (auto: the three-valued semantics decides Boolean programs without store buffers)'
    : ' (auto: the three-valued semantics knows no store buffers)';
}
