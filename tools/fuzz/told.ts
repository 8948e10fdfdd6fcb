import { mainModels } from '../../src/memory/index.js';
import { hasBuffers } from '../../src/memory/model-questions.js';
import { tsoN } from '../../src/memory/tso-n.js';
import { compareTold } from '../../test/support/told/compare-told.js';

/** Random runs of generated programs under each model with buffers: whether what is told of them is so. */
export async function fuzzTold(count: number, seed: number): Promise<boolean> {
  const models = [...mainModels.filter(hasBuffers), tsoN(1)];
  let wrong = 0;
  for (const model of models) {
    await Promise.resolve();
    const { complaints, folded, kinds, weak, unexplained } = compareTold(
      model,
      Math.ceil(count / models.length),
      seed,
    );
    for (const text of complaints.slice(0, 5)) process.stdout.write(`${model.name}: ${text}\n`);
    const blamed = Object.entries(kinds).map(([kind, times]) => `${times} ${kind}`);
    process.stdout.write(
      `${model.name}, seed ${seed}: blame ${blamed.join(', ')}; ${weak} runs that SC lacks, ${unexplained} unexplained; ${folded} steps folded; ${complaints.length} complaints\n`,
    );
    wrong += complaints.length;
  }
  return wrong === 0;
}
