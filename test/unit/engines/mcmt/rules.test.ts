import { describe, expect, test } from '@jest/globals';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import type { MemoryModel } from '../../../../src/memory/model.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';
import { compareBackward } from '../../../support/mcmt/agreement.js';
import { litmusText } from '../../../support/mcmt/litmus-systems.js';

/** The verdict of the first clause, which is also what exploring shows; with the reason if there is none. */
async function verdict(text: string, model: MemoryModel = tso): Promise<string> {
  const [first] = await compareBackward(cubSystem(text), model);
  if (first === undefined) throw new Error('nothing is unsafe');
  expect(first.complaints).toEqual([]);
  if (first.verdict === 'unknown') return `unknown: ${first.reason}`;
  expect(first.explored).toBe(first.verdict);
  return first.verdict;
}

interface Case {
  readonly name: string;
  /** Which rules of docs/engines/mcmt.md it needs. */
  readonly rule: string;
  readonly threads: readonly (readonly string[])[];
  readonly unsafe: string;
  readonly expected: 'safe' | 'unsafe';
}

const bothZero = 'R[p] = 0 && R[q] = 0';

/** Each needs a rule of the step back: without that rule the verdict is another one. */
const cases: readonly Case[] = [
  {
    name: 'store buffering',
    rule: 'a write is not before later reads',
    threads: [
      ['X := 1', 'R[p] := Y'],
      ['Y := 1', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'unsafe',
  },
  {
    name: 'store buffering with fences',
    rule: 'fence, acyclic, from reads to writes that they miss and all beyond',
    threads: [
      ['X := 1', 'fence() | ', 'R[p] := Y'],
      ['Y := 1', 'fence() | ', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'store buffering, fences before later steps',
    rule: 'a fence is before all later reads, not only those of its own transition',
    threads: [
      ['X := 1', 'fence() | ', 'Q[p] := Z', 'R[p] := Y'],
      ['Y := 1', 'fence() | ', 'Q[p] := Z', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'store buffering, the fence with the read',
    rule: 'a fence is before the reads of its own transition',
    threads: [
      ['X := 1', 'fence() | R[p] := Y'],
      ['Y := 1', 'fence() | R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'store buffering, the fence with another write',
    rule: 'a fence is before the writes of its own transition, and still before later reads',
    threads: [
      ['X := 1', 'fence() | Z := 1', 'R[p] := Y'],
      ['Y := 1', 'fence() | V := 1', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'what is written after a fence is seen after what was written before',
    rule: 'a fence is before the writes of its own transition',
    threads: [
      ['X := 1', 'fence() | Y := 1'],
      ['R[p] := Y', 'Q[p] := X'],
    ],
    unsafe: 'R[q] = 1 && Q[q] = 0',
    expected: 'safe',
  },
  {
    name: 'message passing',
    rule: 'order of reads, order of writes, from a write to what reads it and all beyond',
    threads: [
      ['X := 1', 'Y := 1'],
      ['R[p] := Y', 'Q[p] := X'],
    ],
    unsafe: 'R[q] = 1 && Q[q] = 0',
    expected: 'safe',
  },
  {
    name: 'message passing the other way round',
    rule: 'reads of others may miss a write',
    threads: [
      ['X := 1', 'Y := 1'],
      ['R[p] := X', 'Q[p] := Y'],
    ],
    unsafe: 'R[q] = 1 && Q[q] = 0',
    expected: 'unsafe',
  },
  {
    name: 'from write to read causality',
    rule: 'reads are before later writes of their process',
    threads: [['X := 1'], ['R[p] := X', 'Y := 1'], ['R[p] := Y', 'Q[p] := X']],
    unsafe: 'R[q] = 1 && R[r] = 1 && Q[r] = 0',
    expected: 'safe',
  },
  {
    name: 'independent reads of independent writes',
    rule: 'all see writes in one order',
    threads: [['X := 1'], ['Y := 1'], ['R[p] := X', 'Q[p] := Y'], ['R[p] := Y', 'Q[p] := X']],
    unsafe: 'R[r] = 1 && Q[r] = 0 && R[s] = 1 && Q[s] = 0',
    expected: 'safe',
  },
  {
    name: 'R with a fence',
    rule: 'writes of a cell are ordered',
    threads: [
      ['X := 1', 'Y := 1'],
      ['Y := 2', 'fence() | R[p] := X'],
    ],
    unsafe: 'R[q] = 0 && p@Y = 2 && q@Y = 2',
    expected: 'safe',
  },
  {
    name: 'R without a fence',
    rule: 'a write is not before later reads',
    threads: [
      ['X := 1', 'Y := 1'],
      ['Y := 2', 'R[p] := X'],
    ],
    unsafe: 'R[q] = 0 && p@Y = 2 && q@Y = 2',
    expected: 'unsafe',
  },
  {
    name: 'what a process wrote it reads',
    rule: 'own reads get the value',
    threads: [['X := 1', 'R[p] := X']],
    unsafe: 'R[p] = 0',
    expected: 'safe',
  },
  {
    name: 'what a process wrote it reads before others',
    rule: 'no edge from a write to own reads',
    threads: [
      ['X := 1', 'R[p] := X', 'Q[p] := Y'],
      ['Y := 1', 'R[p] := Y', 'Q[p] := X'],
    ],
    unsafe: 'R[p] = 1 && Q[p] = 0 && R[q] = 1 && Q[q] = 0',
    expected: 'unsafe',
  },
  {
    name: 'one cell is read in its order',
    rule: 'order of reads',
    threads: [['X := 1'], ['R[p] := X', 'Q[p] := X']],
    unsafe: 'R[q] = 1 && Q[q] = 0',
    expected: 'safe',
  },
  {
    name: 'a transition writes at one moment',
    rule: 'the events of a transition are one',
    threads: [['X := 1; Y := 1'], ['R[p] := X; Q[p] := Y']],
    unsafe: 'R[q] = 0 && Q[q] = 1',
    expected: 'safe',
  },
  {
    name: 'locked, with the read in the guard',
    rule: 'a transition that reads and writes is before all later events and after all earlier ones',
    threads: [
      ['X := 1', 'Z = 0 | Z := 1', 'R[p] := Y'],
      ['Y := 1', 'V = 0 | V := 1', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'locked, with a read that nobody needs',
    rule: 'whether a transition reads is said by its text',
    threads: [
      ['X := 1', 'Q[p] := Z; Z := 1', 'R[p] := Y'],
      ['Y := 1', 'Q[p] := V; V := 1', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'locked writes of two cells',
    rule: 'what a locked transition writes is before its later reads',
    threads: [
      ['R[p] := Y; X := 1', 'Q[p] := Y'],
      ['R[p] := X; Y := 1', 'Q[p] := X'],
    ],
    unsafe: 'Q[p] = 0 && Q[q] = 0',
    expected: 'safe',
  },
  {
    name: 'locked, with the read that matters',
    rule: 'earlier writes are before the read of a locked transition',
    threads: [
      ['X := 1', 'R[p] := Y; Z := 1'],
      ['Y := 1', 'R[p] := X; V := 1'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'a locked write that is missed, with a read',
    rule: 'what is before a read that misses a locked transition is before the read of that',
    threads: [['Y := 1', 'fence() | ', 'R[p] := X'], ['R[p] := Y; X := 1']],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'locked, with the read in a universal guard',
    rule: 'universal guards read',
    threads: [
      ['X := 1', 'forall_other k. (W[k] = 0) | Z := 1', 'R[p] := Y'],
      ['Y := 1', 'forall_other k. (W[k] = 0) | V := 1', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'locked, with the read in a case',
    rule: 'conditions of cases read',
    threads: [
      ['X := 1', 'true | W[j] := case | W[j] = 5 : 0 | _ : 1', 'R[p] := Y'],
      ['Y := 1', 'true | W[j] := case | W[j] = 5 : 0 | _ : 1', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'locked exchange',
    rule: 'the read of a transition is not of its own write',
    threads: [['X = 0 | X := 1'], ['X = 0 | X := 1']],
    unsafe: 'p <> q',
    expected: 'safe',
  },
  {
    name: 'a lock that is taken once',
    rule: 'the read of a transition is not of its own write',
    threads: [['X = 0 | X := 1']],
    unsafe: 'p = p',
    expected: 'unsafe',
  },
  {
    name: 'store buffering with fences, reads in guards',
    rule: 'from reads of a guard to later writes of their cells',
    threads: [
      ['X := 1', 'fence() | ', 'Y = 0 | '],
      ['Y := 1', 'fence() | ', 'X = 0 | '],
    ],
    unsafe: 'p <> q',
    expected: 'safe',
  },
  {
    name: 'store buffering with fences, reads in universal guards',
    rule: 'from reads of a universal guard to later writes of their cells',
    threads: [
      ['W[p] := 1', 'fence() | ', 'forall_other k. (W[k] = 0) | '],
      ['W[p] := 1', 'fence() | ', 'forall_other k. (W[k] = 0) | '],
    ],
    unsafe: 'p <> q',
    expected: 'safe',
  },
  {
    name: 'the same without fences',
    rule: 'a write is not before later reads',
    threads: [
      ['W[p] := 1', 'forall_other k. (W[k] = 0) | '],
      ['W[p] := 1', 'forall_other k. (W[k] = 0) | '],
    ],
    unsafe: 'p <> q',
    expected: 'unsafe',
  },
  {
    name: 'three processes, with the order of the writes of a cell',
    rule: 'what is before a write of a cell is before all that is beyond what it misses',
    threads: [
      ['Y := 1', 'X := 1'],
      ['X := 2', 'fence() | R[p] := Z'],
      ['Z := 1', 'fence() | Q[p] := Y'],
    ],
    unsafe: 'R[q] = 0 && Q[r] = 0 && p@X = 2 && q@X = 2 && r@X = 2',
    expected: 'safe',
  },
  {
    name: 'views of one moment',
    rule: 'all reads of an unsafe clause happen together',
    threads: [['X := 1'], [''], ['']],
    unsafe: 'q@X = 1 && r@X = 0',
    expected: 'safe',
  },
  {
    name: 'views of one moment, after a fence of another process',
    rule: 'the moment of an unsafe clause is the last',
    threads: [['X := 1', 'fence() | '], ['']],
    unsafe: 'q@X = 0',
    expected: 'safe',
  },
  {
    name: 'views of what is still in the buffers',
    rule: 'no edge from a write to own reads',
    threads: [['X := 1'], ['Y := 1']],
    unsafe: 'p@X = 1 && p@Y = 0 && q@Y = 1 && q@X = 0',
    expected: 'unsafe',
  },
];

describe('each rule of the step back under TSO', () => {
  test.each(cases)('$name: $rule', async ({ threads, unsafe, expected }) => {
    const system = litmusText(threads, unsafe);
    expect(await verdict(system)).toBe(expected);
  });
});

describe('initial states', () => {
  test('all reads of a cell read the same', async () => {
    const system = `
      type loc = L1 | End
      array PC[proc] : loc
      weak var T : proc
      init (p) { PC[p] = L1 }
      unsafe (p q) { PC[p] = End && PC[q] = End }
      transition a ([p]) requires { PC[p] = L1 && T = p } { PC[p] := End }`;
    expect(await verdict(system)).toBe('safe');
    expect(await verdict(system, sc)).toBe('safe');
  });
});
