import type { Span } from '../../diagnostics/span.js';
import { compare } from '../../lang/arrays/array-formula.js';
import type { ArrayComparison } from '../../lang/arrays/array-formula.js';
import type { ProcTerm } from '../../lang/arrays/array-system.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Cast, Kinds } from './cast.js';
import { cellTerm } from './cells.js';
import type { Knowledge } from './knowledge.js';
import type { PcValue, ProcessPlaces } from './process-places.js';
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

/** The process is at the place. */
export const stands = (
  { vocabulary, places }: Pick<Scene, 'vocabulary' | 'places'>,
  process: ProcTerm,
  place: PcValue,
  span: Span,
): ArrayComparison =>
  compare('=', cellTerm({ symbol: vocabulary.pc, indices: [process] }), places.term(place), span);
