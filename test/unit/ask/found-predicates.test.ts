import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { VerifyReport } from '../../../src/ask/report.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { folderWith } from '../../cli/fencepost.js';
import { usualAbstraction, usualDiscovery } from '../../support/abstraction-options.js';
import type { AbstractionOptions } from '../../support/abstraction-options.js';
import { root } from '../../support/golden.js';
import { verdictRows } from '../../support/samples.js';
import { withFences } from '../../support/synthesis/orig-fences.js';
import { verifyPath } from '../../support/verify-text.js';
import { corpusFolder, describeOver } from '../frontends/corpus.js';
import { everyNth } from '../../support/thorough.js';

const models = [sc, tso, pso];
const corpus = corpusFolder('cupex');
const folder = folderWith({});

/** A copy of a file with another text, and nothing beside it. */
function copied(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const block = /^predicates \{[^}]*\}\n/m;
const sampleText = (name: string): string =>
  readFileSync(join(root, 'samples/abstraction', `${name}.fp`), 'utf8').replace(block, '');
const bare = (name: string): string => copied(`${name}.fp`, sampleText(name));

const by = (
  path: string,
  model: MemoryModel,
  method: AbstractionOptions['method'] = 'lazy',
  more: Parameters<typeof verifyPath>[1] = {},
): Promise<VerifyReport> =>
  verifyPath(path, {
    ...{
      model,
      engine: 'abstract',
      timeoutSeconds: 60,
      discovery: usualDiscovery,
      unbounded: false,
      ...more,
    },
    abstraction: { ...usualAbstraction, method },
  });

/** By the method lazy, which is asked for the same thing several times. */
const lazyReports = new Map<string, VerifyReport>();
async function byLazy(path: string, model: MemoryModel): Promise<VerifyReport> {
  const key = `${path} ${model.name}`;
  const report = lazyReports.get(key) ?? (await by(path, model));
  lazyReports.set(key, report);
  return report;
}

const statable = ({ discovery }: VerifyReport): readonly string[] => discovery?.statable ?? [];

const proved = [
  ...['dekker-two-writes', 'generation-fenced', 'publish-fenced', 'queue', 'queue-two-writes'],
  ...['semaphore-fenced', 'sequence-lock-fenced'],
];

describe('predicates that were found', () => {
  // Each under two of the models, which take turns.
  const turns = proved.flatMap((name, i) =>
    models
      .filter((_, place) => place !== i % models.length)
      .map((model) => [name, model.name, model] as const),
  );

  it.each(everyNth(turns, 2))(
    '%s under %s: put into the program they prove it again',
    async (name, _, model) => {
      const first = await by(bare(name), model);
      expect([first.verdict, first.discovery?.suffices]).toEqual(['safe', true]);
      const stated = (some: readonly string[]): string =>
        copied(
          'stated.fp',
          `${sampleText(name)}predicates { ${some.map((text) => `${text};`).join(' ')} }\n`,
        );
      const again = await by(stated(statable(first)), model);
      expect([again.verdict, again.bound, again.discovery]).toEqual(['safe', first.bound, null]);
      const file = copied('stated.pred', statable(first).join('\n'));
      expect((await by(bare(name), model, 'lazy', { predicatesFile: file })).verdict).toBe('safe');
    },
  );

  it('are as few as a proof needs: without one of them there is none', async () => {
    // There is little time for leaving some out: on a busy machine it may run out.
    const runs = [await by(bare('queue'), tso), await by(bare('queue'), tso), await by(bare('queue'), tso)];
    const [fewest = []] = runs.map(statable).sort((a, b) => a.length - b.length);
    for (const left of fewest) {
      const rest = fewest.filter((text) => text !== left);
      const file = copied('rest.pred', rest.join('\n'));
      expect((await by(bare('queue'), tso, 'lazy', { predicatesFile: file })).verdict).toBe('unknown');
    }
  });

  it('name cells of arrays as the program counts them', async () => {
    const text = `shared int turn[P] = 0;
thread P(me: 1..2) { while (true) { turn[me] = turn[me] + 1; } }
invariant up: turn[2] >= 0;
`;
    const first = await by(copied('cells.fp', text), sc);
    expect(statable(first)).toEqual(['turn[2] >= 0']);
    const again = copied('again.fp', `${text}predicates { turn[2] >= 0; }\n`);
    expect((await by(again, sc)).verdict).toBe('safe');
  });

  it.each(['pe', 'ce'] as const)('are what %s makes its Boolean program from', async (method) => {
    for (const name of ['generation', 'generation-fenced', 'publish', 'queue-weak', 'semaphore']) {
      for (const model of [tso, pso]) {
        const expected = verdictRows.filter(({ sample }) => sample === `abstraction/${name}.fp`);
        const { properties } = await by(bare(name), model, method);
        for (const { property, expected: verdicts } of expected) {
          const found = properties.find((p) => p.name === property)?.verdict;
          expect([name, property, model.name, found]).toEqual([
            ...[name, property, model.name],
            (await byLazy(bare(name), model)).properties.find((p) => p.name === property)?.verdict,
          ]);
          expect([found, 'unknown']).toContain(verdicts.get(model.name));
        }
      }
    }
  });

  it('are refined further where those of SC are not enough for a Boolean program', async () => {
    const report = await by(bare('queue-three-writes'), tso, 'ce', { bound: 3 });
    expect(report.verdict).toBe('safe');
    expect(report.limitations.join()).toContain('were not enough for the Boolean program');
  });

  it('are not looked for by pe and ce where that is not wanted', async () => {
    for (const method of ['pe', 'ce'] as const) {
      const discovery = { ...usualDiscovery, discover: 'none' } as const;
      const report = await by(bare('queue'), tso, method, { discovery });
      expect([report.verdict, report.discovery]).toEqual(['unknown', null]);
      expect(report.properties[0]?.detail).toContain('nothing is tracked, for there are no predicates');
    }
  });
});

describeOver(corpus)("pe and ce without the authors' predicates (needs $FENCEPOST_CORPUS)", () => {
  const names = ['abp', 'dekker', 'peterson', 'queue', 'szymanski'];
  it.each(names.flatMap((name) => (['pe', 'ce'] as const).map((method) => [name, method] as const)))(
    '%s by %s: safe, as by lazy',
    async (name, method) => {
      const text = withFences(readFileSync(join(corpus, name, `${name}.orig`), 'utf8'));
      const path = copied(`${name}.orig`, text);
      // The models take turns.
      const model = names.indexOf(name) % 2 === (method === 'pe' ? 0 : 1) ? tso : pso;
      const report = await by(path, model, method);
      expect([report.verdict, report.method, (await byLazy(path, model)).verdict]).toEqual([
        'safe',
        method,
        'safe',
      ]);
      expect(report.stats.cubesUsed).toBeGreaterThanOrEqual(0);
    },
  );
});
