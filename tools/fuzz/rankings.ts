import { modelNamed } from '../../src/memory/index.js';
import { invariant } from '../../src/support/invariant.js';
import { generateQuestion } from '../../test/support/ltl/compare-ltl.js';
import { compareRanking } from '../../test/support/ltl/compare-ranking.js';
import { Random } from '../../test/support/random.js';

const models = ['tso1', 'tso', 'pso', 'tso2', 'sc'] as const;
/** Programs with more states are skipped, and counted. */
const mostStates = 300;

export interface RankingTally {
  readonly compared: number;
  readonly skipped: number;
  /** Over all kinds of fairness. */
  readonly holding: number;
  readonly violated: number;
  readonly damaged: number;
  readonly damagedAccepted: number;
  readonly complaints: readonly string[];
}

/** Rankings of generated questions, as they are and damaged, against the graph of all states. */
export async function tallyRankings(
  count: number,
  firstSeed: number,
  heard: (tally: RankingTally) => void = () => undefined,
): Promise<RankingTally> {
  let tally: RankingTally = {
    ...{ compared: 0, skipped: 0, holding: 0, violated: 0, damaged: 0, damagedAccepted: 0 },
    complaints: [],
  };
  for (let seed = firstSeed; tally.compared < count; seed++) {
    const name = models[seed % models.length] ?? 'sc';
    const model = modelNamed(name);
    invariant(model !== null, 'the campaign names memory models');
    const random = new Random(seed);
    const question = generateQuestion(random);
    const found = await compareRanking(question, model, mostStates, random);
    tally =
      found === null
        ? { ...tally, skipped: tally.skipped + 1 }
        : {
            ...{ compared: tally.compared + 1, skipped: tally.skipped },
            ...{ holding: tally.holding + found.holding, violated: tally.violated + found.violated },
            damaged: tally.damaged + found.damaged,
            damagedAccepted: tally.damagedAccepted + found.damagedAccepted,
            complaints: [
              ...tally.complaints,
              ...found.complaints.map((text) => `seed ${seed}, ${name}: ${text}\n${question.text}`),
            ],
          };
    heard(tally);
  }
  return tally;
}

export async function fuzzRankings(count: number, seed: number): Promise<boolean> {
  const tally = await tallyRankings(count, seed, ({ compared, skipped, complaints }) => {
    if (compared % 100 === 0)
      process.stderr.write(`${compared} compared, ${skipped} skipped, ${complaints.length} wrong\n`);
  });
  for (const complaint of tally.complaints.slice(0, 5)) process.stdout.write(`${complaint}\n\n`);
  const { compared, skipped, holding, violated, damaged, damagedAccepted, complaints } = tally;
  process.stdout.write(
    [
      `questions compared: ${compared} (seeds from ${seed}; ${skipped} with too many states skipped)`,
      `answers, by kinds of fairness: ${holding} hold, ${violated} do not`,
      `damaged rankings: ${damaged}, of which ${damagedAccepted} still prove what they did`,
      `disagreements: ${complaints.length}`,
      '',
    ].join('\n'),
  );
  return complaints.length === 0 && holding > 0 && violated > 0;
}
