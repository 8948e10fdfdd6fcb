import type { MemoryModel } from '../../src/memory/model.js';
import { pso } from '../../src/memory/pso.js';
import { sc } from '../../src/memory/sc.js';
import { tso } from '../../src/memory/tso.js';
import { tsoN } from '../../src/memory/tso-n.js';
import { compareDve } from '../../test/support/dve/compare-dve.js';
import { generateDve } from '../../test/support/dve/generate-dve.js';
import { Random } from '../../test/support/random.js';
import { at } from '../../src/support/invariant.js';

/** Models with more states than this are skipped, and counted. */
const maxStates = 400;

export interface DveTally {
  readonly compared: number;
  readonly capped: number;
  readonly refused: number;
  readonly failing: number;
  /** Those of which a store buffer shows. */
  readonly weak: number;
  readonly complaints: readonly { readonly seed: number; readonly text: string; readonly model: string }[];
}

const memories: readonly MemoryModel[] = [sc, tsoN(1), tsoN(2), tsoN(1, 'own'), pso, tso];

/** Compares what is made of models of consecutive seeds with their execution from the text. */
export async function tallyDve(
  count: number,
  firstSeed: number,
  heard: (tally: DveTally) => void = () => undefined,
): Promise<DveTally> {
  let tally: DveTally = { compared: 0, capped: 0, refused: 0, failing: 0, weak: 0, complaints: [] };
  for (let seed = firstSeed; tally.compared < count; seed++) {
    const random = new Random(seed);
    const options = { channels: random.chance(0.4), looks: random.chance(0.4) };
    const model = generateDve(random, options);
    const memory = at(memories, seed % memories.length);
    const share = random.chance(0.4) ? 0.4 : 0;
    const found = await compareDve(model, memory, maxStates, () => random.chance(share));
    const left = found.capped || found.refused;
    tally = {
      compared: tally.compared + (left ? 0 : 1),
      capped: tally.capped + (found.capped ? 1 : 0),
      refused: tally.refused + (found.refused ? 1 : 0),
      failing: tally.failing + (found.fails ? 1 : 0),
      weak: tally.weak + (found.addsToSc ? 1 : 0),
      complaints: [
        ...tally.complaints,
        ...found.complaints.map((text) => ({ seed, text: `under ${memory.name}: ${text}`, model })),
      ],
    };
    heard(tally);
  }
  return tally;
}

/** Models of which fewer show a store buffer would test little. */
export const leastWeakShare = 0.1;

export async function fuzzDve(count: number, seed: number): Promise<boolean> {
  const started = performance.now();
  const tally = await tallyDve(count, seed, ({ compared, complaints }) => {
    if (compared % 200 === 0) process.stderr.write(`${compared} compared, ${complaints.length} wrong\n`);
  });
  for (const { seed: which, text, model } of tally.complaints.slice(0, 5))
    process.stdout.write(`seed ${which}: ${text}\n${model}\n`);
  const share = tally.weak / tally.compared;
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    [
      `models compared: ${tally.compared} (seeds from ${seed}; skipped: ${tally.capped} with too many states, ${tally.refused} refused)`,
      `${tally.failing} of them have a step that goes wrong`,
      `a store buffer shows in ${(100 * share).toFixed(1)}% (at least ${100 * leastWeakShare}%)`,
      `wrong: ${tally.complaints.length}`,
      `${seconds.toFixed(1)} s`,
      '',
    ].join('\n'),
  );
  return tally.complaints.length === 0 && share >= leastWeakShare;
}
