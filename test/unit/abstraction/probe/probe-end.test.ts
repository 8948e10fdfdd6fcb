import { expect, it } from '@jest/globals';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import { ConcreteProbe, timeUp } from '../../../../src/abstraction/probe/concrete-probe.js';
import { requestFor } from '../../../support/abstraction/extrapolated.js';
import { parseFp } from '../../../support/parse-fp.js';

/** Runs a program for so long at most; the names of the properties that were found violated. */
function probed(
  text: string,
  milliseconds: number,
): { readonly violated: readonly string[]; readonly isDone: boolean } {
  const program = parseFp(text);
  const commands = toCommands(requestFor(program, { rules: 'sc', encoding: 'shapes', bound: 1 }).system);
  const probe = new ConcreteProbe(commands, new Set(program.properties.map(({ name }) => name)));
  const found = probe.run(timeUp(performance.now() + milliseconds));
  return { violated: found.map(({ property }) => property), isDone: probe.isDone };
}

const turns = 'while (true) { assume(x == me); x = 1 - me; }';

it('a program that has been in all its states is not run any more', () => {
  const states = `shared int x = 0; thread P(me: 0..1) { ${turns} }`;
  expect(probed(`${states} invariant low: x < 2;`, 60_000)).toEqual({ violated: [], isDone: true });
  expect(probed(`${states} invariant low: x < 1;`, 60_000)).toEqual({ violated: ['low'], isDone: true });
});

it('one whose values have no end is', () => {
  const counter = 'shared int x = 0; thread P { while (true) { x = x + 1; } } invariant low:';
  expect(probed(`${counter} x >= 0;`, 50)).toEqual({ violated: [], isDone: false });
  expect(probed(`${counter} x != 100;`, 60_000)).toEqual({ violated: ['low'], isDone: true });
});

it('so is one that chooses among more values than are tried', () => {
  const constants = [10, 20, 30, 40, 50, 60].map((c) => `assume(v != ${c});`).join(' ');
  const loop = `thread P { local int v = 0; while (true) { havoc v; ${constants} } }`;
  expect(probed(`${loop} invariant square: P.v * P.v >= 0;`, 50)).toEqual({ violated: [], isDone: false });
});
