import { configurationCounters, searchCounters, solverCounters } from '../counters.js';
import { backwardRows } from '../options/backward-rows.js';
import { namesOf } from '../../options/kit/row.js';
import type { EngineRow } from '../engine-row.js';

export const mcmt = {
  name: 'mcmt',
  summary: 'searches backward from the unsafe states, with buffers of any length',
  counters: [...solverCounters, ...searchCounters, ...configurationCounters],
  takes: {
    array: {
      what: 'any number of processes',
      options: namesOf(backwardRows),
      refuses: [
        {
          what: '`--procs N`',
          isUsage: true,
          objection: ({ options: { procs } }) =>
            typeof procs === 'number'
              ? {
                  message: `the mcmt engine takes any number of processes: --procs ${procs} goes with --engine explicit; --max-procs ${procs} is for at most so many`,
                }
              : null,
        },
        {
          what: '`--bound`',
          option: 'bound',
          isUsage: true,
          objection: ({ options }) =>
            options.bound === null
              ? null
              : {
                  message:
                    'the mcmt engine has store buffers without a bound: --bound goes with --engine explicit --procs N',
                },
        },
      ],
      auto: {
        rank: 20,
        condition: 'no number of processes is given',
        when: () => true,
        why: 'for any number of processes',
      },
      decide: async (question) => (await import('./decide.js')).decideBackward(question),
    },
  },
} as const satisfies EngineRow;
