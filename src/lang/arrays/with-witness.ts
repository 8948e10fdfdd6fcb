import { symbolId } from '../expr/ids.js';
import { freeName } from '../../support/free-names.js';
import { compare, conjunction, directUpdate, mapTerms, procTerm, procVariable } from './array-formula.js';
import type {
  ArrayFormula,
  ArraySystem,
  ArrayTerm,
  ArrayTransition,
  ArrayUpdate,
  CellSymbol,
  ProcTerm,
  Universal,
} from './array-system.js';
import type { Witness } from './stated-cube.js';

/** Whether its guard speaks of all other processes. */
export const isSplit = ({ guard, params }: ArrayTransition): boolean =>
  guard.universals.length > 0 && params.length > 0;

/**
 * The system with a witness: a variable for a process, which is some process of the run from the start. A transition whose guard speaks
 * of all others becomes several, by who the witness is: one of its processes, or another one, of which the guard is asked by name then.
 * Every run of the system is one of this with the right values added, as one of the cases always applies: what is not reached here is
 * not reached there. Not under TSO, where a variable of all processes would order their steps.
 */
export function withWitness(system: ArraySystem, witness: Witness): ArraySystem {
  const { symbols, transitions, span } = system;
  const symbol: CellSymbol = {
    id: symbolId(symbols.length),
    name: freeName('Witness', (name) => symbols.some((other) => other.name === name)),
    kind: 'variable',
    weak: false,
    arity: witness.of === 'each' ? 1 : 0,
    type: { kind: 'proc' },
    span,
  };
  return {
    ...system,
    symbols: [...symbols, symbol],
    transitions: transitions.flatMap((one) => split(one, symbol)).map((one) => noting(one, witness, symbol)),
  };
}

/** The same where there may be none. */
export const withWitnessOf = (system: ArraySystem, witness: Witness | null): ArraySystem =>
  witness === null ? system : withWitness(system, witness);

/** The witness as a transition with parameters sees it. */
const cellOf = ({ id, arity }: CellSymbol): ArrayTerm => ({
  kind: 'cell',
  symbol: id,
  indices: arity === 0 ? [] : [procVariable(0)],
  view: null,
  plus: null,
});

function split(transition: ArrayTransition, symbol: CellSymbol): readonly ArrayTransition[] {
  if (!isSplit(transition)) return [transition];
  const { params, guard, span } = transition;
  const count = params.length;
  const isWitness = (param: number): ArrayFormula =>
    compare('=', cellOf(symbol), procTerm(procVariable(param)), span);
  const named = params.map((_, param) => ({
    ...transition,
    guard: { ...guard, formula: conjunction([guard.formula, isWitness(param)]) },
  }));
  // What was bound before is the new parameter now.
  const asked = guard.universals.map(({ formula }) => formula);
  const other: ArrayTransition = {
    ...transition,
    params: [...params, freeName('witness', (name) => params.includes(name))],
    guard: {
      ...guard,
      formula: conjunction([guard.formula, isWitness(count), ...asked]),
      universals: guard.universals.map((universal) => moved(universal, count)),
    },
    updates: transition.updates.map((update) => movedUpdate(update, count)),
  };
  return [...named, other];
}

/** With one parameter more: what is bound comes after it. */
const moved = (universal: Universal, count: number): Universal => ({
  ...universal,
  formula: movedFormula(universal.formula, count),
});

const movedUpdate = (update: ArrayUpdate, count: number): ArrayUpdate => ({
  ...update,
  cases: update.cases.map(({ when, value }) => ({
    when: movedFormula(when, count),
    value: value === null ? null : movedTerm(value, count),
  })),
});

const movedFormula = (formula: ArrayFormula, count: number): ArrayFormula =>
  mapTerms(formula, (term) => movedTerm(term, count));

function movedTerm(term: ArrayTerm, count: number): ArrayTerm {
  const proc = (one: ProcTerm): ProcTerm =>
    one.kind === 'variable' && one.index >= count ? procVariable(one.index + 1) : one;
  if (term.kind === 'proc') return procTerm(proc(term.proc));
  if (term.kind !== 'cell') return term;
  return { ...term, indices: term.indices.map(proc), view: term.view === null ? null : proc(term.view) };
}

function noting(transition: ArrayTransition, witness: Witness, symbol: CellSymbol): ArrayTransition {
  const { name, params, updates, span } = transition;
  const noted = witness.of === 'each' ? 1 : 0;
  if (name !== witness.transition || params.length <= noted) return transition;
  const indices = symbol.arity === 0 ? [] : [procVariable(0)];
  const update = directUpdate(symbol, indices, procTerm(procVariable(noted)), {
    params: params.length,
    bound: indices.map((_, i) => freeName(`j${i}`, (taken) => params.includes(taken))),
    span,
  });
  return { ...transition, updates: [...updates, update] };
}
