import type { BooleanProgram } from '../../src/lang/boolean/boolean-program.js';
import { Random, booleanOptions, generateBoolean } from '../../test/support/boolean/generate-boolean.js';
import { compareBoolean } from './boolean-compare.js';
import type { BooleanComparison } from './boolean-compare.js';
import { describeBoolean } from './boolean-describe.js';
import { shrunk } from './boolean-shrink.js';

/** Programs with more two-valued states than this are skipped, and counted. */
const maxStates = 5_000;

export interface BooleanTally {
  readonly compared: number;
  readonly skipped: number;
  /** By what the two-valued semantics says, then what three-valued evaluation says. */
  readonly answers: ReadonlyMap<string, number>;
  readonly mergedAnswers: ReadonlyMap<string, number>;
  /** Verdicts that are others once the program is written out and read again. */
  readonly rewritten: number;
  readonly complaints: readonly {
    readonly seed: number;
    readonly text: string;
    readonly program: BooleanProgram;
  }[];
}

const nothing: BooleanTally = {
  compared: 0,
  skipped: 0,
  answers: new Map(),
  mergedAnswers: new Map(),
  rewritten: 0,
  complaints: [],
};

/** All that decides Boolean programs, on programs of consecutive seeds. */
export async function tallyBoolean(
  count: number,
  firstSeed: number,
  heard: (tally: BooleanTally) => void = () => undefined,
): Promise<BooleanTally> {
  let tally = nothing;
  for (let seed = firstSeed; tally.compared < count; seed++) {
    const program = generateBoolean(new Random(seed), booleanOptions);
    const found = await comparisonOf(program);
    tally = withOne(tally, found, seed, program);
    if (found !== null) heard(tally);
  }
  return tally;
}

function withOne(
  tally: BooleanTally,
  found: BooleanComparison | string | null,
  seed: number,
  program: BooleanProgram,
): BooleanTally {
  if (found === null) return { ...tally, skipped: tally.skipped + 1 };
  if (typeof found === 'string') return { ...tally, ...wrong(tally, seed, program, [found]) };
  const { plain, threeValued, merged, again, complaints } = found;
  const key = (other: string): string => `${plain} ${other}`;
  return {
    ...tally,
    ...wrong(tally, seed, program, complaints),
    answers: increased(tally.answers, key(answer(threeValued))),
    mergedAnswers: increased(tally.mergedAnswers, key(answer(merged))),
    rewritten: tally.rewritten + (again?.verdict === threeValued.verdict ? 0 : 1),
  };
}

/** Who fails instead of answering is wrong too. */
async function comparisonOf(program: BooleanProgram): Promise<BooleanComparison | string | null> {
  try {
    return await compareBoolean(program, maxStates);
  } catch (error) {
    return `somebody fails: ${String(error)}`;
  }
}

const wrong = (
  tally: BooleanTally,
  seed: number,
  program: BooleanProgram,
  complaints: readonly string[],
): Pick<BooleanTally, 'compared' | 'complaints'> => ({
  compared: tally.compared + 1,
  complaints: [...tally.complaints, ...complaints.map((text) => ({ seed, text, program }))],
});

const answer = ({ verdict, reason }: BooleanComparison['merged']): string =>
  reason === null ? verdict : `${verdict}: ${reason}`;

const increased = (counts: ReadonlyMap<string, number>, key: string): ReadonlyMap<string, number> =>
  new Map([...counts, [key, (counts.get(key) ?? 0) + 1]]);

/** How many answers are of the kind: `safe unknown` counts the unknown ones on safe programs, for whatever reason. */
export const counted = (answers: ReadonlyMap<string, number>, kind: RegExp): number =>
  [...answers].filter(([key]) => kind.test(key)).reduce((sum, [, n]) => sum + n, 0);

/** So many complaints, each of another kind, are printed with their programs. */
const shown = 8;

/** A program as small as may be of which the same is said. */
async function smallest(program: BooleanProgram, complaint: string): Promise<string> {
  const kind = kindOf(complaint);
  const isWrong = async (smaller: BooleanProgram): Promise<boolean> => {
    const found = await comparisonOf(smaller);
    if (found === null || typeof found === 'string') return found !== null && kindOf(found) === kind;
    return found.complaints.some((text) => kindOf(text) === kind);
  };
  return describeBoolean(await shrunk(program, isWrong));
}

const kindOf = (complaint: string): string => complaint.replaceAll(/\d+/g, 'N');

export async function fuzzBoolean(count: number, seed: number): Promise<boolean> {
  const started = performance.now();
  const tally = await tallyBoolean(count, seed, ({ compared, skipped, complaints }) => {
    if (compared % 200 === 0)
      process.stderr.write(`${compared} compared, ${skipped} skipped, ${complaints.length} wrong\n`);
  });
  const kinds = new Map(
    tally.complaints.toReversed().map((complaint) => [kindOf(complaint.text), complaint]),
  );
  for (const { seed: which, text, program } of [...kinds.values()].slice(0, shown))
    process.stdout.write(
      `seed ${which}: ${text}; made smaller, the program is\n${await smallest(program, text)}\n`,
    );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    [
      `Boolean programs compared: ${tally.compared} (seeds from ${seed}; ${tally.skipped} with too many states skipped) in ${seconds} s`,
      ...answerLines('three-valued', tally.answers),
      ...answerLines('three-valued, merged', tally.mergedAnswers),
      `another three-valued verdict once written out and read again: ${tally.rewritten}`,
      `disagreements: ${tally.complaints.length}`,
      '',
    ].join('\n'),
  );
  return tally.complaints.length === 0;
}

function answerLines(who: string, answers: ReadonlyMap<string, number>): readonly string[] {
  const all = counted(answers, /./);
  const share = (kind: RegExp): string => {
    const n = counted(answers, kind);
    return `${n} (${((100 * n) / all).toFixed(1)}%)`;
  };
  return [
    `${who}: safe ${share(/ safe$/)}, unsafe ${share(/ unsafe$/)}, unknown ${share(/ unknown/)}`,
    `  unsafe where concrete is safe: ${share(/^safe unsafe$/)}`,
    `  unknown where concrete is safe: ${share(/^safe unknown/)}; where it is unsafe: ${share(/^unsafe unknown/)}`,
    ...[...answers]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, n]) => `  concrete ${key.replace(' ', ', this ')}: ${n}`),
  ];
}
