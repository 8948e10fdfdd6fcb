import { describe, expect, it } from '@jest/globals';
import { makePlan } from '../../../../src/engines/three-valued/search-plan.js';
import { ThreeValuedSearch } from '../../../../src/engines/three-valued/search.js';
import { usual } from '../../../../src/engines/three-valued/tuning.js';
import { Pacer } from '../../../../src/search/pacer.js';
import type { BooleanProgram } from '../../../../src/lang/boolean/boolean-program.js';
import { blProgram, decide, noLimits, objectionTo, verdictText } from '../../../support/boolean/decide-bl.js';

const verdictOf = async (text: string): Promise<string> => verdictText(await decide(blProgram(text)));

/** Without ever splitting a state: whether the first search finds something. */
async function firstSearchFinds(program: BooleanProgram): Promise<boolean> {
  const search = new ThreeValuedSearch(makePlan(program, new Set(), usual), noLimits, false);
  const { violation } = await search.run(new Pacer(noLimits, () => undefined));
  return violation !== null;
}

const start = 'shared A, B, C, D;\nlocal s, t;\ninit\n';

describe('three-valued evaluation', () => {
  it('takes both ways where a condition is unknown, and learns it on each', async () => {
    const program = `${start}1: store A = *;
process 1
1: load t = A;
2: if (t != 0) goto 5;
3: store B = t;
4: if (true) goto 6;
5: store B = choose(t == 0, t != 0);
6: nop;
assert always (B == 0);`;
    expect(await verdictOf(program)).toBe('safe');
  });

  it('knows two copies of one unknown value to be equal', async () => {
    const text = `${start}1: store A = *;
process 1
1: begin_atomic;
2: load t = A;
3: load s = A;
4: store C = choose(t != 0 && s == 0, t == 0 || s != 0);
5: end_atomic;
assert always (C == 0);`;
    expect(await firstSearchFinds(blProgram(text))).toBe(false);
    expect(await verdictOf(text)).toBe('safe');
  });

  it('drops a step where both conditions of choose hold', async () => {
    const text = (no: string): string => `${start}1: store A = 1;
process 1
1: load t = A;
2: store B = choose(t != 0, ${no});
3: store C = 1;
assert always (C == 0);`;
    expect(await verdictOf(text('t != 0'))).toBe('safe');
    expect(await verdictOf(text('t == 0'))).toBe('unsafe');
  });

  it('does not ask Kleene whether a variable is itself', async () => {
    expect(
      await verdictOf(`${start}1: store A = *;\nprocess 1\n1: nop;\nassert always (A == 0 || A != 0);`),
    ).toBe('safe');
  });
});

describe('splitting', () => {
  /** D is unknown, and copied into a shared variable that outlives the section. */
  const text = (wrong: string): string => `${start}1: store D = *;
process 1
1: begin_atomic;
2: load t = D;
3: store C = t;
4: end_atomic;
process 2
1: begin_atomic;
2: load s = D;
3: load t = C;
4: store B = choose(s != 0 && t == 0 && ${wrong} != 0, t != 0 || s == 0 || ${wrong} == 0);
5: end_atomic;
process 3
1: assume(C != 0);
2: begin_atomic;
3: load s = D;
4: store A = choose(s == 0, s != 0);
5: end_atomic;
assert always (A == 0);`;

  it('is not done where nothing is lost', async () => {
    const program = blProgram(`${start}1: nop;\nprocess 1\n1: store A = 1;\nassert always (B == 0);`);
    expect(await firstSearchFinds(program)).toBe(false);
  });

  it('is done where a path to a violation is none that a run takes', async () => {
    const program = blProgram(text('C'));
    expect(await firstSearchFinds(program)).toBe(true);
    expect(verdictText(await decide(program))).toBe('safe');
  });

  it('finds the violations that are real', async () => {
    const program = blProgram(text('C').replace('choose(s == 0, s != 0)', 'choose(s != 0, s == 0)'));
    const result = await decide(program);
    expect(verdictText(result)).toBe('unsafe');
    expect(objectionTo(program, result)).toBeNull();
  });

  it('is not tried under --merge, which says so', async () => {
    const result = await decide(blProgram(text('C')), { merge: true });
    expect(verdictText(result)).toBe('unknown: spurious');
  });
});

describe('atomic sections', () => {
  it('are left on all ways, and loops in them end when nothing new comes', async () => {
    const text = (last: string): string => `${start}1: nop;
process 1
1: begin_atomic;
2: if (*) goto 5;
3: store A = choose(false, false);
4: if (true) goto 2;
5: end_atomic;
6: store B = ${last};
assert always (A == 0 || B == 0);`;
    expect(await verdictOf(text('1'))).toBe('unsafe');
    expect(await verdictOf(text('0'))).toBe('safe');
  });

  it('end without a step where a condition in them does not hold', async () => {
    const text = `${start}1: nop;
process 1
1: begin_atomic;
2: store A = 1;
3: assume(B != 0);
4: end_atomic;
process 2
1: load t = A;
2: store C = t;
assert always (C == 0);`;
    expect(await verdictOf(text)).toBe('unknown: vacuous');
    expect(await verdictOf(text.replace('store A', 'store B'))).toBe('safe');
  });
});

describe('a search of nothing', () => {
  it('is told where the initialisation has no end', async () => {
    const text = `${start}1: store A = *;\n2: load t = A;\n3: assume(A != 0 && t == 0);\nprocess 1\n1: nop;\nassert always (B == 1);`;
    expect(await verdictOf(text)).toBe('unknown: vacuous');
  });

  it('is told where a thread that never waits never begins, though three-valued states think that it does', async () => {
    const text = `${start}1: store A = *;
2: load t = A;
3: store B = t;
process 1
1: begin_atomic;
2: assume(A != 0);
3: assume(B == 0);
4: end_atomic;
assert always (C == 0);`;
    expect(await verdictOf(text)).toBe('unknown: vacuous');
  });

  it('is no matter where the first statement waits for something', async () => {
    const text = `${start}1: nop;\nprocess 1\n1: assume(A != 0);\n2: store B = 1;\nassert always (B == 0);`;
    expect(await verdictOf(text)).toBe('safe');
  });

  it('is suspected behind a jump to a label that does not exist', async () => {
    const text = (condition: string): string =>
      `${start}1: nop;\nprocess 1\n1: if (${condition}) goto 7;\n2: store A = 1;\nassert always (B == 0);`;
    expect(await verdictOf(text('A == 0'))).toBe('unknown: astray');
    expect(await verdictOf(text('A != 0'))).toBe('safe');
  });
});

describe('limits', () => {
  const counter = (bits: number): string => {
    const names = Array.from({ length: bits }, (_, i) => `B${i}`);
    const flips = names.map((name, i) => `${i + 2}: store ${name} = *;`);
    return `shared ${names.join(', ')};\nlocal t;\ninit\n1: nop;\nprocess 1\n1: nop;\n${flips.join('\n')}\n99: if (true) goto 1;\nprocess 2\n1: if (B0 != 0) goto 1;\n${names
      .map((name, i) => `${2 * i + 2}: if (${name} != 0) goto ${2 * i + 2};\n${2 * i + 3}: nop;`)
      .join('\n')}\n99: if (true) goto 1;\nassert always (true);`;
  };

  it('end the search with their names', async () => {
    const program = blProgram(counter(12));
    const late = { ...noLimits, deadline: performance.now() - 1 };
    expect(verdictText(await decide(program, { limits: late }))).toBe('unknown: timeout');
    const stopped = { ...noLimits, signal: AbortSignal.abort() };
    expect(verdictText(await decide(program, { limits: stopped }))).toBe('unknown: interrupted');
    const small = { ...noLimits, memoryMB: 0 };
    expect(verdictText(await decide(program, { limits: small }))).toBe('unknown: memory');
  });
});
