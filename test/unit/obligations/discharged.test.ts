import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answersTo } from '../../../src/smt/z3/answer-text.js';
import { invariant } from '../../../src/support/invariant.js';
import { discharge } from '../../../tools/discharge/discharge.js';
import { solversHere, solversMissing } from '../../../tools/discharge/smt-solvers.js';
import { inProcess } from '../../cli/in-process.js';
import { root } from '../../support/root.js';
import { tellSkipped } from '../../support/skipped.js';
import { everyNth } from '../../support/thorough.js';

for (const missing of solversMissing()) tellSkipped(missing, 'its answers to what evidence asks');

const folder = mkdtempSync(join(tmpdir(), 'fencepost-discharge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secondsPerFile = 120;
/** All of it is work that others may slow down. */
const patience = 1_200_000;

/** Invariants of different kinds: buffers of each model, sections, asserts, faults, markers of stores, C. */
const proofs: readonly (readonly [file: string, model: string, ...more: string[]])[] = [
  ['litmus/coherence.fp', 'pso'],
  ['litmus/coherence.fp', 'tso'],
  ['litmus/coherence.fp', 'tso1'],
  ['litmus/iriw.fp', 'tso'],
  ['litmus/lb.fp', 'sc'],
  ['litmus/lb.fp', 'pso'],
  ['litmus/mp.fp', 'sc'],
  ['litmus/mp.fp', 'tso'],
  ['litmus/mp.fp', 'tso2'],
  ['litmus/mp-store-fence.fp', 'tso'],
  ['litmus/mp-store-fence.fp', 'pso', '--deadlock'],
  ['litmus/r.fp', 'sc'],
  ['litmus/s.fp', 'tso'],
  ['litmus/sb.fp', 'sc', '--deadlock'],
  ['litmus/sb-fenced.fp', 'tso', '--deadlock'],
  ['litmus/sb-fenced.fp', 'pso'],
  ['litmus/sb-fenced.fp', 'tso1', '--atomic-waits', 'own'],
  ['litmus/two-plus-two-writes.fp', 'tso'],
  ['litmus/wrc.fp', 'tso'],
  ['litmus/wrc.fp', 'sc'],
  ['mutex/peterson.fp', 'sc'],
  ['mutex/dekker.fp', 'sc'],
  ['mutex/ticket-atomic.fp', 'sc'],
  ['mutex/two-locks-deadlock.fp', 'sc'],
  ['mutex/spinlock-xchg.fp', 'sc'],
  ['mutex/spinlock-cas.fp', 'tso1'],
  ['c/handover.c', 'sc'],
  ['c/handover-relaxed.c', 'sc'],
  ['c/double-checked.c', 'sc'],
  ['c/double-checked-relaxed.c', 'sc'],
];

/** Over predicates: values and counters without end, sections. */
const byPredicates: readonly (readonly [file: string, model: string, ...more: string[]])[] = [
  ['abstraction/ticket-lock.fp', 'tso'],
  ['abstraction/semaphore-fenced.fp', 'tso'],
  ['abstraction/sequence-lock-fenced.fp', 'pso'],
  ['discovery/pool-atomic.fp', 'tso'],
  ['discovery/maximum-fenced.fp', 'pso'],
];

const runs: readonly (readonly [file: string, model: string, ...more: string[]])[] = [
  ['litmus/sb.fp', 'tso'],
  ['litmus/mp.fp', 'pso'],
  ['litmus/own-write-early.fp', 'tso'],
  ['mutex/peterson.fp', 'tso'],
  ['mutex/spinlock-xchg.fp', 'pso'],
  ['mutex/two-locks-deadlock.fp', 'sc', '--deadlock'],
  ['litmus/sb.fp', 'tso', '--robust', 'trace'],
  ['ltl/publish.fp', 'pso', '--fairness', 'none'],
  ['c/mcs-made-early.c', 'sc'],
];

const proved = everyNth(proofs, 2);
const all = [...proved, ...byPredicates, ...everyNth(runs, 2)];
const place = (what: readonly string[]): string => join(folder, what.join('_').replace(/[^\w.]/g, '_'));

async function emitted(what: readonly [file: string, model: string, ...more: string[]]): Promise<string> {
  const [file, model, ...more] = what;
  const path = place(what);
  const sample = join(root, 'samples', file);
  const told = await inProcess([
    ...['verify', sample, '--model', model, ...more],
    ...['--evidence', `${path}.json`, '--emit-smt2', path],
  ]);
  return told.stderr;
}

beforeAll(async () => {
  for (const what of all) {
    const told = await emitted(what);
    invariant(told.includes('of SMT-LIB in'), `${what.join(' ')} has evidence: ${told}`);
  }
}, patience);

/** They take turns: which of them is asked makes no difference. `npm run discharge` asks them all. */
const solvers = solversHere().map((solver, turn) => ({ ...solver, turn }));

describe.each(solvers)('$name discharges what evidence asks', ({ turn, ...solver }) => {
  it.each(all.filter((_, i) => i % solvers.length === turn))(
    '%s %s',
    async (...what) => {
      const { wrong, files } = await discharge(place(what), solver, secondsPerFile);
      expect(wrong).toEqual([]);
      expect(files).toBeGreaterThan(0);
    },
    patience,
  );
});

describe('the clauses of a program are solved by its evidence', () => {
  it.each(proved.filter(([file, , ...more]) => more.length === 0 && !file.startsWith('c/')))(
    '%s %s',
    async (...what) => {
      const [file, model] = what;
      const solution = `${place(what)}.json`;
      const sample = join(root, 'samples', file);
      const { stdout, code } = await inProcess([
        ...['transform', sample, '--model', model, '--to', 'smt2', '--solution', solution],
      ]);
      expect(code).toBe(0);
      const answers = await answersTo(stdout, secondsPerFile);
      const questions = stdout.match(/^\(check-sat\)$/gm)?.length ?? 0;
      expect(questions).toBeGreaterThan(3);
      expect(answers).toEqual(Array.from({ length: questions }, () => 'unsat'));
    },
    patience,
  );
});
