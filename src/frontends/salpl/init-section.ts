import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { maxNesting } from '../kit/nesting.js';
import { leaf, leavesOf, made, replaced } from '../kit/written.js';
import type { SalplAssignment, SalplSum } from './ast.js';

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
  steps: readonly SalplAssignment[],
  variables: readonly InitialisedWord[],
  bag: DiagnosticBag,
): InitialState {
  const after = runSymbolically(steps, bag);
  const values = variables.map((variable): Equation => ({
    ...variable,
    value: after.get(variable.word.text) ?? leaf(variable.word),
  }));
  const standsFor = representatives(values);
  const bound = values.filter(
    ({ word, value }) => value.kind !== 'leaf' || standsFor.get(value.leaf.text)?.text !== word.text,
  );
  const homeless = bound.flatMap(({ value }) => leavesOf(value)).filter(({ text }) => !standsFor.has(text));
  const hidden = new Map(
    homeless.map((word) => [word.text, { ...word, text: freshName(word.text, variables) }]),
  );
  const renamed = (value: SalplSum): SalplSum =>
    replaced(value, (name) => leaf(standsFor.get(name.text) ?? hidden.get(name.text) ?? name));
  return {
    values: new Map(bound.map(({ word, value }) => [word.text, renamed(value)])),
    hidden: [...hidden.values()],
  };
}

interface Equation extends InitialisedWord {
  readonly value: SalplSum;
}

/** A larger value is a mistake, or made to break tools. */
const maxParts = 2 * maxNesting;

/** What becomes too large counts as unknown, with a report. */
function runSymbolically(
  steps: readonly SalplAssignment[],
  bag: DiagnosticBag,
): ReadonlyMap<string, SalplSum> {
  const state = new Map<string, SalplSum>();
  const sizes = new Map<string, number>();
  for (const step of steps) {
    const { target } = step;
    const value = step.kind === 'load' ? leaf(step.from) : step.value;
    const size = sizeOf(value, sizes);
    if (size > maxParts) {
      bag.report('E004', target.span, `the initial value of ${target.text} has more than ${maxParts} parts`);
      state.delete(target.text);
    } else {
      const now = replaced(value, (name) => state.get(name.text) ?? leaf(name));
      state.set(target.text, now);
    }
    sizes.set(target.text, size > maxParts ? 1 : size);
  }
  return state;
}

const sizeOf = (sum: SalplSum, sizes: ReadonlyMap<string, number>): number =>
  made<Word, number>(sum, {
    constant: () => 1,
    leaf: ({ text }) => sizes.get(text) ?? 1,
    unary: (_, arg) => 1 + arg,
    binary: (_, left, right) => 1 + left + right,
  });

/** For each unknown a variable that holds just it: its own one if that still does. */
function representatives(values: readonly Equation[]): ReadonlyMap<string, Word> {
  const chosen = new Map<string, Word>();
  for (const { word, several, value } of values) {
    if (value.kind !== 'leaf') continue;
    const unknown = value.leaf.text;
    if (unknown === word.text || !(several || chosen.has(unknown))) chosen.set(unknown, word);
  }
  return chosen;
}

function freshName(unknown: string, variables: readonly InitialisedWord[]): string {
  let name = `${unknown}_initially`;
  while (variables.some(({ word }) => word.text === name)) name += '_';
  return name;
}
