import { describe, expect, it } from '@jest/globals';
import { Machine } from '../../../src/memory/machine.js';
import type { System } from '../../../src/lang/program/system.js';
import { exploreEverything } from '../../support/plain/exhaustive.js';
import { explore, model, verdict } from './explicit-systems.js';
import { randomSystem } from './explicit-random.js';

const programs = Number(process.env['EXPLICIT_PROGRAMS'] ?? 60);
const start = Number(process.env['EXPLICIT_START'] ?? 1);
const maxStates = 3000;
const faults = ['div', 'bounds', 'range'];

/** What both sides say of a system, in the same words. */
async function compared(system: System, modelName: string, reductions: boolean) {
  const machine = new Machine(system, model(modelName));
  const reference = exploreEverything(machine, maxStates);
  if (reference === null) return null;
  const collectFinals = [
    ...system.shared.map(({ id }) => ({ kind: 'shared', shared: id }) as const),
    ...system.locals.map(({ id }) => ({ kind: 'local', local: id }) as const),
  ];
  const result = await explore(system, modelName, { collectFinals, reductions });
  const cut = faults.some((f) => reference.violated.has(f));
  const expected = (name: string): string => {
    const violated = name === 'deadlock' ? reference.deadlocks : reference.violated.has(name);
    return violated ? 'unsafe' : cut ? 'cut-off' : 'safe';
  };
  const cells = machine.cells.count;
  const names = system.properties.map((p) => p.name);
  // What no step of the program can violate holds, even if executions end early.
  const found = (name: string): string =>
    verdict(result, name) === 'safe' && faults.includes(name)
      ? expected(name).replace('unsafe', 'missed')
      : verdict(result, name);
  return {
    engine: {
      verdicts: names.map((n) => `${n} ${found(n)}`),
      finals: result.finals.map((f) => `${f.slice(0, cells).join(',')};${f.slice(cells).join(',')}`).sort(),
    },
    reference: {
      verdicts: names.map((n) => `${n} ${expected(n)}`),
      finals: [...reference.finals].sort(),
    },
  };
}

describe('the explicit engine and the plain semantics', () => {
  for (const modelName of ['sc', 'tso', 'tso1', 'tso2', 'pso']) {
    it(`agree on random programs under ${modelName}`, async () => {
      let seen = 0;
      for (let seed = start; seed < start + programs; seed++) {
        const both = await compared(randomSystem(seed, seed % 3 === 0), modelName, seed % 2 === 0);
        if (both === null) continue;
        seen++;
        expect({ seed, ...both.engine }).toEqual({ seed, ...both.reference });
      }
      expect(seen).toBeGreaterThan(programs / 3);
    });
  }
});
