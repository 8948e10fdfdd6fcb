import { describe, expect, it } from '@jest/globals';
import { printProgram } from '../../../src/lang/program/print.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { tso } from '../../../src/memory/tso.js';
import { at } from '../../../src/support/invariant.js';
import { cheapestMends, usualCosts } from '../../support/fences/brute-force.js';
import type { Cheapest, Costs } from '../../support/fences/brute-force.js';
import { compareFenceSets } from '../../support/fences/fence-set-agreement.js';
import type { FenceSetAgreement, MendsAnswer, MendsAsked } from '../../support/fences/fence-set-agreement.js';
import { mended, sitesOf } from '../../support/fences/fence-sites.js';
import { readFencesDocument } from '../../support/fences/fences-document.js';
import type { DocumentPlace, FencesDocument } from '../../support/fences/fences-document.js';
import { generatePuzzle, procsOf } from '../../support/fences/generate-puzzles.js';
import { Random } from '../../support/random.js';
import type { Mends } from '../../support/fences/fence-sites.js';
import { verifyText } from '../../support/verify-text.js';
import { parseFp } from '../../support/parse-fp.js';

const limits = { procs: null, bound: null, maxStates: 20_000, maxCost: 4, maxSets: 100_000 };

const cheapest = (text: string, model: MemoryModel, costs: Costs = usualCosts): Cheapest | null =>
  cheapestMends(parseFp(text), model, costs, limits);

/** The programs of the cheapest sets. */
function mendedTexts(text: string, model: MemoryModel, costs: Costs = usualCosts): readonly string[] {
  const program = parseFp(text);
  const found = cheapestMends(program, model, costs, limits);
  if (found?.kind !== 'found') throw new Error('no set suffices');
  return found.sets.map((mends) => printProgram(mended(program, mends)).replace(/\s+/g, ' '));
}

const sb = `
shared int x = 0, y = 0;
thread P { local int r = 0; x = 1; r = y; }
thread Q { local int r = 0; y = 1; r = x; }
final P.r == 1 || Q.r == 1;
`;

const mp = `
shared int x = 0, f = 0;
thread P { x = 1; f = 1; }
thread Q { local int r = 0; assume(f == 1); r = x; assert(r == 1); }
`;

describe('brute force over sets of fences', () => {
  it('needs a fence in each thread of store buffering', () => {
    const [only, ...others] = mendedTexts(sb, tso);
    expect(others).toEqual([]);
    expect(only).toContain('x = 1; fence; r = y;');
    expect(only).toContain('y = 1; fence; r = x;');
  });

  it('needs an order of stores for a message under PSO alone', () => {
    expect(cheapest(mp, tso)).toMatchObject({ kind: 'found', cost: 0 });
    const sets = mendedTexts(mp, pso).map((text) => /x = 1; (.*?); f = 1/.exec(text)?.[1]);
    expect(sets).toEqual(['fence', 'fence(ww)']);
    const locked = mendedTexts(mp, pso, { fence: 3, 'fence(ww)': 3, locked: 1 });
    expect(locked).toEqual([
      expect.stringContaining('locked { x = 1; } f = 1;'),
      expect.stringContaining('x = 1; locked { f = 1; }'),
    ]);
  });

  it('tells a point that jumps skip from one that they pass', () => {
    const text = `
      shared int x = 0, y = 0;
      thread P { local int r = 0; r = y; if (r == 0) { x = 1; goto Look; } skip; Look: r = y; }
      thread Q { local int r = 0; y = 1; fence; r = x; Stay: skip; }
      final !(P.r == 0 && Q.r == 0);
    `;
    const before = mendedTexts(text, tso);
    expect(before.some((mendedText) => mendedText.includes('Look: fence; r = y;'))).toBe(true);
    expect(before.some((mendedText) => mendedText.includes('fence; Look: r = y;'))).toBe(false);
    // A label that a property names stays where it was; jumps go before it.
    const named = mendedTexts(`${text} invariant P at Look -> x <= 1;`, tso);
    expect(named.some((mendedText) => mendedText.includes('before_Look: fence; Look: r = y;'))).toBe(true);
    expect(named.some((mendedText) => mendedText.includes('goto before_Look;'))).toBe(true);
  });

  it('finds one fence where two stores join', () => {
    const text = `
      shared int x = 0, y = 0, u = 0, v = 0;
      thread P {
        local int r = 0; local bool c = false;
        havoc c;
        if (c) { x = 1; } else { y = 1; }
        if (c) { r = u; } else { r = v; }
      }
      thread Q { local int a = 0, b = 0; u = 1; v = 1; fence; a = x; b = y; }
      final P.r == 1 || Q.a + Q.b > 0;
    `;
    expect(mendedTexts(text, tso)).toEqual([expect.stringContaining('} fence; if')]);
  });

  it('says where nothing suffices, and where it stopped', () => {
    const wrong = 'shared int x = 0; thread P { x = 1; } thread Q { x = 2; } final x == 2;';
    expect(cheapest(wrong, tso)).toEqual({ kind: 'none' });
    expect(cheapestMends(parseFp(sb), tso, usualCosts, { ...limits, maxCost: 1 })).toEqual({
      kind: 'beyond',
      cost: 1,
    });
    expect(cheapestMends(parseFp(sb), tso, usualCosts, { ...limits, maxStates: 10 })).toBeNull();
  });

  it('counts the points of a loop and of what is atomic', () => {
    const text =
      'shared int x = 0; thread P { while (x == 0) { } atomic { x = 1; skip; } locked { x = 2; } }';
    // Before and behind each statement of the thread, inside the loop, and three inside the atomic block.
    expect(sitesOf(parseFp(text)).map(({ kind }) => kind)).toEqual(Array(8).fill('point'));
  });
});

const place = (line: number, kind: DocumentPlace['kind'] = 'fence'): DocumentPlace => ({
  ...{ kind, line, thread: line === 3 ? 'P' : 'Q' },
  place: 'somewhere',
});

const right: FencesDocument = {
  exitCode: 0,
  cost: 2,
  minimal: true,
  complete: true,
  sets: [[place(3), place(4)]],
};
const fenced = sb.replaceAll('= 1; r', '= 1; fence; r');

const compare = (document: FencesDocument | string, text: string): Promise<FenceSetAgreement | null> => {
  const asked: MendsAsked = {
    text: sb,
    model: tso,
    costs: usualCosts,
    procs: null,
    bound: null,
    robust: null,
  };
  const programs = [{ by: '--apply', text, wrong: null }];
  return compareFenceSets({ program: parseFp(sb), asked, limits }, () =>
    Promise.resolve({ document, programs }),
  );
};

describe('brute force against the explicit engine', () => {
  it.each([1, 2, 3, 4, 5, 6])('agrees on program %d', async (seed) => {
    const text = printProgram(generatePuzzle(new Random(seed)));
    const program = parseFp(text);
    const procs = procsOf(program);
    for (const model of [tso, pso]) {
      const found = cheapestMends(program, model, usualCosts, { ...limits, procs });
      const verdict = async (mends: Mends): Promise<string | null> =>
        (await verifyText('mended.fp', printProgram(mended(program, mends)), { model, procs })).verdict;
      if (found?.kind !== 'found') continue;
      for (const mends of found.sets.slice(0, 3)) {
        expect(await verdict(mends)).toBe('safe');
        for (const site of mends.keys())
          expect(await verdict(new Map([...mends].filter(([other]) => other !== site)))).toBe('unsafe');
      }
    }
  });
});

describe('what the product says against brute force', () => {
  it('has no complaint about what is right', async () => {
    expect(await compare(right, fenced)).toMatchObject({ complaints: [], listed: 1 });
  });

  it.each<readonly [string, FencesDocument | string, string]>([
    ['another cost', { ...right, cost: 1 }, fenced],
    ['no set', { ...right, sets: [], exitCode: 10 }, fenced],
    ['no minimality', { ...right, minimal: 'relative' }, fenced],
    ['places in one thread', { ...right, sets: [[place(3), place(3)]] }, fenced],
    ['another kind', { ...right, sets: [[place(3), place(4, 'locked')]] }, fenced],
    ['a program that is still wrong', right, sb],
    ['a program that is none', right, 'thread'],
    ['no document', 'no JSON', fenced],
  ])('complains about %s', async (_, document, text) => {
    const found = await compare(document, text);
    expect(at(found?.complaints ?? [], 0)).not.toBe('');
  });

  it('misses a set that is not told', async () => {
    const store = (line: number): DocumentPlace => ({ kind: 'locked', thread: 'P', line, place: '' });
    const text = mp.replace('x = 1; f', 'x = 1;\nf');
    const asked: MendsAsked = {
      text,
      model: pso,
      costs: { fence: 3, 'fence(ww)': 3, locked: 1 },
      procs: null,
      bound: null,
      robust: null,
    };
    const telling = async (sets: FencesDocument['sets']): Promise<readonly string[] | undefined> => {
      const document = { ...right, cost: 1, sets };
      const answer = (): Promise<MendsAnswer> => Promise.resolve({ document, programs: [] });
      return (await compareFenceSets({ program: parseFp(text), asked, limits }, answer))?.complaints;
    };
    expect(await telling([[store(3)], [store(4)]])).toEqual([]);
    expect(await telling([[store(3)]])).toEqual([expect.stringMatching(/locked \{\s+f = 1;/)]);
  });

  it('takes points with nothing between them as one', async () => {
    const text = sb.replaceAll('= 1; r', '= 1; skip; r = 7; r');
    const program = parseFp(text);
    expect(cheapestMends(program, tso, usualCosts, limits)).toMatchObject({ cost: 2 });
    const asked: MendsAsked = { text, model: tso, costs: usualCosts, procs: null, bound: null, robust: null };
    const answer = (): Promise<MendsAnswer> => Promise.resolve({ document: right, programs: [] });
    expect((await compareFenceSets({ program, asked, limits }, answer))?.complaints).toEqual([]);
  });

  it('reads documents', () => {
    const text = JSON.stringify({ schema: 1, size: 2, ...right });
    expect(readFencesDocument(text, 0)).toEqual(right);
    expect(readFencesDocument('usage', 2)).toContain('no JSON');
    expect(readFencesDocument(text.replace('"locked"', '"lock"').replace('"fence"', '"wall"'), 0)).toContain(
      'sets',
    );
  });
});
