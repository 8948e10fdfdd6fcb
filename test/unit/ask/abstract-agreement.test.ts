import { describe, expect, it } from '@jest/globals';
import { equal, int, shared } from '../../../src/lang/expr/expr.js';
import { sharedId } from '../../../src/lang/expr/ids.js';
import { sc } from '../../../src/memory/sc.js';
import { blankProperty } from '../../../src/ask/report.js';
import type { VerdictName } from '../../../src/ask/report.js';
import { tallyFences } from '../../../tools/fuzz/abstract-fences.js';
import { tallyAbstract } from '../../../tools/fuzz/abstract.js';
import type { AbstractCampaign, AbstractFinding } from '../../../tools/fuzz/abstract.js';
import { compareAbstract } from '../../support/abstraction/abstract-agreement.js';
import type { EngineAnswer } from '../../support/abstraction/abstract-agreement.js';
import { parseFp } from '../../support/parse-fp.js';
import { corpusFolder, describeOver } from '../frontends/corpus.js';
import { casesOf } from '../../support/thorough.js';

const texts = (findings: readonly AbstractFinding[]): readonly string[] =>
  findings.map(({ seed, text }) => `seed ${seed}: ${text}`);

const total = ({ tallies }: AbstractCampaign, verdict: 'safe' | 'unsafe'): number =>
  [...tallies.values()].reduce((sum, tally) => sum + tally[verdict], 0);

describe('the abstract engine agrees with the explicit engine on generated programs', () => {
  it('by the method lazy: always, where the predicates determine the state', async () => {
    const campaign = await tallyAbstract(18, 61_000, (way) => /^lazy, (determined|random)/.test(way));
    expect(texts(campaign.complaints)).toEqual([]);
    expect(texts(campaign.imprecise)).toEqual([]);
    expect(total(campaign, 'safe')).toBeGreaterThan(60);
    expect(total(campaign, 'unsafe')).toBeGreaterThan(60);
    expect(campaign.beyondSc).toBeGreaterThan(6);
  });

  it('by methods that make Boolean programs, and with buffers as counters: nothing wrong is said', async () => {
    const campaign = await tallyAbstract(casesOf(5, 3), 31_000, (way) => /pe|ce|counters/.test(way));
    expect(texts(campaign.complaints)).toEqual([]);
    expect(total(campaign, 'safe')).toBeGreaterThan(10);
    expect(total(campaign, 'unsafe')).toBeGreaterThan(10);
  });
});

describe('the comparison', () => {
  const program = parseFp(
    'shared int x = 0; thread P { x = 1; } invariant low: x < 1; invariant high: x > -1;',
  );
  const approach = { model: sc, bound: 1, abstraction: {} };
  const answer = (low: VerdictName, high: VerdictName): EngineAnswer => ({
    kind: 'decided',
    reports: new Map(
      program.properties.flatMap((p) =>
        p.kind === 'invariant'
          ? [[p.name, { ...blankProperty(p), verdict: p.name === 'low' ? low : high }] as const]
          : [],
      ),
    ),
  });

  it('tells what differs', async () => {
    const x = shared(sharedId(0));
    const tracked = { ...program, predicates: [equal(x, int(0)), equal(x, int(1))] };
    const { complaints, violated, safe } = await compareAbstract(tracked, approach, answer('unsafe', 'safe'));
    expect({ complaints, violated, safe }).toEqual({ complaints: [], violated: ['low'], safe: 1 });
    const wrong = await compareAbstract(tracked, approach, answer('safe', 'unsafe'));
    expect(wrong.complaints).toEqual([
      'low is unsafe, by the explicit engine safe',
      'high is safe, by the explicit engine unsafe',
    ]);
  });

  it('does not blame for what is left open', async () => {
    const { complaints, open } = await compareAbstract(program, approach, answer('unsafe', 'safe'));
    expect({ complaints, open }).toEqual({
      complaints: [],
      open: [{ name: 'high', reason: 'spurious, really safe' }],
    });
  });
});

const cupex = corpusFolder('cupex');

describeOver(cupex)('with fences after some stores (needs $FENCEPOST_CORPUS)', () => {
  it.each([
    ['peterson', casesOf(24, 12), 2],
    ['dekker', casesOf(12, 6), 2],
    ['szymanski', casesOf(12, 6), 2],
  ] as const)('%s, %i sets of stores, bound %i: the same verdicts', async (name, most, bound) => {
    const tally = await tallyFences(cupex, name, most, [bound]);
    expect(tally.complaints).toEqual([]);
    expect(tally.open).toEqual([]);
    expect(tally.safe).toBeGreaterThan(0);
    expect(tally.unsafe).toBeGreaterThan(0);
  });
});
