import type { SolverChoice } from '../smt/smt.js';

export type Method = 'trad' | 'pe' | 'ce' | 'lazy';

/** How predicate abstraction is to be done. */
export interface AbstractionOptions {
  readonly method: Method;
  readonly encoding: 'shapes' | 'counters';
  /** How cubes are searched; `inc` is the enumeration of paper 003. */
  readonly cubes: 'fast' | 'inc';
  readonly maxCube: number;
  readonly solver: SolverChoice;
  /** The largest buffer bound to try where none is given. */
  readonly maxBound: number;
  /** A file with SC predicates that stand in for the program's own; null: the program's own. */
  readonly predicatesFile: string | null;
  /** The paper's further pass: literals over buffered values are taken out of the cubes. */
  readonly dropBuffered: boolean;
}

export const usualAbstraction: AbstractionOptions = {
  method: 'lazy',
  encoding: 'shapes',
  cubes: 'fast',
  maxCube: 4,
  solver: 'auto',
  maxBound: 3,
  predicatesFile: null,
  dropBuffered: false,
};
