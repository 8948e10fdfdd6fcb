import type { BufferSpec } from '../dve/buffers/spec.js';
import type { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { Source } from '../diagnostics/span.js';
import type { ArraySystem } from '../ir/array-system.js';
import type { BooleanProgram } from '../ir/boolean-program.js';
import type { Expr } from '../ir/expr.js';
import type { Program } from '../ir/program.js';

/** A reader of one input language. */
export interface FrontEnd {
  /** The value of `--lang`. */
  readonly language: string;
  /** With the dot. */
  readonly extensions: readonly string[];
  readonly title: string;
  /** The program; null if the bag got errors. Reports what it can in one go. */
  parse(source: Source, bag: DiagnosticBag): Program | null;
  /** Reads formulas about a program whose text was parsed without errors, where the language has a way of its own to write them. */
  formulas?(source: Source): FormulaReader;
  /** Writes a text of the language that was parsed without errors as text of the language. */
  readonly writer?: Writer;
  /** A file of the same base name that may lie beside the program and adds to it. */
  readonly companion?: Companion;
}

export interface Writer {
  /** The value of `--to` that means the language. */
  readonly target: string;
  /** `buffers`: with the store buffers of a memory model as variables; null: as it is. */
  write(source: Source, buffers: BufferSpec | null): string;
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

/** Reads a language of Boolean programs; null if the bag got errors. Throws `Unsupported` for what is right but too much. */
export type BooleanReader = (source: Source, bag: DiagnosticBag) => BooleanProgram | null;

/** Reads a language of array-based systems; null if the bag got errors. Throws `Unsupported` for what is right but too much. */
export type ArrayReader = (source: Source, bag: DiagnosticBag) => ArraySystem | null;
