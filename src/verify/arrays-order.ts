import { comparisons } from '../ir/array-formula.js';
import type { ArrayFormula, ArraySystem, ArrayTerm } from '../ir/array-system.js';
import { at } from '../support/check.js';

/** Whether it matters which of two processes has the smaller number. */
export function comparesProcesses(system: ArraySystem): boolean {
  return everyFormula(system)
    .flatMap(comparisons)
    .some(
      ({ op, left, right }) => (op === '<' || op === '<=') && [left, right].some((t) => isProc(t, system)),
    );
}

function everyFormula({ init, unsafe, invariants, transitions }: ArraySystem): readonly ArrayFormula[] {
  return [
    ...[init, ...unsafe, ...invariants].map(({ formula }) => formula),
    ...transitions.flatMap(({ guard, updates }) => [
      guard.formula,
      ...guard.universals.map(({ formula }) => formula),
      ...updates.flatMap(({ cases }) => cases.map(({ when }) => when)),
    ]),
  ];
}

const isProc = (term: ArrayTerm, { symbols }: ArraySystem): boolean =>
  term.kind === 'proc' || (term.kind === 'cell' && at(symbols, term.symbol).type.kind === 'proc');
