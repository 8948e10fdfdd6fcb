import { expect, it } from '@jest/globals';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import { typesOf } from '../../../../src/abstraction/commands/command-variables.js';
import { followPath } from '../../../../src/abstraction/path/follow-path.js';
import { ConcreteProbe, timeUp } from '../../../../src/abstraction/probe/concrete-probe.js';
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
  while (found === undefined && performance.now() < until)
    found = probe.run(timeUp(performance.now() + 5))[0];
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
