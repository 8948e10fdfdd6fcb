import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Source } from '../../../../src/diagnostics/span.js';
import { readSystemCorpus } from '../../../../tools/corpus/cub-expected.js';
import { rightAnswer } from '../../../../tools/corpus/cub-judge.js';
import { randomArraySystem } from '../../../../tools/fuzz/array-systems.js';
import { backwardVerdicts, threadsText } from '../../../support/mcmt/orders.js';
import { Random } from '../../../support/random.js';
import { corpusFolder, describeOver } from '../../frontends/corpus.js';
import { outcomeOf, systemOf } from '../../frontends/cub/read-system.js';

const bothZero = 'R[p] = 0 && R[q] = 0';

interface Case {
  readonly name: string;
  readonly threads: readonly (readonly string[])[];
  readonly unsafe: string;
  readonly expected: 'safe' | 'unsafe';
}

/** Each needs an edge or a condition of its own. */
const cases: readonly Case[] = [
  {
    name: 'own_read: a process reads what it wrote',
    threads: [['X := 1', 'R[p] := X']],
    unsafe: 'R[p] = 0',
    expected: 'safe',
  },
  {
    name: 'corr: reads of one cell by one process',
    threads: [['X := 1'], ['R[p] := X', 'Q[p] := X']],
    unsafe: 'R[q] = 1 && Q[q] = 0',
    expected: 'safe',
  },
  {
    name: 'two_writes_atomic: the writes of a transition are seen together',
    threads: [['X := 1; Y := 1'], ['R[p] := X; Q[p] := Y']],
    unsafe: 'R[q] = 1 && Q[q] = 0',
    expected: 'safe',
  },
  {
    name: 'fence_with_write: a fence together with a write',
    threads: [
      ['X := 1', 'fence() | Z := 1', 'R[p] := Y'],
      ['Y := 1', 'fence() | T := 1', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'fence in a transition that touches nothing weak',
    threads: [
      ['X := 1', 'fence() | D[p] := 1', 'R[p] := Y'],
      ['Y := 1', 'fence() | D[p] := 1', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'rmw_dead_read: who reads and writes waits, whatever becomes of what is read',
    threads: [
      ['X := 1', 'D[p] := Z; Z := 1', 'R[p] := Y'],
      ['Y := 1', 'D[p] := T; T := 1', 'R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'a fence on one side only',
    threads: [
      ['X := 1', 'R[p] := Y'],
      ['Y := 1', 'fence() | R[p] := X'],
    ],
    unsafe: bothZero,
    expected: 'unsafe',
  },
  {
    name: 'n6: what a process reads early from its own buffer',
    threads: [
      ['X := 1', 'R[p] := X', 'Q[p] := Y'],
      ['Y := 2', 'X := 2', 'Q[p] := X'],
    ],
    unsafe: 'R[p] = 1 && Q[p] = 0 && q@X = 1',
    expected: 'unsafe',
  },
  {
    name: 'a write is not behind what its process reads later (co against the schedule)',
    threads: [['X := 1', 'R[p] := X'], ['X := 2'], ['R[p] := X', 'Q[p] := X']],
    unsafe: 'R[p] = 2 && R[r] = 2 && Q[r] = 1',
    expected: 'safe',
  },
  {
    name: 'all see the writes of a cell in one order',
    threads: [
      ['X := 1', 'R[p] := X'],
      ['X := 2', 'R[p] := X'],
    ],
    unsafe: 'R[p] = 2 && R[q] = 1',
    expected: 'safe',
  },
  {
    name: '2+2w: the orders of the writes of two cells fit together',
    threads: [
      ['X := 1', 'Y := 2'],
      ['Y := 1', 'X := 2'],
    ],
    unsafe: 'p@Y = 1 && q@X = 1',
    expected: 'safe',
  },
  {
    name: 'mp: writes become visible in their order',
    threads: [
      ['X := 1', 'Y := 1'],
      ['R[p] := Y', 'Q[p] := X'],
    ],
    unsafe: 'R[q] = 1 && Q[q] = 0',
    expected: 'safe',
  },
  {
    name: 'wrc: who has read a write and writes comes behind it',
    threads: [['X := 1'], ['R[p] := X', 'Y := 1'], ['R[p] := Y', 'Q[p] := X']],
    unsafe: 'R[q] = 1 && R[r] = 1 && Q[r] = 0',
    expected: 'safe',
  },
  {
    name: 'two swaps of one cell do not both read what was there before',
    threads: [['R[p] := X; X := 1'], ['R[p] := X; X := 2']],
    unsafe: bothZero,
    expected: 'safe',
  },
  {
    name: 'view2: an unsafe clause looks at one moment',
    threads: [['X := 1'], [' Y := 1'], ['Y := 2']],
    unsafe: 'q@X = 1 && r@X = 0',
    expected: 'safe',
  },
  {
    name: 'view_sync: each sees its own writes first',
    threads: [['X := 1'], ['Y := 1']],
    unsafe: 'p@X = 1 && p@Y = 0 && q@Y = 1 && q@X = 0',
    expected: 'unsafe',
  },
];

const initLink = `
number_procs 2
type pc = L1 | L2 | End
array PC[proc] : pc
weak var T : proc
init (p) { PC[p] = L1 }
unsafe (p q) { p = #1 && q = #2 && PC[p] = End && PC[q] = End }
transition a ([p]) requires { PC[p] = L1 && T = p } { PC[p] := End }`;

const seconds = 20;

describe('all orders of events', () => {
  for (const { name, threads, unsafe, expected } of cases) {
    it(`${name}: ${expected}`, async () => {
      const system = systemOf(threadsText(threads, unsafe));
      expect(await backwardVerdicts(system, false, seconds)).toEqual([expected]);
      expect(await backwardVerdicts(system, true, seconds)).toEqual([expected]);
    });
  }

  it('init_link: who reads an initial value reads the same as all others', async () => {
    expect(await backwardVerdicts(systemOf(initLink), false, seconds)).toEqual(['safe']);
  });

  it('say what the reduced search says of random systems', async () => {
    let compared = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const system = randomArraySystem(new Random(seed), { loops: 0 });
      const unreduced = await backwardVerdicts(system, false, 0.3);
      if (unreduced.includes('timeout')) continue;
      const reduced = await backwardVerdicts(system, true, seconds);
      // Which of several violated clauses is found first is nobody's business.
      expect([seed, summary(unreduced)]).toEqual([seed, summary(reduced)]);
      compared++;
    }
    expect(compared).toBeGreaterThan(15);
  });
});

const summary = (verdicts: readonly string[]): readonly string[] =>
  verdicts.includes('unsafe') ? ['unsafe'] : verdicts;

/** Without loops, or nearly so; `npm run corpus:cub -- --reduction off` has them all. */
const quick =
  /^(litmus-(sb|rwc).*|paper-(amd|n|sdm8_[13469]_).*|paper-sdm8_4_s|cubtso-(minimal|mutex_N(_us)?)|exp-minimal(_3)?)\.cub$/;

describeOver(corpusFolder('cub'))('all orders of events in the corpus (needs $FENCEPOST_CORPUS)', () => {
  const files = readSystemCorpus(corpusFolder()).filter(
    ({ file, path, model }) => model === 'tso' && (quick.test(file) || path.includes('traps')),
  );

  it('are enough', () => {
    expect(files.length).toBeGreaterThanOrEqual(25);
  });

  for (const expected of files) {
    it(`${expected.file} is ${rightAnswer(expected) ?? ''}, as with the reduction`, async () => {
      const { system, report } = outcomeOf(new Source(expected.file, readFileSync(expected.path, 'utf8')));
      if (system === null) throw new Error(report);
      const answers = [];
      for (const reduced of [false, true])
        answers.push(summary(await backwardVerdicts(system, reduced, seconds))[0]);
      expect(answers).toEqual([rightAnswer(expected), rightAnswer(expected)]);
    });
  }
});
