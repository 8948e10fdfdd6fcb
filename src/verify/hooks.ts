import type { Predicate } from '../abstraction/predicate.js';
import type { ProgressListener } from '../engines/engine.js';
import type { Names } from '../ir/print-expr.js';
import type { MemoryModel } from '../memory/model.js';
import type { PassListener, Pipeline } from '../pass/run.js';
import type { LanguageEntry } from '../frontends/frontend.js';

/** What the caller brings: the languages it reads, the passes to run, a way to stop, somebody who likes to hear of progress. */
export interface VerifyHooks {
  readonly languages: readonly LanguageEntry[];
  readonly pipelines: Pipelines;
  readonly signal: AbortSignal;
  readonly progress: ProgressListener;
  /** Hears what each pass has made. */
  readonly listener?: PassListener;
  /** Hears why another engine is asked, and what came of it: clauses. */
  readonly note?: (clause: string) => void;
  /** Hears of the predicates that are tracked, each time there is a larger buffer. */
  readonly explain?: (predicates: readonly Predicate[], names: Names) => void;
}

/** What the engines' programs are made by. */
export interface Pipelines {
  /** For engines that execute the program under a memory model. */
  readonly automata: Pipeline;
  /** For the engine that looks at runs: with the places where buffers may be flushed. */
  readonly runs: (model: MemoryModel) => Pipeline;
  /** With store buffers written into the program, for abstraction. */
  readonly shapes: (model: MemoryModel) => Pipeline;
  readonly counters: (model: MemoryModel) => Pipeline;
}
