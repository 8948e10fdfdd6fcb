import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readEvidence } from '../../src/evidence/document/read-evidence.js';
import type { RankingClaim } from '../../src/evidence/document/evidence-document.js';
import { invariant } from '../../src/support/invariant.js';
import { folderWith } from './fencepost.js';
import { inProcess } from './in-process.js';

const folder = folderWith({
  // With fair threads P gets on; else Q may go round for ever.
  'turns.fp': `shared bool done = false;
    thread P { done = true; End: skip; }
    thread Q { local bool seen = false; while (!seen) { seen = done; } Out: skip; }
    ltl out: F (Q at Out);
    invariant true;`,
  'divides.fp': `shared int x = 1;
    thread P { local int r = 0; x = 0; r = x; r = 1 / r; End: skip; }
    ltl end: G !(P at End);`,
  'section.fp': `shared int x = 0, y = 0;
    thread P { x = 1; while (true) { atomic { y = 0; fence; } } }
    thread Q { local int r = 0; while (r == 0) { r = x; } Out: skip; }
    ltl out: F (Q at Out);`,
  'same.fp': `shared int x = 0, y = 0;
    thread P { local int r = 0; x = 1; fence; r = y; }
    thread Q { local int r = 0; y = 1; fence; r = x; }`,
  'carried.fp': `shared int zz = 0, x = 0;
    thread P { local int r = 0; x = 1; r = x; r = 2; }
    thread Q { local int r = 0; r = x; }
    thread Z { while (true) { zz = 1 - zz; } }
    invariant few: Q.r <= 1;
    invariant seen: x <= 1;`,
  'lack.fp': `shared int x = 0, y = 0;
    thread P { local int r = 0; x = 1; r = y; }
    thread Q { local int r = 0; y = 1; r = x; }`,
});
const at = (name: string): string => join(folder, name);

async function shownBy(name: string, ...options: readonly string[]): Promise<string> {
  const path = at(`${name}.${options.join('')}.json`);
  await inProcess(['verify', at(name), ...options, '--evidence', path]);
  return path;
}

const replay = (path: string) => inProcess(['replay', path]);

/** The same with something changed. */
function changed(
  path: string,
  change: (claim: RankingClaim & { readonly question: object }) => object,
): string {
  const evidence = readEvidence(readFileSync(path, 'utf8'));
  invariant(evidence.kind === 'ranking', 'a property of runs is shown by a ranking');
  const other = `${path}.changed`;
  writeFileSync(other, JSON.stringify(change(evidence)));
  return other;
}

describe('evidence for a property of runs that holds', () => {
  it.each(['sc', 'tso', 'pso', 'tso1'])('is a ranking that is checked under %s', async (model) => {
    const path = await shownBy('turns.fp', '--model', model, '--fairness', 'weak');
    const { code, stdout } = await replay(path);
    expect(stdout).toContain('safe: out');
    expect(stdout).toContain('--fairness weak');
    expect(code).toBe(0);
  });

  it('is none where a run that counts violates it', async () => {
    const path = await shownBy('turns.fp', '--model', 'tso', '--fairness', 'weak');
    const unfair = (e: { readonly question: object }) => ({
      ...e,
      question: { ...e.question, fairness: 'flush' },
    });
    const { code, stdout } = await replay(changed(path, unfair));
    expect(stdout).toContain('threads that could move need not do so');
    expect(code).toBe(10);
  });

  it.each([
    [
      'a level less',
      (e: RankingClaim) => e.rankings.map((one) => ({ ...one, levels: one.levels.slice(1) })),
      /level/,
    ],
    [
      'levels in another order',
      (e: RankingClaim) => e.rankings.map((one) => ({ ...one, levels: one.levels.toReversed() })),
      /no level that is low enough/,
    ],
    [
      'another automaton',
      (e: RankingClaim) => e.rankings.map((one) => ({ ...one, automaton: one.automaton.slice(1) })),
      /is not that of the property/,
    ],
    [
      'a level that lacks nothing',
      (e: RankingClaim) =>
        e.rankings.map((one) => ({ ...one, levels: one.levels.map((level) => ({ ...level, lacks: null })) })),
      /no level that is low enough/,
    ],
  ])('is rejected with %s', async (_, rankings, why) => {
    const path = await shownBy('turns.fp', '--model', 'tso', '--fairness', 'weak');
    const { code, stdout } = await replay(changed(path, (e) => ({ ...e, rankings: rankings(e) })));
    expect(stdout).toMatch(why);
    expect(code).toBe(10);
  });

  it('is none without a ranking, or of a state that the automaton has not', async () => {
    const path = await shownBy('turns.fp', '--model', 'sc', '--fairness', 'weak');
    expect(await replay(changed(path, (e) => ({ ...e, rankings: [] })))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no ranking for out'),
    });
    const alien = changed(path, (e) => ({
      ...e,
      rankings: e.rankings.map((one) => ({
        ...one,
        levels: one.levels.map(({ lacks, regions }) => ({
          lacks,
          regions: regions.map((region) => ({ ...region, state: 99 })),
        })),
      })),
    }));
    expect(await replay(alien)).toMatchObject({ code: 2, stderr: expect.stringContaining('no such state') });
  });

  it('knows flushes inside sections', async () => {
    const path = await shownBy('section.fp', '--model', 'tso1', '--fairness', 'weak');
    expect(await replay(path)).toMatchObject({ code: 0 });
  });

  it('is none where a run ends at a fault', async () => {
    const { stdout } = await inProcess(['verify', at('divides.fp'), '--model', 'sc', '--paranoid']);
    expect(stdout).not.toContain('VERDICT: SAFE');
  });
});

describe('evidence for robustness by states', () => {
  it('is an invariant whose states with empty buffers are those of SC', async () => {
    const path = await shownBy('same.fp', '--model', 'pso', '--robust', 'state');
    const { code, stdout } = await replay(path);
    expect(stdout).toContain('the program is robust');
    expect(stdout).toContain('--robust state');
    expect(code).toBe(0);
    const evidence = readEvidence(readFileSync(path, 'utf8'));
    invariant(evidence.kind === 'invariant', 'it is by states');
    // All states are an invariant, too.
    writeFileSync(`${path}.all`, JSON.stringify({ ...evidence, waiting: [[]], parts: [] }));
    expect((await replay(`${path}.all`)).code).toBe(10);
    const less = evidence.parts.map(({ boxes }) => ({ boxes: boxes.slice(1) }));
    writeFileSync(`${path}.less`, JSON.stringify({ ...evidence, parts: less }));
    expect((await replay(`${path}.less`)).code).toBe(10);
  });

  it('where it is missed, is a run to another state', async () => {
    const path = await shownBy('lack.fp', '--model', 'pso', '--robust', 'state');
    expect(await replay(path)).toMatchObject({ code: 0 });
    const evidence = readEvidence(readFileSync(path, 'utf8'));
    invariant(evidence.kind === 'run', 'it is a run');
    for (const [steps, why] of [
      [evidence.steps.slice(0, -1), 'a write waits in its last state'],
      [[], 'a run under SC comes to its last state'],
    ] as const) {
      writeFileSync(`${path}.less`, JSON.stringify({ ...evidence, steps }));
      const { code, stdout } = await replay(`${path}.less`);
      expect(stdout).toContain(why);
      expect(code).toBe(10);
    }
  });
});

describe('evidence for what is safe because the program is robust', () => {
  it('is that it is robust, and safe under SC', async () => {
    const path = await shownBy('carried.fp', '--model', 'tso', '--property', 'few', '--unbounded', 'off');
    const { code, stdout } = await replay(path);
    expect(stdout).toContain('safe, for the program is robust: few');
    expect(code).toBe(0);
    const evidence = readEvidence(readFileSync(path, 'utf8'));
    invariant(evidence.kind === 'carried', 'buffers of Z have no end');
    const { underSc, robust } = evidence;
    invariant(underSc.kind === 'invariant', 'states under SC have an end');
    const other = async (change: object) => {
      writeFileSync(`${path}.other`, JSON.stringify({ ...evidence, ...change }));
      const ended = await replay(`${path}.other`);
      return `${ended.code} ${ended.stdout}${ended.stderr}`;
    };
    const both = { ...underSc, properties: ['few', 'seen'] };
    expect(await other({ properties: ['few', 'seen'], underSc: both })).toContain('seen speaks of memory');
    expect(await other({ robust: underSc })).toMatch(/^2 [^]*about something else/);
    expect(await other({ underSc: robust })).toMatch(/^2 [^]*few is not shown under sc/);
    const pso = { ...evidence.question, model: 'pso' };
    const asked = { ...robust, question: { ...robust.question, model: 'pso' } };
    expect(await other({ question: pso, robust: asked })).toMatch(
      /^2 [^]*no invariant shows robustness against pso/,
    );
    const less = underSc.parts.map(({ boxes }) => ({ boxes: boxes.slice(1) }));
    expect(await other({ underSc: { ...underSc, parts: less } })).toMatch(/^10 /);
  });
});
