import { deferStores } from '../../../src/engines/dual/deferred-stores.js';
import { reduce } from '../../../src/engines/dual/reduce-program.js';
import { reach } from '../../../src/engines/dual/reach-targets.js';
import { cover } from '../../../src/engines/dual/search/cover.js';
import type { Coverability } from '../../../src/engines/dual/search/cover.js';
import type { DualProgram, GlobalTarget } from '../../../src/engines/dual/dual-program.js';
import type { Limits } from '../../../src/search/limits.js';
import { at } from '../../../src/support/invariant.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { ordersWrites } from '../../../src/memory/model-questions.js';
import { pso } from '../../../src/memory/pso.js';
import { tso } from '../../../src/memory/tso.js';
import { coverStores } from '../../../src/engines/dual/stores/cover-stores.js';
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
  readonly model: MemoryModel;
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
  model: tso,
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
  'acyclic-pso': { ...usual, model: pso },
  'long-pso': { ...usual, model: pso, maxStates: 8 },
  'cyclic-pso': { ...usual, model: pso, cyclic: true, buffer: 4 },
  'copies-pso': { ...usual, model: pso, parameterised: true, maxStates: 4, copies: 4 },
  'cyclic-copies-pso': {
    ...usual,
    ...{ model: pso, cyclic: true, parameterised: true, maxStates: 4, buffer: 2, copies: 3 },
  },
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
  const weak = bruteForce(program, family);
  const sc = exploreSc(program, countsOf(program, family), family.maxConfigurations);
  const relaxed = [...weak.outcomes].flatMap(([text, outcome]) => (sc.outcomes.has(text) ? [] : [outcome]));
  let tally = noTally;
  for (let n = 0; n < family.targets; n++) {
    const pool = n < 2 ? relaxed : n === 2 ? [...weak.outcomes.values()] : [];
    const target =
      pool.length > 0
        ? targetAt(random, farthest(random, pool), weak.kinds)
        : generateTarget(random, program);
    const targets = random.chance(0.1) ? [target, generateTarget(random, program)] : [target];
    const question = { program, targets: targets.map((t) => askable(t, program, family)) };
    tally = addTallies(tally, await compareQuestion(seed, question, family, weak, sc));
  }
  return tally;
}

/** What memory holds at the end is nothing that the search over store buffers asks of any number of processes. */
const askable = (target: GlobalTarget, { kinds }: DualProgram, { model }: ProgramFamily): GlobalTarget =>
  ordersWrites(model) || kinds.every(({ count }) => count !== null) ? target : { ...target, memory: [] };

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
  { model }: ProgramFamily,
  weak: TsoExploration,
  sc: TsoExploration,
): Promise<CoverTally> {
  const { text, kind } = await answerTo(question, model, weak);
  const found = reaches(weak, question.targets);
  const relaxed = kind === 'reachable' && found && !sc.capped && !reaches(sc, question.targets);
  return {
    questions: 1,
    reachable: kind === 'reachable' ? 1 : 0,
    unreachable: kind === 'unreachable' ? 1 : 0,
    relaxed: relaxed ? 1 : 0,
    beyond: kind === 'reachable' && !found ? 1 : 0,
    unsure: kind === 'unreachable' && !isWhole(weak, question.program) ? 1 : 0,
    stopped: kind === 'stopped' ? 1 : 0,
    complaints: text === null ? [] : [{ seed, text, question }],
  };
}

/** What the backward search says, and what is wrong with it. */
async function answerTo(
  { program, targets }: TargetQuestion,
  model: MemoryModel,
  byForce: TsoExploration,
): Promise<{ readonly kind: Coverability['kind']; readonly text: string | null }> {
  const found = reaches(byForce, targets);
  const { kind, complaint } = await asked(program, targets, model);
  if (kind === 'unreachable' && found) return { kind, text: 'said to be unreachable, but it is reachable' };
  if (kind === 'unreachable' && complaint !== null) return { kind, text: complaint };
  if (kind === 'reachable') {
    const wrong = complaint;
    if (wrong !== null) return { kind, text: `${found ? '' : 'perhaps unreachable; '}run: ${wrong}` };
    if (!found && isWhole(byForce, program)) return { kind, text: 'brute force does not find the run' };
  }
  return { kind, text: await complaintReduced({ program, targets }, model, kind) };
}

/** The answer about the program itself, and what is wrong with its run. */
async function asked(
  program: DualProgram,
  targets: readonly GlobalTarget[],
  model: MemoryModel,
): Promise<{ readonly kind: Coverability['kind']; readonly complaint: string | null }> {
  if (ordersWrites(model)) {
    const { answer } = await cover(program, targets, limits());
    const complaint = answer.kind === 'reachable' ? runComplaint(program, targets, answer.run) : null;
    return { kind: answer.kind, complaint };
  }
  const late = await deferredAnswer(program, targets);
  const classOf = program.kinds.map(({ states }) => Int32Array.from({ length: states }, (_, s) => s));
  const { answer } = await coverStores(program, { program, targets, classOf }, limits());
  const complaint =
    answer.kind === 'reachable' ? scheduleComplaint(program, targets, answer.schedule, model) : null;
  const differs = late !== null && answer.kind !== 'stopped' && late !== answer.kind;
  return { kind: answer.kind, complaint: differs ? `as TSO that stores later it is ${late}` : complaint };
}

/** Whether the targets are reached under TSO by processes that store late; null: not all ways to do so were tried. */
async function deferredAnswer(
  program: DualProgram,
  targets: readonly GlobalTarget[],
): Promise<Coverability['kind'] | null> {
  const work = deferStores(program, targets, { room: 3, states: 200 });
  let step = work.next();
  while (step.done !== true) step = work.next();
  const late = step.value;
  if (!late.isWhole) return null;
  const reduction = reduce(late.program, late.targets);
  const { answer } = await cover(reduction.program, reduction.targets, {
    ...limits(),
    configurations: 20_000,
  });
  return answer.kind === 'stopped' ? null : answer.kind;
}

/** What is wrong with the answer for the smaller program that `reduce` makes. */
async function complaintReduced(
  { program, targets }: TargetQuestion,
  model: MemoryModel,
  expected: Coverability['kind'],
): Promise<string | null> {
  const { answer } = await reach(model, program, targets, limits());
  if (answer.kind === 'stopped' || expected === 'stopped') return null;
  if (answer.kind !== expected) return `${expected}, but when it is reduced ${answer.kind}`;
  if (answer.kind === 'unreachable') return null;
  const wrong = scheduleComplaint(program, targets, answer.schedule, model);
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
    (await answerTo(smaller, family.model, bruteForce(smaller.program, family))).text;
  const small = await shrinkQuestion(question, async (smaller) => (await wrong(smaller)) !== null);
  const { program, targets } = small;
  return [
    printDual(program),
    ...targets.map((target) => `target ${printTarget(program, target)}`),
    (await wrong(small)) ?? 'not again',
  ].join('\n');
}
