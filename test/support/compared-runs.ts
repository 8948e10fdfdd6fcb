import type { ComparedRun } from '../../src/report/compared-run.js';

const ways = ['explicit', 'dual', 'lazy', 'ce', 'pe'];

const empty = {
  ...{ encoding: null, bound: null, solver: null, discover: null, refine: null, scope: null, part: null },
  ...{ iterations: null, found: null, kept: null, differenceCalls: null, z3Calls: null, cpuSeconds: null },
  ...{ repeats: null, leastSeconds: null, mostSeconds: null, property: null, reason: null, judgement: null },
};

/** Rows as of a comparison of two models and five ways; every eleventh is not solved. */
export const comparedRuns = (count: number): readonly ComparedRun[] =>
  Array.from({ length: count }, (_, index) => rowAt(index));

function rowAt(index: number): ComparedRun {
  const way = ways[index % 5] ?? '';
  const task = Math.floor(index / 10);
  const seconds = 0.05 * (1 + (index % 5)) * 1.04 ** task;
  const isOpen = index % 11 === 10;
  const algorithm = `prog<${task}>`;
  return {
    ...empty,
    ...{ algorithm, file: `some/folder/${algorithm}.fp`, model: index % 10 < 5 ? 'tso' : 'pso' },
    ...{ engine: index % 5 < 2 ? way : 'abstract', method: index % 5 < 2 ? null : way, way },
    ...{
      verdict: isOpen ? 'unknown' : task % 3 === 0 ? 'unsafe' : 'safe',
      reason: isOpen ? 'timeout' : null,
    },
    ...{ predicates: 12, inputCubes: 34, smtCalls: 5678, cubesUsed: 9, cubeSize: 3, states: 1000 - index },
    ...{ seconds, wallSeconds: seconds + 0.1, processSeconds: seconds, processMB: 80, memoryMB: 80 },
    ...{ buildSeconds: seconds / 2, checkSeconds: seconds / 3 },
  };
}
