import { fairnessNames } from '../../src/memory/fairness.js';
import { modelNamed } from '../../src/memory/index.js';
import { storesWait } from '../../src/memory/model-questions.js';
import { printExpr, printProgram } from '../../src/lang/program/print.js';
import type { Program } from '../../src/lang/program/program.js';
import { at } from '../../src/support/invariant.js';
import { compareAtomic, compareAtomicRuns } from '../../test/support/synthesis/atomic-agreement.js';
import type { AtomicAgreement } from '../../test/support/synthesis/atomic-agreement.js';
import { Random, generateProgram, memoryOptions } from '../../test/support/generate/generate-program.js';
import type { GeneratorOptions } from '../../test/support/generate/generate-program.js';
import { generateQuestion } from '../../test/support/ltl/compare-ltl.js';
import { outcomeProperties } from '../../test/support/plain/outcome-properties.js';

const maxStates = 3_000;
const maxStatesOfRuns = 300;

/** By turns: short programs whose buffers show, and atomic sections that write several variables. */
const kinds: readonly GeneratorOptions[] = [
  memoryOptions,
  {
    ...memoryOptions,
    threads: [2, 2],
    weights: [
      ['store', 4],
      ['load', 5],
      ['atomic', 5],
      ['if', 1],
      ['fence', 0.5],
      ['locked', 0.5],
      ['assume', 0.5],
    ],
  },
  {
    ...memoryOptions,
    threads: [2, 2],
    sharedVars: [2, 2],
    statements: 5,
    weights: [
      ['store', 6],
      ['load', 5],
      ['atomic', 8],
    ],
  },
];

/** Each with both ways to wait, where the model knows them. */
const models = (
  [
    ['tso1', 'all'],
    ['tso1', 'own'],
    ['tso', 'own'],
    ['pso', 'own'],
    ['tso2', 'all'],
  ] as const
).flatMap(([name, waits]) => modelNamed(name, waits) ?? []);

export interface FencesTally {
  readonly compared: number;
  readonly skipped: number;
  /** By the size of the smallest sets; none: -1. */
  readonly sizes: ReadonlyMap<number, number>;
  /** Programs in which a set suffices and a larger one does not; all of them have transitions with several writes. */
  readonly breaks: number;
  /** Counterexamples that a set may also exclude by doing without a write. */
  readonly unless: number;
  readonly hazardLarger: number;
  readonly complaints: readonly { readonly seed: number; readonly text: string; readonly program: string }[];
}

const nothing: FencesTally = {
  ...{ compared: 0, skipped: 0, breaks: 0, unless: 0, hazardLarger: 0 },
  ...{ sizes: new Map(), complaints: [] },
};

/** Synthesis against trying every set of writes, on programs of consecutive seeds with properties that tell models apart. */
export async function tallyFences(
  count: number,
  firstSeed: number,
  heard: (tally: FencesTally) => void = () => undefined,
): Promise<FencesTally> {
  let tally = nothing;
  for (let seed = firstSeed; tally.compared < count; seed++) {
    const random = new Random(seed);
    const program = withOutcome(generateProgram(random, at(kinds, seed % kinds.length)), random);
    const model = at(models, Math.floor(seed / kinds.length) % models.length);
    const found = program === null ? null : await compareAtomic(program, model, maxStates);
    tally =
      program === null || found === null
        ? { ...tally, skipped: tally.skipped + 1 }
        : added(tally, found, { seed, program: printProgram(program), ofStates: true });
    heard(tally);
  }
  return tally;
}

/** With what some weaker model violates; null: there is no such thing, or it takes too long to find. */
function withOutcome(program: Program, random: Random): Program | null {
  const outcomes = outcomeProperties(program, maxStates, random).filter(({ name }) => name !== 'never');
  return outcomes.length === 0 ? null : { ...program, properties: [...program.properties, ...outcomes] };
}

function added(
  tally: FencesTally,
  found: AtomicAgreement,
  {
    seed,
    program,
    ofStates,
  }: { readonly seed: number; readonly program: string; readonly ofStates: boolean },
): FencesTally {
  const size = found.size ?? -1;
  const unexpected =
    ofStates && found.breaks && !found.severalWrites ? ['a larger set no longer suffices'] : [];
  return {
    ...tally,
    compared: tally.compared + 1,
    sizes: new Map([...tally.sizes, [size, (tally.sizes.get(size) ?? 0) + 1]]),
    breaks: tally.breaks + (found.breaks ? 1 : 0),
    unless: tally.unless + found.unless,
    hazardLarger: tally.hazardLarger + ((found.hazardExcess ?? 0) > 0 ? 1 : 0),
    complaints: [
      ...tally.complaints,
      ...[...found.complaints, ...unexpected].map((text) => ({ seed, text, program })),
    ],
  };
}

/** Temporal formulas about small programs, under all kinds of fairness. */
export async function tallyFencesOfRuns(
  count: number,
  firstSeed: number,
  heard: (tally: FencesTally) => void = () => undefined,
): Promise<FencesTally> {
  let tally = nothing;
  for (let seed = firstSeed; tally.compared < count; seed++) {
    const { program, formula, text } = generateQuestion(new Random(seed));
    const model = at(runModels, seed % runModels.length);
    const fairness = at(fairnessNames, Math.floor(seed / runModels.length) % fairnessNames.length);
    // One in ten of those is enough whose answer does not depend on writes.
    const found = await compareAtomicRuns(
      program,
      formula,
      { model, fairness },
      maxStatesOfRuns,
      seed % 10 !== 0,
    );
    const about = `${text}\n${printExpr(formula, program)} (${model.name}, ${model.lockedWaits}, ${fairness})`;
    tally =
      found === null
        ? { ...tally, skipped: tally.skipped + 1 }
        : added(tally, found, { seed, program: about, ofStates: false });
    heard(tally);
  }
  return tally;
}

const runModels = models.filter(storesWait);

export async function fuzzFences(count: number, seed: number): Promise<boolean> {
  const states = await told('properties of states', count, seed, tallyFences);
  const runs = await told('properties of runs', Math.ceil(count / 2), seed, tallyFencesOfRuns);
  return states && runs;
}

async function told(
  what: string,
  count: number,
  seed: number,
  tallyOf: typeof tallyFences,
): Promise<boolean> {
  const started = performance.now();
  const tally = await tallyOf(count, seed, ({ compared, skipped, complaints }) => {
    if ((compared + skipped) % 500 === 0)
      process.stderr.write(`${compared} compared, ${skipped} skipped, ${complaints.length} wrong\n`);
  });
  for (const { seed: which, text, program } of tally.complaints.slice(0, 5))
    process.stdout.write(`seed ${which}: ${text}\n${program}\n`);
  const sizes = [...tally.sizes]
    .sort(([a], [b]) => a - b)
    .map(([size, n]) => `${size < 0 ? 'none suffices' : `size ${size}`}: ${n}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(
    [
      `${what}: ${tally.compared} compared (seeds from ${seed}; ${tally.skipped} skipped), ${seconds} s`,
      `smallest sets: ${sizes.join(', ')}`,
      `a larger set does worse: ${tally.breaks}`,
      `counterexamples that ask to do without a write: ${tally.unless}`,
      `the loop of the paper takes more writes: ${tally.hazardLarger}`,
      `complaints: ${tally.complaints.length}`,
      '',
    ].join('\n'),
  );
  return tally.complaints.length === 0;
}
