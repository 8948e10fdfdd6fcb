import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { noLimits } from '../../../../src/arrays/array-limits.js';
import { ArrayMachine } from '../../../../src/arrays/array-machine.js';
import type { ArrayState } from '../../../../src/arrays/array-states.js';
import { explore } from '../../../../src/arrays/explore-arrays.js';
import { witnesses } from '../../../../src/engines/mcmt/stages.js';
import type { CubeProof } from '../../../../src/lang/arrays/stated-cube.js';
import type { ArraySystem } from '../../../../src/lang/arrays/array-system.js';
import type { MemoryModel } from '../../../../src/memory/model.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { invariant } from '../../../../src/support/invariant.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';
import { backward } from '../../../support/mcmt/ask-backward.js';
import { checked, comparedWeakened, damagedCubes, isAccepted } from '../../../support/mcmt/compare-cubes.js';
import { german, noSharer } from '../../../support/mcmt/german.js';
import { litmusText } from '../../../support/mcmt/litmus-systems.js';
import { isInCube } from '../../../support/mcmt/states-in-cubes.js';
import { root } from '../../../support/root.js';

interface Proven {
  readonly system: ArraySystem;
  readonly proof: CubeProof;
}

async function proven(text: string, model: MemoryModel): Promise<Proven> {
  const { proof } = await backward(text, model);
  invariant(proof !== null, 'the system is safe');
  return { system: cubSystem(text), proof };
}

const sample = (name: string): string => readFileSync(join(root, 'samples/arrays', `${name}.cub`), 'utf8');

const samples: readonly (readonly [string, MemoryModel])[] = [
  ['mutex-fenced', tso],
  ['spinlock', tso],
  ['barrier', tso],
  ['peterson-fenced', tso],
  ['mp', tso],
  ['directory', sc],
  ['mutex', sc],
];

describe('cubes of samples', () => {
  test.each(samples)('%s', async (name, model) => {
    const { system, proof } = await proven(sample(name), model);
    const check = checked(system, model, proof);
    expect(check.reason).toBeNull();
    expect(check.obligations).toBeGreaterThan(proof.cubes.length);
    expect(isAccepted(check)).toBe(true);
  });

  // Who says less of processes shows nothing of what they may do then.
  test.each(samples)(
    '%s: not those of a system with less conditions that goes wrong',
    async (name, model) => {
      const { system, proof } = await proven(sample(name), model);
      const { unsafe, wrong } = await comparedWeakened(system, model, proof, 2);
      expect(unsafe).toBeGreaterThan(0);
      expect(wrong).toEqual([]);
    },
  );
});

test('a fence less is noticed where nothing else is', async () => {
  const { system, proof } = await proven(sample('mutex-fenced'), tso);
  const without = cubSystem(sample('mutex-fenced').replace('fence() && ', ''));
  expect(isAccepted(checked(system, tso, proof))).toBe(true);
  expect(isAccepted(checked(without, tso, proof))).toBe(false);
  // Without buffers no fence is needed.
  const plain = await proven(sample('mutex-fenced'), sc);
  expect(isAccepted(checked(without, sc, plain.proof))).toBe(true);
});

test('cubes of memory without buffers say nothing where there are some', async () => {
  const { system, proof } = await proven(sample('mutex-fenced'), sc);
  const { reason } = checked(system, tso, proof);
  expect(reason).toContain('says of weak memory what nobody reads');
});

const twoReads = 'R[p] = 1 && Q[p] = 0';
/** What is safe, and what becomes of it where one thing is said otherwise. */
const twins: readonly (readonly [string, string, string])[] = [
  [
    'store buffering with fences, and with one',
    litmusText(
      [
        ['X := 1', 'fence() | ', 'R[p] := Y'],
        ['Y := 1', 'fence() | ', 'R[p] := X'],
      ],
      'R[p] = 0 && R[q] = 0',
    ),
    litmusText(
      [
        ['X := 1', 'fence() | ', 'R[p] := Y'],
        ['Y := 1', 'PC[p] = L2 | ', 'R[p] := X'],
      ],
      'R[p] = 0 && R[q] = 0',
    ),
  ],
  [
    'message passing, and in the other order',
    litmusText(
      [
        ['X := 1', 'Y := 1'],
        ['R[p] := Y', 'Q[p] := X'],
      ],
      'R[q] = 1 && Q[q] = 0',
    ),
    litmusText(
      [
        ['Y := 1', 'X := 1'],
        ['R[p] := Y', 'Q[p] := X'],
      ],
      'R[q] = 1 && Q[q] = 0',
    ),
  ],
  [
    'reads of one cell, and of two',
    litmusText([['X := 1'], ['R[p] := X', 'Q[p] := X']], 'R[q] = 1 && Q[q] = 0'),
    litmusText([['X := 1'], ['R[p] := X', 'Q[p] := Y']], 'R[q] = 1 && Q[q] = 0'),
  ],
  [
    'one moment for two writes, and two moments',
    litmusText([['X := 1; Y := 1'], ['R[p] := X; Q[p] := Y']], twoReads.replaceAll('p', 'q')),
    litmusText([['X := 1', 'Y := 1'], ['R[p] := X; Q[p] := Y']], twoReads.replaceAll('p', 'q')),
  ],
  [
    'an own write is seen, that of another need not be',
    litmusText([['X := 1', 'R[p] := X'], ['PC[p] = L1 | ']], 'R[p] = 0'),
    litmusText([['PC[p] = L1 | ', 'R[p] := X'], ['X := 1']], 'R[p] = 0'),
  ],
];

test.each(twins)('%s', async (_, safe, unsafe) => {
  const { system, proof } = await proven(safe, tso);
  expect(isAccepted(checked(system, tso, proof))).toBe(true);
  const other = cubSystem(unsafe);
  expect((await backward(unsafe, tso)).verdicts.map(({ kind }) => kind)).toEqual(['unsafe']);
  expect(isAccepted(checked(other, tso, proof))).toBe(false);
});

test('with a variable that remembers who was last', async () => {
  const text = german(noSharer);
  const { proof } = await backward(text, sc, { stages: [witnesses] });
  invariant(proof !== null, 'the protocol is safe');
  const system = cubSystem(text);
  expect(proof.witness).not.toBeNull();
  expect(isAccepted(checked(system, sc, proof))).toBe(true);
  const { unsafe, wrong } = await comparedWeakened(system, sc, proof, 2);
  expect(unsafe).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

// What is accepted all the same is a proof: no state that two or three processes come to lies in the cubes.
test.each(samples.filter(([, model]) => model === sc))('%s: damaged cubes', async (name) => {
  const { system, proof } = await proven(sample(name), sc);
  const machines = [2, 3].map((procs) => new ArrayMachine(system, sc, procs));
  const reached: (readonly [ArrayMachine, ArrayState])[] = [];
  for (const machine of machines) {
    const { all } = await explore(machine, { limits: noLimits, stopAt: 'never' });
    for (const state of all()) reached.push([machine, state]);
  }
  const all = [...damagedCubes(proof.cubes)];
  const accepted = all.filter((cubes) => isAccepted(checked(system, sc, { ...proof, cubes })));
  const wrong = accepted.filter((cubes) =>
    cubes.some((cube) => reached.some(([machine, state]) => isInCube(machine, state, cube))),
  );
  expect(wrong).toEqual([]);
  expect(all.length).toBeGreaterThan(3 * accepted.length);
});

// Of a directory some are parts of several others together.
test('a cube less is noticed', async () => {
  for (const [name, model] of samples.filter(([file]) => file !== 'directory')) {
    const { system, proof } = await proven(sample(name), model);
    const rejected = proof.cubes.filter(
      (_, i) => !isAccepted(checked(system, model, { ...proof, cubes: proof.cubes.toSpliced(i, 1) })),
    );
    expect(rejected.length).toBe(proof.cubes.length);
  }
});
