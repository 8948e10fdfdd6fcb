import type { LanguageEntry } from './load.js';
import type { VerifyOptions } from './options.js';
import { hasBuffers } from '../memory/questions.js';

/** What is asked of a Boolean program, in the terms of the command line but checked. */
export interface CheckOptions extends Pick<
  VerifyOptions,
  'model' | 'bound' | 'properties' | 'timeoutSeconds' | 'memoryMB'
> {
  /** As asked for; null: three-valued under a model without store buffers, else concrete. */
  readonly semantics: Semantics | null;
  /** Join the states at a place: for the three-valued semantics. */
  readonly merge: boolean;
}

export type Semantics = 'three-valued' | 'concrete';

export const semanticsOf = ({ semantics, model }: CheckOptions): Semantics =>
  semantics ?? (hasBuffers(model) ? 'concrete' : 'three-valued');

/** What does not go together, as a sentence for the user; null: all does. */
export function contradiction(options: CheckOptions, kind: LanguageEntry['kind'] | null): string | null {
  if (kind === 'program' || kind === 'array') {
    if (options.semantics === 'three-valued')
      return 'this is no Boolean program: only those have a three-valued semantics';
    if (options.merge) return '--merge joins states of Boolean programs, and this is none';
    return null;
  }
  if (semanticsOf(options) === 'three-valued') {
    if (!hasBuffers(options.model)) return options.bound === null ? null : boundless;
    return `the three-valued semantics knows no store buffers: --model ${options.model.name} needs --semantics concrete`;
  }
  return options.merge ? '--merge goes with the three-valued semantics' : null;
}

const boundless =
  '--bound limits store buffers, and the three-valued semantics knows none: it goes with --model tso or pso, or --semantics concrete';
