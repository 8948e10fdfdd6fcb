import { describe, expect, it } from '@jest/globals';
import { cactusPlot } from '../../../src/plots/cactus-plot.js';
import { linearScale, logScale, numberLabel } from '../../../src/plots/scale.js';
import { scatterPlot } from '../../../src/plots/scatter-plot.js';
import { stackedBars } from '../../../src/plots/stacked-bars.js';
import { svgText } from '../../../src/plots/svg-node.js';
import type { SvgNode } from '../../../src/plots/svg-node.js';
import { at } from '../../../src/support/invariant.js';

const allOf = (drawn: SvgNode): readonly SvgNode[] => [
  drawn,
  ...drawn.children.flatMap((child) => (typeof child === 'string' ? [] : allOf(child))),
];
const texts = (drawn: SvgNode): readonly string[] =>
  allOf(drawn).flatMap(({ children }) => children.filter((child) => typeof child === 'string'));
const named = (drawn: SvgNode, name: string): readonly SvgNode[] =>
  allOf(drawn).filter((each) => each.name === name);

describe('scales', () => {
  it('of powers put equal factors at equal distances', () => {
    const { at: place, ticks } = logScale(0.02, 90, { from: 0, to: 400 });
    expect([0.01, 0.1, 1, 10, 100].map((value) => Math.round(place(value)))).toEqual([0, 100, 200, 300, 400]);
    expect(ticks.filter(({ label }) => label !== '').map(({ label }) => label)).toEqual([
      '0.01',
      '0.1',
      '1',
      '10',
      '100',
    ]);
    // Nothing is below the lower end, and a logarithm of 0 is nowhere.
    expect(place(0)).toBe(0);
    expect(logScale(1, 1, { from: 0, to: 10 }).at(10)).toBe(10);
  });

  it('of sums begin at 0, and their ticks are round', () => {
    const { at: place, ticks } = linearScale(37, { from: 100, to: 0 });
    expect(ticks.map(({ value }) => value)).toEqual([0, 10, 20, 30, 40]);
    expect([place(0), place(40)]).toEqual([100, 0]);
    expect(linearScale(0, { from: 0, to: 1 }).ticks.every(({ value }) => Number.isFinite(value))).toBe(true);
  });

  it('tell numbers shortly', () => {
    expect([0, 0.001, 0.5, 1000, 20000, 3e7, 0.30000000000000004].map(numberLabel)).toEqual([
      ...['0', '0.001', '0.5', '1\u202f000', '20\u202f000', '3e7', '0.3'],
    ]);
  });
});

describe('a cactus plot', () => {
  const drawn = cactusPlot({
    ...{ id: 'c', title: 'T', label: 'seconds', limit: 100 },
    series: [
      { name: 'first', look: 0, values: [10, 1, 100] },
      { name: 'second <b>', look: 1, values: [1000] },
    ],
  });

  it('has the n-th fastest of each series at n', () => {
    const curve = named(drawn, 'path').find(({ attributes }) => attributes['stroke-width'] === 1.6);
    const places = [...String(curve?.attributes['d']).matchAll(/[ML]([0-9.]+) ([0-9.]+)/g)].map(
      ([, x, y]) => [Number(x), Number(y)],
    );
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = [], [x3 = 0, y3 = 0] = []] = places;
    expect(places).toHaveLength(3);
    expect(x3 - x2).toBeCloseTo(x2 - x1, 0);
    // Ten times as long each: equal steps up, which is less y.
    expect(y1 - y2).toBeCloseTo(y2 - y3, 0);
    expect(y1).toBeGreaterThan(y2);
    expect(named(drawn, 'circle')).toHaveLength(4);
  });

  it('says in words what it shows, and ends no markup', () => {
    expect(texts(drawn)).toContain('limit 100');
    const [description = ''] = at(named(drawn, 'desc'), 0).children;
    expect(description).toBe(
      'seconds, by the number solved. first solves 3, the slowest in 100; second <b> solves 1, the slowest in 1\u202f000.',
    );
    expect(svgText(drawn)).not.toContain('<b>');
  });

  it('is there for nothing at all, too', () => {
    const empty = cactusPlot({ id: 'c', title: 'T', label: 'seconds', limit: null, series: [] });
    expect(svgText(empty)).not.toMatch(/NaN|Infinity/);
  });
});

describe('a scatter plot', () => {
  const points = [
    { name: 'a', kind: 'safe', x: 1, y: 10 },
    { name: 'b', kind: 'unsafe', x: 100, y: 1 },
    { name: 'c', kind: 'safe', x: null, y: 2 },
  ];

  it('has what was not solved on the lines of the limit', () => {
    const drawn = scatterPlot({ id: 's', title: 'T', xLabel: 'x', yLabel: 'y', points, limit: 500 });
    const circles = named(drawn, 'circle').map(({ attributes }) => Number(attributes['cx']));
    const limit = named(drawn, 'path').find(({ attributes }) =>
      /^M[0-9.]+ 56V/.test(String(attributes['d'])),
    );
    const place = Number(/^M([0-9.]+)/.exec(String(limit?.attributes['d']))?.[1]);
    // The last circle is that of the legend.
    expect(circles[1]).toBeCloseTo(place, 0);
    expect(circles).toHaveLength(3);
    expect(circles[0]).toBeLessThan(place);
    expect(texts(drawn)).toContain('c: not solved and 2.00');
    const [description = ''] = at(named(drawn, 'desc'), 0).children;
    expect(description).toContain('Of 2 that both solve the second takes less in 1.');
    expect(description).toContain('0 are solved by the first alone, 1 by the second alone.');
  });

  it('is there without limit and without points', () => {
    for (const some of [points, []]) {
      const drawn = scatterPlot({ id: 's', title: 'T', xLabel: 'x', yLabel: 'y', points: some, limit: null });
      expect(svgText(drawn)).not.toMatch(/NaN|Infinity/);
    }
  });
});

it('stacked bars begin where the part before ends', () => {
  const drawn = stackedBars({
    ...{ id: 'b', title: 'T', label: 'seconds', parts: ['build', 'check'] },
    bars: [{ name: 'ce', values: [3, 7] }],
  });
  const [first, second] = named(drawn, 'rect').filter(({ attributes }) => attributes['height'] === 16);
  const end = Number(first?.attributes['x']) + Number(first?.attributes['width']);
  expect(Number(second?.attributes['x'])).toBeCloseTo(end, 5);
  expect(Number(second?.attributes['width']) / Number(first?.attributes['width'])).toBeCloseTo(7 / 3, 5);
});
