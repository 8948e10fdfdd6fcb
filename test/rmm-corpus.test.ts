import { expect, it } from '@jest/globals';
import { pso } from '../src/memory/pso.js';
import { tso } from '../src/memory/tso.js';
import { readMachineCorpus } from '../tools/corpus/rmm-expected.js';
import { needsExplicit } from '../tools/corpus/rmm-judge.js';
import { verifyPath } from './support/verify-text.js';
import { corpusFolder, describeOver } from './unit/frontends/corpus.js';

/** Those that take more than half a second, or are refused; `npm run corpus:rmm` has them all. */
const long =
  /^(arbiter_v2_3|bakery|burns_4_us|moesi_2|msi_3|mutex_cmpxchg_8|splash2-(?!barnes1)\w+|ticket_spin_lock(\.2)?|two_phase_3|lamport_[45])\.rmm$/;

describeOver(corpusFolder('rmm'))('Memorax machines by the dual engine (needs $FENCEPOST_CORPUS)', () => {
  const files = readMachineCorpus(corpusFolder()).filter(({ file }) => !long.test(file));

  it('are enough', () => {
    expect(files.filter(needsExplicit).length).toBeGreaterThan(20);
    expect(files.filter((f) => !needsExplicit(f)).length).toBeGreaterThan(12);
  });

  for (const { file, path, verdict } of files.filter((f) => !needsExplicit(f))) {
    it(`${file} is as Memorax says`, async () => {
      const report = await verifyPath(path, { model: tso, engine: 'dual' });
      expect({ verdict: report.verdict, errors: report.errors }).toEqual({ verdict, errors: [] });
    });
  }

  for (const { file, path } of files.filter(needsExplicit)) {
    it(`${file} is as the explicit engine says`, async () => {
      const { verdict } = await verifyPath(path, { model: tso, engine: 'explicit' });
      expect(['safe', 'unsafe']).toContain(verdict);
      const report = await verifyPath(path, { model: tso, engine: 'dual' });
      expect({ verdict: report.verdict, errors: report.errors }).toEqual({ verdict, errors: [] });
    });
  }
});

describeOver(corpusFolder('rmm'))('Memorax machines under PSO (needs $FENCEPOST_CORPUS)', () => {
  const files = readMachineCorpus(corpusFolder(), 'pso').filter(({ file }) => !long.test(file));
  const told = files.filter((f) => !needsExplicit(f));

  it('are enough', () => {
    expect(told.map(({ verdict }) => verdict)).toContain('unsafe');
    expect(told.length).toBeGreaterThan(7);
  });

  for (const { file, path, verdict } of told) {
    it(`${file} is as Memorax says`, async () => {
      const report = await verifyPath(path, { model: pso, engine: 'dual' });
      expect({ verdict: report.verdict, errors: report.errors }).toEqual({ verdict, errors: [] });
    });
  }

  // Memorax says of Peterson's that they are unsafe: there a locked write overtakes what is before it.
  for (const name of [
    'dekker_2',
    'lamport_2',
    'mutex_2',
    'old-peterson2l',
    'peterson_2',
    'mutex_xchg_2',
    'sense_2',
  ]) {
    it(`${name} is as the explicit engine says`, async () => {
      const path = files.find(({ file }) => file === `${name}.rmm`)?.path ?? name;
      const { verdict } = await verifyPath(path, { model: pso, engine: 'explicit' });
      expect(['safe', 'unsafe']).toContain(verdict);
      const report = await verifyPath(path, { model: pso, engine: 'dual' });
      expect({ verdict: report.verdict, errors: report.errors }).toEqual({ verdict, errors: [] });
    });
  }
});
