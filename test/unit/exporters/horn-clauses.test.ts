import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { modelNamed } from '../../../src/memory/index.js';
import { answersTo } from '../../../src/smt/z3/answer-text.js';
import { invariant } from '../../../src/support/invariant.js';
import { root } from '../../support/root.js';
import { transformPath } from '../../support/transform-path.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-horn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seconds = 120;

interface AskedClauses {
  readonly bound?: number;
  readonly form?: 'tuples' | 'threads';
  /** What is changed in the text before it is asked. */
  readonly change?: (text: string) => string;
}

/** What Spacer says of the clauses of a file. */
async function spacer(path: string, modelName: string, asked: AskedClauses = {}): Promise<string> {
  const model = modelNamed(modelName);
  invariant(model !== null, 'the model is known');
  const { bound = 1, form = 'tuples', change = (text) => text } = asked;
  const text = await transformPath({ path, model, to: 'smt2', bound, form });
  return (await answersTo(change(text), seconds))?.join(' ') ?? 'no answer';
}

const sample = (name: string): string => join(root, 'samples', name);

/** As samples/verdicts.tsv has them: `sat` is safe. */
const solved: readonly (readonly [file: string, model: string, bound: number, answer: string])[] = [
  ['litmus/sb.fp', 'sc', 1, 'sat'],
  ['litmus/sb.fp', 'tso', 1, 'unsat'],
  ['litmus/sb.fp', 'pso', 1, 'unsat'],
  ['litmus/sb-fenced.fp', 'tso', 1, 'sat'],
  ['litmus/sb-fenced.fp', 'pso', 1, 'sat'],
  ['litmus/mp.fp', 'tso', 2, 'sat'],
  ['litmus/mp.fp', 'pso', 2, 'unsat'],
  ['litmus/lb.fp', 'pso', 1, 'sat'],
  ['litmus/iriw.fp', 'tso', 1, 'sat'],
  ['litmus/coherence.fp', 'tso', 2, 'sat'],
  ['litmus/s.fp', 'tso', 2, 'sat'],
  ['litmus/s.fp', 'pso', 2, 'unsat'],
  ['litmus/r.fp', 'sc', 1, 'sat'],
  ['discovery/counter.fp', 'sc', 1, 'sat'],
];

describe('Spacer solves the clauses of small programs', () => {
  it.each(solved)('%s, %s, bound %i: %s', async (name, model, bound, answer) => {
    expect(await spacer(sample(name), model, { bound })).toBe(answer);
  });

  it('and of threads by themselves, if they need to know little of each other', async () => {
    expect(await spacer(sample('litmus/mp.fp'), 'tso', { bound: 2, form: 'threads' })).toBe('sat');
    expect(await spacer(sample('litmus/coherence.fp'), 'sc', { form: 'threads' })).toBe('sat');
    expect(await spacer(sample('litmus/mp.fp'), 'pso', { bound: 2, form: 'threads' })).toBe('unsat');
  });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('Horn clauses', () => {
  it('say that a bound is too small, and what holds within it', async () => {
    const path = file('two.fp', 'shared int x = 0; thread P { x = 1; x = 2; } invariant x <= 2;');
    expect(await spacer(path, 'tso', { bound: 2 })).toBe('sat');
    expect(await spacer(path, 'tso', { bound: 1 })).toBe('unsat');
    const within = (text: string): string =>
      text.replace('(=> (violated number) false)', '(=> (and (violated number) (> number 0)) false)');
    expect(await spacer(path, 'tso', { bound: 1, change: within })).toBe('sat');
  });

  it('go through sections with loops, and let nobody else move in them', async () => {
    const section = (begin: string, end: string): string =>
      `shared int x = 0; shared int y = 0;
       thread P { local int i = 0; ${begin} while (i < 2) { x = x + 1; i = i + 1; } y = x; ${end} }
       thread Q { local int r = 0; r = x; local int s = 0; s = y; }
       invariant Q.r == 0 || Q.r == 2;`;
    const whole = file('section.fp', section('atomic {', '}'));
    const open = file('open.fp', section('', ''));
    for (const form of ['tuples', 'threads'] as const) {
      expect(await spacer(whole, 'sc', { form })).toBe('sat');
      expect(await spacer(open, 'sc', { form })).toBe('unsat');
    }
  });

  it.each([
    ['assert', 'thread P { local int r = 0; r = x; assert(r < 7); } thread Q { x = 7; }'],
    ['range', 'thread P { local int[0..6] r = 0; r = x; } thread Q { x = 7; }'],
    ['bounds', 'shared int a[7]; thread P { local int r = 0; r = x; a[r] = 1; } thread Q { x = 7; }'],
  ])('know %s', async (kind, text) => {
    const path = file(`${kind}.fp`, `shared int x = 0; ${text}`);
    const mended = file(`${kind}-mended.fp`, `shared int x = 0; ${text.replace('x = 7', 'x = 6')}`);
    expect(await spacer(path, 'sc')).toBe('unsat');
    expect(await spacer(mended, 'sc')).toBe('sat');
  });

  it('are refused where they have no words', async () => {
    const path = file('bits.fp', 'shared int x = 0; thread P { x = x & 1; } invariant x == 0;');
    await expect(spacer(path, 'sc')).rejects.toThrow('no operator & on integers');
  });

  // As CHC-COMP asks: one query, heads over different variables, no clause with two heads.
  it('are in the form of the competition', async () => {
    const model = modelNamed('tso');
    invariant(model !== null, 'the model is known');
    const text = await transformPath({ path: sample('litmus/sb.fp'), model, to: 'smt2' });
    expect(text.match(/false\)\)\)$/gm)).toHaveLength(1);
    expect(text).toContain('(set-logic HORN)');
    for (const [, head = ''] of text.matchAll(/^ {2}\(=> .* \((P_[^()]*)\)\)\)\)$/gm)) {
      const variables = head.match(/\|[^|]*\||\S+/g) ?? [];
      expect(new Set(variables).size).toBe(variables.length);
    }
  });
});
