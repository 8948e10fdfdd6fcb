import { searchCounters, solverCounters } from '../counters.js';
import type { EngineRow } from '../engine-row.js';
import { processesOf } from '../../lang/program/program.js';
import { noDeadlocks, noRuns } from '../refusals.js';

const withNumber = '--engine explicit --procs N';

export const quantified = {
  name: 'quantified',
  summary: 'proves invariants about each thread and each two threads, whatever their number and data',
  counters: [...searchCounters, ...solverCounters],
  takes: {
    program: {
      what: 'any number of processes over data without bounds',
      options: ['bound'],
      refuses: [
        noRuns('quantified'),
        {
          what: '`--havoc-range`',
          option: 'havoc-range',
          objection: ({ options }) =>
            options.havocRange === null
              ? null
              : {
                  message: 'the quantified engine knows no --havoc-range: its proofs are about all values',
                  note: `leave it out, or take ${withNumber}`,
                },
        },
        {
          what: '`--procs N`',
          // What more threads violate, so many need not.
          objection: ({ program, options: { procs } }) =>
            typeof procs === 'number' && processesOf(program).length > 0
              ? {
                  message: `the quantified engine is about any number of processes, not about ${procs}`,
                  note: `leave out --procs, or take ${withNumber}`,
                }
              : null,
        },
        {
          what: 'a bound for each variable',
          objection: ({ options: { bound } }) =>
            bound === null || typeof bound === 'number'
              ? null
              : { message: 'the quantified engine takes one --bound for all variables' },
        },
        noDeadlocks('quantified', `the explicit engine finds them: ${withNumber}`),
      ],
      auto: {
        rank: 15,
        condition: 'there are processes without a number, and variables whose values have no end',
        when: async (question) => (await import('./endless-data.js')).hasEndlessData(question),
        why: 'it takes any number of processes over data without bounds',
      },
      pipeline: () => 'automata',
      decide: async (question) => (await import('./decide.js')).decideForAll(question),
    },
  },
} as const satisfies EngineRow;
