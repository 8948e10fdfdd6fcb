import { describe, expect, it } from '@jest/globals';
import { plainAutomata } from '../../../passes/plain-automata.js';
import { checkPredicates } from '../../../src/evidence/predicates/check-predicates.js';
import { truth } from '../../../src/lang/expr/expr.js';
import { sc } from '../../../src/memory/sc.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { invariant } from '../../../src/support/invariant.js';
import { tallyEvidence } from '../../../tools/fuzz/evidence.js';
import { asPredicates } from '../../support/evidence/as-predicates.js';
import { everyState } from '../../support/evidence/compare-cover.js';
import type { CoverCheckerUnderTest } from '../../support/evidence/compare-cover.js';
import { parseFp } from '../../support/parse-fp.js';

const scope = { mostStates: 300, damages: 3, withDeadlock: false, inParts: false };

const byPredicates: CoverCheckerUnderTest = (system, model, properties, cover, watch) =>
  checkPredicates(system, model, properties, asPredicates(system, cover), watch);

describe('the checker of invariants over predicates', () => {
  it('agrees with all runs of generated programs', async () => {
    const tally = await tallyEvidence(20, 900, byPredicates, scope);
    expect(tally.complaints).toEqual([]);
    expect(tally.compared).toBeGreaterThan(25);
    expect(tally.damaged - tally.damagedAccepted).toBeGreaterThan(60);
  });

  const faults: Readonly<Record<string, CoverCheckerUnderTest>> = {
    'knows no buffers': (system, _, properties, cover, watch) =>
      checkPredicates(system, sc, properties, asPredicates(system, cover), watch),
    'forgets the steps of a thread': (system, model, properties, cover, watch) => {
      const threads = system.threads.map((thread, i) => (i === 0 ? { ...thread, edges: [] } : thread));
      return checkPredicates({ ...system, threads }, model, properties, asPredicates(system, cover), watch);
    },
    'does not look at properties': (system, model, _, cover, watch) =>
      checkPredicates(system, model, [], asPredicates(system, cover), watch),
    'takes predicates for what they are not': (system, model, properties, cover, watch) => {
      const told = asPredicates(system, cover);
      const predicates = told.predicates.map((_, i) => told.predicates[i - 1] ?? truth);
      return checkPredicates(system, model, properties, { ...told, predicates }, watch);
    },
  };

  it.each(Object.keys(faults))('is noticed where it %s', async (name) => {
    const tally = await tallyEvidence(12, 900, faults[name], scope);
    expect(tally.complaints.length).toBeGreaterThan(0);
  });

  it('says what a solver has not told', async () => {
    const text = `shared int[0..2] x = 0;
      thread P { x = 2; }
      invariant even: (x & 1) == 0;`;
    const { system } = runPipeline(plainAutomata, parseFp(text), { procs: null, model: sc });
    const found = await everyState(system, sc);
    invariant(found !== null, 'there are three states');
    const cover = { parts: [found.table.part(() => undefined)], waiting: found.table.waiting };
    const told = await byPredicates(system, sc, system.properties, cover, () => undefined);
    expect(told).toMatchObject({ isOpen: true });
    expect(told.reason).toContain('the solver has not told whether');
    const [, ...fewer] = cover.parts[0] ?? [];
    const wrong = await byPredicates(system, sc, [], { ...cover, parts: [fewer] }, () => undefined);
    expect(wrong).toMatchObject({ isOpen: false });
  });
});
