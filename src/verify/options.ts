import type { EngineOptions } from '../engines/question.js';
import type { MemoryModel } from '../memory/model.js';
import { sc } from '../memory/sc.js';
import { fieldsOf } from '../options/values.js';
import type { FieldsOf } from '../options/values.js';

export interface VerifyInput {
  readonly path: string;
  /** As given with --lang; null: by the extension. */
  readonly language: string | null;
}

/** What is asked of a program: the fields of the options that verify has for programs, and the model that they make. */
export interface VerifyOptions extends FieldsOf<'verify', 'program'> {
  readonly model: MemoryModel;
}

/** What may be asked of a file, whatever it holds. */
export type AskOptions = VerifyOptions &
  Pick<EngineOptions, 'merge' | 'maxProcs' | 'search' | 'brab' | 'reduction'>;

/** What is asked by a command line without options. */
export const usualOptions: VerifyOptions = { ...fieldsOf('verify', 'program', new Map()), model: sc };
