import type { EngineCounter } from './engine-row.js';

/** Counters that several engines have. */
export const searchCounters = [
  { name: 'buildSeconds', about: 'time before the search: reading, passes, abstraction' },
  { name: 'states', about: 'states, or what an engine has in their place', noun: 'state' },
  { name: 'transitions', about: 'transitions between them', noun: 'transition' },
  { name: 'checkSeconds', about: 'time of the search' },
  { name: 'tableBytes', about: 'size of the table of states' },
] as const satisfies readonly EngineCounter[];

export const solverCounters = [
  { name: 'smtCalls', about: 'questions to a solver', noun: 'solver call' },
  { name: 'z3Calls', about: 'those of them that Z3 was asked' },
  { name: 'dlCalls', about: 'those that the own procedure answered' },
] as const satisfies readonly EngineCounter[];

export const configurationCounters = [
  { name: 'configurations', about: 'configurations, or cubes, that were made', noun: 'configuration' },
  { name: 'configurationsKept', about: 'those that were smallest at the end' },
  { name: 'configurationsPeak', about: 'the most that were smallest at one time' },
] as const satisfies readonly EngineCounter[];
