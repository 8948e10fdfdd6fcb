import { plainAttacks } from '../../passes/plain-attacks.js';
import { toAutomata, toRuns, withAttacks, withCounters, withShapes } from '../../passes/pipelines.js';
import type { Pipelines } from '../../src/pass/lowerings.js';

/** What the command line gives to verify. */
export const pipelines: Pipelines = {
  automata: toAutomata,
  runs: toRuns,
  shapes: withShapes,
  counters: withCounters,
  attacks: withAttacks,
  plainAttacks,
};
