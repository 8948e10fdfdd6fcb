import type { Expr } from '../../../src/lang/expr/expr.js';
import type { Program, Property } from '../../../src/lang/program/program.js';
import { fairnessNamed } from '../../../src/memory/fairness.js';
import type { FairnessName } from '../../../src/memory/fairness.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { numberWrites } from '../../../src/pass/write-sites.js';
import { withAtomic } from '../../../src/synthesis/atomic/with-atomic.js';
import { satisfies } from '../../../src/synthesis/clause.js';
import type { CandidateSet } from '../../../src/synthesis/clause.js';
import { solveFences } from '../../../src/synthesis/find-fences.js';
import type { Solution } from '../../../src/synthesis/selection-problem.js';
import type { Algorithm } from '../../../src/synthesis/synthesis-report.js';
import type { ProgramAsked } from '../../../src/ask/ask.js';
import type { VerifyOptions } from '../../../src/ask/verify-options.js';
import { at } from '../../../src/support/invariant.js';
import { askedAbout } from '../asked.js';
import { exploreEverything } from '../plain/exhaustive.js';
import { holdsOfAllRuns } from '../ltl/oracle.js';
import { plainGraph } from '../ltl/plain-graph.js';
import { pipelines } from '../pipelines-with-hooks.js';

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

/** Whether the properties hold, by the plain semantics; null: there are too many states. */
type PlainVerdict = (machine: Machine) => boolean | null;

/** Properties of states. Null: the program is too large for trying everything. */
export function compareAtomic(
  program: Program,
  model: MemoryModel,
  maxStates: number,
): Promise<AtomicAgreement | null> {
  return compareWith(questionOf(program, model), (machine) => {
    const all = exploreEverything(machine, maxStates);
    return all === null ? null : all.violated.size === 0;
  });
}

/**
 * A formula about runs, by a search that shares nothing with the engine; null also if `skipsPlain` and the answer does not
 * depend on writes.
 */
export function compareAtomicRuns(
  program: Program,
  formula: Expr,
  { model, fairness }: { readonly model: MemoryModel; readonly fairness: FairnessName },
  maxStates: number,
  skipsPlain: boolean,
): Promise<AtomicAgreement | null> {
  const stated: Property = { kind: 'ltl', name: 'f', formula, span: at(program.threads, 0).span };
  const asked = questionOf({ ...program, properties: [stated] }, model, { engine: 'ltl', fairness });
  const truth: PlainVerdict = (machine) => {
    const graph = plainGraph(machine, maxStates);
    const property = machine.system.properties.find((p) => p.kind === 'ltl');
    if (graph === null || property === undefined) return null;
    return holdsOfAllRuns(machine, graph, property.formula, fairnessNamed(fairness));
  };
  return compareWith(asked, truth, skipsPlain);
}

async function compareWith(
  asked: ProgramAsked,
  holdsFor: PlainVerdict,
  skipsPlain = false,
): Promise<AtomicAgreement | null> {
  const { program, options } = asked.question;
  const { model } = options;
  const context = { procs: null, model, atomicWrites: new Set<number>() };
  const lowered = runPipeline({ ...pipelines.automata, onSystem: [] }, program, context);
  const { sites } = numberWrites(lowered.program);
  if (sites.length > maxWrites) return null;
  const holdsWith = (code: number): boolean | null =>
    holdsFor(new Machine(withAtomic(lowered.reference, sites, choiceOf(code)), model));
  const all = 2 ** sites.length - 1;
  // A program that is right as it is, or wrong without buffers, teaches little.
  if (skipsPlain && (holdsWith(0) !== false || holdsWith(all) !== true)) return null;
  const holds: boolean[] = [];
  for (let code = 0; code <= all; code++) {
    const good = holdsWith(code);
    if (good === null) return null;
    holds.push(good);
  }
  const exact = await synthesised(asked, 'exact');
  const hazard = await synthesised(asked, 'hazard');
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

const choiceOf = (code: number): CandidateSet =>
  new Set(Array.from({ length: 32 }, (_, n) => n).filter((n) => ((code >>> n) & 1) === 1));

const codeOf = (choice: CandidateSet): number => [...choice].reduce((code, n) => code + 2 ** n, 0);

function smallestOf(holds: readonly boolean[]): readonly CandidateSet[] {
  const sufficient = holds.flatMap((good, code) => (good ? [choiceOf(code)] : []));
  const size = Math.min(...sufficient.map((choice) => choice.size));
  return sufficient.filter((choice) => choice.size === size);
}

const breaksMonotony = (holds: readonly boolean[], writes: number): boolean =>
  holds.some(
    (good, code) =>
      good && Array.from({ length: writes }, (_, n) => code | (1 << n)).some((more) => holds[more] === false),
  );

const text = (choice: CandidateSet): string => `{${[...choice].sort((a, b) => a - b).join()}}`;

function setComplaints(found: Solution, smallest: readonly CandidateSet[]): readonly string[] {
  const listed = (sets: readonly CandidateSet[]): string => sets.map(text).sort().join(' ');
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

const synthesised = async (asked: ProgramAsked, algorithm: Algorithm): Promise<Solution> =>
  (await solveFences(asked, { algorithm, first: false })).solution;

/** What fences is asked, without a file. */
export const questionOf = (
  program: Program,
  model: MemoryModel,
  more: Partial<VerifyOptions> = {},
): ProgramAsked =>
  askedAbout(
    program,
    { model, timeoutSeconds: 60, memoryMB: 200, ...more },
    more.engine === 'ltl' ? program.properties : program.properties.filter(({ kind }) => kind !== 'ltl'),
  );
