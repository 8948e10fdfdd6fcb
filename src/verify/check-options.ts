import type { LanguageEntry } from './load.js';
import type { VerifyOptions } from './options.js';

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

/** The engine of a semantics; null: `auto`. */
export function engineOf(semantics: Semantics | null): string {
  switch (semantics) {
    case null:
      return 'auto';
    case 'three-valued':
      return 'three-valued';
    case 'concrete':
      return 'explicit';
  }
}

/** What does not go together in a file of another kind, as a sentence for the user; null: all does. */
export function contradiction(options: CheckOptions, kind: LanguageEntry['kind'] | null): string | null {
  if (kind !== 'program' && kind !== 'array') return null;
  if (options.semantics === 'three-valued')
    return 'this is no Boolean program: only those have a three-valued semantics';
  return options.merge ? '--merge joins states of Boolean programs, and this is none' : null;
}
