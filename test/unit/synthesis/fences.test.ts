import { describe, expect, it } from '@jest/globals';
import { truth } from '../../../src/lang/expr/expr.js';
import { modelNamed } from '../../../src/memory/index.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { solveFences } from '../../../src/synthesis/find-fences.js';
import type { Solved } from '../../../src/synthesis/find-fences.js';
import { at } from '../../../src/support/invariant.js';
import { tallyFences, tallyFencesOfRuns } from '../../../tools/fuzz/fences.js';
import { compareAtomic, compareAtomicRuns, questionOf } from '../../support/synthesis/atomic-agreement.js';
import { parseFp } from '../../support/parse-fp.js';
import { smallestSize } from '../../support/synthesis/smallest-size.js';

const model = (name: string, waits: 'all' | 'own' = 'all'): MemoryModel => {
  const found = modelNamed(name, waits);
  if (found === null) throw new Error(`no model ${name}`);
  return found;
};

const solve = (text: string, under: MemoryModel, first = false): Promise<Solved> =>
  solveFences(questionOf(parseFp(text), under), { algorithm: 'exact', first });

const setsOf = ({ solution, sites }: Solved): readonly string[] =>
  solution.sets.map((set) =>
    [...set]
      .map((id) => `${at(sites, id).variableName}@${at(sites, id).threadName}`)
      .sort()
      .join(' '),
  );

/** Paper 004, Fig. 6; each transition reads and writes in one step. */
const figure6 = `
shared int[0..9] x = 0, y = 0;
thread A { atomic { x = x + 1; } atomic { y = y + 1; } }
thread B { atomic { x = x + 1; } atomic { y = y + 1; } }
final x == 2 && y > 0;
`;

describe('synthesis of atomic writes', () => {
  it('finds one write of Fig. 6 where an atomic write waits for all buffers', async () => {
    expect(setsOf(await solve(figure6, model('tso1', 'all')))).toEqual(['x@A', 'x@B']);
  });

  it('finds both writes to x of Fig. 6 where it waits for its own', async () => {
    expect(setsOf(await solve(figure6, model('tso1', 'own')))).toEqual(['x@A x@B']);
    expect(setsOf(await solve(figure6, model('tso')))).toEqual(['x@A x@B']);
  });

  it('stops at one set where one is enough', async () => {
    const { solution } = await solve(figure6, model('tso1', 'all'), true);
    expect(solution).toMatchObject({ minimal: true, complete: false, stop: null });
    expect(solution.sets.length).toBe(1);
  });

  it('asks for nothing where nothing is wrong', async () => {
    const { solution } = await solve('shared int x = 0; thread P { x = 1; } final x == 1;', model('tso1'));
    expect(solution).toMatchObject({ sets: [new Set()], queries: 1, minimal: true, complete: true });
  });

  it('says that no set suffices where the program is wrong without buffers', async () => {
    const { solution } = await solve(
      'shared int x = 0; thread P { x = 1; } thread Q { x = 2; } final x == 2;',
      model('tso1'),
    );
    expect(solution).toMatchObject({ sets: [], stop: null, queries: 2 });
  });

  it('knows that one atomic write more may be worse', async () => {
    const found = await compareAtomic(parseFp(publish), model('tso1'), 10_000);
    expect(found).toMatchObject({ size: 0, breaks: true, complaints: [] });
    const mixed = await compareAtomic(parseFp(publishAndLook), model('tso1', 'own'), 50_000);
    expect(mixed).toMatchObject({ size: 3, complaints: [] });
    expect(mixed?.unless ?? 0).toBeGreaterThan(0);
    // Here x instead of z would do for one property, and is worse than nothing for the other.
    const either = await compareAtomic(parseFp(publishAndLook), model('tso1', 'all'), 50_000);
    expect(either).toMatchObject({ size: 1, breaks: true, complaints: [] });
    expect(either?.unless ?? 0).toBeGreaterThan(0);
  });

  it.each([
    'G (P at L2 && x == 0 -> F y == 1)',
    '!(P at L1 && X (P at L2 && X (P at L2 && x == 1)))',
    '!(P at L1 && X (P at L2 && X P at L2))',
  ])('knows that %s may look at the state between a write and its flush', async (text) => {
    const program = parseFp(`${between}ltl f: ${text};`);
    const formula = program.properties.flatMap((p) => (p.kind === 'ltl' ? [p.formula] : []))[0] ?? truth;
    const how = { model: model('tso1'), fairness: 'flush' } as const;
    const found = await compareAtomicRuns(program, formula, how, 1_000, false);
    expect(found).toMatchObject({ size: 1, complaints: [] });
  });

  it('keeps runs weakly fair', async () => {
    const program = parseFp(waiting);
    const formula = program.properties.flatMap((p) => (p.kind === 'ltl' ? [p.formula] : []))[0] ?? truth;
    for (const fairness of ['weak', 'flush'] as const) {
      const how = { model: model('tso1', 'own'), fairness };
      const found = await compareAtomicRuns(program, formula, how, 5_000, false);
      expect(found).toMatchObject({ complaints: [] });
    }
  });

  it('agrees with trying every set of programs with runs', async () => {
    const { complaints, sizes } = await tallyFencesOfRuns(5, 40);
    expect(complaints).toEqual([]);
    expect(sizes.get(1) ?? 0).toBeGreaterThan(0);
  });

  it('agrees with trying every set, and its clauses are true of every set', async () => {
    const { complaints, sizes, compared } = await tallyFences(15, 500);
    expect(complaints).toEqual([]);
    expect(compared - (sizes.get(0) ?? 0) - (sizes.get(-1) ?? 0)).toBeGreaterThan(5);
  });

  it('stores counterexamples that no smaller set could exclude', async () => {
    for (const waits of ['all', 'own'] as const) {
      const { solution, sites } = await solve(threeFlags, model('tso1', waits));
      const clauses = solution.counterexamples.map(({ clause }) => clause);
      expect(smallestSize(sites.length, clauses)).toBe(solution.sets[0]?.size);
      expect(solution.sets.length).toBeGreaterThan(0);
    }
  });
});

/** Store buffering around a ring of three. */
const threeFlags = `
shared int a = 0, b = 0, c = 0;
thread P { local int r = 0; a = 1; r = b; }
thread Q { local int r = 0; b = 1; r = c; }
thread R { local int r = 0; c = 1; r = a; }
final P.r == 1 || Q.r == 1 || R.r == 1;
`;

/** Of two writes of one transition the atomic one goes before the other, which waits. */
const publish = `
shared int x = 0, y = 0;
thread P { atomic { y = 1; x = 1; } }
thread Q { local int r = 0, s = 0; r = x; s = y; }
final Q.r == 0 || Q.s == 1;
`;

/** The same, and each looks for the other: x must be there before z is read, and so must y. */
const publishAndLook = `
shared int x = 0, y = 0, z = 0;
thread P { local int r = 0; atomic { y = 1; x = 1; } r = z; }
thread Q { local int r = 0, s = 0; z = 1; r = x; s = y; }
final Q.r == 0 || Q.s == 1;
final P.r == 1 || Q.r == 1;
`;

/** Nobody else looks: only the formula can tell whether the write was in the buffer for a moment. */
const between = `
shared int x = 0, y = 0;
thread P { L1: x = 1; L2: fence; L3: skip; }
`;

/** Whether P comes to its second write for ever depends on who is able to move. */
const waiting = `
shared int x = 0, y = 0;
thread P { while (true) { x = 1; y = 1; } }
thread Q { local int r = 0; while (true) { r = y; x = 0; } }
ltl f: F G (x == 1 -> F x == 0) && F Q.r == 1;
`;
