import type { RefinementStrategy } from '../spurious-path.js';

/** Light to import: what a strategy takes is fetched with it. */
export const strategies = [
  {
    name: 'itp',
    summary: 'sequence interpolants from the negative cycles of difference logic, as weak as they can be',
    load: async () => (await import('./itp.js')).itp,
  },
  {
    name: 'wp',
    summary: 'weakest preconditions, back from the violation along the conditions that contradict each other',
    load: async () => (await import('./wp.js')).wp,
  },
  {
    name: 'newton',
    summary:
      'strongest postconditions along the conditions that contradict each other, of what is needed later',
    load: async () => (await import('./newton.js')).newton,
  },
  {
    name: 'spacer',
    summary: "one chain of Horn clauses for Z3's Spacer, of the conditions that contradict each other",
    load: async () => (await import('./spacer.js')).spacer,
  },
  {
    name: 'core',
    summary: 'the conditions that contradict each other, as they stand in the program',
    load: async () => (await import('./core.js')).core,
  },
] as const satisfies readonly StrategyRow[];

/** A way to predicates without which a path would be there again. */
interface StrategyRow {
  readonly name: string;
  /** A clause, for help and documentation. */
  readonly summary: string;
  readonly load: () => Promise<RefinementStrategy>;
}

export type StrategyName = (typeof strategies)[number]['name'];

export function strategyNamed(name: StrategyName): Promise<RefinementStrategy> {
  const [first, ...others] = strategies;
  return (others.find((row) => row.name === name) ?? first).load();
}
