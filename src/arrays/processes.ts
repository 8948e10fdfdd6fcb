import { comparisons, conjuncts, sameProc } from '../lang/arrays/array-formula.js';
import type { ArrayFormula, ArraySystem, ArrayTerm } from '../lang/arrays/array-system.js';
import { at } from '../support/invariant.js';
import { clausesOf } from './walk-system.js';

/**
 * So many processes more than a path of the backward engine speaks of may be needed for a run that takes its steps. Cubes leave out
 * processes of which only the order is known, and those that only a cell holds: one of the latter is enough; of the former there may
 * be one between any two, and two have done for all systems so far.
 */
export function spareProcesses(system: ArraySystem): number {
  if (comparesProcesses(system)) return 2;
  return storesProcesses(system) ? 1 : 0;
}

const storesProcesses = ({ symbols }: ArraySystem): boolean =>
  symbols.some(({ type }) => type.kind === 'proc');

/**
 * Whether `init` says of a cell that it holds none of the processes (`init (p) { Home <> p }`). Such a system has no initial states but
 * with a value that is no process, so that value belongs to it.
 */
export const speaksOfOutsider = ({ init }: ArraySystem): boolean =>
  conjuncts(init.formula).some(
    (part) =>
      part.kind === 'compare' &&
      part.op === '<>' &&
      (isForeign(part.left, part.right) || isForeign(part.right, part.left)),
  );

/** `init` is about all processes, so a cell without the parameter in it is compared with each of them. */
const isForeign = (cell: ArrayTerm, param: ArrayTerm): boolean =>
  cell.kind === 'cell' &&
  param.kind === 'proc' &&
  param.proc.kind === 'variable' &&
  !cell.indices.some((proc) => sameProc(proc, param.proc));

/** Whether it matters which of two processes has the smaller number. */
export function comparesProcesses(system: ArraySystem): boolean {
  return everyFormula(system)
    .flatMap(comparisons)
    .some(
      ({ op, left, right }) => (op === '<' || op === '<=') && [left, right].some((t) => isProc(t, system)),
    );
}

function everyFormula(system: ArraySystem): readonly ArrayFormula[] {
  return [
    ...clausesOf(system).map(({ formula }) => formula),
    ...system.transitions.flatMap(({ guard, updates }) => [
      guard.formula,
      ...guard.universals.map(({ formula }) => formula),
      ...updates.flatMap(({ cases }) => cases.map(({ when }) => when)),
    ]),
  ];
}

const isProc = (term: ArrayTerm, { symbols }: ArraySystem): boolean =>
  term.kind === 'proc' || (term.kind === 'cell' && at(symbols, term.symbol).type.kind === 'proc');
