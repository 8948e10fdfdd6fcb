import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { FencedProgram } from '../../../src/synthesis/fences/fenced-program.js';
import { RunOnPlaces } from '../../../src/synthesis/fences/run-on-places.js';
import { tso } from '../../../src/memory/tso.js';
import { pso } from '../../../src/memory/pso.js';
import { tallyFenceSets } from '../../../tools/fuzz/fence-sets.js';
import { answerInProcess } from '../../support/fences/answer-in-process.js';
import { usualCosts } from '../../support/fences/brute-force.js';
import type { Costs } from '../../support/fences/brute-force.js';
import { compareFenceSets } from '../../support/fences/fence-set-agreement.js';
import { warnedFp } from '../../support/parse-fp.js';
import { root } from '../../support/root.js';

const limits = { maxStates: 60_000, maxCost: 4, maxSets: 200_000 };
const lockedFirst: Costs = { fence: 2, 'fence(ww)': 2, locked: 1 };

/** What trying every set says against the answers: none without a fault. */
async function complaints(): Promise<number> {
  let found = 0;
  for (const sample of ['mutex/peterson.fp', 'data-structures/rcu.fp', 'litmus/sb.fp']) {
    const text = readFileSync(join(root, 'samples', sample), 'utf8');
    for (const model of [tso, pso]) {
      for (const costs of [usualCosts, lockedFirst]) {
        const asked = { text, model, costs, procs: null, bound: null, robust: null };
        const question = { program: warnedFp(text).program, asked, limits };
        // A fault may be seen by the checks that the product makes of itself.
        const agreement = await compareFenceSets(question, answerInProcess).catch(() => null);
        found += agreement === null ? 1 : agreement.complaints.length;
        if (found > 0) return found;
      }
    }
  }
  return found + (await tallyFenceSets(6, 1, answerInProcess)).complaints.length;
}

/** The method as it is, for `call`. */
const methodOf = <T, K extends keyof T>(prototype: T, name: K): T[K] => prototype[name];

/** Each is a mistake that is easily made. */
const faults: readonly { readonly name: string; readonly plant: () => void }[] = [
  {
    name: 'a place where writes waited is left out of the clause',
    plant: () => {
      const original = methodOf(RunOnPlaces.prototype, 'hindrances');
      jest.spyOn(RunOnPlaces.prototype, 'hindrances').mockImplementation(function (this: RunOnPlaces, run) {
        const told = original.call(this, run);
        return { ...told, full: new Map([...told.full].slice(1)) };
      });
    },
  },
  {
    name: 'stores that overtake others are not seen',
    plant: () => {
      const original = methodOf(RunOnPlaces.prototype, 'hindrances');
      jest.spyOn(RunOnPlaces.prototype, 'hindrances').mockImplementation(function (this: RunOnPlaces, run) {
        return { ...original.call(this, run), ww: new Map() };
      });
    },
  },
  {
    name: 'locked stores are never in a clause',
    plant: () => {
      const original = methodOf(RunOnPlaces.prototype, 'hindrances');
      jest.spyOn(RunOnPlaces.prototype, 'hindrances').mockImplementation(function (this: RunOnPlaces, run) {
        return { ...original.call(this, run), unlocked: new Set() };
      });
    },
  },
  {
    name: 'the same actions at other times need not violate anything',
    plant: () => {
      const original = methodOf(RunOnPlaces.prototype, 'rerun');
      jest.spyOn(RunOnPlaces.prototype, 'rerun').mockImplementation(function (
        this: RunOnPlaces,
        run,
        fences,
        maxStates,
      ) {
        return original.call(this, run, fences, maxStates) ?? { ...run, steps: run.steps.slice(0, 1) };
      });
    },
  },
  {
    name: 'another program is verified than the one that is told',
    plant: () => {
      const original = methodOf(FencedProgram.prototype, 'with');
      jest.spyOn(FencedProgram.prototype, 'with').mockImplementation(function (this: FencedProgram, choice) {
        const { length } = this.candidates;
        return original.call(this, new Set([...choice].map((id) => (id + 1) % length)));
      });
    },
  },
  {
    name: 'a store that is to be locked stays as it is',
    plant: () => {
      const original = methodOf(FencedProgram.prototype, 'with');
      jest.spyOn(FencedProgram.prototype, 'with').mockImplementation(function (this: FencedProgram, choice) {
        const fences = [...choice].filter((id) => this.candidates[id]?.kind === 'fence');
        return original.call(this, new Set(fences));
      });
    },
  },
];

describe('faults planted into the search for fences', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('there is none without', async () => {
    expect(await complaints()).toBe(0);
  });

  it.each(faults)('$name', async ({ plant }) => {
    plant();
    expect(await complaints()).toBeGreaterThan(0);
  });
});
