import type { Diagnostic, DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { Limits } from '../search/limits.js';
import type { Program, Property } from '../ir/program.js';
import type { PassContext } from '../pass/pass.js';
import type { VerifyInput, VerifyOptions } from './options.js';
import type { PropertyReport, Stats, VerifyReport } from './report.js';
import type { VerifyHooks } from './hooks.js';

/** A program that was read, and what is asked of it. */
export interface Question {
  readonly input: VerifyInput;
  readonly language: string | null;
  readonly program: Program;
  /** Those to decide, as the program states them, and `deadlock` if it is asked for. */
  readonly properties: readonly Property[];
  readonly options: VerifyOptions;
  /** Writes that are atomic, by their numbers; null: nobody asks about single writes. */
  readonly atomicWrites: ReadonlySet<number> | null;
  readonly hooks: VerifyHooks;
  readonly limits: Limits;
  /** Of performance.now(). */
  readonly started: number;
  /** What is wrong with the question; with errors in it there is no decision. */
  readonly usage: DiagnosticBag;
}

/** What passes are told of atomic writes. */
export const atomicOf = ({ atomicWrites }: Question): Pick<PassContext, 'atomicWrites'> =>
  atomicWrites === null ? {} : { atomicWrites };

/** What an engine came to, in the terms of the report. */
export interface Decision extends Pick<VerifyReport, 'engine' | 'method' | 'encoding' | 'bound'> {
  readonly properties: readonly PropertyReport[];
  readonly warnings: readonly Diagnostic[];
  readonly stats: Partial<Stats>;
  /** What people should know of how the answer came about, in whole sentences. */
  readonly remarks: readonly string[];
}

/** Which engine was taken and how, before there is a result. */
export type Setting = Pick<Decision, 'engine' | 'method' | 'encoding' | 'bound'>;
