import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { modelNamed } from '../../../src/memory/index.js';
import { tallySpin } from '../../../tools/fuzz/spin.js';
import { compare } from '../../../tools/spin/compare-spin.js';
import type { SpinComparison } from '../../../tools/spin/compare-spin.js';
import { quick, spinMissing } from '../../../tools/spin/spin.js';
import { root } from '../../support/golden.js';
import { finiteSamples } from '../../support/samples.js';
import { tellSkipped } from '../../support/skipped.js';
import { everyNth } from '../../support/thorough.js';

const missing = spinMissing();
if (missing !== null) tellSkipped(missing, 'comparisons with Spin');
const describeWithSpin = missing === null ? describe : describe.skip;
const note = missing === null ? '' : ` (skipped: ${missing} is not installed)`;

const folder = mkdtempSync(join(tmpdir(), 'fencepost-promela-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bothJudges(path: string, modelName: string, bound = 1): Promise<SpinComparison> {
  const model = modelNamed(modelName);
  if (model === null) throw new Error(`no memory model ${modelName}`);
  const comparison = await compare({ path, model, bound, procs: null }, Infinity, quick);
  if (comparison === null) throw new Error('there is something to compare');
  return comparison;
}

/** A third of the samples; the full comparison is `npm run spin`: all samples and models, larger bounds. */
const inTurn = ['tso', 'pso', 'tso1', 'tso', 'sc'];
const runs = finiteSamples
  .filter((_, i) => i % 3 === 0)
  .map((file, i) => [file, inTurn[i % inTurn.length] ?? 'tso'] as const);

describeWithSpin(`Spin agrees on verdicts and counts the same states${note}`, () => {
  it.each(everyNth(runs, 2))('%s, %s', async (file, model) => {
    const comparison = await bothJudges(join(root, 'samples', file), model);
    expect(comparison.disagreements).toEqual([]);
    expect(comparison.explanation).not.toBe('not explained');
  });

  it('in samples that are safe, unsafe, and beyond the bound', async () => {
    const judged = async (file: string, model: string): Promise<string> =>
      (await bothJudges(join(root, 'samples', file), model)).spins;
    expect(await judged('mutex/dekker-fenced.fp', 'tso1')).toBe('safe');
    expect(await judged('litmus/sb.fp', 'tso')).toBe('unsafe');
    expect(await judged('mutex/peterson-fenced.fp', 'tso')).toBe('overflow');
  });
});

interface Case {
  readonly name: string;
  readonly text: string;
  readonly verdict: SpinComparison['ours'];
  readonly explanation?: string;
}

const stuck = 'Spin stores where an atomic block got stuck';

const cases: readonly Case[] = [
  {
    name: 'statements that lead straight back to themselves',
    text: `shared int x = 0; thread P { x = 1; L: goto L; } thread Q { while (true) { skip; } }
      thread R { x = 1; Z: atomic { goto Z; } } thread S { A: either { goto A; } or { x = 0; } } invariant x != 2;`,
    verdict: 'safe',
  },
  {
    name: 'endless loops without a step inside atomic blocks',
    text: `shared int x = 0; thread P { x = 1; atomic { A: while (true) { goto A; } } }
      thread Q { atomic { B: either { goto B; } or { goto B; } } } final x == 2;`,
    verdict: 'safe',
    explanation: stuck,
  },
  {
    name: 'names that mean something to the verifier',
    text: `shared int asm = 0, INT_MAX = 0, idle = 0;
      thread P { local int BUFSIZ = 0; asm = 1; BUFSIZ = asm; INT_MAX = BUFSIZ; idle = 1; } invariant asm <= 0;`,
    verdict: 'unsafe',
  },

  {
    name: 'a blocked atomic block has no effect',
    text: `shared int x = 0, y = 0; thread P { atomic { x = 1; assume(y == 1); x = 0; } } thread Q { y = 1; }
      invariant x == 0;`,
    verdict: 'safe',
  },
  {
    name: 'the branch that cannot be completed is not chosen',
    text: `shared int x = 0; shared int[0..2] y = 0;
      thread P { atomic { either { x = 1; assume(y == 2); } or { x = 2; assume(y == 1); } } } thread Q { y = 1; }
      final x == 2; invariant x != 1;`,
    verdict: 'safe',
  },
  {
    name: 'a value that leads nowhere is not taken',
    text: `shared int[0..5] x = 0; thread P { local int[0..5] r = 0; atomic { havoc r; assume(r == x + 3); x = r; } }
      thread Q { atomic { assume(x == 0); x = 2; } } invariant x != 1 && x != 4;`,
    verdict: 'safe',
  },
  {
    name: 'what an atomic block writes to an array it reads again',
    text: `shared int[0..2] a[3] = {2, 0, 1}, i = 0; thread P { atomic { a[i] = 1; assume(a[a[i]] == 0); i = 2; } }
      thread Q { i = 1; i = 0; } final a[0] != 1;`,
    verdict: 'unsafe',
  },
  {
    name: 'an atomic block is left by goto, into another',
    text: `shared int x = 0, y = 0;
      thread P { Again: atomic { x = x + 1; if (x < 3) { goto Again; } goto Out; } x = 9; Out: atomic { y = x; x = 0; } }
      thread Q { local int r = 0; r = x; } invariant Q.r != 1 && Q.r != 2 || y == 3 || y == 0; final y == 3;`,
    verdict: 'safe',
  },
  {
    name: 'an assert fails in a block that blocks later',
    text: `shared int x = 0; thread P { atomic { assert(x != 0); assume(x == 1); x = 2; } } thread Q { x = 1; }`,
    verdict: 'unsafe',
    explanation: stuck,
  },
  {
    name: 'a loop inside an atomic block',
    text: `shared int x = 0; thread P { local int[0..3] i = 0; atomic { while (i < 3) { i = i + 1; x = i; } } }
      thread Q { local int r = 0; r = x; } invariant Q.r == 0 || Q.r == 3;`,
    verdict: 'safe',
    explanation: stuck,
  },
  {
    name: 'an endless loop inside an atomic block',
    text: `shared int x = 0; thread P { atomic { while (x == 0) { } } } thread Q { x = 1; } final x == 1;`,
    verdict: 'safe',
    explanation: stuck,
  },
  {
    name: 'faults end executions',
    text: `shared int[0..2] x = 0; shared int[0..1] a[2] = 0;
      thread P { local int[0..4] r = 0; r = 2 / x; a[r] = 1; x = r; x = x + 1; } thread Q { x = 1; x = 2; }
      invariant x <= 1 || a[1] == 0;`,
    verdict: 'unsafe',
  },
  {
    name: 'labels of parts of statements',
    text: `shared int x = 0, y = 0; thread P { local int r = 0; L: r = x + y; M: if (x == y) { r = 5; } }
      thread Q { x = 1; y = 1; } invariant !(P at M) || P.r <= 2; invariant P at L -> P.r == 0; final P.r == 5;`,
    verdict: 'unsafe',
  },
  {
    name: 'loops, choices and tests offered at one place',
    text: `shared int[0..2] x = 0;
      thread P { local int r = 0; while (true) { either { if (x == 1) { r = 1; } else { r = 2; } } or { assume(x == 2); r = 3; }
        or { atomic { if (x == 0) { x = 1; } } } or { while (r == 3) { r = 0; } } } }
      thread Q { L: while (true) { x = 2; x = 0; } } invariant P.r != 3 || x != 1; invariant Q at L -> x <= 1;`,
    verdict: 'unsafe',
  },
  {
    name: 'names that Promela, C or the verifier have a meaning for',
    text: `shared int[0..2] double = 0, SYNC = 0, _p = 0, __ = 0, uchar[2] = {1, 2}, now = 0, Air0 = 0, linux = 0;
      thread monitor { local int[0..2] violated = 1, holds = 2, _pid = 0, r = 0; local bool typedef = true;
        double = violated; SYNC = holds; assert(holds == violated + 1 && typedef); now = uchar[_pid]; _p = 1; __ = 2;
        end_: Air0 = 1; linux: linux = 1; double: skip; } thread ptr { local int _t = 0; _t = now; }
      invariant monitor at linux -> Air0 == 1; invariant monitor at double -> linux == 1; invariant double + SYNC < 3;`,
    verdict: 'unsafe',
  },
  {
    name: 'initial values that are open, and those that follow from them',
    text: `shared int[0..3] n; shared bool b; shared int[-1..3] a[2] = {-1, 3}, m = n;
      thread P { local int[0..3] r; local int s = m; x: s = r + n; b = !b; } invariant n == m; final P.s != 6;`,
    verdict: 'unsafe',
    explanation: '+1: before the initial values are set',
  },
];

describeWithSpin(`Spin reads what is meant${note}`, () => {
  it.each(cases)('$name', async ({ name, text, verdict, explanation }) => {
    const path = join(folder, `${name.replaceAll(/\W/g, '-')}.fp`);
    writeFileSync(path, text);
    const comparison = await bothJudges(path, 'sc');
    expect(comparison.disagreements).toEqual([]);
    expect(comparison.spins).toBe(verdict);
    expect(comparison.explanation).toBe(explanation ?? 'the same states');
  });

  it('of generated programs', async () => {
    const { complaints } = await tallySpin(4, 4000);
    expect(complaints).toEqual([]);
  });
});
