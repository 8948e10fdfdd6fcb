import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printProgram } from '../../src/lang/program/print.js';
import { isTemporal } from '../../src/lang/program/program.js';
import type { Program } from '../../src/lang/program/program.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { pso } from '../../src/memory/pso.js';
import { tso } from '../../src/memory/tso.js';
import { at } from '../../src/support/invariant.js';
import { answerInProcess } from '../../test/support/fences/answer-in-process.js';
import { usualCosts } from '../../test/support/fences/brute-force.js';
import type { Cheapest, Costs } from '../../test/support/fences/brute-force.js';
import { compareFenceSets } from '../../test/support/fences/fence-set-agreement.js';
import type { MendsAnswer, MendsAsked } from '../../test/support/fences/fence-set-agreement.js';
import { readFencesDocument } from '../../test/support/fences/fences-document.js';
import { generatePuzzle, procsOf } from '../../test/support/fences/generate-puzzles.js';
import { relaid } from '../../test/support/fences/relaid.js';
import { Random, generateProgram, memoryOptions } from '../../test/support/generate/generate-program.js';
import type { GeneratorOptions } from '../../test/support/generate/generate-program.js';
import { warnedFp } from '../../test/support/parse-fp.js';
import { generateRobust, usualRobustOptions } from '../../test/support/robustness/generate-robust.js';
import type { RobustKind } from '../../test/support/robustness/robust-verdicts.js';
import { shrinkProgram } from '../../test/support/generate/shrink-program.js';
import { outcomeProperties } from '../../test/support/plain/outcome-properties.js';

const limits = { maxStates: 20_000, maxCost: 4, maxSets: 100_000 };
const maxStatesOfOutcomes = 3_000;

/** What mends cost; the usual costs half of the time. */
const priceLists: readonly Costs[] = [
  usualCosts,
  { fence: 2, 'fence(ww)': 1, locked: 3 },
  usualCosts,
  { fence: 2, 'fence(ww)': 2, locked: 1 },
];

/** Of `--goal bound`. */
const bounds: readonly (number | null)[] = [null, null, null, 1, null, null, 2];

export interface FenceSetsTally {
  readonly compared: number;
  readonly skipped: number;
  /** By model and what trying says. */
  readonly truths: ReadonlyMap<string, number>;
  readonly complaints: readonly FenceSetsComplaint[];
}

export interface FenceSetsComplaint {
  readonly seed: number;
  readonly text: string;
  readonly asked: MendsAsked;
}

type Answering = (asked: MendsAsked, truth: Cheapest) => Promise<MendsAnswer>;

/** `fences --kind fence` against trying every set, on programs of consecutive seeds and both models. */
export const tallyFenceSets: Tallying = (count, firstSeed, answer, heard) =>
  tallied(
    { count, firstSeed, puzzle: (seed) => (seed % 5 === 3 ? robustPuzzle(seed) : propertyPuzzle(seed)) },
    answer,
    heard,
  );

/** The same with the goal `robust` alone. */
export const tallyRobustSets: Tallying = (count, firstSeed, answer, heard) =>
  tallied({ count, firstSeed, puzzle: robustPuzzle }, answer, heard);

type TallyHeard = (tally: FenceSetsTally) => void;

type Tallying = (
  count: number,
  firstSeed: number,
  answer: Answering,
  heard?: TallyHeard,
) => Promise<FenceSetsTally>;

/** A program, and what of it should be reached. */
interface Puzzle {
  readonly text: string;
  readonly bound: number | null;
  readonly robustBy: (model: MemoryModel) => RobustKind | null;
}

interface PuzzlesAsked {
  readonly count: number;
  readonly firstSeed: number;
  readonly puzzle: (seed: number) => Puzzle;
}

async function tallied(
  { count, firstSeed, puzzle }: PuzzlesAsked,
  answer: Answering,
  heard: TallyHeard = () => undefined,
): Promise<FenceSetsTally> {
  let tally: FenceSetsTally = { compared: 0, skipped: 0, truths: new Map(), complaints: [] };
  for (let seed = firstSeed; tally.compared < 2 * count; seed++) {
    const { text: plain, bound, robustBy } = puzzle(seed);
    const text = relaid(plain, new Random(seed));
    for (const model of [tso, pso]) {
      const { program } = warnedFp(text);
      const costs = at(priceLists, Math.floor(seed / 3) % priceLists.length);
      const asked = { text, model, costs, bound, procs: procsOf(program), robust: robustBy(model) };
      // Of the programs that are right as they are, or cannot be mended, one in five is enough.
      const found = await compareFenceSets(
        { program, asked, limits },
        answer,
        (truth) => seed % 5 === 0 || (truth.kind === 'found' ? truth.cost > 0 : truth.kind === 'beyond'),
      );
      tally = found === null ? { ...tally, skipped: tally.skipped + 1 } : added(tally, found, seed, asked);
      heard(tally);
    }
  }
  return tally;
}

const propertyPuzzle = (seed: number): Puzzle => ({
  text: printProgram(puzzleOf(seed)),
  bound: at(bounds, seed % bounds.length),
  robustBy: () => null,
});

/**
 * For the goal `robust`, a short program without loops, of which all that it does can be looked at; by traces under TSO as
 * often as by states.
 */
const robustPuzzle = (seed: number): Puzzle => ({
  text: generateRobust(new Random(seed), {
    ...usualRobustOptions,
    threads: [2, seed % 3 === 0 ? 3 : 2],
    statements: seed % 3 === 0 ? 2 : 4,
  }),
  bound: null,
  robustBy: (model) => (model === tso && seed % 2 === 0 ? 'trace' : 'state'),
});

function added(
  tally: FenceSetsTally,
  found: { readonly truth: Cheapest; readonly complaints: readonly string[] },
  seed: number,
  asked: MendsAsked,
): FenceSetsTally {
  const goal = asked.robust === null ? '' : `robust by ${asked.robust}s `;
  const key = `${asked.model.name} ${goal}${truthName(found.truth)}`;
  return {
    ...tally,
    compared: tally.compared + 1,
    truths: new Map([...tally.truths, [key, (tally.truths.get(key) ?? 0) + 1]]),
    complaints: [...tally.complaints, ...found.complaints.map((text) => ({ seed, text, asked }))],
  };
}

/** A smaller program with a complaint that begins alike. */
async function smallest(
  { text, asked }: FenceSetsComplaint,
  answer: Answering,
): Promise<FenceSetsComplaint['asked']> {
  const alike = (other: string): boolean => other.startsWith(text.slice(0, likeness));
  const about = (program: Program): MendsAsked => ({
    ...asked,
    text: printProgram(program),
    procs: procsOf(program),
  });
  const fails = async (smaller: Program): Promise<boolean> => {
    try {
      const question = { program: warnedFp(printProgram(smaller)).program, asked: about(smaller), limits };
      return (await compareFenceSets(question, answer))?.complaints.some(alike) ?? false;
    } catch {
      // A cut may leave no program: a jump without its label.
      return false;
    }
  };
  return about(await shrinkProgram(warnedFp(asked.text).program, fails));
}

const likeness = 12;

function truthName(truth: Cheapest): string {
  switch (truth.kind) {
    case 'found':
      return truth.cost === 0 ? 'right' : `mended for ${truth.cost}`;
    case 'none':
      return 'not to be mended';
    case 'beyond':
      return `mended for more than ${truth.cost}`;
  }
}

/** By turns: short programs whose buffers show, atomic sections that write several variables, and all of the language. */
const kinds: readonly GeneratorOptions[] = [
  memoryOptions,
  {
    ...memoryOptions,
    threads: [2, 2],
    weights: [
      ['store', 5],
      ['load', 5],
      ['atomic', 4],
      ['either', 2],
      ['if', 2],
      ['spin', 1],
      ['jump', 1],
      ['locked', 1],
      ['fence', 0.5],
      ['fence-ww', 0.5],
    ],
  },
  { ...memoryOptions, everything: true, instances: true, properties: true, depth: 1 },
];

/** Every fourth program is made of random statements, with outcomes that models differ in. */
function puzzleOf(seed: number): Program {
  const random = new Random(seed);
  if (seed % 4 !== 0) return generatePuzzle(random);
  const program = generateProgram(random, at(kinds, (seed / 4) % kinds.length));
  const stated = program.properties.filter((property) => !isTemporal(property));
  if (program.threads.some(({ instances }) => instances.kind !== 'one'))
    return { ...program, properties: stated };
  return { ...program, properties: [...stated, ...outcomeProperties(program, maxStatesOfOutcomes, random)] };
}

const bin = fileURLToPath(new URL('../../bin/fencepost.js', import.meta.url));

const priceText = (costs: Costs): string =>
  Object.entries(costs)
    .map(([kind, cost]) => `${kind}=${cost}`)
    .join(',');

const toldOf = ({ model, costs, procs, bound, robust }: MendsAsked): string =>
  [
    model.name,
    priceText(costs),
    ...(procs === null ? [] : [`--procs ${procs}`]),
    ...(bound === null ? [] : [`--goal bound --bound ${bound}`]),
    ...(robust === null ? [] : [`--goal robust --robust ${robust}`]),
  ].join(', ');

/** Asks the command line, in a folder of its own. */
export async function answerOfCommandLine(asked: MendsAsked, truth: Cheapest): Promise<MendsAnswer> {
  const folder = mkdtempSync(join(tmpdir(), 'fence-sets-'));
  try {
    writeFileSync(join(folder, 'puzzle.fp'), asked.text);
    const json = await command(folder, asked, ['--json']);
    const document = readFencesDocument(json.stdout, json.exitCode);
    if (typeof document === 'string') return { document: `${document}\n${json.stderr}`, programs: [] };
    if (truth.kind !== 'found' || truth.cost === 0) return { document, programs: [] };
    return { document, programs: [await patched(folder, asked), await applied(folder, asked)] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function applied(folder: string, asked: MendsAsked): Promise<MendsAnswer['programs'][number]> {
  const { exitCode, stderr } = await command(folder, asked, ['--apply', '-o', 'applied.fp']);
  const path = join(folder, 'applied.fp');
  const made = exitCode === 0 && existsSync(path);
  return {
    by: '--apply',
    text: made ? readFileSync(path, 'utf8') : null,
    wrong: made ? null : `exit ${exitCode}: ${stderr}`,
  };
}

async function patched(folder: string, asked: MendsAsked): Promise<MendsAnswer['programs'][number]> {
  const { exitCode, stdout, stderr } = await command(folder, asked, ['--diff']);
  if (exitCode !== 0) return { by: '--diff', text: null, wrong: `exit ${exitCode}: ${stderr}` };
  const patch = spawnSync('patch', ['-p1'], { cwd: folder, input: stdout, encoding: 'utf8' });
  const made = patch.status === 0;
  return {
    by: '--diff',
    text: made ? readFileSync(join(folder, 'puzzle.fp'), 'utf8') : null,
    wrong: made ? null : `patch: ${patch.stdout}${patch.stderr}\n${stdout}`,
  };
}

interface Exited {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function command(
  folder: string,
  { model, costs, procs, bound, robust }: MendsAsked,
  more: readonly string[],
): Promise<Exited> {
  const prices = costs === usualCosts ? [] : ['--cost', priceText(costs)];
  const instances = procs === null ? [] : ['--procs', `${procs}`];
  const goal = [
    ...(bound === null ? [] : ['--goal', 'bound', '--bound', `${bound}`]),
    ...(robust === null ? [] : ['--goal', 'robust', '--robust', robust]),
  ];
  const words = [
    'fences',
    'puzzle.fp',
    '--model',
    model.name,
    '--kind',
    'fence',
    ...instances,
    ...goal,
    ...prices,
    ...more,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? -1, stdout, stderr }));
  });
}

/** What the library says of all programs, and what the command line does with a fifth as many others. */
export async function fuzzFenceSets(count: number, seed: number): Promise<boolean> {
  const sets = await told('in process', count, seed, answerInProcess);
  const programs = await told('command line', Math.ceil(count / 5), seed + 100_000, answerOfCommandLine);
  return sets && programs;
}

async function told(by: string, count: number, seed: number, answer: Answering): Promise<boolean> {
  const started = performance.now();
  const tally = await tallyFenceSets(count, seed, answer, ({ compared, skipped, complaints }) => {
    if ((compared + skipped) % 100 === 0)
      process.stderr.write(`${compared} compared, ${skipped} skipped, ${complaints.length} wrong\n`);
  });
  for (const complaint of tally.complaints.slice(0, 10)) {
    const about = `seed ${complaint.seed}, ${toldOf(complaint.asked)}`;
    process.stdout.write(`${about}: ${complaint.text}\n${complaint.asked.text}\n`);
  }
  for (const complaint of tally.complaints.slice(0, 3)) {
    const asked = await smallest(complaint, answer);
    process.stdout.write(`seed ${complaint.seed} made smaller, ${toldOf(asked)}:\n${asked.text}\n`);
  }
  const truths = [...tally.truths].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, n]) => `${name}: ${n}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(
    [
      `${by}: ${tally.compared} compared (seeds from ${seed}; ${tally.skipped} skipped), ${seconds} s`,
      ...truths,
      `complaints: ${tally.complaints.length}`,
      '',
    ].join('\n'),
  );
  return tally.complaints.length === 0;
}
