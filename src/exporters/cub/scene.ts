import type { ThreadId } from '../../lang/expr/ids.js';
import type { Cast } from './cast.js';
import type { Knowledge } from './knowledge.js';
import type { Kinds } from './process-kinds.js';
import type { ProcessPlaces } from './process-places.js';
import type { TargetVocabulary } from './target-variables.js';

/** What all parts of an export work on. */
export interface Scene {
  readonly knowledge: Knowledge;
  readonly cast: Cast;
  readonly places: ProcessPlaces;
  readonly vocabulary: TargetVocabulary;
  readonly kinds: Kinds;
  /** Whether stores wait in buffers. */
  readonly isBuffered: boolean;
  /** The threads that come to rest behind a fence: final properties read memory. */
  readonly drains: ReadonlySet<ThreadId>;
  /** Notes that a step is written in a way that is right under one memory model only. */
  note(model: 'sc' | 'tso'): void;
}
