import type { AbstractionSettings } from '../abstraction/settings.js';

export type Method = AbstractionSettings['method'];

/** How predicate abstraction is to be done. */
export interface AbstractionOptions extends AbstractionSettings {
  /** A file with SC predicates that stand in for the program's own; null: the program's own. */
  readonly predicatesFile: string | null;
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
