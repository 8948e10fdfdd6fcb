import { compareRandom, raceModels } from '../../test/support/c/races/compare-races.js';
import type { RaceComparison } from '../../test/support/c/races/compare-races.js';
import { Random } from '../../test/support/random.js';
import { at } from '../../src/support/invariant.js';

export interface RaceTally {
  readonly compared: number;
  readonly skipped: number;
  readonly racy: number;
  readonly complaints: readonly string[];
}

/** Compares `--races` with going through all executions, on programs of consecutive seeds, the models in turn. */
export async function tallyRaces(
  count: number,
  firstSeed: number,
  heard: (tally: RaceTally) => void = () => undefined,
): Promise<RaceTally> {
  let tally: RaceTally = { compared: 0, skipped: 0, racy: 0, complaints: [] };
  for (let seed = firstSeed; tally.compared < count; seed++) {
    const found = await compareRandom(new Random(seed), at(raceModels, seed % raceModels.length));
    tally = found.oracle === null ? { ...tally, skipped: tally.skipped + 1 } : added(tally, found, seed);
    heard(tally);
  }
  return tally;
}

const added = (tally: RaceTally, found: RaceComparison, seed: number): RaceTally => ({
  ...tally,
  compared: tally.compared + 1,
  racy: tally.racy + (found.oracle === true ? 1 : 0),
  complaints: found.isRight
    ? tally.complaints
    : [
        ...tally.complaints,
        `seed ${seed}, ${found.model}: ${found.verdict}, but ${found.oracle === true ? 'a' : 'no'} race\n${found.text}`,
      ],
});

/** Programs that nearly all have races, or none, would test little. */
const [leastRacy, mostRacy] = [0.3, 0.8];
export const isTellingOfRaces = ({ compared, racy }: RaceTally): boolean =>
  racy >= leastRacy * compared && racy <= mostRacy * compared;

export async function fuzzRaces(count: number, seed: number): Promise<boolean> {
  const tally = await tallyRaces(count, seed, ({ compared, skipped, complaints }) => {
    if (compared % 100 === 0)
      process.stderr.write(`${compared} compared, ${skipped} skipped, ${complaints.length} wrong\n`);
  });
  for (const complaint of tally.complaints.slice(0, 5)) process.stdout.write(`${complaint}\n\n`);
  process.stdout.write(
    [
      `programs compared: ${tally.compared} (seeds from ${seed}; ${tally.skipped} with too many executions skipped)`,
      `with a race: ${tally.racy} (${100 * leastRacy}% to ${100 * mostRacy}%)`,
      `disagreements: ${tally.complaints.length}`,
      '',
    ].join('\n'),
  );
  return tally.complaints.length === 0 && isTellingOfRaces(tally);
}
