import { isTemporal } from '../../lang/program/program.js';
import { searchCounters } from '../counters.js';
import type { EngineRow } from '../engine-row.js';
import { noAnyProcs } from '../refusals.js';

export const ltl = {
  name: 'ltl',
  summary: 'looks for fair cycles of the program beside an automaton for the violations',
  counters: [
    ...searchCounters,
    {
      name: 'productStates',
      about: 'states of programs beside those of automata',
      noun: 'product state',
    },
  ],
  takes: {
    program: {
      what: 'temporal properties; it leaves those of single states to other engines',
      options: ['bound', 'fairness', 'havoc-range', 'deadlock', 'symmetry'],
      refuses: [noAnyProcs('ltl')],
      auto: {
        rank: 10,
        condition: 'a property is temporal, and no invariant in disguise (`G p`)',
        when: async (question) =>
          question.properties.some(isTemporal) && (await import('./decide.js')).shareOf(question).length > 0,
        why: 'it decides temporal properties',
      },
      pipeline: () => 'runs',
      share: {
        of: async (question) => (await import('./decide.js')).shareOf(question),
        restBy: 'explicit',
      },
      decide: async (question) => (await import('./decide.js')).decideRuns(question),
    },
  },
} as const satisfies EngineRow;
