import { compareEnds } from '../../test/support/c/ends/compare-ends.js';
import type { EndsComparison } from '../../test/support/c/ends/compare-ends.js';
import { raceModels } from '../../test/support/c/races/compare-races.js';
import { Random } from '../../test/support/random.js';
import { at } from '../../src/support/invariant.js';

export interface EndsTally {
  readonly compared: number;
  readonly skipped: number;
  readonly ending: number;
  readonly complaints: readonly string[];
}

/** Compares `--termination` with the graph of all states, on programs of consecutive seeds, the models in turn. */
export async function tallyEnds(
  count: number,
  firstSeed: number,
  heard: (tally: EndsTally) => void = () => undefined,
): Promise<EndsTally> {
  let tally: EndsTally = { compared: 0, skipped: 0, ending: 0, complaints: [] };
  for (let seed = firstSeed; tally.compared < count; seed++) {
    const found = await compareEnds(new Random(seed), at(raceModels, seed % raceModels.length));
    tally = found.oracle === null ? { ...tally, skipped: tally.skipped + 1 } : added(tally, found, seed);
    heard(tally);
  }
  return tally;
}

const added = (tally: EndsTally, found: EndsComparison, seed: number): EndsTally => ({
  ...tally,
  compared: tally.compared + 1,
  ending: tally.ending + (found.oracle === true ? 1 : 0),
  complaints: found.isRight
    ? tally.complaints
    : [
        ...tally.complaints,
        `seed ${seed}, ${found.model}: ${found.verdict}, but ${found.oracle === true ? 'all runs end' : 'a run has no end'}\n${found.text}`,
      ],
});

/** Programs that nearly all end, or nearly all do not, would test little. */
const [leastEnding, mostEnding] = [0.2, 0.8];
export const isTellingOfEnds = ({ compared, ending }: EndsTally): boolean =>
  ending >= leastEnding * compared && ending <= mostEnding * compared;

export async function fuzzEnds(count: number, seed: number): Promise<boolean> {
  const tally = await tallyEnds(count, seed, ({ compared, skipped, complaints }) => {
    if (compared % 100 === 0)
      process.stderr.write(`${compared} compared, ${skipped} skipped, ${complaints.length} wrong\n`);
  });
  for (const complaint of tally.complaints.slice(0, 5)) process.stdout.write(`${complaint}\n\n`);
  process.stdout.write(
    [
      `programs compared: ${tally.compared} (seeds from ${seed}; ${tally.skipped} with too many states skipped)`,
      `that end: ${tally.ending} (${100 * leastEnding}% to ${100 * mostEnding}%)`,
      `disagreements: ${tally.complaints.length}`,
      '',
    ].join('\n'),
  );
  return tally.complaints.length === 0 && isTellingOfEnds(tally);
}
