import { reduce } from '../../../src/engines/dual/reduce-program.js';
import { schedule } from '../../../src/engines/dual/schedule.js';
import { cover } from '../../../src/engines/dual/search/cover.js';
import type { Coverability } from '../../../src/engines/dual/search/cover.js';
import type { DualProgram, GlobalTarget } from '../../../src/engines/dual/dual-program.js';
import type { Limits } from '../../../src/search/limits.js';
import { at } from '../../../src/support/invariant.js';
import { Random } from '../random.js';
import type { TsoExploration, DrainedState } from './explore-semantics.js';
import { generateDual, generateTarget } from './generate.js';
import { exploreClassical, exploreSc, reaches } from './oracle.js';
import { printDual, printTarget } from './print-dual.js';
import { scheduleComplaint } from './replay-schedule.js';
import { runComplaint } from './replay-run.js';
import { shrinkQuestion } from './shrink.js';
import type { TargetQuestion } from './shrink.js';

export interface ProgramFamily {
  readonly cyclic: boolean;
  readonly parameterised: boolean;
  readonly maxStates: number;
  /** Messages in a store buffer of a cyclic program. */
  readonly buffer: number;
  /** Processes of each kind that may have any number. */
  readonly copies: number;
  readonly maxConfigurations: number;
  readonly targets: number;
}

const usual: ProgramFamily = {
  cyclic: false,
  parameterised: false,
  maxStates: 5,
  buffer: Infinity,
  copies: 0,
  maxConfigurations: 50_000,
  targets: 4,
};

export const families = {
  acyclic: usual,
  long: { ...usual, maxStates: 8 },
  cyclic: { ...usual, cyclic: true, buffer: 4 },
  copies: { ...usual, parameterised: true, maxStates: 4, copies: 4 },
  'cyclic-copies': { ...usual, cyclic: true, parameterised: true, maxStates: 4, buffer: 2, copies: 3 },
} satisfies Record<string, ProgramFamily>;

export interface CoverTally {
  readonly questions: number;
  readonly reachable: number;
  readonly unreachable: number;
  /** Reachable, but not under SC. */
  readonly relaxed: number;
  /** Reachable, as a run shows, but not within the bounds of the brute-force search. */
  readonly beyond: number;
  /** Unreachable, and not within the bounds of the brute-force search, which found more than them. */
  readonly unsure: number;
  readonly stopped: number;
  readonly complaints: readonly {
    readonly seed: number;
    readonly text: string;
    readonly question: TargetQuestion;
  }[];
}

export const noTally: CoverTally = {
  questions: 0,
  reachable: 0,
  unreachable: 0,
  relaxed: 0,
  beyond: 0,
  unsure: 0,
  stopped: 0,
  complaints: [],
};

/** Asks the backward search and the brute-force search about one random program. */
export async function compareCover(seed: number, family: ProgramFamily): Promise<CoverTally> {
  const random = new Random(seed);
  const program = generateDual(random, family);
  const tso = bruteForce(program, family);
  const sc = exploreSc(program, countsOf(program, family), family.maxConfigurations);
  const weak = [...tso.outcomes].flatMap(([text, outcome]) => (sc.outcomes.has(text) ? [] : [outcome]));
  let tally = noTally;
  for (let n = 0; n < family.targets; n++) {
    const pool = n < 2 ? weak : n === 2 ? [...tso.outcomes.values()] : [];
    const target =
      pool.length > 0 ? targetAt(random, farthest(random, pool), tso.kinds) : generateTarget(random, program);
    const targets = random.chance(0.1) ? [target, generateTarget(random, program)] : [target];
    tally = addTallies(tally, await compareQuestion(seed, { program, targets }, tso, sc));
  }
  return tally;
}

/** Of three outcomes the one that takes most steps. */
function farthest(random: Random, pool: readonly DrainedState[]): DrainedState {
  const far = ({ states }: DrainedState): number => states.reduce((sum, state) => sum + state, 0);
  const three = [random.pick(pool), random.pick(pool), random.pick(pool)];
  return at(
    three.toSorted((a, b) => far(b) - far(a)),
    0,
  );
}

/** Most of an outcome. */
function targetAt(random: Random, { states, memory }: DrainedState, kinds: readonly number[]): GlobalTarget {
  const processes = states.map((state, p) => ({ kind: at(kinds, p), states: [state] }));
  return {
    processes: processes.filter(() => random.chance(0.9)),
    memory: memory.flatMap((value, cell) => (random.chance(0.3) ? [{ cell, value }] : [])),
  };
}

async function compareQuestion(
  seed: number,
  question: TargetQuestion,
  tso: TsoExploration,
  sc: TsoExploration,
): Promise<CoverTally> {
  const { text, kind } = await answerTo(question, tso);
  const found = reaches(tso, question.targets);
  const relaxed = kind === 'reachable' && found && !sc.capped && !reaches(sc, question.targets);
  return {
    questions: 1,
    reachable: kind === 'reachable' ? 1 : 0,
    unreachable: kind === 'unreachable' ? 1 : 0,
    relaxed: relaxed ? 1 : 0,
    beyond: kind === 'reachable' && !found ? 1 : 0,
    unsure: kind === 'unreachable' && !isWhole(tso, question.program) ? 1 : 0,
    stopped: kind === 'stopped' ? 1 : 0,
    complaints: text === null ? [] : [{ seed, text, question }],
  };
}

/** What the backward search says, and what is wrong with it. */
async function answerTo(
  { program, targets }: TargetQuestion,
  byForce: TsoExploration,
): Promise<{ readonly kind: Coverability['kind']; readonly text: string | null }> {
  const found = reaches(byForce, targets);
  const { answer } = await cover(program, targets, limits());
  const { kind } = answer;
  if (kind === 'unreachable' && found) return { kind, text: 'said to be unreachable, but it is reachable' };
  if (kind === 'reachable') {
    const wrong = runComplaint(program, targets, answer.run);
    if (wrong !== null) return { kind, text: `${found ? '' : 'perhaps unreachable; '}run: ${wrong}` };
    if (!found && isWhole(byForce, program)) return { kind, text: 'brute force does not find the run' };
  }
  return { kind, text: await complaintReduced({ program, targets }, kind) };
}

/** What is wrong with the answer for the smaller program that `reduce` makes. */
async function complaintReduced(
  { program, targets }: TargetQuestion,
  expected: Coverability['kind'],
): Promise<string | null> {
  const reduction = reduce(program, targets);
  const { answer } = await cover(reduction.program, reduction.targets, limits());
  if (answer.kind === 'stopped' || expected === 'stopped') return null;
  if (answer.kind !== expected) return `${expected}, but when it is reduced ${answer.kind}`;
  if (answer.kind === 'unreachable') return null;
  const wrong = scheduleComplaint(program, targets, schedule(program, reduction, answer.run));
  return wrong === null ? null : `schedule: ${wrong}`;
}

const limits = (): Limits => ({
  signal: new AbortController().signal,
  deadline: performance.now() + 30_000,
  memoryMB: 500,
});

/** Not only within bounds, or for some number of copies. */
function isWhole({ cut, capped }: TsoExploration, program: DualProgram): boolean {
  return !cut && !capped && program.kinds.every(({ count }) => count !== null);
}

function bruteForce(program: DualProgram, family: ProgramFamily): TsoExploration {
  return exploreClassical(program, countsOf(program, family), family);
}

function countsOf(program: DualProgram, { copies }: ProgramFamily): readonly number[] {
  return program.kinds.map(({ count }) => count ?? copies);
}

export function addTallies(a: CoverTally, b: CoverTally): CoverTally {
  return {
    questions: a.questions + b.questions,
    reachable: a.reachable + b.reachable,
    unreachable: a.unreachable + b.unreachable,
    relaxed: a.relaxed + b.relaxed,
    beyond: a.beyond + b.beyond,
    unsure: a.unsure + b.unsure,
    stopped: a.stopped + b.stopped,
    complaints: [...a.complaints, ...b.complaints],
  };
}

/** The complaint about as small a program as shows it. */
export async function smallestComplaint(question: TargetQuestion, family: ProgramFamily): Promise<string> {
  const wrong = async (smaller: TargetQuestion): Promise<string | null> =>
    (await answerTo(smaller, bruteForce(smaller.program, family))).text;
  const small = await shrinkQuestion(question, async (smaller) => (await wrong(smaller)) !== null);
  const { program, targets } = small;
  return [
    printDual(program),
    ...targets.map((target) => `target ${printTarget(program, target)}`),
    (await wrong(small)) ?? 'not again',
  ].join('\n');
}
