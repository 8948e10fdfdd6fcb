import { describe, expect, test } from '@jest/globals';
import { sc } from '../../../../src/memory/sc.js';
import type { MemoryModel } from '../../../../src/memory/model.js';
import { tso } from '../../../../src/memory/tso.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';
import { compareBackward } from '../../../support/mcmt/agreement.js';
import { backward, verdicts } from '../../../support/mcmt/ask-backward.js';

const list = (count: number, text: (i: number) => string, between: string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(between);

describe('what a cube has no room for', () => {
  const manyReads = (count: number): string => `
    number_procs 2
    ${list(count, (i) => `weak var X${i} : bool`, '\n')}
    init () { ${list(count, (i) => `X${i} = False`, ' && ')} }
    unsafe (p) { ${list(count, (i) => `p@X${i} = False`, ' && ')} }`;

  test('more reads than bits are not taken for none', async () => {
    expect(await verdicts(manyReads(30), tso)).toEqual(['unsafe']);
    expect(await verdicts(manyReads(31), tso)).toEqual(['memory']);
  });

  const named = (name: string): string => `
    array A[proc] : bool
    init (p) { A[p] = False }
    unsafe () { A[${name}] = True }
    transition t ([p]) requires { p = ${name} } { A[p] := True }`;

  test('processes with large numbers', async () => {
    expect(await verdicts(named('#16'), sc)).toEqual(['unsafe']);
    await expect(backward(named('#17'), sc)).rejects.toThrow('speaks of #17');
    await expect(backward(named('#3'), sc, { maxProcs: 2 })).rejects.toThrow('at most 2');
  });

  test('clauses with many parameters, beside processes with names', async () => {
    const clause = (params: number): string => `
      array A[proc] : bool
      init (p) { A[p] = False }
      unsafe (${list(params, (i) => `p${i}`, ' ')}) { ${list(params, (i) => `A[p${i}] = True`, ' && ')} }
      transition t ([p]) { A[p] := True }`;
    expect(await verdicts(clause(17), sc)).toEqual(['memory']);
    expect(await verdicts(clause(4), sc)).toEqual(['unsafe']);
  });

  test('numbers that are not exact any more', async () => {
    const text = `
      var X : int
      init () { X = 2 }
      unsafe () { X = 1 }
      transition up () { X := X + 30000000000000 }
      transition down () { X := X - 30000000000000 }`;
    await expect(backward(text, sc)).rejects.toThrow('numbers as large as');
  });

  test('numbers that are too large to run the system with', async () => {
    const text = (init: number): string => `
      var X : int
      init () { X = ${init} }
      unsafe () { X = 100000001 }
      transition t () requires { X < 5 } { X := X + 1 }`;
    expect(await verdicts(text(100000001), sc)).toEqual(['unconfirmed']);
    expect(await verdicts(text(0), sc, { brab: 2 })).toEqual(['safe']);
  });
});

describe('weak writes that depend on values', () => {
  /** p writes X, then Y, and sees q's 2 in Y: so q's write comes after p's, and what q reads behind its fence after both. */
  const ordered = (cases: string, fence: string): string => `
    number_procs 2
    type place = One | Two | Three | End
    array At[proc] : place
    array B[proc] : bool
    array Saw[proc] : int
    weak var X : int
    weak array Y[proc] : int
    init (p) { At[p] = One && B[p] = True && Saw[p] = 7 && X = 0 && Y[p] = 0 }
    unsafe (p q) { p = #1 && q = #2 && At[p] = End && At[q] = End && Saw[p] = 2 && Saw[q] = 0 }
    transition p1 ([p]) requires { p = #1 && At[p] = One } { At[p] := Two; X := 1 }
    transition p2 ([p]) requires { p = #1 && At[p] = Two } { At[p] := Three; Y[j] := case ${cases} }
    transition p3 ([p]) requires { p = #1 && At[p] = Three && fence() } { At[p] := End; Saw[p] := Y[#2] }
    transition q1 ([q]) requires { q = #2 && At[q] = One } { At[q] := Two; Y[#2] := 2 }
    transition q2 ([q]) requires { q = #2 && At[q] = Two ${fence} } { At[q] := End; Saw[q] := X }`;

  test.each(['| j = #2 : 1', '| j = #2 && B[p] = True : 1'])('%s', async (cases) => {
    expect(await verdicts(ordered(cases, '&& fence()'), tso)).toEqual(['safe']);
    expect(await verdicts(ordered(cases, ''), tso)).toEqual(['unsafe']);
  });

  test('what is not written orders nothing', async () => {
    const cases = '| j = #2 && B[p] = False : 1';
    expect(await verdicts(ordered(cases, '&& fence()'), tso)).toEqual(['unsafe']);
  });
});

describe('integers with gaps', () => {
  const gap = (guard: string): string => `
    var X : int
    var Y : int
    var B : bool
    init () { B = False }
    unsafe () { B = True }
    transition t () requires { ${guard} } { B := True }`;

  test.each([
    ['0 <= X && X <= 1 && X <> 0 && X <> 1', 'safe'],
    ['0 <= X && X <= 2 && X <> 0 && X <> 1', 'unsafe'],
    ['X <= Y + 1 && Y <= X && X <> Y && X <> Y + 1', 'safe'],
    ['0 <= X && X <= 1 && 0 <= Y && Y <= 1 && X <> Y && X <> 0 && Y <> 0', 'safe'],
  ])('%s: %s', async (guard, expected) => {
    const { verdicts: found, stats } = await backward(gap(guard), sc);
    expect(found.map(({ kind }) => kind)).toEqual([expected]);
    expect(stats.z3Calls).toBeGreaterThan(0);
  });

  test('Z3 is left alone where elimination decides', async () => {
    const { verdicts: found, stats } = await backward(gap('0 <= X && X < Y && Y <= 1 && X <> 0'), sc);
    expect([found[0]?.kind, stats.z3Calls]).toEqual(['safe', 0]);
    expect(stats.linearQueries).toBeGreaterThan(0);
  });
});

describe('how many processes there are', () => {
  test('a clause about more than there may be holds of none', async () => {
    const text = `
      number_procs 1
      array A[proc] : bool
      init (p) { A[p] = False }
      unsafe (p q) { A[p] = True }
      transition t ([p]) { A[p] := True }`;
    expect(await verdicts(text, sc)).toEqual(['safe']);
  });

  test('a clause that says nothing of one of its processes needs it all the same', async () => {
    const text = `
      array A[proc] : bool
      init (p) { A[p] = False }
      unsafe (p q) { A[p] = True }
      transition t ([p]) { A[p] := True }`;
    expect(await verdicts(text, sc)).toEqual(['unsafe']);
    expect(await verdicts(text, tso)).toEqual(['unsafe']);
  });

  /** Each step needs another process, of which nothing is known before. */
  const borrowing = (guard: string): string => `
    number_procs 3
    type loc = L1 | L2 | L3
    array PC[proc] : loc
    array R[proc] : bool
    init (p) { PC[p] = L1 }
    unsafe (p q) { PC[p] = L3 && PC[q] = L3 }
    transition t1 ([p] q) requires { PC[p] = L1${guard} } { PC[p] := L2 }
    transition t2 ([p]) requires { PC[p] = L2 && R[p] = True } { PC[p] := L3 }`;

  test('a path has no more processes than there may be', async () => {
    expect(await verdicts(borrowing(''), sc)).toEqual(['unsafe']);
    expect(await verdicts(borrowing(' && p < q'), sc)).toEqual(['unsafe']);
    expect(await verdicts(borrowing(''), tso, { maxProcs: 2 })).toEqual(['unsafe']);
  });
});

describe('types with one value', () => {
  test('nothing of them differs', async () => {
    const text = `
      type one = Only
      type place = Early | Late
      array At[proc] : place
      array Mine[proc] : one
      var All : one
      init (p) { At[p] = Early }
      unsafe (p) { At[p] = Late }
      transition differ (p) requires { All <> Mine[p] } { At[p] := Late }
      transition any (p) { All := . }`;
    expect(await verdicts(text, sc)).toEqual(['safe']);
  });
});

describe('stand-ins for any value', () => {
  const anyValue = (type: string, value: string): string => `
    type loc = L1 | L2
    type pair = A | B
    array PC[proc] : loc
    weak array W[proc] : ${type}
    init (p) { PC[p] = L1 }
    unsafe (p) { p@W[p] = ${value} && PC[p] = L2 }
    transition t ([p]) requires { PC[p] = L1 } { PC[p] := L2; W[p] := . }`;

  test.each([
    ['bool', 'True'],
    ['pair', 'B'],
    ['int', '7'],
    ['proc', 'p'],
  ])('of type %s, also with guesses', async (type, value) => {
    for (const model of [sc, tso]) {
      expect(await verdicts(anyValue(type, value), model)).toEqual(['unsafe']);
      expect(await verdicts(anyValue(type, value), model, { brab: 2 })).toEqual(['unsafe']);
    }
  });

  test('two of them at once must fit together', async () => {
    const text = (op: string): string => `
      weak var X : bool
      array R[proc] : bool
      array Q[proc] : bool
      init (p) { X = False && R[p] = False && Q[p] = False }
      unsafe (p) { R[p] ${op} Q[p] && R[p] = True }
      transition t ([p]) { X := . }
      transition u ([p]) { R[p] := X; Q[p] := X }`;
    expect(await verdicts(text('='), tso)).toEqual(['unsafe']);
    expect(await verdicts(text('<>'), tso)).toEqual(['safe']);
  });
});

describe('there has to be the value that is any', () => {
  /** Of all clauses by themselves; what shows that one is safe is checked, too. */
  async function checkedVerdicts(text: string, model: MemoryModel): Promise<readonly string[]> {
    const comparisons = await compareBackward(cubSystem(text), model, { procs: 2 });
    expect(comparisons.flatMap(({ complaints }) => complaints)).toEqual([]);
    return comparisons.map(({ verdict }) => verdict);
  }

  const numbers = (unsafe: string): string => `
    type loc = L1 | L2 | L3
    array PC[proc] : loc
    weak var X : int
    array Low[proc] : int
    array High[proc] : int
    array Q[proc] : int
    init (p) { PC[p] = L1 && X = 0 && Low[p] = 0 && High[p] = 0 && Q[p] = 0 }
    unsafe (p) { PC[p] = L3 && ${unsafe} }
    transition up ([p]) requires { PC[p] = L1 } { PC[p] := L2; High[p] := X + 2 }
    transition any ([p]) requires { PC[p] = L2 } { PC[p] := L3; Q[p] := . }`;

  test.each([
    ['safe', 'Q[p] = 7 && High[p] = 3'],
    ['unsafe', 'Q[p] = 7 && High[p] = 2'],
    ['unsafe', 'Low[p] < Q[p] && Q[p] < High[p]'],
    ['safe', 'Low[p] < Q[p] && Q[p] < High[p] && Q[p] <> 1'],
    ['safe', 'Low[p] <= Q[p] && Q[p] < High[p] && Q[p] <> 0 && Q[p] <> 1'],
    ['unsafe', 'Low[p] <= Q[p] && Q[p] <= High[p] && Q[p] <> 0 && Q[p] <> 1'],
    ['safe', 'Q[p] = High[p] - 2 && Q[p] <> Low[p]'],
  ])('among numbers: %s, %s', async (expected, unsafe) => {
    for (const model of [sc, tso]) expect(await checkedVerdicts(numbers(unsafe), model)).toEqual([expected]);
  });

  const colours = (first: string): string => `
    type colour = Red | Green | Blue
    var One : colour
    var Two : colour
    var Three : colour
    var Any : colour
    init () { One = ${first} && Two = Green && Three = Blue && Any = Green }
    unsafe () { Any <> One && Any <> Two && Any <> Three }
    transition any (p) { Any := . }`;

  test('among three', async () => {
    expect(await checkedVerdicts(colours('Red'), sc)).toEqual(['safe']);
    expect(await checkedVerdicts(colours('Blue'), sc)).toEqual(['unsafe']);
  });
});

describe('the last moment', () => {
  const text = (fence: string): string => `
    type loc = L1 | L2 | L3
    array PC[proc] : loc
    weak var X : bool
    init (p) { PC[p] = L1 && X = False }
    unsafe (p q) { PC[p] = L3 && q@X = False }
    transition w ([p]) requires { PC[p] = L1 } { PC[p] := L2; X := True }
    transition f ([p]) requires { PC[p] = L2${fence} } { PC[p] := L3 }`;

  test('what went through a fence before it is seen by all', async () => {
    expect(await verdicts(text(''), tso)).toEqual(['unsafe']);
    expect(await verdicts(text(' && fence()'), tso)).toEqual(['safe']);
    expect(await verdicts(text(' && X = True'), tso)).toEqual(['unsafe']);
  });
});
