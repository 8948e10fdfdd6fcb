import { expect, it } from '@jest/globals';
import { AffineHull } from '../../../../src/abstraction/discover/observe/affine-hull.js';
import { observedBounds } from '../../../../src/abstraction/discover/observe/observed-bounds.js';
import { observedFacts } from '../../../../src/abstraction/discover/observe/observed-facts.js';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import { ConcreteProbe, timeUp } from '../../../../src/abstraction/probe/concrete-probe.js';
import { printExpr } from '../../../../src/lang/program/print-expr.js';
import { at } from '../../../../src/support/invariant.js';
import { requestFor } from '../../../support/abstraction/extrapolated.js';
import { parseFp } from '../../../support/parse-fp.js';
import { Random } from '../../../support/random.js';

/** What is observed of a program that is run for a while. */
function observedIn(text: string): readonly string[] {
  const { system } = requestFor(parseFp(text), { rules: 'sc', encoding: 'shapes', bound: 1 });
  const commands = toCommands(system);
  const probe = new ConcreteProbe(commands, new Set(['none']));
  for (let i = 0; i < 50 && probe.states.length < 1500; i++) probe.run(timeUp(performance.now() + 20));
  return observedFacts(commands, probe).map((fact) => printExpr(fact, system));
}

it('tells of points of a random space all its equations, and no others', () => {
  const random = new Random(7);
  for (let run = 0; run < 200; run++) {
    const places = random.between(1, 6);
    const number = (): bigint => BigInt(random.between(-4, 4));
    const vector = (): readonly bigint[] => Array.from({ length: places }, number);
    const origin = vector();
    const directions = Array.from({ length: random.between(0, places) }, vector);
    const points = Array.from({ length: 3 * places + 6 }, () =>
      directions.reduce<readonly bigint[]>((point, direction) => {
        const by = number();
        return point.map((value, i) => value + by * at(direction, i));
      }, origin),
    );
    const hull = new AffineHull(at(points, 0));
    for (const point of points) hull.add(point);
    const equations = hull.equations();
    const dot = (a: readonly bigint[], b: readonly bigint[]): bigint =>
      a.reduce((sum, value, i) => sum + value * at(b, i), 0n);
    for (const { factors, constant } of equations)
      for (const point of points) expect(dot(factors, point)).toBe(constant);
    // Independent, and as many as there are: what they allow has the dimension of the points.
    expect(rank(equations.map(({ factors }) => factors))).toBe(equations.length);
    const differences = points.map((point) => point.map((value, i) => value - at(at(points, 0), i)));
    expect(equations.length + rank(differences)).toBe(places);
  }
});

/** By the elimination of whole rows, modulo a prime. */
function rank(rows: readonly (readonly bigint[])[]): number {
  const prime = 1_000_003n;
  const rest = (value: bigint): bigint => ((value % prime) + prime) % prime;
  let left = rows.map((row) => row.map(rest));
  let found = 0;
  for (let place = 0; place < (rows[0]?.length ?? 0); place++) {
    const pivot = left.find((row) => row[place] !== 0n);
    if (pivot === undefined) continue;
    found++;
    left = left
      .filter((row) => row !== pivot)
      .map((row) => row.map((value, i) => rest(value * at(pivot, place) - at(pivot, i) * at(row, place))));
  }
  return found;
}

it('takes for a bound what the second half of the states did not leave behind', () => {
  expect(observedBounds([3, 1, 2, 1])).toEqual({ least: 1, greatest: 3 });
  expect(observedBounds([0, 1, 2, 3])).toEqual({ least: 0, greatest: null });
  expect(observedBounds([5, 4, 4, 3])).toEqual({ least: null, greatest: 5 });
});

it('observes what is conserved, bounds and remainders', () => {
  const pool = observedIn(
    `shared int used = 0, free = 40;
     thread A { while (true) { atomic { assume(free > 0); free = free - 1; used = used + 1; } } }
     thread B { while (true) { atomic { assume(used > 0); used = used - 1; free = free + 1; } } }
     invariant few: used <= 40;`,
  );
  expect(pool).toEqual(expect.arrayContaining(['used + free == 40', 'used >= 0', 'free <= 40']));
  const steps = observedIn('shared int x = 1; thread A { while (true) { x = x + 3; } } invariant up: x > 0;');
  expect(steps).toContain('(x - 1) % 3 == 0');
  expect(steps.filter((fact) => fact.startsWith('x <= '))).toEqual(['x <= 1']);
});
