import type { SubjectKind } from '../frontends/frontend.js';
import type { MemoryModel } from '../memory/model.js';
import type { FieldsOf } from '../options/values.js';
import { hasBuffers } from '../memory/questions.js';

/** What is asked of a Boolean program, by the fields of options. */
export interface CheckOptions extends FieldsOf<'check', 'boolean'> {
  readonly model: MemoryModel;
}

export type Semantics = NonNullable<CheckOptions['semantics']>;

export const semanticsOf = ({ semantics, model }: CheckOptions): Semantics =>
  semantics ?? (hasBuffers(model) ? 'concrete' : 'three-valued');

/** What does not go together, as a sentence for the user; null: all does. */
export function contradiction(options: CheckOptions, kind: SubjectKind | null): string | null {
  if (kind === 'program' || kind === 'array') {
    if (options.semantics === 'three-valued')
      return 'this is no Boolean program: only those have a three-valued semantics';
    if (options.merge) return '--merge joins states of Boolean programs, and this is none';
    return null;
  }
  if (semanticsOf(options) === 'three-valued') {
    if (!hasBuffers(options.model)) return options.bound === null ? null : boundless;
    return `the three-valued semantics knows no store buffers: --model ${options.model.name} needs --semantics concrete`;
  }
  return options.merge ? '--merge goes with the three-valued semantics' : null;
}

const boundless =
  '--bound limits store buffers, and the three-valued semantics knows none: it goes with --model tso or pso, or --semantics concrete';
