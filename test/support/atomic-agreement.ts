import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { languages } from '../../src/frontends/index.js';
import type { Program } from '../../src/ir/program.js';
import { Machine } from '../../src/memory/machine.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { runPipeline } from '../../src/pass/run.js';
import { numberWrites } from '../../src/pass/write-sites.js';
import { withAtomic } from '../../src/synthesis/atomic/with-atomic.js';
import { satisfies } from '../../src/synthesis/clause.js';
import type { Choice } from '../../src/synthesis/clause.js';
import { solveFences } from '../../src/synthesis/fences.js';
import type { Solution } from '../../src/synthesis/problem.js';
import type { Algorithm } from '../../src/synthesis/report.js';
import { usualAbstraction } from '../../src/verify/abstraction-options.js';
import type { Question } from '../../src/verify/decision.js';
import { limitsOf } from '../../src/verify/limits.js';
import { exploreEverything } from './exhaustive.js';
import { pipelines } from './pipelines.js';

/** What trying every set of writes on the plain semantics says, and what the synthesis made of the same program. */
export interface AtomicAgreement {
  readonly writes: number;
  /** Of a smallest set; null: none suffices. */
  readonly size: number | null;
  /** Whether a set suffices while a larger one does not. */
  readonly breaks: boolean;
  /** Whether some transition writes several variables. */
  readonly severalWrites: boolean;
  /** Counterexamples that a set may also exclude by doing without a write. */
  readonly unless: number;
  /** What the loop of the paper needed beyond the smallest size; null: it found nothing. */
  readonly hazardExcess: number | null;
  readonly complaints: readonly string[];
}

/** Programs with more writes than this have too many sets of them. */
const maxWrites = 6;

/** Null: the program is too large for trying everything. */
export async function compareAtomic(
  program: Program,
  model: MemoryModel,
  maxStates: number,
): Promise<AtomicAgreement | null> {
  const context = { procs: null, model, atomicWrites: new Set<number>() };
  const lowered = runPipeline({ ...pipelines.automata, onSystem: [] }, program, context);
  const { sites } = numberWrites(lowered.program);
  if (sites.length > maxWrites) return null;
  const holds: boolean[] = [];
  for (let code = 0; code < 2 ** sites.length; code++) {
    const machine = new Machine(withAtomic(lowered.reference, sites, choiceOf(code)), model);
    const all = exploreEverything(machine, maxStates);
    if (all === null) return null;
    holds.push(all.violated.size === 0);
  }
  const exact = await synthesised(program, model, 'exact');
  const hazard = await synthesised(program, model, 'hazard');
  const smallest = smallestOf(holds);
  const [someSet] = smallest;
  const [byHazard] = hazard.sets;
  return {
    writes: sites.length,
    size: someSet?.size ?? null,
    breaks: breaksMonotony(holds, sites.length),
    severalWrites: new Set(sites.map(({ transition }) => transition)).size < sites.length,
    unless: exact.counterexamples.filter(({ clause }) => clause.unless.length > 0).length,
    hazardExcess: byHazard === undefined || someSet === undefined ? null : byHazard.size - someSet.size,
    complaints: [
      ...setComplaints(exact, smallest),
      ...clauseComplaints(exact, holds),
      ...clauseComplaints(hazard, holds),
      ...hazardComplaints(hazard, holds),
    ],
  };
}

const choiceOf = (code: number): Choice =>
  new Set(Array.from({ length: 32 }, (_, n) => n).filter((n) => ((code >>> n) & 1) === 1));

const codeOf = (choice: Choice): number => [...choice].reduce((code, n) => code + 2 ** n, 0);

function smallestOf(holds: readonly boolean[]): readonly Choice[] {
  const sufficient = holds.flatMap((good, code) => (good ? [choiceOf(code)] : []));
  const size = Math.min(...sufficient.map((choice) => choice.size));
  return sufficient.filter((choice) => choice.size === size);
}

const breaksMonotony = (holds: readonly boolean[], writes: number): boolean =>
  holds.some(
    (good, code) =>
      good && Array.from({ length: writes }, (_, n) => code | (1 << n)).some((more) => holds[more] === false),
  );

const text = (choice: Choice): string => `{${[...choice].sort((a, b) => a - b).join()}}`;

function setComplaints(found: Solution, smallest: readonly Choice[]): readonly string[] {
  const listed = (sets: readonly Choice[]): string => sets.map(text).sort().join(' ');
  const wrong = listed(found.sets) !== listed(smallest);
  return [
    ...(wrong ? [`found ${listed(found.sets)}, but the smallest are ${listed(smallest)}`] : []),
    ...(found.minimal === true && found.complete ? [] : ['no claim of minimality']),
  ];
}

/** What a counterexample says of all sets must be true of each; and the smallest sets that satisfy all must be found. */
function clauseComplaints({ counterexamples }: Solution, holds: readonly boolean[]): readonly string[] {
  return counterexamples.flatMap(({ clause, choice }) => {
    const wrong = holds.findIndex((good, code) => good && !satisfies(choiceOf(code), clause));
    const told = `some of ${clause.some.join()} or not all of ${clause.unless.join()}`;
    return [
      ...(satisfies(choice, clause) ? [`the clause ${told} leaves the set ${text(choice)} it is about`] : []),
      ...(wrong < 0
        ? []
        : [`the clause ${told} of ${text(choice)} excludes ${text(choiceOf(wrong))}, which suffices`]),
    ];
  });
}

function hazardComplaints({ sets, stop }: Solution, holds: readonly boolean[]): readonly string[] {
  const [set] = sets;
  if (set === undefined)
    return stop === null && holds.includes(true) ? ['hazard says that no set suffices'] : [];
  return holds[codeOf(set)] === true ? [] : [`hazard found ${text(set)}, which does not suffice`];
}

async function synthesised(program: Program, model: MemoryModel, algorithm: Algorithm): Promise<Solution> {
  const question = questionOf(program, model);
  return (await solveFences(question, 'explicit', { algorithm, first: false })).solution;
}

/** What fences is asked, without a file. */
export function questionOf(program: Program, model: MemoryModel): Question {
  const options: Question['options'] = {
    ...{ model, engine: 'explicit', procs: null, properties: [], extraInvariants: [], havocRange: null },
    ...{ deadlock: false, abstraction: usualAbstraction, bound: null, timeoutSeconds: 60, memoryMB: 200 },
  };
  const { signal } = new AbortController();
  const started = performance.now();
  return {
    ...{ input: { path: 'generated.fp', language: null }, language: 'fp', program, options },
    properties: program.properties.filter(({ kind }) => kind !== 'ltl'),
    hooks: { languages, pipelines, signal, progress: () => undefined },
    limits: limitsOf(options, started, signal),
    ...{ started, usage: new DiagnosticBag(), atomicWrites: null },
  };
}
