import { describe, expect, it } from '@jest/globals';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import type { CommandProgram } from '../../../../src/abstraction/command-program.js';
import { lowerBooleanText } from '../../../../src/lang/boolean/lower-text.js';
import { raise } from '../../../../src/lang/boolean/raise.js';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { isTemporal } from '../../../../src/lang/program/program.js';
import type { Program } from '../../../../src/lang/program/program.js';
import type { BufferSpec } from '../../../../src/memory/bound.js';
import { Machine } from '../../../../src/memory/machine.js';
import { pso } from '../../../../src/memory/pso.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { decide } from '../../../support/boolean/decide-bl.js';
import { built } from '../../../support/boolean/boolean-abstraction.js';
import { encoded } from '../../../support/plain/encoded.js';
import { exploreEverything } from '../../../support/plain/exhaustive.js';
import { Random, generateProgram, memoryOptions } from '../../../support/generate/generate-program.js';
import {
  allValues,
  given,
  propertiesOf,
  somePredicates,
} from '../../../support/abstraction/lazy-agreement.js';

const settings: readonly BufferSpec[] = [
  { model: sc, bound: { all: 1 } },
  { model: tso, bound: { all: 1 } },
  { model: pso, bound: { all: 2 } },
];
const seeds = Array.from({ length: 10 }, (_, i) => 2000 + i);

function generated(seed: number): Program {
  const program = generateProgram(new Random(seed), { ...memoryOptions, statements: 4, properties: true });
  return { ...program, properties: program.properties.filter((p) => !isTemporal(p)) };
}

const count = { properties: 0, safe: 0, unsafe: 0, coarse: 0, stuck: 0 };

/** One Boolean program for each property, decided as it is and by way of its text. */
async function compare(
  seed: number,
  buffers: BufferSpec,
  choose: (commands: CommandProgram) => readonly Expr[],
): Promise<readonly string[]> {
  const { system } = encoded(generated(seed), buffers, 'shapes');
  const everything = exploreEverything(new Machine(system, sc), 2000);
  if (everything === null) return [];
  const commands = toCommands(system);
  const complaints: string[] = [];
  for (const property of propertiesOf(system)) {
    const predicates = choose(commands).map(given);
    const { program } = await built(commands, predicates, { properties: [property], maxCube: 2 });
    const { verdict } = await decide(program);
    const read = lowerBooleanText(raise(program), 'again', new DiagnosticBag());
    const { verdict: again } = await decide(read);
    if (verdict.kind !== again.kind) complaints.push(`${seed} ${property}: ${verdict.kind}, ${again.kind}`);
    const violated = everything.violated.has(property);
    count.properties++;
    if (verdict.kind === 'unknown') count.stuck++;
    else if (violated) count.unsafe++;
    else if (verdict.kind === 'safe') count.safe++;
    else count.coarse++;
    if (violated && verdict.kind === 'safe') complaints.push(`${seed} ${property} is not safe`);
  }
  return complaints;
}

describe('Boolean programs of generated programs', () => {
  it('are never safe where the program is not, and mostly safe where it is, if predicates tell all', async () => {
    const complaints: string[] = [];
    for (const seed of seeds) {
      for (const buffers of settings) {
        complaints.push(...(await compare(seed, buffers, (c) => allValues(c, -1n, 3n))));
      }
    }
    expect(complaints).toEqual([]);
    expect(Math.min(count.safe, count.unsafe)).toBeGreaterThan(10);
    expect(count.coarse + count.stuck).toBeLessThan(count.safe / 5);
  });

  it('are never safe where the program is not, whatever the predicates are', async () => {
    const complaints: string[] = [];
    for (const seed of seeds) {
      for (const buffers of settings) {
        complaints.push(...(await compare(seed, buffers, (c) => somePredicates(c, new Random(seed), 5))));
      }
    }
    expect(complaints).toEqual([]);
  });
});
