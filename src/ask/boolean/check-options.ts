import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { SubjectKind } from '../../lang/program/subject-kind.js';
import type { MemoryModel } from '../../memory/model.js';
import type { FieldsOf } from '../../options/values.js';

/** What is asked of a Boolean program, by the fields of options. */
export interface CheckOptions extends FieldsOf<'check', 'boolean'> {
  readonly model: MemoryModel;
}

export type BooleanSemantics = NonNullable<CheckOptions['semantics']>;

/** The engine of a semantics; null: `auto`. */
export function engineOf(semantics: BooleanSemantics | null): string {
  switch (semantics) {
    case null:
      return 'auto';
    case 'three-valued':
      return 'three-valued';
    case 'concrete':
      return 'explicit';
  }
}

/** What does not go together in a file of another kind, for the user; null: all does. */
export function contradiction(
  options: CheckOptions,
  kind: SubjectKind | null,
): Pick<Diagnostic, 'message' | 'note'> | null {
  if (kind !== 'program' && kind !== 'array') return null;
  if (options.semantics === 'three-valued') {
    const message = 'this is no Boolean program: only those have a three-valued semantics';
    return { message, note: 'leave out --semantics, or take --semantics concrete' };
  }
  const message = '--merge joins states of Boolean programs, and this is none';
  return options.merge ? { message, note: 'leave out --merge' } : null;
}
