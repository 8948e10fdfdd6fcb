import { describe, expect, it } from '@jest/globals';
import { blProgram, decide, noLimits, verdictText } from '../../../support/boolean/decide-bl.js';

const start = 'shared A, B, C, D;\nlocal t, s, r;\ninit\n';
const verdictOf = async (text: string, merge = false): Promise<string> =>
  verdictText(await decide(blProgram(text), { merge }));

/** Process 1 stores to A and goes on with `then`; process 2 may see that, and tells by B. */
const seen = (then: string): string => `${start}1: nop;
process 1
1: store A = 1;
${then}
process 2
1: load s = A;
2: store B = s;
assert always (B == 0);`;

describe('steps that nobody can tell apart', () => {
  it.each([
    ['wait for ever', '2: assume(t != 0);'],
    ['turn in circles', '2: if (t == 0) goto 2;'],
    ['turn in larger circles', '2: t = choose(t == 0, t != 0);\n3: if (true) goto 2;'],
    ['are dropped', '2: t = choose(r == 0, r == 0);\n3: nop;'],
    ['end', '2: nop;'],
  ])('do not hide what came before, if they %s', async (_, then) => {
    expect(await verdictOf(seen(then))).toBe('unsafe');
  });

  it('are none if the property reads the local', async () => {
    const text = `${start}1: nop;\nprocess 1\n1: t = 1;\n2: t = 0;\n3: nop;\nassert always (t{1} == 0);`;
    expect(await verdictOf(text)).toBe('unsafe');
  });

  it('are none if they leave or reach a label that the property asks for', async () => {
    const text = (property: string): string =>
      `${start}1: nop;\nprocess 1\n1: nop;\n2: nop;\n3: nop;\n4: nop;\nassert always (${property});`;
    expect(await verdictOf(text('pc{1} != 3'))).toBe('unsafe');
    expect(await verdictOf(text('pc{1} == 1 || pc{1} == 2 || pc{1} == 4 || pc{1} == -1'))).toBe('unsafe');
    expect(await verdictOf(text('pc{1} != 9'))).toBe('safe');
  });
});

describe('liveness', () => {
  it('keeps a local that a shared variable gets its value from', async () => {
    const text = `${start}1: nop;
process 1
1: load t = A;
2: load s = C;
3: store B = choose(t != 0 && s == 0, t == 0);
assert always (B == 0);`;
    expect(await verdictOf(text)).toBe('safe');
  });

  it('forgets in an atomic section what the section will overwrite', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `X${i}`);
    const sets = names.map(
      (name, i) => `${2 * i + 10}: if (*) goto ${2 * i + 12};\n${2 * i + 11}: store ${name} = 1;`,
    );
    const resets = names.map((name, i) => `${i + 100}: store ${name} = 0;`);
    const text = `shared ${names.join(', ')};\nlocal t;\ninit\n1: nop;\nprocess 1\n1: begin_atomic;\n${sets.join('\n')}\n90: nop;\n${resets.join('\n')}\n200: end_atomic;\nassert always (${names.map((n) => `${n} == 0`).join(' && ')});`;
    const { verdict, stats } = await decide(blProgram(text));
    expect(verdict.kind).toBe('safe');
    expect(stats.transitions).toBeLessThan(1_000);
  });
});

describe('what is learned', () => {
  it('does not take one of several cubes for the one that holds', async () => {
    const cubes = ['A B', 'A C', 'A D', 'B C', 'B D', 'C D', 'A B C'].map((cube) =>
      cube
        .split(' ')
        .map((v) => `${v} != 0`)
        .join(' && '),
    );
    const text = `${start}1: store A = *;\n2: store B = *;\n3: store C = *;\n4: store D = *;
process 1
1: assume(${cubes.map((cube) => `(${cube})`).join(' || ')});
2: nop;
assert always (pc{1} != 2 || A != 0);`;
    expect(await verdictOf(text)).toBe('unsafe');
  });

  it.each([
    [
      'of copies of what is overwritten',
      'store B = *; assume(t == 0 && s != 0); store C = B;',
      'load s = B;',
    ],
    [
      'of a copy and its source',
      'store D = *; assume(t == 0 && B != 0); store C = choose(r == 0, false);',
      'load r = D;',
    ],
    [
      'of one copy after the other',
      'store B = *; assume(t == 0); assume(s != 0); store C = 1;',
      'load s = B;',
    ],
  ])('%s holds for all of them', async (_, rest, load) => {
    const statements = `begin_atomic; load t = B; ${load} ${rest} end_atomic;`
      .split('; ')
      .map((s) => s.replace(/;$/, ''));
    const text = `${start}1: store B = *;
process 1
10: nop;
${statements.map((s, i) => `${i + 11}: ${s};`).join('\n')}
assert always (C == 0);`;
    expect(await verdictOf(text)).toBe('safe');
  });
});

describe('labels that do not exist', () => {
  it('are noticed in the initialisation too', async () => {
    const text = `${start}1: store B = *;\n2: if (B != 0) goto 99;\n3: nop;\nprocess 1\n10: nop;\nassert always (B == 0);`;
    expect(await verdictOf(text)).toBe('unknown: astray');
    expect(await verdictOf(text, true)).toBe('unknown: astray');
  });

  it('are not held against a program in which no run jumps there', async () => {
    const text = `${start}1: store A = *;
process 1
10: begin_atomic;
11: load t = A;
12: store B = choose(t != 0, t == 0);
13: end_atomic;
14: nop;
15: load s = B;
16: begin_atomic;
17: load t = A;
18: if (t != 0 && s == 0) goto 99;
19: end_atomic;
assert always (A == 0 || A != 0);`;
    expect(await verdictOf(text)).toBe('safe');
  });

  it('have no say about the property', async () => {
    const text = `${start}1: nop;\nprocess 1\n10: store B = 1;\n11: if (true) goto 99;\n12: nop;\nassert always (pc{1} == 10 || pc{1} == 11 || pc{1} == 12 || pc{1} == -1);`;
    expect(await verdictOf(text)).toBe('unknown: astray');
  });
});

describe('a thread that goes nowhere', () => {
  it.each([
    ['jumps to where it is', '10: if (true) goto 10;\n11: store B = 1;'],
    ['jumps there on a condition that always holds', '10: if (t == 0) goto 10;\n11: store B = 1;'],
    ['drops its first step', '10: t = choose(true, true);\n11: store B = 1;'],
  ])('is told, if it %s', async (_, statements) => {
    const text = `${start}1: nop;\nprocess 1\n${statements}\nassert always (B == 0);`;
    expect(await verdictOf(text)).toBe('unknown: vacuous');
    expect(await verdictOf(text, true)).toMatch(/^unknown/);
  });

  it('is told under --merge if there is no state at all', async () => {
    const text = `${start}1: t = choose(true, true);\nprocess 1\n10: store A = 1;\nassert always (B == 0);`;
    expect(await verdictOf(text, true)).toBe('unknown: vacuous');
  });
});

describe('hard questions about a path', () => {
  /** More pigeons than holes: no run gets through, but no clause says so alone. */
  function pigeons(holes: number): string {
    const sits = (pigeon: number, hole: number): string => `P${pigeon * holes + hole}`;
    const all = Array.from({ length: (holes + 1) * holes }, (_, i) => `P${i}`);
    const clauses: string[] = [];
    for (let p = 0; p <= holes; p++) {
      clauses.push(Array.from({ length: holes }, (_, h) => `${sits(p, h)} != 0`).join(' || '));
      for (let q = 0; q < p; q++) {
        for (let h = 0; h < holes; h++) clauses.push(`${sits(p, h)} == 0 || ${sits(q, h)} == 0`);
      }
    }
    const chosen = all.map((name, i) => `${i + 1}: store ${name} = *;`);
    return `shared ${all.join(', ')};\nlocal t;\ninit\n${chosen.join('\n')}\nprocess 1\n1: assume(${clauses.map((c) => `(${c})`).join(' && ')});\n2: nop;\nassert always (pc{1} != 2);`;
  }

  it('end with the time', async () => {
    const started = performance.now();
    const limits = { ...noLimits, deadline: started + 500 };
    const result = await decide(blProgram(pigeons(10)), { limits });
    expect(verdictText(result)).toBe('unknown: timeout');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('are answered if they are not too hard', async () => {
    expect(await verdictOf(pigeons(3))).toBe('safe');
  });
});
