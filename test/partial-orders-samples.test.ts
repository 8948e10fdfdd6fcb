import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { mainModels } from '../src/memory/index.js';
import { compareFile } from './support/por/compare-file.js';
import { root } from './support/root.js';
import { corpusFolder, describeOver } from './unit/frontends/corpus.js';
import { casesOf } from './support/thorough.js';

/** Larger tables of states are left to the campaign. */
const mostMB = 1;

async function compared(
  folder: string,
  kinds: RegExp,
): Promise<{ compared: number; wrong: readonly string[] }> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => kinds.test(path));
  const wrong: string[] = [];
  let complete = 0;
  // Each under one of the models, or two, which take turns; `npm run fuzz -- reductions` has them all.
  for (const [i, path] of paths.sort().entries())
    for (const model of mainModels.filter(
      (_, place) => (place === i % mainModels.length) === (casesOf(2, 1) === 1),
    )) {
      const { capped, complaints } = await compareFile(join(folder, path), model, mostMB);
      if (!capped) complete++;
      wrong.push(...complaints.map((complaint) => `${path}, ${model.name}: ${complaint}`));
    }
  return { compared: complete, wrong };
}

describe('orders of steps left out', () => {
  it('change nothing that is said of samples', async () => {
    const found = await compared(join(root, 'samples'), /\.(fp|litmus|bl|rmm|dve|trn)$/);
    expect(found.wrong).toEqual([]);
    expect(found.compared).toBeGreaterThan(60);
  });
});

describeOver(corpusFolder('rmm'))('orders of steps left out (needs $FENCEPOST_CORPUS)', () => {
  it('change nothing that is said of Memorax machines', async () => {
    const found = await compared(corpusFolder('rmm'), /\.rmm$/);
    expect(found.wrong).toEqual([]);
    expect(found.compared).toBeGreaterThan(5);
  });
});
