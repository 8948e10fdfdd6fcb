import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { mainModels } from '../src/memory/index.js';
import type { MemoryModel } from '../src/memory/model.js';
import { usualAbstraction } from './support/abstraction-options.js';
import type { AbstractionOptions } from './support/abstraction-options.js';
import type { VerifyReport } from '../src/ask/report.js';
import { checkPath } from './support/check-path.js';
import { root } from './support/golden.js';
import { abstractPath, verifyPath } from './support/verify-text.js';

const workshop = mkdtempSync(join(tmpdir(), 'fencepost-text-'));
afterAll(() => rmSync(workshop, { recursive: true }));

/** A proof with its number of states, or that there is none: verify then goes on to look for real violations. */
const told = ({ verdict, stats }: VerifyReport): string =>
  verdict === 'safe' ? `safe, ${stats.states} states` : 'no proof';

/** What verify says by way of a Boolean program, and what check says of the text that abstract writes. */
async function compared(
  sample: string,
  model: MemoryModel,
  how: Partial<AbstractionOptions>,
): Promise<{ readonly verify: string; readonly check: string }> {
  const path = join(root, 'samples', sample);
  const options = { model, engine: 'abstract', abstraction: { ...usualAbstraction, ...how } } as const;
  const verified = await verifyPath(path, options);
  const { text } = await abstractPath(path, options);
  // Where `ce` finds no proof under SC there is no text.
  if (text === null) return { verify: told(verified), check: 'no proof' };
  const file = join(workshop, `${sample.replace('/', '-')}.bl`);
  writeFileSync(file, text);
  return { verify: told(verified), check: told(await checkPath(file)) };
}

const names = [
  'generation',
  'generation-fenced',
  'publish-fenced',
  'queue-weak',
  'queue',
  'semaphore-fenced',
];
const counted = ['generation-fenced', 'publish-fenced', 'queue'];
const sampleOf = (name: string): string => `abstraction/${name}.fp`;

describe('check of the text that abstract writes', () => {
  const rows = [
    ...names.map((name) => ({ sample: sampleOf(name), encoding: 'shapes' as const })),
    ...counted.map((name) => ({ sample: sampleOf(name), encoding: 'counters' as const })),
  ];

  // Each under two of the models, which take turns.
  it.each(rows.map((row, turn) => ({ ...row, turn })))(
    'is verify: $sample, $encoding',
    async ({ sample, encoding, turn }) => {
      for (const model of mainModels.filter((_, place) => place !== turn % mainModels.length)) {
        for (const method of ['pe', 'ce'] as const) {
          const { verify, check } = await compared(sample, model, { method, encoding });
          expect([model.name, method, check]).toEqual([model.name, method, verify]);
        }
      }
    },
  );

  it('proves something in each encoding', async () => {
    for (const encoding of ['shapes', 'counters'] as const) {
      for (const model of mainModels) {
        const { check } = await compared(sampleOf('queue'), model, { method: 'pe', encoding });
        expect(check).toMatch(/^safe, \d\d+ states$/);
      }
    }
  });
});
