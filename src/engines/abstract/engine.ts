import { hasBuffers } from '../../memory/model-questions.js';
import { searchCounters, solverCounters } from '../counters.js';
import { abstractRows } from '../options/abstract-rows.js';
import { discoveryRows } from '../options/discovery-rows.js';
import { namesOf } from '../../options/kit/row.js';
import type { EngineRow } from '../engine-row.js';
import { noAnyProcs, noDeadlocks, noRuns } from '../refusals.js';

export const abstract = {
  name: 'abstract',
  summary: 'tracks predicates in the place of values',
  counters: [
    { name: 'predicates', about: 'predicates that are tracked', noun: 'predicate' },
    { name: 'iterations', about: 'searches that finding them took, for all bounds and under SC before' },
    { name: 'inputCubes', about: 'cubes that were candidates' },
    { name: 'cubesUsed', about: 'cubes in the Boolean program', noun: 'cube' },
    { name: 'maxCube', about: 'predicates of the largest of them' },
    ...solverCounters,
    ...searchCounters,
  ],
  takes: {
    program: {
      what: 'values without end, by predicates that the program states or that are found',
      options: ['bound', 'symmetry', ...namesOf([...abstractRows, ...discoveryRows])],
      refuses: [
        noRuns('abstract'),
        noDeadlocks('abstract', 'the explicit engine finds them: --engine explicit'),
        noAnyProcs('abstract'),
        {
          what: '`--method trad` under models with store buffers',
          isUsage: true,
          objection: ({ options: { model, abstraction } }) =>
            abstraction.method !== 'trad' || !hasBuffers(model)
              ? null
              : {
                  message: `--method trad is for sc: under ${model.name} the predicates are extrapolated`,
                  note: 'take pe, ce or lazy',
                },
        },
      ],
      auto: {
        rank: 30,
        condition:
          'the program has values without end, and predicates or variables that begin with any integer; not for deadlocks and `--havoc-range`',
        when: async ({ program, properties, options }) => {
          if (options.havocRange !== null || properties.some(({ kind }) => kind === 'deadlock')) return false;
          const { drawsAnything, growing } = await import('./growing.js');
          return growing(program).length > 0 && (program.predicates.length > 0 || drawsAnything(program));
        },
        why: 'the program has values without end',
      },
      relief: {
        of: 'explicit',
        atMB: 4,
        forSeconds: 120,
        explains: true,
        leavesMB: 512,
        because: 'values may grow without end',
        takes: async (question) => (await import('./growing.js')).ofGrowing(question),
        why: 'it finds predicates about values without end',
      },
      pipeline: ({ abstraction }) => abstraction.encoding,
      decide: async (question) => (await import('./decide.js')).decideAbstractly(question),
    },
  },
} as const satisfies EngineRow;
