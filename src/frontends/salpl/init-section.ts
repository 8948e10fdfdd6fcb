import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { assertNever } from '../../support/invariant.js';
import { maxNesting } from '../kit/nesting.js';
import type { SalplSum } from './ast.js';
import type { InitStep } from './file.js';
import { namesInSum } from './names.js';

/**
 * The initial state as an equation for each variable. Before the initial section every variable x holds some
 * unknown integer, written as the name x; running the section symbolically gives each variable a sum over these. The
 * unknown that `que` holds before `store deq = que; store que = deq;` is afterwards in both: one of them stands for
 * it and may hold anything, the other equals that one. An unknown that no variable holds gets a hidden variable.
 */
export interface InitialState {
  /** The value of a variable over other variables and hidden ones. A variable that is not listed holds anything. */
  readonly values: ReadonlyMap<string, SalplSum>;
  /** Variables that the values speak of and the program does not know; each holds anything. */
  readonly hidden: readonly Word[];
}

export interface InitialisedWord {
  readonly word: Word;
  /** Several processes have a local of this name: it is several variables, so it cannot stand for another's unknown. */
  readonly several: boolean;
}

export function initialState(
  steps: readonly InitStep[],
  variables: readonly InitialisedWord[],
  bag: DiagnosticBag,
): InitialState {
  const after = runSymbolically(steps, bag);
  const values = variables.map((variable): Equation => ({
    ...variable,
    value: after.get(variable.word.text) ?? { kind: 'name', name: variable.word },
  }));
  const standsFor = representatives(values);
  const bound = values.filter(
    ({ word, value }) => !isUnknown(value, (name) => standsFor.get(name)?.text === word.text),
  );
  const homeless = bound
    .flatMap(({ value }) => [...namesInSum(value)])
    .filter(({ text }) => !standsFor.has(text));
  const hidden = new Map(
    homeless.map((word) => [word.text, { ...word, text: freshName(word.text, variables) }]),
  );
  const renamed = (value: SalplSum): SalplSum =>
    substitute(value, (name) => asName(standsFor.get(name) ?? hidden.get(name)));
  return {
    values: new Map(bound.map(({ word, value }) => [word.text, renamed(value)])),
    hidden: [...hidden.values()],
  };
}

interface Equation extends InitialisedWord {
  readonly value: SalplSum;
}

const isUnknown = (value: SalplSum, matches: (name: string) => boolean): boolean =>
  value.kind === 'name' && matches(value.name.text);

const asName = (name: Word | undefined): SalplSum | undefined =>
  name === undefined ? undefined : { kind: 'name', name };

/** A larger value is a mistake, or made to break tools. */
const maxParts = 2 * maxNesting;

/** What becomes too large counts as unknown, with a report. */
function runSymbolically(steps: readonly InitStep[], bag: DiagnosticBag): ReadonlyMap<string, SalplSum> {
  const state = new Map<string, SalplSum>();
  const sizes = new Map<string, number>();
  for (const { target, statement } of steps) {
    const value: SalplSum =
      statement.kind === 'load' ? { kind: 'name', name: statement.from } : statement.value;
    const size = sizeOf(value, sizes);
    if (size > maxParts) {
      bag.report('E004', target.span, `the initial value of ${target.text} has more than ${maxParts} parts`);
      state.delete(target.text);
    } else {
      state.set(
        target.text,
        substitute(value, (name) => state.get(name)),
      );
    }
    sizes.set(target.text, size > maxParts ? 1 : size);
  }
  return state;
}

function sizeOf(sum: SalplSum, sizes: ReadonlyMap<string, number>): number {
  switch (sum.kind) {
    case 'int':
      return 1;
    case 'name':
      return sizes.get(sum.name.text) ?? 1;
    case 'negative':
      return 1 + sizeOf(sum.arg, sizes);
    case 'arithmetic':
      return 1 + sizeOf(sum.left, sizes) + sizeOf(sum.right, sizes);
    default:
      return assertNever(sum);
  }
}

/** For each unknown a variable that holds just it: its own one if that still does. */
function representatives(values: readonly Equation[]): ReadonlyMap<string, Word> {
  const chosen = new Map<string, Word>();
  for (const { word, several, value } of values) {
    if (value.kind !== 'name') continue;
    const unknown = value.name.text;
    if (unknown === word.text || !(several || chosen.has(unknown))) chosen.set(unknown, word);
  }
  return chosen;
}

function freshName(unknown: string, variables: readonly InitialisedWord[]): string {
  let name = `${unknown}_initially`;
  while (variables.some(({ word }) => word.text === name)) name += '_';
  return name;
}

/** The sum with some names replaced. */
function substitute(sum: SalplSum, by: (name: string) => SalplSum | undefined): SalplSum {
  switch (sum.kind) {
    case 'int':
      return sum;
    case 'name':
      return by(sum.name.text) ?? sum;
    case 'negative':
      return { ...sum, arg: substitute(sum.arg, by) };
    case 'arithmetic':
      return { ...sum, left: substitute(sum.left, by), right: substitute(sum.right, by) };
    default:
      return assertNever(sum);
  }
}
