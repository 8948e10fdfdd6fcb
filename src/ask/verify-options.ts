import { Source } from '../diagnostics/span.js';
import type { EngineOptions } from '../engines/question.js';
import type { ReadingOptions } from '../frontends/frontend.js';
import type { MemoryModel } from '../memory/model.js';
import { sc } from '../memory/sc.js';
import { fieldsOf } from '../options/values.js';
import type { FieldsOf } from '../options/values.js';

export interface VerifyInput {
  /** Of what is no file: what its place is called. */
  readonly path: string;
  /** What is no file; absent: the file is read. */
  readonly text?: string;
  /** As given with --lang; null: by the extension. */
  readonly language: string | null;
  /** How a text of C is to be read; absent: as it is. */
  readonly reading?: ReadingOptions;
}

/** What there is to read. */
export const placeOf = ({ path, text }: VerifyInput): string | Source =>
  text === undefined ? path : new Source(path, text);

/** What is asked of a program: the fields of the options that verify has for programs, and the model that they make. */
export interface VerifyOptions
  extends Omit<FieldsOf<'verify', 'program'>, 'engine'>, Pick<EngineOptions, 'engine'> {
  readonly model: MemoryModel;
}

/** What may be asked of a file, whatever it holds. */
export type AskOptions = VerifyOptions & EngineOptions;

/** What is asked by a command line without options. */
export const usualOptions: VerifyOptions = { ...fieldsOf('verify', 'program', new Map()), model: sc };
