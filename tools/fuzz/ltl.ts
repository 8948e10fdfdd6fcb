import { modelNamed } from '../../src/memory/index.js';
import type { FairnessName } from '../../src/memory/fairness.js';
import { invariant } from '../../src/support/invariant.js';
import { compare, generateQuestion } from '../../test/support/ltl/compare-ltl.js';
import type { LtlComparison } from '../../test/support/ltl/compare-ltl.js';
import { Random } from '../../test/support/random.js';

/** The models of a round of questions, most often those with few entries, which are always finite. */
const round = (seldom: string): readonly string[] => [
  ...['tso1', 'tso2', 'tso1', 'pso', 'tso1', 'tso', 'tso1', seldom],
  ...['tso2', 'tso', 'pso', 'tso1', 'tso1', 'tso'],
];
/** Under SC nothing depends on flushes, so it comes in every other round only. */
const modelCycle = [...round('sc'), ...round('tso')];

/** Programs with more states are skipped, and counted. */
const mostStates = 400;

export interface LtlTally {
  readonly compared: number;
  readonly skipped: number;
  /** With the usual fairness. */
  readonly holds: number;
  /** The answer is another one if writes may stay in buffers for ever. */
  readonly byFlushes: number;
  /** The answer is another one if threads may not be left behind for ever. */
  readonly byThreads: number;
  readonly byModel: ReadonlyMap<string, number>;
  readonly complaints: readonly string[];
}

const nothing: LtlTally = {
  ...{ compared: 0, skipped: 0, holds: 0, byFlushes: 0, byThreads: 0 },
  byModel: new Map(),
  complaints: [],
};

/** Compares the engine with a search that shares nothing with it, on questions of consecutive seeds. */
export async function tallyLtl(
  count: number,
  firstSeed: number,
  heard: (tally: LtlTally) => void = () => undefined,
): Promise<LtlTally> {
  let tally = nothing;
  for (let seed = firstSeed; tally.compared < count; seed++) {
    const name = modelCycle[seed % modelCycle.length] ?? 'sc';
    const model = modelNamed(name);
    invariant(model !== null, 'the campaign names memory models');
    const found = await compare(generateQuestion(new Random(seed)), model, mostStates);
    tally = found === null ? { ...tally, skipped: tally.skipped + 1 } : added(tally, found, seed);
    heard(tally);
  }
  return tally;
}

function added(tally: LtlTally, found: LtlComparison, seed: number): LtlTally {
  const { answers, model } = found;
  const plain = (name: FairnessName): boolean | undefined => answers.get(name)?.plain;
  const wrong = [...answers].flatMap(([name, { engine, plain: truth }]) =>
    engine === truth ? [] : [`${name}: the engine says ${engine}, the plain search ${truth}`],
  );
  const differs = (name: FairnessName): number => (plain(name) === plain('flush') ? 0 : 1);
  return {
    compared: tally.compared + 1,
    skipped: tally.skipped,
    holds: tally.holds + (plain('flush') === true ? 1 : 0),
    byFlushes: tally.byFlushes + differs('none'),
    byThreads: tally.byThreads + differs('weak'),
    byModel: new Map([...tally.byModel, [model, (tally.byModel.get(model) ?? 0) + 1]]),
    complaints: [
      ...tally.complaints,
      ...[...wrong, ...found.complaints].map(
        (text) => `seed ${seed}, ${model}, ${found.formula}: ${text}\n${found.text}`,
      ),
    ],
  };
}

/** A set of questions that have nearly all one answer, or know no fairness, would test little. */
export const leastHolding = 0.3;
export const mostHolding = 0.7;
export const leastByFlushes = 0.25;

export const isTelling = ({ compared, holds, byFlushes }: LtlTally): boolean =>
  holds >= leastHolding * compared &&
  holds <= mostHolding * compared &&
  byFlushes >= leastByFlushes * compared;

export async function fuzzLtl(count: number, seed: number): Promise<boolean> {
  const started = performance.now();
  const tally = await tallyLtl(count, seed, ({ compared, skipped, complaints }) => {
    if (compared % 100 === 0)
      process.stderr.write(`${compared} compared, ${skipped} skipped, ${complaints.length} wrong\n`);
  });
  const share = (n: number): string => `${n} (${((100 * n) / tally.compared).toFixed(1)}%)`;
  for (const complaint of tally.complaints.slice(0, 5)) process.stdout.write(`${complaint}\n\n`);
  const seconds = (performance.now() - started) / 1000;
  const models = [...tally.byModel].map(([name, n]) => `${name} ${n}`).join(', ');
  process.stdout.write(
    [
      `questions compared: ${tally.compared} (seeds from ${seed}; ${tally.skipped} with too many states skipped; ${models})`,
      `hold: ${share(tally.holds)} (${100 * leastHolding}% to ${100 * mostHolding}%)`,
      `depend on the fairness of flushes: ${share(tally.byFlushes)} (at least ${100 * leastByFlushes}%)`,
      `depend on the fairness of threads: ${share(tally.byThreads)}`,
      `disagreements: ${tally.complaints.length}`,
      `seconds: ${seconds.toFixed(1)}`,
      '',
    ].join('\n'),
  );
  return tally.complaints.length === 0 && isTelling(tally);
}
