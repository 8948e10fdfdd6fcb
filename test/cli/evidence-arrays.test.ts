import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readEvidence } from '../../src/evidence/document/read-evidence.js';
import type { EvidenceDocument } from '../../src/evidence/document/evidence-document.js';
import { invariant } from '../../src/support/invariant.js';
import { folderWith } from './fencepost.js';
import { inProcess } from './in-process.js';
import { root } from '../support/root.js';
import { tellSkipped } from '../support/skipped.js';

const folder = folderWith({});
const at = (name: string): string => join(folder, name);

async function evidenceOf(sample: string, ...more: readonly string[]): Promise<EvidenceDocument> {
  const name = sample.replace(/.*\//, '');
  copyFileSync(join(root, 'samples', sample), at(name));
  await inProcess(['verify', at(name), ...more, '--evidence', at(`${name}.json`)]);
  return readEvidence(readFileSync(at(`${name}.json`), 'utf8'));
}

async function replayed(evidence: object): Promise<{ readonly code: number | null; readonly said: string }> {
  writeFileSync(at('given.json'), JSON.stringify(evidence));
  const { code, stdout, stderr } = await inProcess(['replay', at('given.json')]);
  return { code, said: stdout + stderr };
}

type Claim<K extends EvidenceDocument['kind']> = Extract<EvidenceDocument, { readonly kind: K }>;

function isOf<K extends EvidenceDocument['kind']>(evidence: EvidenceDocument, kind: K): evidence is Claim<K> {
  return evidence.kind === kind;
}

async function cubesOf(sample: string, ...more: readonly string[]): Promise<Claim<'cubes'>> {
  const evidence = await evidenceOf(sample, ...more);
  invariant(isOf(evidence, 'cubes'), `${sample} is safe`);
  return evidence;
}

async function runOf(sample: string, ...more: readonly string[]): Promise<Claim<'array-run'>> {
  const evidence = await evidenceOf(sample, ...more);
  invariant(isOf(evidence, 'array-run'), `${sample} is unsafe`);
  return evidence;
}

const accepted = { code: 0, said: expect.stringContaining('ACCEPTED') };
const rejectedFor = (why: string) => ({ code: 10, said: expect.stringContaining(why) });
const noEvidence = (why: string) => ({ code: 2, said: expect.stringContaining(why) });

/** With the prover that is there, as Why3 finds it. */
const why3 = (...args: readonly string[]) =>
  spawnSync('why3', ['-C', at('why3.conf'), ...args], { encoding: 'utf8', timeout: 300_000 });
const hasWhy3 =
  spawnSync('why3', ['--version']).status === 0 &&
  why3('config', 'detect').status === 0 &&
  why3('config', 'list-provers').stdout.includes('Z3');
if (!hasWhy3) tellSkipped('why3 with z3', 'its proofs of theories');

/** What becomes of each goal. */
function goals(path: string): readonly string[] {
  const prover = why3('config', 'list-provers')
    .stdout.split('\n')
    .find((line) => /^Z3 [0-9.]+$/.test(line));
  const [, version = ''] = /^Z3 (.*)$/.exec(prover ?? '') ?? [];
  const { stdout } = why3('prove', '-P', `Z3,${version},`, '-t', '20', path);
  return [...stdout.matchAll(/Prover result is: (\w+)/g)].map(([, result = '']) => result);
}

describe('evidence of array-based systems', () => {
  it('of safety is a set of cubes, for any number of processes', async () => {
    const evidence = await cubesOf('arrays/mutex-fenced.cub', '--model', 'tso');
    const { code, said } = await replayed(evidence);
    expect(code).toBe(0);
    expect(said).toContain('safe for any number of processes: unsafe[1]');
    expect(said).toContain('asked: verify mutex-fenced.cub --model tso');
    expect(await replayed({ ...evidence, cubes: evidence.cubes.slice(1) })).toEqual(
      rejectedFor('are in no cube'),
    );
    const [first, ...others] = evidence.cubes;
    invariant(first !== undefined, 'there are cubes');
    const larger = { ...first, facts: first.facts.slice(1) };
    expect(await replayed({ ...evidence, cubes: [larger, ...others] })).toMatchObject({ code: 10 });
    expect(await replayed({ ...evidence, properties: ['unsafe[2]'] })).toEqual(
      noEvidence('there is no property unsafe[2]'),
    );
    for (const other of [{ model: 'pso' }, { robust: true }, { procs: 2 }, { ltl: ['G true'] }]) {
      const question = { ...evidence.question, ...other };
      expect(await replayed({ ...evidence, question })).toMatchObject({ code: 2 });
    }
  });

  it('of a limited number says so', async () => {
    const evidence = await cubesOf('arrays/mutex-fenced.cub', '--model', 'tso', '--max-procs', '3');
    const { code, said } = await replayed(evidence);
    expect(code).toBe(0);
    expect(said).toContain('safe for at most 3 processes');
    expect(said).toContain('--max-procs 3');
  });

  it('of a violation is a run with a number of processes', async () => {
    const evidence = await runOf('arrays/mutex.cub', '--model', 'tso');
    expect(await replayed(evidence)).toEqual(accepted);
    const { steps } = evidence;
    // A flush may be needless, if nobody looks.
    const needed = [...steps.keys()].filter((i) => 'transition' in (steps[i] ?? {}));
    for (const i of needed)
      expect(await replayed({ ...evidence, steps: steps.toSpliced(i, 1) })).not.toEqual(accepted);
    expect(await replayed({ ...evidence, processes: 1 })).not.toEqual(accepted);
    const initial = { ...evidence.initial, 'PC[#1]': 'Critical' };
    expect(await replayed({ ...evidence, initial })).toEqual(
      rejectedFor('does not begin in an initial state'),
    );
    // Without buffers nobody comes past the other.
    const question = { ...evidence.question, model: 'sc' };
    expect(await replayed({ ...evidence, question })).toMatchObject({ code: 10 });
  });

  it('of a run for one number of processes names it', async () => {
    const evidence = await runOf('arrays/mutex.cub', '--model', 'tso', '--procs', '3');
    const { code, said } = await replayed(evidence);
    expect(code).toBe(0);
    expect(said).toContain('--procs 3');
  });

  it('of a program with any number of threads is about the system that it is', async () => {
    const evidence = await cubesOf('dual/spinlock-any.fp', '--model', 'tso');
    const { code, said } = await replayed(evidence);
    expect(code).toBe(0);
    expect(said).toContain('safe for any number of processes: mutex, range');
    expect(await replayed({ ...evidence, cubes: evidence.cubes.slice(1) })).toMatchObject({ code: 10 });
    const automata = evidence.automata.map((line) => line.replace('fence()', 'PC[p] = L5'));
    expect(await replayed({ ...evidence, automata })).toEqual(
      rejectedFor('the system is not that of the file'),
    );
  });

  it('with buffers is told to nobody else', async () => {
    await cubesOf('arrays/spinlock.cub', '--model', 'tso');
    const theory = ['--emit-why3', at('spinlock.why')];
    const { code, stderr } = await inProcess(['replay', at('spinlock.cub.json'), ...theory]);
    expect(code).toBe(0);
    expect(stderr).toContain('spinlock.why is not written: only cubes of systems without buffers');
  });

  it('is what --paranoid looks at', async () => {
    const sample = join(root, 'samples/arrays/spinlock.cub');
    const { code, stdout } = await inProcess(['verify', sample, '--model', 'tso', '--paranoid']);
    expect(stdout).toContain('VERDICT: SAFE');
    expect(code).toBe(0);
  });

  it('of terms that the system does not have is no evidence', async () => {
    const evidence = await cubesOf('arrays/spinlock.cub', '--model', 'tso');
    const withFact = (fact: object) => ({ ...evidence, cubes: [{ processes: 2, facts: [fact] }] });
    expect(await replayed(withFact({ term: 'Nothing[p1]', in: ['True'] }))).toEqual(
      noEvidence('the system has no cell'),
    );
    expect(await replayed(withFact({ term: 'PC[p3]', in: ['Idle'] }))).toEqual(
      noEvidence('a cube has no process p3'),
    );
    expect(await replayed(withFact({ term: 'PC[p1]', in: ['Nowhere'] }))).toEqual(
      noEvidence('none of its values'),
    );
    expect(await replayed(withFact({ sum: [['1', 'PC[p1]']], plus: '0', op: '<' }))).toEqual(
      noEvidence('is no number'),
    );
  });
});

(hasWhy3 ? describe : describe.skip)('the theory of cubes', () => {
  it('has goals that Z3 proves by way of Why3, but for those of a cube that is missing', async () => {
    const evidence = await cubesOf('arrays/directory.cub', '--model', 'sc');
    await inProcess(['replay', at('directory.cub.json'), '--emit-why3', at('directory.why')]);
    const whole = goals(at('directory.why'));
    expect(whole.length).toBeGreaterThan(evidence.cubes.length);
    expect(new Set(whole)).toEqual(new Set(['Valid']));
    writeFileSync(at('less.json'), JSON.stringify({ ...evidence, cubes: evidence.cubes.slice(1) }));
    await inProcess(['replay', at('less.json'), '--emit-why3', at('less.why')]);
    expect(new Set(goals(at('less.why')))).toEqual(new Set(['Valid', 'Unknown']));
  });
});
