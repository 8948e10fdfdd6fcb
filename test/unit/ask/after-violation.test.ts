import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { languages } from '../../../src/frontends/index.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { usualAbstraction } from '../../support/abstraction-options.js';
import type { VerifyOptions } from '../../../src/ask/verify-options.js';
import type { VerifyReport } from '../../../src/ask/report.js';
import { ask, programsOnly } from '../../../src/ask/ask.js';
import { decideProgram } from '../../../src/ask/by-engines.js';
import { arraysPath } from '../../support/arrays/arrays-path.js';
import { checkPath } from '../../support/check-path.js';
import { pipelines } from '../../support/pipelines-with-hooks.js';
import { usualAsked } from '../../support/asked.js';
import { verifyPath } from '../../support/verify-text.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-after-'));
afterAll(() => rmSync(folder, { recursive: true }));

let written = 0;
function file(text: string, extension = 'fp'): string {
  const path = join(folder, `${written++}.${extension}`);
  writeFileSync(path, text);
  return path;
}

const found = (report: VerifyReport): Record<string, string> =>
  Object.fromEntries(report.properties.map((p) => [p.name, p.reason ?? p.verdict]));

const taker = (name: string): string => `thread ${name} {
  local bool t; while (true) { atomic { t = free; assume(t); free = false; } CS: skip; free = true; }
}`;

/** Two threads that may both take a lock under weak memory, and store for ever. */
const testAndSet = `shared bool free = true; shared int c = 0; ${taker('A')} ${taker('B')}
  invariant mutex: !(A at CS && B at CS);`;

describe('a search whose only property is violated', () => {
  it.each([tso, pso])('ends at once under $name, though buffers grow without end', async (model) => {
    for (const engine of ['explicit', 'auto'] as const) {
      const report = await verifyPath(file(testAndSet), { model, engine });
      expect(found(report)).toEqual({ mutex: 'unsafe' });
      expect(report.stats.states).toBeLessThan(100);
      expect(report.trace?.steps).toHaveLength(2);
    }
  });

  it.each([tso, pso])('ends at once under $name for Boolean programs', async (model) => {
    const report = await checkPath('samples/boolean/test-and-set.bl', { model });
    expect(report.verdict).toBe('unsafe');
    expect(report.stats.states).toBeLessThan(100);
    expect(report.trace?.steps).toHaveLength(3);
  });

  it('ends at once for Boolean programs that are asked of their final states', async () => {
    const others = Array.from({ length: 500 }, (_, i) => `${i + 10}: store a = choose(true, true);`);
    const text = `shared a, bad;
init
1: store bad = choose(true, false);
process 1
1: if (a == 0) goto 600;
${others.join('\n')}
600: nop;
assert final (bad == 0);`;
    const report = await checkPath(file(text, 'bl'), { model: tso });
    expect(report.verdict).toBe('unsafe');
    expect(report.stats.states).toBeLessThan(100);
  });

  it('ends at once in the search of abstract states, whatever may overflow elsewhere', async () => {
    const others = ['a', 'b', 'c'];
    const path = file(`shared int x = 0, ${others.map((v) => `${v} = 0`).join(', ')};
      thread P { x = 1; }
      ${others.map((v) => `thread T${v} { L: ${v} = 1; ${v} = 2; goto L; }`).join('\n')}
      invariant p: x == 0; invariant q: x <= 1;
      predicates { x == 0; x <= 1; ${others.flatMap((v) => [0, 1, 2].map((n) => `${v} == ${n};`)).join(' ')} }`);
    const states = async (method: 'lazy' | 'pe', properties: readonly string[]): Promise<number> => {
      const abstraction = { ...usualAbstraction, method };
      const options = { model: tso, engine: 'abstract', bound: 1, properties, abstraction } as const;
      const report = await verifyPath(path, options);
      expect(found(report)['p']).toBe('unsafe');
      return report.stats.states;
    };
    expect(await states('lazy', ['p'])).toBeLessThan((await states('lazy', [])) / 2);
    expect(await states('pe', ['p'])).toBeGreaterThan(0);
  });

  it('does not make the dual engine look for faults that nobody asked about', async () => {
    const path = file(`shared int[0..3] x = 0; shared int[0..1] y[4] = 0;
      thread A { while (true) { x = 1; y[x] = 1; x = 3; } }
      thread B { local int[0..3] r = 0; r = x; y[r + 1] = 1; assert never: r == 0; }`);
    const configurations = async (properties: readonly string[]): Promise<number> => {
      const report = await verifyPath(path, { model: tso, engine: 'dual', properties });
      expect(found(report)['never']).toBe('unsafe');
      return report.stats.configurations;
    };
    expect(await configurations(['never'])).toBeLessThan(await configurations(['never', 'bounds']));
  });
});

describe('a search of which some property is violated', () => {
  /** The last of them is violated many steps behind the first. */
  const several = `
    shared int[0..1] x = 0, y = 0;
    thread P {
      local int[0..9] i = 0;
      x = 1; assert early: x == 0;
      while (i < 9) { i = i + 1; assert holds: i >= 0; }
      y = 1; assert late: y == 0;
    }
    thread Q { local int[0..1] r = 0; r = y; assert fine: r <= 1; }
    predicates { x == 0; y == 0; x <= 1; y <= 1; ${Array.from({ length: 10 }, (_, i) => `P.i == ${i};`).join(' ')} }
  `;
  const verdicts = { early: 'unsafe', holds: 'safe', late: 'unsafe', fine: 'safe' };

  it.each<[string, Partial<VerifyOptions>]>([
    ['explicit', { engine: 'explicit' }],
    ['auto', { engine: 'auto' }],
    ['dual', { engine: 'dual' }],
    ['abstract lazy', { engine: 'abstract', bound: 2, abstraction: { ...usualAbstraction, method: 'lazy' } }],
    ['abstract pe', { engine: 'abstract', bound: 2, abstraction: { ...usualAbstraction, method: 'pe' } }],
  ])('goes on until all are decided: %s', async (_, options) => {
    const path = file(several);
    const all = await verifyPath(path, { ...options, model: tso });
    expect(found(all)).toMatchObject(verdicts);
    for (const name of ['early', 'late']) {
      const alone = await verifyPath(path, { ...options, model: tso, properties: [name] });
      const together = all.properties.find((p) => p.name === name);
      expect(together?.trace?.steps.length).toBe(alone.trace?.steps.length);
    }
  });

  /** More steps than are taken between two looks at what is decided. */
  const far = 9000;

  it.each(['explicit', 'auto'] as const)('goes on until all are decided, far away: %s', async (engine) => {
    const path = file(`shared int[0..1] x = 0;
      thread P { local int[0..${far}] i = 0; assert early: i > 0; while (i < ${far}) { i = i + 1; } x = 1; }
      invariant late: x == 0; final f: x == 1; final no: x == 0;`);
    const report = await verifyPath(path, { engine, model: tso });
    expect(found(report)).toMatchObject({ early: 'unsafe', late: 'unsafe', f: 'safe', no: 'unsafe' });
  });

  it('goes on until all are decided: ltl', async () => {
    const path = file(`shared int[0..${far}] n = 0;
      thread P { either { while (true) { skip; } } or { while (n < ${far}) { n = n + 1; } } }
      ltl early: G (n != 0 || F (n == ${far}));
      ltl late: G (n != ${far} || F (n == 0)); ltl holds: G (n != ${far} || G (n != 0));`);
    const report = await verifyPath(path, { engine: 'auto', model: sc });
    expect(found(report)).toMatchObject({ early: 'unsafe', late: 'unsafe', holds: 'safe' });
  });

  it('goes on until all are decided: all states of an array-based system', async () => {
    const clause = (n: number): string => `unsafe (z) { N = ${n} }`;
    const path = file(
      `var N : int\ninit (z) { N = 0 }\n${[1, 7, 20].map(clause).join('\n')}
transition t (i)
requires { N < 9 }
{ N := N + 1; }`,
      'cub',
    );
    const report = await arraysPath(path, { engine: 'explicit', procs: 2 });
    expect(report.properties.map((p) => p.verdict)).toEqual(['unsafe', 'unsafe', 'safe']);
  });

  it('gives the others little where buffers become longer and longer', async () => {
    const report = await verifyPath(file(`${testAndSet} invariant other: c == 0;`), {
      ...{ model: tso, engine: 'auto', timeoutSeconds: 100 },
    });
    expect(found(report)).toEqual({ mutex: 'unsafe', other: 'after-violation' });
    expect(report.stats.states).toBeLessThan(60_000);
    expect(report.stats.seconds).toBeLessThan(20);
  });

  it('gives temporal properties little then, too', async () => {
    const path = file(`${testAndSet} ltl comes: G (F (A at CS)); ltl stays: F (c == 1) || G (c == 0);`);
    const report = await verifyPath(path, { model: tso, engine: 'auto', timeoutSeconds: 100 });
    expect(found(report)).toMatchObject({ mutex: 'unsafe', comes: 'unsafe' });
    expect(report.stats.states).toBeLessThan(120_000);
  });
});

describe('where one violation is enough', () => {
  const others = ['a', 'b', 'c'];
  const program = `shared int x = 0, ${others.map((v) => `${v} = 0`).join(', ')};
    thread P { x = 1; }
    ${others.map((v) => `thread T${v} { local int r = 0; L: r = ${v}; ${v} = r + 1; if (r < 3) { goto L; } }`).join('\n')}
    invariant p: x == 0; invariant q: a <= 4 && b <= 4 && c <= 4;`;
  const counts = others.flatMap((v) => [0, 1, 2, 3, 4].flatMap((n) => [`${v} == ${n};`, `T${v}.r == ${n};`]));
  const stated = `${program} predicates { x == 0; a <= 4; b <= 4; c <= 4; ${counts.join(' ')} }`;

  /** As a search for sets of fences asks. */
  const askFirst = async (
    text: string,
    options: Partial<VerifyOptions>,
    firstViolation: true | undefined,
  ): Promise<VerifyReport> =>
    ask(
      { path: file(text), language: null },
      { ...usualAsked, model: tso, timeoutSeconds: 60, ...options },
      {
        ...{ languages, pipelines, signal: new AbortController().signal, progress: () => undefined },
      },
      {
        decider: async ({ question }) => {
          const { limits } = question;
          return decideProgram({
            ...question,
            limits: firstViolation === undefined ? limits : { ...limits, firstViolation },
          });
        },
        guard: programsOnly,
      },
    );

  it.each<[string, string, Partial<VerifyOptions>]>([
    ['explicit', program, { engine: 'explicit', bound: 1 }],
    [
      'abstract lazy',
      stated,
      { engine: 'abstract', bound: 1, abstraction: { ...usualAbstraction, method: 'lazy' } },
    ],
    ['abstract, predicates found', program, { engine: 'abstract', bound: 1 }],
    ['abstract, predicates found, all bounds', program, { engine: 'abstract' }],
  ])('the others are not decided: %s', async (_, text, options) => {
    const all = await askFirst(text, options, undefined);
    const first = await askFirst(text, options, true);
    expect(found(first)).toMatchObject({ p: 'unsafe', q: 'after-violation' });
    expect(found(all)).toMatchObject({ p: 'unsafe' });
    expect(found(all)['q']).not.toBe('after-violation');
    expect(first.stats.states).toBeLessThan(all.stats.states / 4);
  });

  it('the others are not decided: abstract pe', async () => {
    const options = {
      engine: 'abstract',
      bound: 1,
      abstraction: { ...usualAbstraction, method: 'pe' },
    } as const;
    const text = 'shared int x = 0; thread P { x = 1; } predicates { x == 0; x <= 1; }';
    const both = `${text} invariant p: x == 0; invariant q: x <= 1;`;
    expect(found(await askFirst(both, options, undefined))).toEqual({ p: 'unsafe', q: 'safe' });
    expect(found(await askFirst(both, options, true))).toEqual({ p: 'unsafe', q: 'after-violation' });
  });
});

it('a program that states nothing is not searched without end', async () => {
  const path = file('shared int x = 0; thread A { while (true) { x = 1; } }');
  const report = await verifyPath(path, { model: tso, engine: 'auto', timeoutSeconds: 100 });
  expect(report).toMatchObject({ verdict: 'safe', properties: [] });
  expect(report.warnings.map(({ code }) => code)).toEqual(['W603']);
  expect(report.stats.seconds).toBeLessThan(20);
});

describe('--engine auto', () => {
  /** States have no end, and few letters suffice to prove it. */
  const endless = `shared int[0..2] x = 0, y = 0;
    thread A { while (true) { x = 1; x = 2; y = 1; } }
    thread B { while (true) { y = 2; x = 1; } }
    thread C { local int[0..2] r = 0; while (true) { r = x; assert(r <= 2); } }`;

  interface Heard {
    readonly report: VerifyReport;
    readonly passes: readonly string[];
    readonly notes: readonly string[];
    readonly states: readonly number[];
  }

  async function listen(text: string, options: Partial<VerifyOptions>): Promise<Heard> {
    const passes: string[] = [];
    const notes: string[] = [];
    const states: number[] = [];
    const report = await ask(
      { path: file(text), language: null },
      { ...usualAsked, model: tso, engine: 'auto', timeoutSeconds: 100, ...options },
      {
        ...{ languages, pipelines, signal: new AbortController().signal },
        progress: (progress) => {
          if (progress.phase === 'search') states.push(progress.states);
        },
        listener: (pass) => void passes.push(pass),
        note: (clause) => void notes.push(clause),
      },
    );
    return { report, passes, notes, states };
  }

  it('makes the automata once for both engines, and says why there are two', async () => {
    const { report, passes, notes } = await listen(endless, { memoryMB: 2 });
    expect(report.engine).toBe('dual');
    expect(found(report)).toEqual({ 'assert:4': 'safe', range: 'safe' });
    expect(new Set(passes).size).toBe(passes.length);
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain('assert:4 to the dual engine');
    expect(report.stats.buildSeconds).toBeLessThan(report.stats.seconds - 0.5 * report.stats.checkSeconds);
  });

  it('goes on with its search where the dual engine has no answer', async () => {
    // With reductions it begins anew after the first states, which a busy machine takes long enough for to be told of.
    const options = { timeoutSeconds: 6, por: false };
    const { report, passes, states } = await listen(`${endless} invariant p: x <= 2;`, options);
    expect(report.engine).toBe('explicit');
    expect(found(report)).toMatchObject({ p: 'timeout', range: 'safe' });
    expect(new Set(passes).size).toBe(passes.length);
    expect(states).toEqual(states.toSorted((a, b) => a - b));
  });

  it('says what is safe though the search was cut off', async () => {
    const { report } = await listen(`${endless} invariant p: x <= 2;`, { engine: 'explicit', memoryMB: 1 });
    expect(found(report)).toEqual({ p: 'memory', 'assert:4': 'memory', range: 'safe' });
    expect(report.limitations).toContainEqual(
      expect.stringContaining('since no step can violate it: range.'),
    );
    const whole = await listen(endless, { model: sc });
    expect(whole.report.verdict).toBe('safe');
    expect(whole.report.limitations).toEqual([]);
  });
});
