import { expect, it } from '@jest/globals';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import { typesOf } from '../../../../src/abstraction/commands/command-variables.js';
import { followPath } from '../../../../src/abstraction/path/follow-path.js';
import { ConcreteProbe } from '../../../../src/abstraction/probe/concrete-probe.js';
import type { Probed } from '../../../../src/abstraction/probe/probe-log.js';
import { openSmt } from '../../../../src/smt/session.js';
import { requestFor } from '../../../support/abstraction/extrapolated.js';
import { parseFp } from '../../../support/parse-fp.js';

/** The violation that is found, and whether the solver says that the program takes that path. */
async function probed(
  text: string,
  milliseconds = 10_000,
): Promise<{ readonly steps: number; readonly isReal: boolean } | null> {
  const program = parseFp(text);
  const { system } = requestFor(program, { rules: 'sc', encoding: 'shapes', bound: 1 });
  const commands = toCommands(system);
  const probe = new ConcreteProbe(commands, new Set(program.properties.map(({ name }) => name)));
  const until = performance.now() + milliseconds;
  let found: Probed | undefined;
  while (found === undefined && performance.now() < until) found = probe.run(performance.now() + 5)[0];
  if (found === undefined) return null;
  const { path, property } = found;
  const condition = commands.stateProperties.find((state) => state.property.name === property) ?? null;
  const smt = openSmt({ solver: 'auto', typeOf: typesOf(commands) });
  const followed = await followPath(commands, smt, path, condition);
  smt.dispose();
  return { steps: path.length, isReal: followed.kind === 'feasible' };
}

it.each([
  [
    'two counters that must stand still at the right moment',
    `shared int x = 0, y = 0;
     thread A { while (true) { x = x + 1; } }
     thread B { while (true) { y = y + 1; } }
     invariant low: !(x == 300 && y == 200);`,
    500,
  ],
  ['a long count', 'thread A { local int i = 0; while (i < 3000) { i = i + 1; } assert(i != 3000); }', 3000],
  [
    'a value that is drawn',
    `shared int x = 0;
     thread A { local int v = 0; while (true) { havoc v; if (v == 77) { x = x + 1; } assert(x < 5); } }`,
    10,
  ],
  [
    'an end that threads must come to together',
    `shared int x = 0;
     thread A { while (x < 40) { x = x + 1; } }
     thread B { assume(x == 40); x = x + 2; }
     final odd: x != 42;`,
    80,
  ],
])('finds by running %s', async (_, text, fewest) => {
  const found = await probed(text);
  expect(found?.isReal).toBe(true);
  expect(found?.steps).toBeGreaterThanOrEqual(fewest);
});

it('finds nothing where there is nothing', async () => {
  const text = 'shared int x = 0; thread A { while (true) { x = x + 2; } } invariant even: x % 2 == 0;';
  expect(await probed(text, 100)).toBeNull();
});

/** Runs a program for so long at most; the names of the properties that were found violated. */
function ran(
  text: string,
  milliseconds: number,
): { readonly violated: readonly string[]; readonly isDone: boolean } {
  const program = parseFp(text);
  const commands = toCommands(requestFor(program, { rules: 'sc', encoding: 'shapes', bound: 1 }).system);
  const probe = new ConcreteProbe(commands, new Set(program.properties.map(({ name }) => name)));
  const found = probe.run(performance.now() + milliseconds);
  return { violated: found.map(({ property }) => property), isDone: probe.isDone };
}

const turns = 'while (true) { assume(x == me); x = 1 - me; }';

it('a program that has been in all its states is not run any more', () => {
  const states = `shared int x = 0; thread P(me: 0..1) { ${turns} }`;
  expect(ran(`${states} invariant low: x < 2;`, 60_000)).toEqual({ violated: [], isDone: true });
  expect(ran(`${states} invariant low: x < 1;`, 60_000)).toEqual({ violated: ['low'], isDone: true });
});

it('one whose values have no end is', () => {
  const counter = 'shared int x = 0; thread P { while (true) { x = x + 1; } } invariant low:';
  expect(ran(`${counter} x >= 0;`, 50)).toEqual({ violated: [], isDone: false });
  expect(ran(`${counter} x != 100;`, 60_000)).toEqual({ violated: ['low'], isDone: true });
});

it('so is one that chooses among more values than are tried', () => {
  const constants = [10, 20, 30, 40, 50, 60].map((c) => `assume(v != ${c});`).join(' ');
  const loop = `thread P { local int v = 0; while (true) { havoc v; ${constants} } }`;
  expect(ran(`${loop} invariant square: P.v * P.v >= 0;`, 50)).toEqual({ violated: [], isDone: false });
});
