import { hasBuffers, isExact } from '../../memory/model-questions.js';
import { configurationCounters, searchCounters } from '../counters.js';
import type { EngineRow } from '../engine-row.js';
import { noDeadlocks, noRuns, processesOf } from '../refusals.js';

const withNumber = '--engine explicit (with --procs N for processes)';

export const dual = {
  name: 'dual',
  summary: 'searches backward over buffers that have no bound',
  counters: [...searchCounters, ...configurationCounters],
  takes: {
    program: {
      what: 'buffers without a bound under tso and pso, and any number of processes',
      options: [],
      refuses: [
        noRuns('dual'),
        {
          what: '`--bound`',
          option: 'bound',
          objection: ({ options }) =>
            options.bound === null
              ? null
              : {
                  message: 'the buffers of the dual engine have no bound',
                  note: `leave out --bound, or take ${withNumber}`,
                },
        },
        {
          what: '`--havoc-range`',
          option: 'havoc-range',
          objection: ({ options }) =>
            options.havocRange === null
              ? null
              : {
                  message: 'the dual engine knows no --havoc-range',
                  note: `give the variables finite ranges, or take ${withNumber}`,
                },
        },
        noDeadlocks('dual', `the explicit engine finds them: ${withNumber}`),
      ],
      auto: {
        rank: 20,
        condition:
          'there are processes without a number, and the model has exact buffers (`sc`, `tso`, `pso`); or with `--procs any`',
        when: ({ program, options: { procs, model } }) => {
          const takes = !hasBuffers(model) || isExact(model);
          return procs === 'any' || (procs === null && takes && processesOf(program).length > 0);
        },
        why: 'it takes any number of processes and buffers without a bound',
      },
      few: 'explicit',
      relief: {
        of: 'explicit',
        atMB: 32,
        because: 'buffers may grow without end',
        takes: async (question) => (await import('./relief.js')).takesOver(question),
        why: 'it takes buffers without a bound',
      },
      pipeline: () => 'automata',
      decide: async (question) => (await import('./decide.js')).decideDually(question),
    },
  },
} as const satisfies EngineRow;
