import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { modelNamed } from '../src/memory/index.js';
import { hasBuffers } from '../src/memory/model-questions.js';
import { plainText } from '../src/frontends/frontend.js';
import type { ReadingOptions } from '../src/frontends/frontend.js';
import type { VerifyOptions } from '../src/ask/verify-options.js';
import type { VerifyReport } from '../src/ask/report.js';
import { arraysPath } from './support/arrays/arrays-path.js';
import { checkPath } from './support/check-path.js';
import { root } from './support/golden.js';
import {
  forAbstraction,
  forDiscovery,
  forDual,
  forQuantified,
  ofAnyNumber,
  ofRuns,
  verdictModels,
  verdictRows,
} from './support/samples.js';
import { verifyPath } from './support/verify-text.js';
import { casesOf } from './support/thorough.js';

const folder = join(root, 'samples');

const models = verdictModels;
const samples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(fp|orig|litmus|bl|rmm|cub|dve|trn|c)$/.test(path))
  .sort();
const rows = verdictRows;

async function run(sample: string, modelName: string): Promise<VerifyReport> {
  const model = modelNamed(modelName);
  if (model === null) throw new Error(`verdicts.tsv has a column ${modelName}`);
  const path = join(folder, sample);
  if (sample.endsWith('.cub')) return arraysPath(path, { model });
  if (sample.endsWith('.bl')) return checkPath(path, { model, bound: enough(sample, modelName) });
  const options = { model, ...question(sample, modelName), ...patience(sample, modelName) };
  return verifyPath(path, options, undefined, { ...plainText, ...wishes(sample) });
}

/** What is asked of C programs as a whole: that of which there are rows. */
function wishes(sample: string): Pick<ReadingOptions, 'races' | 'termination'> {
  const has = (name: string): boolean =>
    sample.endsWith('.c') && rows.some((r) => r.sample === sample && r.property === name);
  return { races: has('race'), termination: has('termination') };
}

/** A violation is one with few buffered writes, too, and found sooner. */
const enough = (sample: string, model: string): number | null =>
  model !== 'sc' && rows.some((r) => r.sample === sample && r.expected.get(model) === 'unsafe') ? 2 : null;

/** What stays unknown need not be waited for long. */
const patience = (sample: string, model: string): Partial<VerifyOptions> =>
  rows.some((r) => r.sample === sample && r.expected.get(model) === 'unknown') ? { timeoutSeconds: 3 } : {};

/** By which engine a sample is decided, and what is asked beyond its own properties. */
function question(sample: string, model: string): Partial<VerifyOptions> {
  if (forAbstraction(sample)) return { engine: 'abstract' };
  if (forDiscovery(sample)) return { engine: 'auto' };
  if (forQuantified(sample)) return { engine: 'auto', procs: 'any' };
  if (ofAnyNumber(sample)) return { engine: 'dual', procs: 'any' };
  if (forDual(sample)) return { engine: model === 'tso' ? 'dual' : 'explicit', timeoutSeconds: 50 };
  // Who stops there is stuck, so nothing is to be learnt from deadlocks.
  if (/\.(dve|trn)$/.test(sample)) return { engine: 'auto' };
  if (ofRuns(sample) || wishes(sample).termination) return { engine: 'auto', deadlock: true };
  return { deadlock: true };
}

/** What is known of the properties of a sample under a model taken together, as its header says it. */
function inShort(sample: string, model: string): string {
  const own = rows.filter((r) => r.sample === sample && r.property !== 'deadlock');
  return (
    ['unsafe', 'unknown'].find((verdict) => own.some((r) => r.expected.get(model) === verdict)) ?? 'safe'
  );
}

describe('samples that are Boolean programs', () => {
  it.each(samples.filter((sample) => sample.endsWith('.bl')))(
    'have the same verdict by the concrete semantics: %s',
    async (sample) => {
      const path = join(folder, sample);
      const concrete = await checkPath(path, { semantics: 'concrete' });
      expect(concrete.engine).toBe('explicit');
      expect(concrete.verdict).toBe((await checkPath(path, { semantics: 'three-valued' })).verdict);
    },
  );
});

describe('samples that are array-based systems', () => {
  const asked = rows
    .filter(({ sample }) => sample.endsWith('.cub'))
    .flatMap(({ sample, property, expected }) =>
      [...expected].map(([model, verdict]) => ({ sample, property, model, verdict })),
    );

  it.each(asked)('have the same verdict with 2 and 3 processes: $sample $property $model', async (row) => {
    const model = modelNamed(row.model);
    if (model === null) throw new Error(`verdicts.tsv has a column ${row.model}`);
    const path = join(folder, row.sample);
    const most = readFileSync(path, 'utf8').includes('number_procs 2') ? 2 : 3;
    for (let procs = 2; procs <= most; procs++) {
      // Two writes that wait are enough for those of these systems that are unsafe.
      const bound = hasBuffers(model) ? 2 : null;
      const report = await arraysPath(path, { model, procs, bound, properties: [row.property] });
      const isCut = report.reason === 'overflow' && row.verdict === 'safe';
      expect([report.engine, isCut ? 'safe' : report.verdict]).toEqual(['explicit', row.verdict]);
    }
  });
});

describe('samples', () => {
  it('are at least 15, and each has a row for each property it states', () => {
    expect(samples.length).toBeGreaterThanOrEqual(15);
    expect([...new Set(rows.map((r) => r.sample))].sort()).toEqual(samples);
  });

  it('say why, where they are not decided under a model', () => {
    for (const { sample, expected, note } of verdictRows) {
      expect([sample, expected.size === models.length || note !== '']).toEqual([sample, true]);
    }
  });

  describe.each(samples.map((sample, turn) => [sample, turn] as const))('%s', (sample, turn) => {
    const own = rows.filter((r) => r.sample === sample);

    const asked = models.filter((model) => own.some((row) => row.expected.has(model)));

    // Models take turns, unless tests are thorough.
    const tried = asked.filter((_, i) => casesOf(0, (turn + i) % 2) === 0);

    it.each(tried.length > 0 ? tried : asked)('has the verdicts of verdicts.tsv under %s', async (model) => {
      const report = await run(sample, model);
      expect(report.errors).toEqual([]);
      const found = new Map(report.properties.map((p) => [p.name, p.verdict]));
      const stated = report.properties.filter(
        (p) => !['div', 'bounds', 'range', 'deadlock'].includes(p.kind),
      );
      expect(stated.map((p) => p.name).filter((name) => !own.some((r) => r.property === name))).toEqual([]);
      for (const { property, expected } of own) {
        expect([property, found.get(property)]).toEqual([property, expected.get(model)]);
      }
    });

    it('says in its header what to expect', () => {
      const text = readFileSync(join(folder, sample), 'utf8');
      const expected = asked.map((model) => `${model} ${inShort(sample, model)}`);
      expect(text).toContain(`Expect: ${expected.join(', ')}`);
    });
  });
});
