import { searchCounters } from '../counters.js';
import type { EngineRow } from '../engine-row.js';
import { noAnyProcs } from '../refusals.js';

export const explicit = {
  name: 'explicit',
  summary: 'goes through all states, with the store buffers in them',
  counters: searchCounters,
  takes: {
    program: {
      what: 'programs with finitely many states',
      options: ['bound', 'havoc-range', 'deadlock', 'por', 'symmetry', 'workers'],
      refuses: [noAnyProcs('explicit')],
      auto: {
        rank: 40,
        condition: 'no other engine is taken',
        when: () => true,
        why: 'it decides every property that speaks of single states',
      },
      pipeline: () => 'automata',
      decide: async (question) => (await import('./decide-program.js')).decideByStates(question),
    },
    boolean: {
      what: 'true and false only (--semantics concrete)',
      options: ['bound', 'por', 'symmetry', 'workers'],
      refuses: [
        {
          what: '`--merge`',
          isUsage: true,
          objection: ({ options }) =>
            options.merge === true ? { message: '--merge goes with the three-valued semantics' } : null,
        },
      ],
      auto: {
        rank: 20,
        condition: 'the model has store buffers',
        when: () => true,
        why: 'the three-valued semantics knows no store buffers',
      },
      decide: async (question) => (await import('./decide-boolean.js')).decideConcretely(question),
    },
    array: {
      what: 'N processes (--procs N)',
      options: ['bound'],
      refuses: [
        {
          what: '`--procs any`',
          isUsage: true,
          objection: ({ options }) =>
            options.procs === 'any'
              ? {
                  message: 'the explicit engine takes no --procs any: give a number, or take --engine mcmt',
                }
              : null,
        },
        {
          what: 'a bound for each variable',
          isUsage: true,
          objection: ({ options: { bound } }) =>
            bound === null || typeof bound === 'number'
              ? null
              : {
                  message:
                    'a bound for each variable needs one buffer for each variable, which array-based systems do not have',
                },
        },
      ],
      auto: {
        rank: 10,
        condition: 'a number of processes is given',
        when: ({ options }) => typeof options.procs === 'number',
        why: 'for --procs N processes',
      },
      decide: async (question) => (await import('./decide-array.js')).decideArray(question),
    },
  },
} as const satisfies EngineRow;
