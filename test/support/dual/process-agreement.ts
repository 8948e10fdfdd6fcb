import type { Program } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { getOrFail } from '../../../src/support/invariant.js';
import type { PropertyReport } from '../../../src/ask/report.js';
import type { EngineAnswer } from '../abstraction/abstract-agreement.js';
import { dualAnswer, isStopped, storeBufferAnswer } from './ask-dual.js';
import { said } from './program-agreement.js';

/** What is true of any number of processes against what is true of some. */
export interface ProcessTally {
  readonly programs: number;
  /** Properties that hold for any number, and those of them that the explicit engine proved for 1, 2 and 3. */
  readonly safe: number;
  readonly proven: number;
  /** Violated properties, and those of them that the explicit engine violated with as many processes as the run has. */
  readonly unsafe: number;
  readonly confirmed: number;
  /** By the number of processes that it took. */
  readonly sizes: ReadonlyMap<number, number>;
  readonly cutOff: number;
  readonly open: readonly string[];
  readonly refused: readonly string[];
  readonly complaints: readonly string[];
}

export const noProcesses: ProcessTally = {
  ...{ programs: 0, safe: 0, proven: 0, unsafe: 0, confirmed: 0, cutOff: 0 },
  ...{ sizes: new Map(), open: [], refused: [], complaints: [] },
};

export function bothTallies(a: ProcessTally, b: ProcessTally): ProcessTally {
  const sizes = new Map(a.sizes);
  for (const [size, n] of b.sizes) sizes.set(size, (sizes.get(size) ?? 0) + n);
  return {
    sizes,
    programs: a.programs + b.programs,
    safe: a.safe + b.safe,
    proven: a.proven + b.proven,
    unsafe: a.unsafe + b.unsafe,
    confirmed: a.confirmed + b.confirmed,
    cutOff: a.cutOff + b.cutOff,
    open: [...a.open, ...b.open],
    refused: [...a.refused, ...b.refused],
    complaints: [...a.complaints, ...b.complaints],
  };
}

/** Runs with more processes than this the explicit engine is not asked about. */
const mostProcesses = 4;

const seconds = 3;

/** An engine that takes any number, and the numbers that its `safe` is held against. */
export interface AnyNumberEngine {
  readonly name: string;
  readonly answer: (program: Program, model: MemoryModel) => Promise<EngineAnswer>;
  readonly numbers: readonly number[];
}

const dually: AnyNumberEngine = {
  name: 'dual',
  answer: (program, model) => dualAnswer(program, { model, procs: 'any', seconds }),
  numbers: [1, 2, 3],
};

type Reports = ReadonlyMap<string, PropertyReport>;

/** The verdicts for any number of processes against those of store buffers for a few. */
export async function compareProcesses(
  program: Program,
  model: MemoryModel,
  engine: AnyNumberEngine = dually,
): Promise<ProcessTally> {
  const any = await engine.answer(program, model);
  const { numbers } = engine;
  if (any.kind !== 'decided') return undecided(engine.name, any);
  const needed = [...any.reports.values()].map((report) => processesIn(report));
  const known = new Map<number, Reports>();
  for (const procs of new Set([...numbers, ...needed])) {
    if (procs > mostProcesses) continue;
    const explicit = await storeBufferAnswer(program, { model, procs, seconds });
    if (explicit.kind !== 'decided') return undecided('explicit', explicit);
    known.set(procs, explicit.reports);
  }
  const found = [...any.reports.values()].map((report) => comparison(report, known, numbers));
  return found.reduce(bothTallies, { ...noProcesses, programs: 1 });
}

function comparison(
  any: PropertyReport,
  known: ReadonlyMap<number, Reports>,
  numbers: readonly number[],
): ProcessTally {
  switch (any.verdict) {
    case 'unknown':
      return isStopped(any)
        ? { ...noProcesses, open: [any.reason ?? 'no reason'] }
        : { ...noProcesses, cutOff: 1 };
    case 'safe': {
      const few = numbers.map((n) => getOrFail(getOrFail(known, n), any.name));
      const violated = few.flatMap((report, i) =>
        report.verdict === 'unsafe'
          ? [`${any.name} is safe for any number, and unsafe with ${numbers[i]}`]
          : [],
      );
      const proven = few.every(({ verdict }) => verdict === 'safe') ? 1 : 0;
      return { ...noProcesses, safe: 1, proven, complaints: violated };
    }
    case 'unsafe':
      return violation(any, processesIn(any), known);
  }
}

function violation(any: PropertyReport, size: number, known: ReadonlyMap<number, Reports>): ProcessTally {
  const tally = { ...noProcesses, unsafe: 1, sizes: new Map([[size, 1]]) };
  const some = known.get(size)?.get(any.name);
  if (some === undefined || isStopped(some)) return tally;
  if (some.verdict === 'unsafe') return { ...tally, confirmed: 1 };
  return {
    ...tally,
    complaints: [
      `${any.name} is unsafe with a run of ${size} processes, and ${said(some)} by the explicit engine`,
    ],
  };
}

/** How many processes of a kind the run of a violation has, those included that stand still. */
function processesIn({ trace }: PropertyReport): number {
  const found = [...(trace?.initial.places.keys() ?? [])].flatMap((thread) => {
    const number = /\((\d+)\)$/.exec(thread)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  return Math.max(0, ...found) + 1;
}

const undecided = (
  engine: string,
  { kind, why }: Exclude<EngineAnswer, { kind: 'decided' }>,
): ProcessTally => ({
  ...noProcesses,
  ...(kind === 'bug' ? { complaints: [`the ${engine} engine: ${why}`] } : { refused: [`${engine}: ${why}`] }),
});
