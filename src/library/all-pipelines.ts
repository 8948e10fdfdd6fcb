import type { Pipelines } from '../pass/lowerings.js';

/** The passes that engines' programs are made by, fetched when a program is there. */
export async function pipelines(): Promise<Pipelines> {
  const { plainAttacks } = await import('../../passes/plain-attacks.js');
  const { toAutomata, toRuns, withAttacks, withCounters, withShapes } =
    await import('../../passes/pipelines.js');
  return {
    automata: toAutomata,
    runs: toRuns,
    shapes: withShapes,
    counters: withCounters,
    attacks: withAttacks,
    plainAttacks,
  };
}
