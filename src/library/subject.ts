import { DiagnosticBag, UsageError } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { lineOf } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';
import type { ArraySystem } from '../lang/arrays/array-system.js';
import type { BooleanProgram } from '../lang/boolean/boolean-program.js';
import type { Program } from '../lang/program/program.js';
import { invariant } from '../support/invariant.js';
import type { Loaded } from '../ask/load.js';
import type { PropertyReport } from '../ask/report.js';
import { placeOf } from '../ask/verify-options.js';
import type { VerifyInput } from '../ask/verify-options.js';
import type { InputPlace } from './asking.js';

/** A text that is in no file. Its name stands in messages, and its extension tells the language. */
export interface TextInput {
  readonly text: string;
  readonly name: string;
}

/** What there is to verify: the path of a file, a text, or what was loaded. */
export type SubjectInput = string | TextInput | LoadedSubject;

interface SubjectBase extends VerifyInput {
  readonly language: string;
  readonly properties: readonly StatedProperty[];
  readonly warnings: readonly Diagnostic[];
}

/** What a file or a text says, in the form of fencepost itself. */
export type LoadedSubject = SubjectBase &
  (
    | { readonly kind: 'program'; readonly content: Program }
    | { readonly kind: 'boolean'; readonly content: BooleanProgram }
    | { readonly kind: 'array'; readonly content: ArraySystem }
  );

export type StatedProperty = Pick<PropertyReport, 'name' | 'kind' | 'line'>;

/** Where the text of an input is. Throws a UsageError for what is none: who calls may have no types. */
export function inputOf(input: unknown): InputPlace {
  if (typeof input === 'string') return { path: input };
  const {
    name,
    path = name,
    text,
  }: Partial<Record<string, unknown>> = typeof input === 'object' && input !== null ? { ...input } : {};
  if (typeof path === 'string' && typeof text === 'string') return { path, text };
  if (typeof path === 'string' && text === undefined && name === undefined) return { path };
  throw new UsageError(
    'the input is the path of a file, a text with a name ({ text, name }), or what load returned',
  );
}

/** The language that was found when the input was loaded; null: it was not. */
export const languageOf = (input: SubjectInput): string | null =>
  typeof input === 'string' || 'name' in input ? null : input.language;

/** Throws an InputError that says what is wrong with it. */
export async function loadSubject(input: VerifyInput): Promise<LoadedSubject> {
  const { kindOf } = await import('../frontends/language.js');
  const { languages } = await import('../frontends/index.js');
  const { loadArray, loadBoolean, loadProgram, required } = await import('../ask/load.js');
  const bag = new DiagnosticBag();
  const place = [languages, placeOf(input), input.language, bag, input.reading] as const;
  const base = ({ language }: Loaded<unknown>): Omit<SubjectBase, 'properties'> => {
    invariant(language !== null, 'a text in no known language is an error');
    return { ...input, language, warnings: bag.warnings() };
  };
  switch (kindOf(languages, input.path, input.language)) {
    case 'boolean': {
      const loaded = await loadBoolean(...place);
      const content = required(loaded, bag);
      const { property } = content;
      const kind = property?.kind === 'always' ? 'invariant' : 'final';
      const properties = property === null ? [] : [stated({ ...property, name: property.kind, kind })];
      return { ...base(loaded), kind: 'boolean', content, properties };
    }
    case 'array': {
      const loaded = await loadArray(...place);
      const content = required(loaded, bag);
      const properties = content.unsafe.map(({ name, span }) => stated({ name, kind: 'invariant', span }));
      return { ...base(loaded), kind: 'array', content, properties };
    }
    case 'program':
    case null: {
      const loaded = await loadProgram(...place);
      const { program: content } = required(loaded, bag);
      return { ...base(loaded), kind: 'program', content, properties: content.properties.map(stated) };
    }
  }
}

type NamedProperty = Pick<PropertyReport, 'name' | 'kind'> & { readonly span?: Span };

const stated = ({ name, kind, span }: NamedProperty): StatedProperty => ({
  ...{ name, kind },
  line: span === undefined ? null : lineOf(span),
});
