import type { ProgramQuestion } from '../engines/question.js';
import type { LanguageEntry } from '../frontends/frontend.js';
import type { Pipelines } from '../pass/lowerings.js';
import type { PassListener } from '../pass/run-pipeline.js';
import type { VerifyReport } from './report.js';
import type { LimitStop, ProgressListener } from '../search/limits.js';

/** What the caller brings: the languages it reads, the passes to run, a way to stop, somebody who likes to hear of progress. */
export interface VerifyHooks {
  readonly languages: readonly LanguageEntry[];
  /** Fetched, if there is a way to, when a program is there. */
  readonly pipelines: Pipelines | (() => Promise<Pipelines>);
  readonly signal: AbortSignal;
  readonly progress: ProgressListener;
  /** Hears what each pass has made. */
  readonly listener?: PassListener;
  /** Hears why another engine is asked, and what came of it: clauses. */
  readonly note?: (clause: string) => void;
  /** Hears what is decided, before others are given a proof of it. */
  readonly decided?: (report: VerifyReport) => void;
  /** Hears what is decided while other properties are open: what is told if the work is ended for that reason. */
  readonly soFar?: (told: (why: LimitStop['reason']) => VerifyReport) => void;
  /** Hears of the predicates that are tracked, each time there is a larger buffer. */
  readonly explain?: ProgramQuestion['explain'];
}
