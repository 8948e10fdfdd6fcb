import { describe, expect, it } from '@jest/globals';
import { commandLineOf, nameOf, planRuns } from '../../../src/compare/run-plan.js';
import type { PlannedRun } from '../../../src/compare/run-plan.js';
import { noAxes, waysOf } from '../../../src/compare/asked-way.js';
import type { Axes } from '../../../src/compare/asked-way.js';

const lineOf = (run: PlannedRun): string =>
  commandLineOf({ run, limits: { timeoutSeconds: 5, memoryMB: null } }).join(' ');
const asking = (engine: readonly string[], method: readonly string[]): Axes => ({
  ...noAxes,
  engine,
  method,
});

describe('the ways to ask', () => {
  it.each([
    [[], [], ['null null']],
    [[], ['lazy', 'ce'], ['abstract lazy', 'abstract ce']],
    [['abstract'], [], ['abstract null']],
    [['auto', 'explicit'], [], ['auto null', 'explicit null']],
    [['explicit'], ['pe'], ['explicit null', 'abstract pe']],
    [
      ['abstract', 'explicit'],
      ['pe', 'ce'],
      ['abstract pe', 'abstract ce', 'explicit null'],
    ],
  ])('of engines %j and methods %j', (engines, methods, expected) => {
    const ways = waysOf(asking(engines, methods));
    expect(ways.map(({ engine, method }) => `${engine} ${method}`)).toEqual(expected);
  });
});

it('options go to the runs that they can apply to', () => {
  const runs = planRuns({
    files: ['a.fp', '-b.fp', 'a.fp'],
    models: [
      { name: 'sc', buffers: false },
      { name: 'tso', buffers: true },
    ],
    ways: waysOf(asking(['explicit'], ['pe'])),
    passedOn: [
      { words: ['--por=off'] },
      { words: ['--bound=2'], ofBuffers: true },
      { words: ['--solver=z3'], engines: ['abstract'] },
    ],
  });
  expect(runs.slice(0, 4).map((run) => lineOf(run))).toEqual([
    'verify --json --model sc --engine explicit --por=off --timeout=5 -- a.fp',
    'verify --json --model sc --engine abstract --method pe --por=off --solver=z3 --timeout=5 -- a.fp',
    'verify --json --model tso --engine explicit --por=off --bound=2 --timeout=5 -- a.fp',
    'verify --json --model tso --engine abstract --method pe --por=off --bound=2 --solver=z3 --timeout=5 -- a.fp',
  ]);
  expect(runs.slice(4).map(nameOf)).toEqual(
    ['sc explicit', 'sc pe', 'tso explicit', 'tso pe'].map((way) => `-b.fp ${way}`),
  );
});

describe('ways to find predicates', () => {
  const planned = (engines: readonly string[], axes: Partial<Axes>) =>
    planRuns({
      files: ['a.fp'],
      models: [
        { name: 'sc', buffers: false },
        { name: 'pso', buffers: true },
      ],
      ways: waysOf({ ...noAxes, engine: engines, ...axes }),
      passedOn: [],
    });
  const names = (engines: readonly string[], axes: Partial<Axes>) => planned(engines, axes).map(nameOf);

  it('are crossed, and under models without buffers there are no scopes', () => {
    const axes = { discover: [], refine: ['itp', 'wp'], scope: ['extrapolate', 'direct'] };
    expect(names(['abstract'], axes)).toEqual([
      ...['a.fp sc abstract itp', 'a.fp sc abstract wp'],
      ...['a.fp pso abstract itp extrapolate', 'a.fp pso abstract itp direct'],
      ...['a.fp pso abstract wp extrapolate', 'a.fp pso abstract wp direct'],
    ]);
  });

  it('without refinement have no strategies, and none at all no scopes', () => {
    const axes = { discover: ['none', 'templates', 'both'], refine: ['itp', 'core'], scope: ['direct'] };
    expect(names(['abstract'], axes).slice(4)).toEqual([
      ...['a.fp pso abstract none', 'a.fp pso abstract templates direct'],
      ...['a.fp pso abstract both itp direct', 'a.fp pso abstract both core direct'],
    ]);
  });

  it('are for runs that may go to the abstract engine', () => {
    const axes = { discover: [], refine: ['itp', 'wp'], scope: [] };
    expect(names(['explicit', 'auto'], axes).slice(0, 3)).toEqual([
      ...['a.fp sc explicit', 'a.fp sc auto itp', 'a.fp sc auto wp'],
    ]);
    expect(planned(['auto'], axes).map(lineOf)[3]).toBe(
      'verify --json --model pso --engine auto --refine wp --timeout=5 -- a.fp',
    );
  });
});
