import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { EvidencePredicateBox, PredicatesClaim } from '../../src/evidence/document/evidence-document.js';
import { readEvidence } from '../../src/evidence/document/read-evidence.js';
import { invariant } from '../../src/support/invariant.js';
import { root } from '../support/root.js';
import { folderWith } from './fencepost.js';
import { inProcess } from './in-process.js';

/** Counts without end; under TSO what waits must be spoken of, and sections be gone through. */
const folder = folderWith({
  'counted.fp': readFileSync(join(root, 'samples/discovery/counted-lock-fenced.fp'), 'utf8'),
  'section.fp': `shared int x = 0, y = 0;
    thread P { local int r = 0; while (true) { atomic { r = x; x = r + 1; y = r + 1; fence; } } }
    thread Q { local int a = 0; local int b = 0; while (true) { a = y; b = x; assert(a <= b); } }`,
});
const at = (name: string): string => join(folder, name);

async function written(program: string): Promise<void> {
  const options = ['--model', 'tso', '--evidence', at(`${program}.json`)];
  const { code } = await inProcess(['verify', at(program), ...options]);
  invariant(code === 0, 'the program is safe');
}

beforeAll(async () => {
  await Promise.all(['counted.fp', 'section.fp'].map(written));
});

async function replayed(program: string, change: (claim: PredicatesClaim) => object = (claim) => claim) {
  const found = readEvidence(readFileSync(at(`${program}.json`), 'utf8'));
  invariant(found.kind === 'predicates', 'values have no end');
  const name = at('changed.json');
  writeFileSync(name, JSON.stringify(change(found)));
  return inProcess(['replay', name]);
}

const changed = (claim: PredicatesClaim, change: (box: EvidencePredicateBox) => EvidencePredicateBox) => ({
  ...claim,
  boxes: claim.boxes.map((box) => change(box)),
});

describe.each(['counted.fp', 'section.fp'])('an invariant over predicates of %s', (program) => {
  it('is accepted', async () => {
    const { code, stdout } = await replayed(program);
    expect(stdout).toContain('ACCEPTED');
    expect(code).toBe(0);
  });

  it('is none without what it says of values', async () => {
    const { code, stdout } = await replayed(program, (claim) =>
      changed(claim, (box) => ({ ...box, holds: [], fails: [] })),
    );
    expect(stdout).toMatch(/violates|leads out of the invariant/);
    expect(code).toBe(10);
  });

  it('is none without the places with a waiting write', async () => {
    const { code, stdout } = await replayed(program, (claim) => ({
      ...claim,
      boxes: claim.boxes.filter(({ buffers }) => Object.keys(buffers).length === 0),
    }));
    expect(stdout).toMatch(/the step .* leads out of the invariant/);
    expect(code).toBe(10);
  });

  it('is none where it claims more than holds', async () => {
    const { code, stdout } = await replayed(program, (claim) =>
      changed(claim, (box) => ({ ...box, holds: [...box.holds, ...box.fails], fails: [] })),
    );
    expect(stdout).toMatch(/leads out of the invariant|is not in the invariant/);
    expect(code).toBe(10);
  });

  it('speaks of one memory model', async () => {
    const { code } = await replayed(program, (claim) => {
      const { question } = readEvidence(readFileSync(at(`${program}.json`), 'utf8'));
      return { ...claim, question: { ...question, model: 'pso' } };
    });
    expect(code).toBe(10);
  });
});

describe('of what is no invariant over predicates', () => {
  const deep: unknown = JSON.parse(`${'["!",'.repeat(500)}true${']'.repeat(500)}`);
  it.each([
    ['a formula of nothing', ['<', 'nobody', 1], 'there is no variable nobody'],
    ['an operator that there is not', ['<<', 'turn', 1], 'is no formula'],
    ['truth values that are compared', ['<', true, 1], 'applies an operator to what it is not for'],
    ['a number for a formula', 7, 'is no truth value'],
    ['what waits nowhere', ['==', ['waiting', 'A', 'nobody', 1], 1], 'there is no'],
    ['no position', ['==', ['waiting', 'A', 'owner', 0], 1], 'there is no|is nothing that waits'],
    ['a list of lists', [[]], 'begins with no operator'],
    ['a deep formula', deep, 'too deep'],
  ])('%s is refused', async (_, formula, why) => {
    const { code, stderr } = await replayed('counted.fp', (claim) => ({ ...claim, predicates: [formula] }));
    expect(stderr).toMatch(new RegExp(why));
    expect(code).toBe(2);
  });

  it.each([
    ['predicates', { holds: [99_999] }],
    ['shapes', { buffers: { 'P(0)': [9999] } }],
    ['threads', { at: { Nobody: [0] } }],
  ])('a box with %s that there are not is refused', async (_, more) => {
    const { code } = await replayed('counted.fp', (claim) => ({
      ...claim,
      boxes: [...claim.boxes, { ...claim.boxes[0], ...more }],
    }));
    expect(code).toBe(2);
  });
});
