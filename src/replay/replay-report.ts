import type { LanguageEntry } from '../frontends/frontend.js';
import type { ProgramAsArrays } from '../lang/arrays/stated-cube.js';
import type { Program } from '../lang/program/program.js';
import type { LockedWaits, MemoryModel } from '../memory/model.js';
import type { Pipeline } from '../pass/run-pipeline.js';

/** What a check of evidence came to. */
export interface ReplayReport {
  readonly accepted: boolean;
  readonly obligations: number;
  readonly held: number;
  /** Why it is rejected: a clause. */
  readonly reason: string | null;
  /** It is rejected because a solver gave up, and may be right. */
  readonly isOpen?: boolean;
  /** What it shows: a clause. */
  readonly shows: string;
  /** The same obligations for Why3; absent: it has no words for them here. */
  readonly why3?: () => string;
}

/** What is handed in: how programs are read, and the passes that spell them out. */
export interface ReplayTools {
  readonly languages: readonly LanguageEntry[];
  readonly automata: Pipeline;
  /** The same with the attacks on the robustness of the program. */
  readonly attacks: Pipeline;
  readonly modelNamed: (name: string, lockedWaits: LockedWaits) => MemoryModel | null;
  /** Why a file is no text; null: it is one. */
  readonly whyUnreadable: (path: string) => string | null;
  /** The program as an array-based system; throws what cannot be said so. */
  readonly asArrays: (program: Program, procs: number | null, model: MemoryModel) => ProgramAsArrays;
  readonly watch: () => void;
}
