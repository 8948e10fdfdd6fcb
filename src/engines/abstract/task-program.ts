import { buildBooleanProgram } from '../../abstraction/boolean/build-boolean.js';
import type { Built } from '../../abstraction/boolean/boolean-request.js';
import { CandidateCubes } from '../../abstraction/cubes/candidate-cubes.js';
import type { AskedCubes } from '../../abstraction/cubes/asked-cubes.js';
import type { CubeCode } from '../../abstraction/cubes/literals.js';
import { Clock } from '../../abstraction/clock.js';
import { SearchedCubes } from '../../abstraction/cubes/searched-cubes.js';
import { dropBuffered, extrapolateCubes, guardCubes } from '../../abstraction/extrapolate/cubes.js';
import { printBooleanText } from '../../lang/boolean/print.js';
import { raiseWithMap } from '../../lang/boolean/raise.js';
import type { Raised } from '../../lang/boolean/raise.js';
import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { Source } from '../../diagnostics/span.js';
import { requireTime } from '../../search/limits.js';
import type { Stop } from '../../search/limits.js';
import { checkThreeValued } from '../three-valued/check.js';
import { alikeThreads } from '../three-valued/symmetry/alike-threads.js';
import type { ThreeValuedResult } from '../three-valued/check.js';
import { readBl } from '../../frontends/bl/read.js';
import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { Unknown } from '../../lang/run/verdict.js';
import { sc } from '../../memory/sc.js';
import type { Smt, SmtCounts } from '../../smt/smt.js';
import { invariant } from '../../support/invariant.js';
import { prepareTask, smtFor } from './abstraction-task.js';
import type { AbstractionTask } from './abstraction-task.js';
import { noFormulas } from './named-formulas.js';
import type { NamedFormulas } from './named-formulas.js';
import type { ProgramQuestion } from '../question.js';

/** The Boolean program of a task, and as what it is checked: its text, read again. */
export interface TaskProgram {
  readonly built: Built;
  readonly raised: Raised;
  readonly text: string;
  readonly read: BooleanProgram;
  /** The cubes that were candidates, of methods that are given some. */
  readonly inputCubes: number;
  /** The proof under SC that was made first. */
  readonly proof: ScProof | null;
}

/** What came of the proof under SC that `ce` extrapolates from. */
export interface ScProof {
  readonly cubes: readonly CubeCode[];
  /** What it took to make it, and what of that was done just now. */
  readonly counts: SmtCounts;
  readonly spent: SmtCounts;
  readonly verdict: ThreeValuedResult['verdict'];
  readonly task: AbstractionTask;
}

export type ProgramAnswer =
  | { readonly kind: 'built'; readonly program: TaskProgram }
  | { readonly kind: 'stopped'; readonly stop: Stop; readonly counts: SmtCounts | null }
  /** There is no proof under SC to extrapolate from. */
  | { readonly kind: 'no-proof'; readonly proof: ScProof };

export const noProofUnderSc: Unknown = {
  kind: 'unknown',
  reason: 'spurious',
  detail: 'ce extrapolates from a proof under SC, and with these predicates there is none',
};

/** By the methods that make a Boolean program: `trad`, `pe`, `ce`. */
export async function buildProgram(
  question: ProgramQuestion,
  task: AbstractionTask,
  smt: Smt,
  proofs: ScProofs,
): Promise<ProgramAnswer> {
  if (question.options.abstraction.method !== 'ce') {
    return buildWith(task, searchedCubes(question, task, smt));
  }
  const proof = await proofs.of(question);
  if ('stop' in proof) return { kind: 'stopped', stop: proof.stop, counts: proof.counts };
  // Of several properties some may have a proof, and its cubes are there.
  const isHopeful = proof.verdict.kind === 'unsafe' && task.properties.length > 1;
  if (proof.verdict.kind !== 'safe' && !isHopeful) return { kind: 'no-proof', proof };
  const cubes = candidates(question, task, proof);
  const source = new CandidateCubes(cubeOptions(question, task, smt), cubes);
  return buildWith(task, source, cubes.length, proof);
}

const cubeOptions = ({ options, limits, progress }: ProgramQuestion, task: AbstractionTask, smt: Smt) => ({
  smt,
  predicates: task.predicates.map(({ formula }) => formula),
  maxInfeasible,
  strategy: options.abstraction.cubes,
  clock: new Clock(
    limits,
    (seconds) => progress({ phase: 'building the Boolean program', states: 0, frontier: 0, seconds }),
    limits.memoryMB,
  ),
});

/** Cubes up to this size are looked for that nothing satisfies. */
const maxInfeasible = 4;

const searchedCubes = (question: ProgramQuestion, task: AbstractionTask, smt: Smt): AskedCubes =>
  new SearchedCubes({
    ...cubeOptions(question, task, smt),
    maxCube: question.options.abstraction.maxCube,
  });

async function buildWith(
  task: AbstractionTask,
  cubes: AskedCubes,
  inputCubes = 0,
  proof: ScProof | null = null,
): Promise<Exclude<ProgramAnswer, { kind: 'no-proof' }>> {
  const answer = await buildBooleanProgram({
    program: task.commands,
    predicates: task.predicates,
    cubes,
    properties: task.properties.map((p) => p.name),
    astray: new Set(task.cuts),
  });
  if (answer.kind === 'stopped') return { ...answer, counts: proof?.spent ?? null };
  const { built } = answer;
  const raised = raiseWithMap(built.program);
  const text = printBooleanText(raised.text);
  return { kind: 'built', program: { built, raised, text, read: readAgain(text), inputCubes, proof } };
}

/** What `check` would read. */
function readAgain(text: string): BooleanProgram {
  const bag = new DiagnosticBag();
  const program = readBl(new Source('abstraction.bl', text), bag);
  invariant(program !== null, 'what is printed can be read');
  return program;
}

type ProofAnswer = ScProof | { readonly stop: Stop; readonly counts: SmtCounts };

/** A proof under SC has nothing to do with the bound of the buffers: one serves for all bounds that are tried. */
export class ScProofs {
  readonly #made = new Map<string, ScProof>();

  /** From the predicates that the program states, and more. */
  constructor(private readonly more: NamedFormulas = noFormulas) {}

  async of(question: ProgramQuestion): Promise<ProofAnswer> {
    const key = question.properties.map(({ name }) => name).join();
    const known = this.#made.get(key);
    if (known !== undefined) return { ...known, spent: nothingSpent };
    const proof = await proveUnderSc(question, this.more);
    if (!('stop' in proof)) this.#made.set(key, proof);
    return proof;
  }
}

export const nothingSpent: SmtCounts = { smtCalls: 0, z3Calls: 0, dlCalls: 0 };

/**
 * The method `trad` on the program itself, without buffers: its cubes are what `ce` starts from. The steps of atomic sections
 * are kept apart for it, so that there are cubes for what holds inside; where that is too much to prove without predicates
 * about those places, sections are single steps as they are elsewhere.
 */
async function proveUnderSc(question: ProgramQuestion, more: NamedFormulas): Promise<ProofAnswer> {
  const stepwise = await proofOf(question, prepareTask(question, sc, { all: Infinity }, more, true));
  if ('stop' in stepwise || stepwise.verdict.kind === 'safe') return stepwise;
  const joined = await proofOf(question, prepareTask(question, sc, { all: Infinity }, more));
  const counts = summed(stepwise.counts, joined.counts);
  return { ...joined, counts, spent: counts };
}

async function proofOf(question: ProgramQuestion, task: AbstractionTask): Promise<ProofAnswer> {
  const smt = smtFor(question, task);
  try {
    const answer = await buildWith(task, searchedCubes(question, task, smt));
    if (answer.kind === 'stopped') return { stop: answer.stop, counts: { ...smt.counts } };
    const { built, read } = answer.program;
    const { verdict } = await checkProgram(question, read);
    const counts = { ...smt.counts };
    return { cubes: built.proof, counts, spent: counts, verdict, task };
  } finally {
    smt.dispose();
  }
}

export const summed = (own: SmtCounts, other: SmtCounts | null): SmtCounts => ({
  smtCalls: own.smtCalls + (other?.smtCalls ?? 0),
  z3Calls: own.z3Calls + (other?.z3Calls ?? 0),
  dlCalls: own.dlCalls + (other?.dlCalls ?? 0),
});

function candidates(
  { options }: ProgramQuestion,
  { extrapolation, predicates, lowered }: AbstractionTask,
  { cubes, task }: ScProof,
): readonly CubeCode[] {
  const lifted = extrapolateCubes(extrapolation, cubes, task.predicates, predicates);
  const kept = options.abstraction.dropBuffered ? dropBuffered(lifted, predicates, lowered.system) : lifted;
  return [...kept, ...guardCubes(lowered.system, predicates)];
}

export const checkProgram = (
  { options, limits, progress, note }: ProgramQuestion,
  program: BooleanProgram,
): Promise<ThreeValuedResult> => {
  const wish = {
    watch: () => requireTime(limits),
    // Lines are those of its text.
    note: (clause: string) => note?.(`Boolean program: ${clause}`),
  };
  const alike = options.symmetry === false ? null : alikeThreads(program, wish);
  return checkThreeValued({ program, merge: false, limits, progress, alike });
};
