import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { plainAttacks } from '../../passes/plain-attacks.js';
import { loadProgram, required } from '../../src/ask/load.js';
import { addProperties } from '../../src/ask/select.js';
import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { automataText } from '../../src/evidence/document/automata-text.js';
import { readEvidence } from '../../src/evidence/document/read-evidence.js';
import { languages } from '../../src/frontends/index.js';
import { tso } from '../../src/memory/tso.js';
import { runPipeline } from '../../src/pass/run-pipeline.js';
import { folderWith } from './fencepost.js';
import { inProcess } from './in-process.js';

/** Programs, what they answer, and what is claimed of them all the same. */
const folder = folderWith({
  // Stuck where x is 0: nobody comes through the section.
  'waits.fp': `shared int[0..1] x;
    thread P { local int r = 0; atomic { r = 1; assume(x == 1); } }`,
  // Never stuck: the way into the section is not taken.
  'either.fp': `shared int x = 0;
    thread P { local int r = 0; either { atomic { r = 1; assume(x == 1); } } or { skip; } }`,
  // Ends at the division; it is not known what follows.
  'div.fp': `shared int x = 0;
    thread P { local int r = 0; r = 1 / x; L: skip; }
    ltl live: F (P at L);`,
  // Q comes through its section only with what SC gives.
  'robust.fp': `shared int x = 0, y = 0;
    thread P { local int r = 0; x = 1; r = y; }
    thread Q { local int r = 0; y = 1; fence; atomic { r = x; assume(r == 1); } }
    final f: true;`,
  // Not robust, as everybody knows; nothing leaves its range.
  'ranges.fp': `shared int[0..1] x = 0, y = 0;
    thread P { local int[0..1] r = 0; x = 1; r = y; }
    thread Q { local int[0..1] r = 0; y = 1; r = x; }
    final f: true;`,
  // Two threads, whoever asks, and both come to A.
  'two.fp': `shared int[0..1] x = 0;
    thread P(me: 0..1) { x = 1; A: skip; }
    invariant alone: forall a != b in P: !(a at A && b at A);`,
  // With its second process it goes wrong.
  'two.cub': `array A[proc] : bool
    init (i) { A[i] = False }
    unsafe () { A[#2] = True }
    transition t (i) requires { A[i] = False } { A[i] := True }
`,
  // What is read was never written: anything.
  'unset.c': `#include <assert.h>
#include <stdlib.h>
int main(void) { int *p = malloc(sizeof(int)); int r = *p; assert(r != 5); return 0; }
`,
});
const at = (name: string): string => join(folder, name);

/** Claims `claim` of a program, with what `verify` writes about it (its digest, its automata). */
async function replayed(program: string, options: readonly string[], question: object, claim: object) {
  const evidence = at(`${program}.json`);
  await inProcess(['verify', at(program), ...options, '--evidence', evidence]);
  const found = readEvidence(readFileSync(evidence, 'utf8'));
  writeFileSync(
    evidence,
    JSON.stringify({ ...found, question: { ...found.question, ...question }, ...claim }),
  );
  return inProcess(['replay', evidence]);
}

const run = { kind: 'run', initial: {}, steps: [], cycle: [] };
const step = (thread: string, edge: number) => ({ thread, edge });

describe('evidence of what is not so is rejected', () => {
  it('that a section is passed whatever a variable is of which the box says nothing', async () => {
    const boxes = [
      { at: { P: [0] }, values: { 'P.r': [0] }, buffers: {} },
      { at: { P: [2] }, values: { 'P.r': [1] }, buffers: {} },
    ];
    const claim = { kind: 'invariant', properties: ['deadlock'], waiting: [[]], parts: [{ boxes }] };
    const { code, stdout } = await replayed('waits.fp', ['--deadlock'], {}, claim);
    expect(stdout).toContain('in a state of the invariant no thread can move');
    expect(code).toBe(10);
  });

  it('that a run is stuck inside an atomic section', async () => {
    const claim = { ...run, property: 'deadlock', steps: [step('P', 0)] };
    const { code, stdout } = await replayed('either.fp', ['--deadlock'], {}, claim);
    expect(stdout).toContain('inside an atomic section');
    expect(code).toBe(10);
  });

  it('that a step which ends the execution is made for ever', async () => {
    const claim = { ...run, kind: 'lasso', property: 'live', cycle: [step('P', 0)] };
    const { code, stdout } = await replayed('div.fp', [], {}, claim);
    expect(stdout).toContain('the last step ends the execution');
    expect(code).toBe(10);
  });

  it('that a way which is not taken makes a program one that is not robust', async () => {
    const flush = { thread: 'Q', flush: 'y' };
    const steps = [step('P', 0), step('P', 1), step('Q', 0), flush, step('Q', 1), step('Q', 2)];
    const claim = { ...run, property: 'robust', steps };
    const { code, stdout } = await replayed('robust.fp', ['--model', 'tso'], { robust: true }, claim);
    expect(stdout).toContain('inside an atomic section that it cannot leave');
    expect(code).toBe(10);
  });
});

describe('what is beyond a limit is not known', () => {
  const claimed = (claim: object) => replayed('unset.c', ['--invariant', 'false'], {}, claim);

  it('so an invariant that comes to one shows nothing', async () => {
    const unset = { 'main.made': [-1013] };
    const boxes = [
      { at: { main: [0] }, values: unset, buffers: {} },
      { at: { main: [2, 3] }, values: { ...unset, 'main.r': [-1013] }, buffers: {} },
    ];
    const property = 'assert:3:60';
    const claim = { kind: 'invariant', properties: [property], waiting: [[]], parts: [{ boxes }] };
    const { code, stdout } = await claimed(claim);
    expect(stdout).toContain('violates unset');
    expect(code).toBe(10);
  });

  it.each(['unset', 'deadlock'])('so a run that comes to one does not violate %s', async (property) => {
    const { code, stdout } = await claimed({ ...run, property, steps: [step('main', 0)] });
    expect(stdout).toContain('limit');
    expect(code).toBe(10);
  });
});

/** The automata of the program with its attacks. */
async function attacked(program: string): Promise<readonly string[]> {
  const bag = new DiagnosticBag();
  const text = required(await loadProgram(languages, at(program), 'fp', bag), bag);
  const read = await addProperties(text, { invariant: [], ltl: [] });
  return automataText(runPipeline(plainAttacks, read, { procs: null, model: tso }).system);
}

describe('of robustness', () => {
  it('what attacks do besides is no evidence', async () => {
    const claim = { kind: 'invariant', waiting: [[]], parts: [], automata: await attacked('ranges.fp') };
    const claimed = (property: string) =>
      replayed('ranges.fp', ['--model', 'tso'], { robust: true }, { ...claim, properties: [property] });
    expect(await claimed('robust')).toMatchObject({ code: 10 });
    const { code, stderr } = await claimed('range');
    expect(stderr).toContain('what was asked is whether the program is robust');
    expect(code).toBe(2);
  });
});

describe('about fewer processes than there are', () => {
  const cubes = { kind: 'cubes', properties: ['alone'], witness: null, cubes: [] };

  it('a program says nothing', async () => {
    const { code, stderr } = await replayed('two.fp', [], {}, { ...cubes, maxProcs: 1 });
    expect(stderr).toContain('a program has no `maxProcs`');
    expect(code).toBe(2);
  });

  it.each([
    [0, '`maxProcs` is 0'],
    [1, 'the system speaks of #2, and there are at most 1 processes'],
  ])('an array-based system says nothing: %s', async (maxProcs, why) => {
    const claim = { ...cubes, properties: ['unsafe[1]'], maxProcs };
    const { code, stderr } = await replayed('two.cub', [], {}, claim);
    expect(stderr).toContain(why);
    expect(code).toBe(2);
  });
});

it('what was asked names a language that the file does not', async () => {
  const steps = [step('P', 0)];
  const claim = { ...run, property: 'deadlock', steps };
  writeFileSync(at('either.txt'), readFileSync(at('either.fp')));
  const { stdout } = await replayed('either.txt', ['--lang', 'fp', '--deadlock'], {}, claim);
  expect(stdout).toContain('asked: verify either.txt --model sc --lang fp');
});

it('what is stopped by a limit is neither accepted nor rejected', async () => {
  await replayed('robust.fp', ['--model', 'tso'], {}, {});
  const { code, stdout, stderr } = await inProcess([
    'replay',
    at('robust.fp.json'),
    '--timeout',
    '0.000001',
    '--json',
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ accepted: false, reason: 'timeout' });
  expect(stderr).toContain('the time is up');
  expect(code).toBe(20);
});

describe('what claims nothing is no evidence', () => {
  const claimed = (question: object, claim: object) =>
    replayed('robust.fp', ['--model', 'tso'], question, claim);

  it.each([
    ['no property', {}, { properties: [] }, 'it claims no property'],
    ['robustness by an invariant of SC', { robust: true, model: 'sc' }, {}, 'no invariant shows'],
    ['races of what is not C', { races: true }, {}, 'is asked of programs of C'],
    ['no processes', { procs: 0 }, {}, '`procs` is 0'],
  ])('%s', async (_, question, claim, why) => {
    const { code, stderr } = await claimed(question, claim);
    expect(stderr).toContain(why);
    expect(code).toBe(2);
  });

  it('or speaks of a folder as of a program', async () => {
    const { code, stderr } = await claimed({}, { program: { file: '.', sha256: '', language: 'fp' } });
    expect(stderr).toContain('this is a directory');
    expect(code).toBe(2);
  });
});
