import type { SolverChoice } from '../smt/smt.js';

/** How predicate abstraction is to be done. */
export interface AbstractionSettings {
  readonly method: 'trad' | 'pe' | 'ce' | 'lazy';
  readonly encoding: 'shapes' | 'counters';
  /** How cubes are searched; `inc` is the enumeration of paper 003. */
  readonly cubes: 'fast' | 'inc';
  readonly maxCube: number;
  readonly solver: SolverChoice;
  /** The largest buffer bound to try where none is given. */
  readonly maxBound: number;
  /** The paper's further pass: literals over buffered values are taken out of the cubes. */
  readonly dropBuffered: boolean;
}
