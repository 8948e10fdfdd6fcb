import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { procVariable } from '../../lang/arrays/array-formula.js';
import type { ProcTerm } from '../../lang/arrays/array-system.js';
import { invariant } from '../../support/invariant.js';
import { freeName } from '../../support/free-names.js';
import { didYouMean } from '../../support/suggest.js';
import type { CubProcess } from './ast.js';
import type { DeclaredNames } from './names.js';

/** A process variable of the file; compared by identity. */
export interface Binder {
  readonly name: string;
}

/** What a name of a process stands for: a variable, or by way of a predicate's parameter a process with a number. */
export type ProcessMeaning = Binder | { readonly fixed: number };

export type Bindings = ReadonlyMap<string, ProcessMeaning>;

/** Where a formula stands: what its names mean. */
export interface FormulaScope {
  readonly names: DeclaredNames;
  readonly bag: DiagnosticBag;
  readonly bindings: Bindings;
}

/** A scope whose variables have got their places: see `ProcTerm`. */
export interface PlacedScope extends FormulaScope {
  readonly places: readonly Binder[];
}

export const binderOf = ({ text }: Word): Binder => ({ name: text });

export const bind = (bindings: Bindings, more: readonly (readonly [string, ProcessMeaning])[]): Bindings =>
  new Map([...bindings, ...more]);

/** Binds each word to the binder at its place. */
export const bindWords = (bindings: Bindings, words: readonly Word[], binders: readonly Binder[]): Bindings =>
  bind(
    bindings,
    binders.map((binder, i) => [words[i]?.text ?? binder.name, binder]),
  );

/** Null, with a report, if there is no such process variable. */
export function boundOf(process: CubProcess, scope: FormulaScope): ProcessMeaning | null {
  if (process.kind === 'fixed') return numbered(process, scope);
  const { text, span } = process.name;
  const found = scope.bindings.get(text);
  if (found !== undefined) return found;
  const { names, bag } = scope;
  if (names.symbols.has(text)) {
    const hint = `Take a parameter for the process, as k, and require ${text} = k.`;
    bag.report(
      'E501',
      span,
      `${text} is a variable: only process variables and #1, #2, ... stand here`,
      hint,
    );
    return null;
  }
  const hint =
    didYouMean(text, scope.bindings.keys()) ??
    'It must be a parameter, or be bound by a quantifier or by case.';
  bag.report('E201', span, `there is no process variable ${text}`, hint);
  return null;
}

function numbered(
  { number, span }: Extract<CubProcess, { kind: 'fixed' }>,
  { names, bag }: FormulaScope,
): ProcessMeaning | null {
  if (names.maxProcs === null || number <= names.maxProcs) return { fixed: number };
  bag.report('E303', span, `there is no process #${number}: number_procs is ${names.maxProcs}`);
  return null;
}

export function placeOf(bound: ProcessMeaning, places: readonly Binder[]): ProcTerm {
  if ('fixed' in bound) return { kind: 'fixed', number: bound.fixed };
  const index = places.indexOf(bound);
  invariant(index !== -1, 'a process variable that is in scope has a place');
  return procVariable(index);
}

/** Null, with a report, if there is no such process variable. */
export function procOf(process: CubProcess, scope: PlacedScope): ProcTerm | null {
  const bound = boundOf(process, scope);
  return bound === null ? null : placeOf(bound, scope.places);
}

/** The name, with a number behind it if it is taken. */
export const freshName = (wanted: string, taken: ReadonlySet<string>): string =>
  freeName(wanted, (name) => taken.has(name), '');
