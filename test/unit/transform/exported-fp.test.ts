import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { modelNamed } from '../../../src/memory/index.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import type { VerifyReport } from '../../../src/ask/report.js';
import { Random, generateProgram, languageOptions } from '../../support/generate/generate-program.js';
import { printProgram } from '../../../src/lang/program/print.js';
import { root } from '../../support/golden.js';
import { warnedFp } from '../../support/parse-fp.js';
import { finiteSamples } from '../../support/samples.js';
import { transformPath } from '../../support/transform-path.js';
import { verifyPath } from '../../support/verify-text.js';
import { corpusFolder, describeOver } from '../frontends/corpus.js';
import { casesOf } from '../../support/thorough.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

function named(name: string): MemoryModel {
  const model = modelNamed(name);
  if (model === null) throw new Error(`no model ${name}`);
  return model;
}

/** What both programs can be asked, though instances have asserts of their own in the one and share one in the other. */
interface Answers {
  readonly stated: Readonly<Record<string, string>>;
  readonly assertFails: boolean;
  readonly overflow: boolean;
}

function answers({ properties }: VerifyReport): Answers {
  const own = properties.filter(
    (p) => (p.kind === 'invariant' || p.kind === 'final') && p.name !== 'overflow',
  );
  return {
    stated: Object.fromEntries(own.map((p) => [p.name, p.verdict])),
    assertFails: properties.some(
      (p) => p.kind === 'assert' && p.name !== 'overflow' && p.verdict === 'unsafe',
    ),
    overflow: properties.some(
      (p) => p.reason === 'overflow' || (p.name === 'overflow' && p.verdict !== 'safe'),
    ),
  };
}

describe('an exported .fp', () => {
  // Each sample under one of them, or two.
  const models = ['sc', 'tso', 'pso', 'tso1'].map((name, place) => [name, place] as const);
  describe.each(models)('under %s', (modelName, place) => {
    it.each(finiteSamples.filter((_, i) => (i + place) % casesOf(2, 4) === 0))(
      '%s has the verdicts of the direct semantics with the same bound',
      async (sample) => {
        const model = named(modelName);
        const path = join(root, 'samples', sample);
        const bound = modelName === 'tso' || modelName === 'pso' ? 2 : null;
        const text = await transformPath({ path, model, bound, to: 'fp' });
        const exported = join(folder, `${modelName}-${sample.replaceAll('/', '-')}`);
        writeFileSync(exported, text);
        const there = await verifyPath(exported);
        const here = await verifyPath(path, { model, bound });
        expect(there.errors).toEqual([]);
        const [direct, written] = [answers(here), answers(there)];
        // An overflow leaves what is not violated open; here that is said of each property, there of the overflow alone.
        for (const [name, verdict] of Object.entries(direct.stated)) {
          expect([name, written.stated[name] === 'unsafe']).toEqual([name, verdict === 'unsafe']);
        }
        expect(written.assertFails).toBe(direct.assertFails);
        // Where all is violated there is no saying whether the direct search met an overflow, too.
        expect(written.overflow || !direct.overflow).toBe(true);
        expect(direct.overflow || !written.overflow || here.verdict === 'unsafe').toBe(true);
        expect(there.verdict === 'safe').toBe(here.verdict === 'safe');
      },
    );
  });

  it('is read again, whatever the program says', async () => {
    let read = 0;
    for (let seed = 1; seed <= casesOf(40, 20); seed++) {
      const path = join(folder, 'generated.fp');
      writeFileSync(path, printProgram(generateProgram(new Random(seed), languageOptions)));
      for (const model of ['sc', 'tso', 'pso', 'tso2']) {
        const text = await transformPath({
          path,
          model: named(model),
          bound: model === 'tso2' ? null : 2,
          procs: 2,
          to: 'fp',
        });
        if (warnedFp(text, `${model} ${seed}`).program.threads.length > 0) read++;
      }
    }
    expect(read).toBe(4 * casesOf(40, 20));
  });
});

const cupex = corpusFolder('cupex');
describeOver(cupex)('the programs of the CUPEX authors (needs $FENCEPOST_CORPUS)', () => {
  const programs = readdirSync(cupex, { withFileTypes: true }).flatMap((e) =>
    e.isDirectory() ? [e.name] : [],
  );

  it.each(programs)('%s is transformed with k = 3 in little time', async (name) => {
    for (const model of ['tso', 'pso']) {
      const started = performance.now();
      const text = await transformPath({
        path: join(cupex, name, `${name}.orig`),
        model: named(model),
        bound: 3,
        to: 'fp',
      });
      expect(performance.now() - started).toBeLessThan(5000);
      warnedFp(text, name);
    }
  });
});
