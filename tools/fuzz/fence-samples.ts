import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pso } from '../../src/memory/pso.js';
import { tso } from '../../src/memory/tso.js';
import { usualCosts } from '../../test/support/fences/brute-force.js';
import { compareFenceSets } from '../../test/support/fences/fence-set-agreement.js';
import type { MendsAsked } from '../../test/support/fences/fence-set-agreement.js';
import { procsOf } from '../../test/support/fences/generate-puzzles.js';
import { warnedFp } from '../../test/support/parse-fp.js';
import { root } from '../../test/support/root.js';
import { finiteSamples } from '../../test/support/samples.js';
import { answerOfCommandLine } from './fence-sets.js';

const limits = { maxStates: 60_000, maxCost: 4, maxSets: 200_000 };

/** `fences --kind fence` against trying every set, on the samples whose states can be gone through; so many at most. */
export async function fuzzFenceSamples(count: number): Promise<boolean> {
  const complaints: string[] = [];
  let compared = 0;
  for (const path of finiteSamples.slice(0, count)) {
    for (const model of [tso, pso]) {
      const text = readFileSync(join(root, 'samples', path), 'utf8');
      const { program } = warnedFp(text);
      const asked: MendsAsked = {
        text,
        model,
        costs: usualCosts,
        procs: procsOf(program),
        bound: null,
        robust: null,
      };
      const found = await compareFenceSets({ program, asked, limits }, answerOfCommandLine);
      if (found === null) continue;
      compared++;
      complaints.push(...found.complaints.map((complaint) => `${path}, ${model.name}: ${complaint}`));
    }
  }
  process.stdout.write(
    [...complaints, `${compared} compared, ${complaints.length} complaints`, ''].join('\n'),
  );
  return complaints.length === 0;
}
