import type { VerifyDocument } from '../../report/report-json.js';
import type { RunModel } from '../run-view/run-model.js';

// What the page and its workers tell each other: plain data.

/** A text and what it is called; the extension of its name tells the language. */
export interface PlaygroundProgram {
  readonly name: string;
  readonly text: string;
}

/** What is chosen beside the program. */
export interface PlaygroundChoices {
  readonly model: string;
  readonly engine: string;
  /** How many threads each process is: a number or `any`; empty: as the program says. */
  readonly procs: string;
  /** In seconds. */
  readonly timeout: number;
  /** Whether Z3 may be loaded where the engine needs it. */
  readonly allowsZ3: boolean;
}

export interface PlaygroundRequest {
  readonly kind: 'verify' | 'fences' | 'look';
  readonly id: number;
  readonly program: PlaygroundProgram;
  /** Of `look`, which only reads, without meaning. */
  readonly choices: PlaygroundChoices;
}

/** What is wrong with a program, as an editor marks it. */
export interface Mark {
  /** Offsets in the text; both null: it is about the text as a whole. */
  readonly place: { readonly from: number; readonly to: number; readonly line: number } | null;
  readonly severity: 'error' | 'warning';
  /** With its code. */
  readonly message: string;
  readonly note: string | null;
}

export interface VerifiedAnswer {
  readonly kind: 'verified';
  /** As `verify --json` prints it. */
  readonly document: VerifyDocument;
  /** As `verify` prints it. */
  readonly text: string;
  /** For each property that is violated. */
  readonly runs: readonly RunModel[];
  readonly needsZ3: boolean;
  readonly marks: readonly Mark[];
}

export interface FencedAnswer {
  readonly kind: 'fenced';
  /** As `fences` prints it. */
  readonly text: string;
  /** Empty: none is needed; null: no set is known. */
  readonly set: readonly SuggestedFence[] | null;
  /** The program with them, if that can be written. */
  readonly program: PlaygroundProgram | null;
  readonly needsZ3: boolean;
  readonly marks: readonly Mark[];
}

/** Where a fence goes. */
export interface SuggestedFence {
  readonly kind: string;
  readonly thread: string;
  readonly line: number | null;
  readonly place: string;
}

/** What a request came to. */
export type PlaygroundAnswer =
  | VerifiedAnswer
  | FencedAnswer
  | { readonly kind: 'looked'; readonly marks: readonly Mark[] }
  /** The question cannot be asked like this, or the tool has a fault. */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly message: string;
      readonly marks: readonly Mark[];
    };

/** What a worker says. */
export type PlaygroundNews =
  | { readonly kind: 'progress'; readonly id: number; readonly phase: string; readonly states: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: PlaygroundAnswer };
