import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { verify } from '../src/index.js';
import { modelNamed } from '../src/memory/index.js';
import { readTrencherCorpus } from '../tools/corpus/trencher-expected.js';
import {
  judgeReachability,
  judgeRobustness,
  leastSettled,
  trencherModels,
} from '../tools/corpus/trencher-judge.js';
import { verifyText } from './support/verify-text.js';
import { corpusFolder, describeOver } from './unit/frontends/corpus.js';

/** Those that take more than a second; `npm run corpus:trencher` has them all. */
const long =
  /^(cw-(burns_[45]|burns_5_us|lamport_4_us|lamport_5|mutex_5|mutex_5_us|old-peterson5|sense_rev_[45]|spinlock_7|two_phase_[34])|tr-memorax-(bakery|ticket_spin_lock(\.2)?|dekker|lamport_fast)|tr-dekker|tr-nbw-w-.*)\.txt$/;

describeOver(corpusFolder('trencher'))('programs of Trencher (needs $FENCEPOST_CORPUS)', () => {
  const files = readTrencherCorpus(corpusFolder()).filter(({ file }) => !long.test(file));

  it('are enough', () => {
    expect(files.length).toBeGreaterThan(40);
  });

  for (const expected of files)
    it.each(trencherModels)(`${expected.file} is as Trencher says under %s`, async (name) => {
      const model = modelNamed(name);
      const text = readFileSync(expected.path, 'utf8');
      const { verdict, errors } = await verifyText(
        expected.file.replace(/txt$/, 'trn'),
        text,
        model === null ? {} : { model },
      );
      expect(errors).toEqual([]);
      expect(['safe', 'unsafe']).toContain(verdict);
      const run = { verdict: verdict ?? '', reason: null, seconds: 0, cpuSeconds: 0, engineSeconds: 0 };
      const counted = { generated: 0, kept: 0, peak: 0, peakMemoryMB: 0 };
      expect(judgeReachability(expected, name, { ...run, ...counted }).broken).toEqual([]);
    });
});

describeOver(corpusFolder('trencher'))(
  'robustness of the programs of Trencher (needs $FENCEPOST_CORPUS)',
  () => {
    const files = readTrencherCorpus(corpusFolder());

    it('leaves Trencher open for some', () => {
      expect(files.filter(({ robust }) => robust === null)).toHaveLength(leastSettled);
    });

    it.each(files)('$file is as Trencher says, or has an answer', async (expected) => {
      const report = await verify(
        { text: readFileSync(expected.path, 'utf8'), name: expected.file.replace(/txt$/, 'trn') },
        { model: 'tso', robust: 'trace' },
      );
      const { verdict, errors } = report;
      expect(errors).toEqual([]);
      expect(['safe', 'unsafe']).toContain(verdict);
      const run = { verdict: verdict ?? '', reason: null, seconds: 0, cpuSeconds: 0, engineSeconds: 0 };
      const counted = { generated: 0, kept: 0, peak: 0, peakMemoryMB: 0 };
      expect(judgeRobustness(expected, { ...run, ...counted }).broken).toEqual([]);
    });
  },
);
