import { hasBuffers } from '../../memory/model-questions.js';
import { searchCounters } from '../counters.js';
import type { EngineRow } from '../engine-row.js';

const boundless =
  '--bound limits store buffers, and the three-valued semantics knows none: it goes with --model tso or pso, or --semantics concrete';

export const threeValued = {
  name: 'three-valued',
  summary: 'searches states that leave values open, so that one stands for many',
  counters: searchCounters,
  takes: {
    boolean: {
      what: 'values may be left open (--semantics three-valued)',
      options: ['merge', 'symmetry'],
      refuses: [
        {
          what: 'models with store buffers',
          isUsage: true,
          objection: ({ options: { model } }) =>
            hasBuffers(model)
              ? {
                  message: `the three-valued semantics knows no store buffers: --model ${model.name} needs --semantics concrete`,
                }
              : null,
        },
        {
          what: '`--bound`',
          isUsage: true,
          objection: ({ options }) => (options.bound === null ? null : { message: boundless }),
        },
      ],
      auto: {
        rank: 10,
        condition: 'the model has no store buffers',
        when: ({ options }) => !hasBuffers(options.model),
        why: 'the three-valued semantics decides Boolean programs without store buffers',
      },
      decide: async (question) => (await import('./decide.js')).decideThreeValued(question),
    },
  },
} as const satisfies EngineRow;
