import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { modelNamed } from '../src/memory/index.js';
import { at } from '../src/support/check.js';
import type { VerifyReport } from '../src/verify/report.js';
import { checkPath } from './support/check-path.js';
import { root } from './support/golden.js';
import { forAbstraction } from './support/samples.js';
import { verifyPath } from './support/verify-text.js';

const folder = join(root, 'samples');

interface Row {
  readonly sample: string;
  readonly property: string;
  readonly expected: ReadonlyMap<string, string>;
}

const [header = '', ...lines] = readFileSync(join(folder, 'verdicts.tsv'), 'utf8').trimEnd().split('\n');
const columns = header.split('\t');
const models = columns.slice(2, -1);
const rows = lines.map((line): Row => {
  const cells = line.split('\t');
  return {
    sample: at(cells, 0),
    property: at(cells, 1),
    expected: new Map(models.map((model, i) => [model, at(cells, i + 2)])),
  };
});
const samples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(fp|orig|litmus|bl)$/.test(path))
  .sort();

async function run(sample: string, modelName: string): Promise<VerifyReport> {
  const model = modelNamed(modelName);
  if (model === null) throw new Error(`verdicts.tsv has a column ${modelName}`);
  const path = join(folder, sample);
  if (sample.endsWith('.bl')) return checkPath(path, { model });
  return verifyPath(path, forAbstraction(sample) ? { model, engine: 'abstract' } : { model, deadlock: true });
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

describe('samples', () => {
  it('are at least 15, and each has a row for each property it states', () => {
    expect(samples.length).toBeGreaterThanOrEqual(15);
    expect([...new Set(rows.map((r) => r.sample))].sort()).toEqual(samples);
  });

  describe.each(samples)('%s', (sample) => {
    const own = rows.filter((r) => r.sample === sample);

    it.each(models)('has the verdicts of verdicts.tsv under %s', async (model) => {
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
      const expected = models.map((model) => `${model} ${inShort(sample, model)}`);
      expect(text).toContain(`Expect: ${expected.join(', ')}`);
    });
  });
});
