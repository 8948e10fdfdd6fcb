import { describe, expect, it } from '@jest/globals';
import { nameOf, planRuns, waysOf } from '../../../src/compare/run-plan.js';

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
    expect(waysOf(engines, methods).map(({ engine, method }) => `${engine} ${method}`)).toEqual(expected);
  });
});

it('options go to the runs that they can apply to', () => {
  const runs = planRuns({
    files: ['a.fp', '-b.fp', 'a.fp'],
    models: [
      { name: 'sc', buffers: false },
      { name: 'tso', buffers: true },
    ],
    ways: waysOf(['explicit'], ['pe']),
    passedOn: [
      { words: ['--timeout=5'] },
      { words: ['--bound=2'], ofBuffers: true },
      { words: ['--solver=z3'], engines: ['abstract'] },
    ],
  });
  expect(runs.slice(0, 4).map((run) => run.args.join(' '))).toEqual([
    'verify --json --model sc --engine explicit --timeout=5 -- a.fp',
    'verify --json --model sc --engine abstract --method pe --timeout=5 --solver=z3 -- a.fp',
    'verify --json --model tso --engine explicit --timeout=5 --bound=2 -- a.fp',
    'verify --json --model tso --engine abstract --method pe --timeout=5 --bound=2 --solver=z3 -- a.fp',
  ]);
  expect(runs.slice(4).map(nameOf)).toEqual(
    ['sc explicit', 'sc pe', 'tso explicit', 'tso pe'].map((way) => `-b.fp ${way}`),
  );
});
