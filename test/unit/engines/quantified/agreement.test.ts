import { describe, expect, it } from '@jest/globals';
import { pso } from '../../../../src/memory/pso.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { at } from '../../../../src/support/invariant.js';
import { parseFp } from '../../../support/parse-fp.js';
import { loadSample } from '../../../support/load-sample.js';
import { growingProgram } from '../../../support/quantified/growing-programs.js';
import { plainComplaints } from '../../../support/quantified/plain-check.js';
import { provedOf } from '../../../support/quantified/prove-plainly.js';
import { tallyQuantified } from '../../../support/quantified/quantified-campaign.js';
import { casesOf, everyNth } from '../../../support/thorough.js';

const samples = ['ticket-lock', 'readers-writers', 'semaphore', 'counter-all', 'allocator'];
const models = [sc, tso, pso];

describe('what is proved for any number of threads', () => {
  it('is not violated by a few, on generated programs', async () => {
    const { tally, findings } = await tallyQuantified(casesOf(3, 2), 40);
    expect(findings.map(({ seed, model, text }) => `seed ${seed} under ${model}: ${text}`)).toEqual([]);
    expect(tally.safe).toBeGreaterThan(0);
    expect(tally.programs).toBe(casesOf(3, 2));
  });

  // The thread has another number wherever there is another number of processes before it.
  it('is told of threads behind the processes by the values of their locals, too', async () => {
    const program = parseFp(`
      shared int next = 0;
      shared bool on = false;
      process P(me) { local int t = 0; Again: t = fetch_add(next, 1); Has: skip; goto Again; }
      thread S { local bool b = false, old = false; while (true) { b = !b; Here: old = xchg(on, b); b = on; } }
      invariant apart: forall a != c in P: !(a at Has && c at Has && P(a).t == P(c).t);
      invariant same: S at Here || S.b == on || !S.b;`);
    for (const model of models) {
      const { proved } = await provedOf(program, model, { most: 300 });
      expect([...proved.remaining.values()]).toEqual([null, null]);
    }
  });

  // Each under one of the models, which take turns.
  it.each(
    everyNth(
      samples.map((name, i) => [name, at(models, i % models.length)] as const),
      2,
    ),
  )('is inductive as plain formulas: %s', async (name, model) => {
    const program = await loadSample(`any-number/${name}.fp`);
    const { program: copied, proved } = await provedOf(program, model);
    expect([...proved.remaining.values()]).toEqual(copied.properties.map(() => null));
    expect(await plainComplaints(copied, proved)).toEqual([]);
  });

  it('is inductive as plain formulas on generated programs, whatever it is worth', async () => {
    for (let seed = 0; seed < casesOf(3, 1); seed++) {
      const model = at(models, seed % models.length);
      for (const isThorough of [false, true]) {
        const { program, proved } = await provedOf(growingProgram(seed), model, { isThorough, most: 300 });
        expect([seed, await plainComplaints(program, proved)]).toEqual([seed, []]);
      }
    }
  });
});
