import type { Span } from '../diagnostics/span.js';
import type { Property } from '../lang/program/program.js';
import type { PipelineKind } from '../pass/lowerings.js';
import type { EngineOptions, FindingOf, ProgramQuestion, QuestionsByKind } from './question.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';

/** One way to decide properties: a row of the table of engines. Light to import; what it takes to decide is fetched then. */
export interface EngineRow {
  readonly name: string;
  /** One clause for documentation. */
  readonly summary: string;
  /** What it decides; other subjects are refused. */
  readonly takes: { readonly [K in SubjectKind]?: Taking<K> };
  readonly counters: readonly EngineCounter[];
}

/** How an engine takes questions of one kind. */
export interface Taking<K extends SubjectKind> {
  /** What it may be taken for, in a phrase. */
  readonly what: string;
  /** The names of the options that only some engines look at, and this one does. */
  readonly options: readonly string[];
  readonly refuses: readonly EngineRefusal<QuestionsByKind[K]['question']>[];
  /** Null: `auto` never takes it first. */
  readonly auto: AutoRule<QuestionsByKind[K]['question']> | null;
  /** What it takes a program as. */
  readonly pipeline?: (options: EngineOptions) => PipelineKind;
  /** Of several properties those that it decides; the others go to other engines. Absent: all. */
  readonly share?: Share;
  /** Who looks at a few processes in between, where there may be any number and `auto` takes this one; absent: nobody. */
  readonly few?: string;
  /** Absent: it takes over from nobody. */
  readonly relief?: Relief;
  readonly decide: (question: QuestionsByKind[K]['question']) => Promise<FindingOf<K>>;
}

/** Something that an engine does not take. */
export interface EngineRefusal<Question> {
  /** For documentation: `deadlocks`. */
  readonly what: string;
  /** The option that asks for it; absent: none does. */
  readonly option?: string;
  /** The question is put wrongly; absent: the engine just cannot. */
  readonly isUsage?: true;
  /** Null: it is not there. */
  readonly objection: (question: Question) => EngineObjection | null;
}

export interface EngineObjection {
  readonly message: string;
  readonly span?: Span | null;
  /** What to take instead. */
  readonly note?: string;
}

/** When `auto` takes an engine. The rules are tried in the order of their ranks. */
export interface AutoRule<Question> {
  readonly rank: number;
  /** For documentation: a clause behind `when` or `where`. */
  readonly condition: string;
  readonly when: (question: Question) => boolean | Promise<boolean>;
  /** What --verbose says. */
  readonly why: string;
}

export interface Share {
  readonly of: (question: ProgramQuestion) => Promise<readonly Property[]>;
  /** Who decides the rest where this engine is asked for by name. */
  readonly restBy: string;
}

/** An engine whose search may have no end is held up, and what it leaves open then goes to this one. */
export interface Relief {
  readonly of: string;
  /** When its states take so much room. */
  readonly atMB: number;
  /** For documentation and --verbose: a clause. */
  readonly because: string;
  /** It works no longer, and for no more than three quarters of the time that is left; absent: as long as there is time. */
  readonly forSeconds?: number;
  /** Whatever this one has come to, the states of the other take no more room than that; absent: as much as there is. */
  readonly leavesMB?: number;
  /** Where neither engine has an answer this one tells why; absent: the other does. */
  readonly explains?: true;
  /** The properties that it may have an answer for; none: it is of no use. */
  readonly takes: (question: ProgramQuestion) => Promise<readonly Property[]>;
  /** What --verbose says behind its name. */
  readonly why: string;
}

/** A counter of the statistics. */
export interface EngineCounter {
  readonly name: string;
  readonly about: string;
  /** What one is called in the line below a report; absent: it is not told there. */
  readonly noun?: string;
}
