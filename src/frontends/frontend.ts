import type { DveBufferSpec } from '../lang/dve/buffers/spec.js';
import type { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { Source } from '../diagnostics/span.js';
import type { ArraySystem } from '../lang/arrays/array-system.js';
import type { BooleanProgram } from '../lang/boolean/boolean-program.js';
import type { Expr } from '../lang/expr/expr.js';
import type { FenceEdit } from '../lang/program/fence-edit.js';
import type { Program } from '../lang/program/program.js';
import type { PlacesOf } from '../lang/program/text-places.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';

/** What texts are made into, by the kinds of languages. */
export interface TextsByKind {
  readonly program: ProgramText;
  readonly boolean: BooleanProgram;
  readonly array: ArraySystem;
}

/** Reads a text; null if the bag got errors. Reports what it can in one go; throws `Unsupported` for what is right but too much. */
export type Reader<T> = (source: Source, bag: DiagnosticBag, context?: ReadingContext) => T | null;

/** What a text may need beside itself. */
export interface ReadingContext extends ReadingOptions {
  /** The file of this name as it is called in another; null if there is none. */
  readonly readBeside: (from: string, name: string) => Source | null;
}

/** What the user says of how a text is to be read. */
export interface ReadingOptions {
  /** Macros, as `NAME` or `NAME=VALUE`. */
  readonly defines: readonly string[];
  /** Folders where files are looked for that a text includes. */
  readonly includes: readonly string[];
  /** Signed integers of C wrap around where they overflow. */
  readonly wrap: boolean;
  /** Whether a program of C is asked besides for data races, and whether it ends. */
  readonly races: boolean;
  readonly termination: boolean;
  /** How many objects each `malloc` of C makes that is come to again and again. */
  readonly allocations: number;
}

export const plainText: ReadingOptions = {
  ...{ defines: [], includes: [], wrap: false },
  ...{ races: false, termination: false },
  allocations: 4,
};

/** An input language. */
export type LanguageEntry = {
  readonly [Kind in SubjectKind]: {
    readonly kind: Kind;
    /** The value of `--lang`. */
    readonly language: string;
    /** With the dot. */
    readonly extensions: readonly string[];
    readonly title: string;
    /** It decides what is asked of whole programs: `--races`, `--termination`. */
    readonly asksOfPrograms?: true;
    /** Its reader, which is loaded when a file needs it. */
    readonly load: () => Promise<Reader<TextsByKind[Kind]>>;
    /** What puts fences into its texts; absent: programs with fences are written as `.fp`. */
    readonly loadFenceEditor?: () => Promise<FenceEditor>;
  };
}[SubjectKind];

/**
 * Puts fences into a text that was read without errors, and takes them out; all else stays as it is written. Null: the
 * language cannot say the result.
 */
export type FenceEditor = (source: Source, edits: readonly FenceEdit[]) => string | null;

/** A program as it was read, and what its language can do besides. */
export interface ProgramText {
  readonly program: Program;
  /** Reads formulas about the program, where the language has a way of its own to write them. */
  readonly formulas?: FormulaReader;
  /** Writes the text in its own language. */
  readonly writer?: SourceWriter;
  /** Where its text can have fences, if the statements of the program do not tell. */
  readonly fencePlaces?: PlacesOf;
  /** A file of the same base name that may lie beside the program and adds to it. */
  readonly companion?: Companion;
}

/** A reader of programs for which nothing needs to be kept of their text. */
export interface FrontEnd {
  readonly parse: Reader<Program>;
  readonly companion?: Companion;
}

export interface SourceWriter {
  /** The value of `--to` that means the language. */
  readonly target: string;
  /** `buffers`: with the store buffers of a memory model as variables; null: as it is. */
  write(buffers: DveBufferSpec | null): string;
}

export type FormulaRole = 'invariant' | 'final' | 'ltl' | 'predicate';

/** A formula; null if the bag got errors. */
export type FormulaReader = (text: Source, role: FormulaRole, bag: DiagnosticBag) => Expr | null;

export interface Companion {
  /** With the dot. */
  readonly extension: string;
  /** The program with what the file says; the bag tells what is wrong with it. */
  attach(source: Source, program: Program, bag: DiagnosticBag): Program;
}
