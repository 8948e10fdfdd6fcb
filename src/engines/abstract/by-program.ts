import { searchAbstract } from '../../abstraction/lazy/search-abstract.js';
import { followPath } from '../../abstraction/path/follow-path.js';
import type { Command } from '../../abstraction/command-program.js';
import type {
  AbstractPath,
  AbstractVerdict,
  AbstractionResult,
} from '../../abstraction/abstraction-request.js';
import { tracedBack } from '../../lang/boolean/trace-back.js';
import { isAllLost, stopAfterViolation } from '../shared/after-violation.js';
import type { ThreeValuedResult } from '../three-valued/check.js';
import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { BooleanRun } from '../../lang/boolean/boolean-run.js';
import type { Smt } from '../../smt/smt.js';
import { at, getOrFail } from '../../support/invariant.js';
import { buildProgram, checkProgram, noProofUnderSc, summed } from './task-program.js';
import type { ScProof, ScProofs, TaskProgram } from './task-program.js';
import type { AbstractionTask } from './abstraction-task.js';
import type { ProgramQuestion } from '../question.js';

/** By way of a Boolean program: methods `trad`, `pe` and `ce`. */
export async function decideByProgram(
  question: ProgramQuestion,
  task: AbstractionTask,
  smt: Smt,
  proofs: ScProofs,
): Promise<AbstractionResult> {
  const began = performance.now();
  const answer = await buildProgram(question, task, smt, proofs);
  const buildSeconds = (performance.now() - began) / 1000;
  const names = task.properties.map((p) => p.name);
  switch (answer.kind) {
    case 'stopped': {
      const { reason, why } = answer.stop;
      const verdict: AbstractVerdict = { kind: 'unknown', reason, detail: why };
      const verdicts = new Map([...names, ...task.cuts].map((name) => [name, verdict]));
      return { verdicts, stats: { ...noStats, ...summed(smt.counts, answer.counts), buildSeconds } };
    }
    case 'no-proof': {
      const verdicts = await withoutProof(question, task, smt, answer.proof);
      return { verdicts, stats: { ...noStats, ...summed(smt.counts, answer.proof.spent), buildSeconds } };
    }
    case 'built': {
      const { program } = answer;
      const { verdicts, stats } = await new Checking(question, task, smt, program).decide();
      const { built, inputCubes, proof } = program;
      return {
        verdicts,
        remarks: proof === null ? [] : [told(proof, inputCubes)],
        stats: {
          ...summed(smt.counts, proof?.spent ?? null),
          ...{ buildSeconds, inputCubes, cubesUsed: built.cubesUsed, maxCube: built.maxCube },
          ...stats,
        },
      };
    }
  }
}

/** `ce` makes a proof first that nobody asked for. */
const told = ({ cubes, counts, verdict }: ScProof, inputCubes: number): string => {
  const what = verdict.kind === 'safe' ? 'A proof' : 'A proof of some properties';
  return `${what} under SC was made first, with ${counts.smtCalls} solver calls: its ${cubes.length} cubes became ${inputCubes} here.`;
};

const noStats = {
  ...{ inputCubes: 0, cubesUsed: 0, maxCube: 0 },
  ...{ states: 0, transitions: 0, tableBytes: 0, checkSeconds: 0 },
};

class Checking {
  constructor(
    private readonly question: ProgramQuestion,
    private readonly task: AbstractionTask,
    private readonly smt: Smt,
    private readonly program: TaskProgram,
  ) {}

  /** All properties at once first: where they hold, which is what one hopes for, that is all. */
  async decide(): Promise<{
    readonly verdicts: ReadonlyMap<string, AbstractVerdict>;
    readonly stats: ThreeValuedResult['stats'];
  }> {
    const { read, built } = this.program;
    const result = await checkProgram(this.question, read);
    const verdicts = new Map<string, AbstractVerdict>();
    const names = built.properties;
    const single = names.length <= 1;
    const isLost = (): boolean => isAnyLost(this.question, names, verdicts);
    for (const [i, name] of names.entries()) {
      if (isLost()) {
        verdicts.set(name, lost);
        continue;
      }
      const needed = result.verdict.kind === 'unsafe' && !single;
      const own = needed ? await checkProgram(this.question, onlyPart(read, i)) : result;
      verdicts.set(name, await this.#verdict(name, own.verdict));
    }
    const isRoomAsked = result.verdict.kind === 'unsafe' && !isLost();
    const room = isRoomAsked ? await this.#roomAfterAll() : result.verdict;
    for (const name of this.task.cuts) verdicts.set(name, isLost() ? lost : roomVerdict(room));
    return { verdicts, stats: result.stats };
  }

  /** Whether paths go astray, told apart from the violation of properties. */
  async #roomAfterAll(): Promise<ThreeValuedResult['verdict']> {
    const { property } = this.program.read;
    if (property === null) return { kind: 'safe' };
    const program = {
      ...this.program.read,
      property: { ...property, condition: { kind: 'constant', value: true } as const },
    };
    return (await checkProgram(this.question, program)).verdict;
  }

  async #verdict(name: string, verdict: ThreeValuedResult['verdict']): Promise<AbstractVerdict> {
    switch (verdict.kind) {
      case 'safe':
        return verdict;
      case 'unknown':
        // Where a path goes astray the property may still hold so far; the cut tells.
        return verdict.reason === 'astray' ? { kind: 'safe' } : verdict;
      case 'unsafe':
        return this.#followed(name, verdict.run);
    }
  }

  async #followed(name: string, run: BooleanRun): Promise<AbstractVerdict> {
    const { task, smt, program } = this;
    const path = abstractPath(program, run);
    const property = task.commands.stateProperties.find((p) => p.property.name === name) ?? null;
    const followed = await followPath(task.commands, smt, path.steps, property);
    switch (followed.kind) {
      case 'feasible':
        return { kind: 'unsafe', path: path.steps, values: followed.values };
      case 'unknown':
        return { kind: 'unknown', reason: 'unconfirmed', detail: followed.detail };
      case 'infeasible': {
        const real = await realViolation(this.question, task, smt, name);
        if (real !== null) return real;
        const abstract = { ...path, follows: followed.follows };
        return { kind: 'unknown', reason: 'spurious', detail: tooCoarse, abstract };
      }
    }
  }
}

const tooCoarse =
  'the abstraction is too coarse: it violates the property on a path that the program cannot take';

/** What a Boolean program finds need not be real, and then something else may be: the search of abstract states looks for it. */
async function realViolation(
  { limits, progress }: ProgramQuestion,
  { commands, predicates }: AbstractionTask,
  smt: Smt,
  name: string,
): Promise<AbstractVerdict | null> {
  const { verdicts } = await searchAbstract({
    ...{ program: commands, predicates, smt, limits, progress },
    ...{ properties: [name], cuts: [] },
  });
  const verdict = getOrFail(verdicts, name);
  return verdict.kind === 'unsafe' ? verdict : null;
}

async function withoutProof(
  question: ProgramQuestion,
  task: AbstractionTask,
  smt: Smt,
  { verdict }: ScProof,
): Promise<ReadonlyMap<string, AbstractVerdict>> {
  const why: AbstractVerdict =
    verdict.kind === 'unknown'
      ? verdict.reason === 'astray'
        ? { kind: 'unknown', reason: 'cut-off', detail: faultUnderSc }
        : { ...verdict, detail: `the proof under SC that ce extrapolates from: ${verdict.detail}` }
      : noProofUnderSc;
  const verdicts = new Map<string, AbstractVerdict>();
  const names = task.properties.map(({ name }) => name);
  for (const name of names) {
    const isLost = isAnyLost(question, names, verdicts);
    verdicts.set(name, isLost ? lost : ((await realViolation(question, task, smt, name)) ?? why));
  }
  for (const name of task.cuts) verdicts.set(name, { kind: 'safe' });
  return verdicts;
}

/** Nothing more is to be asked, of something that was. */
const isAnyLost = (
  { limits }: ProgramQuestion,
  names: readonly string[],
  verdicts: ReadonlyMap<string, AbstractVerdict>,
): boolean => names.length > 0 && isAllLost(limits, names, (name) => verdicts.get(name)?.kind === 'unsafe');

const faultUnderSc =
  'ce extrapolates from a proof under SC, and there executions may end in a fault: what would come after is not known';

/** As much as is asked for is violated: whether executions are cut off does not matter. */
const lost: AbstractVerdict = {
  kind: 'unknown',
  reason: stopAfterViolation.reason,
  detail: stopAfterViolation.why,
};

const roomVerdict = (verdict: ThreeValuedResult['verdict']): AbstractVerdict => {
  if (verdict.kind !== 'unknown') return { kind: 'safe' };
  return verdict.reason === 'astray' ? { ...verdict, reason: 'spurious' } : verdict;
};

/** The program with one of its assertions. */
function onlyPart(program: BooleanProgram, i: number): BooleanProgram {
  const { property } = program;
  const part = property?.parts?.[i];
  if (property === null || part === undefined) return program;
  return { ...program, property: { kind: property.kind, ...part } };
}

/** The run in terms of commands and predicates. */
function abstractPath({ built, raised, read }: TaskProgram, run: BooleanRun): Omit<AbstractPath, 'follows'> {
  const numbers = new Map(read.variables.map(({ name }, i) => [name, i]));
  const values = read.variables.map(() => false);
  const shown = (): readonly boolean[] =>
    built.program.variables.map(({ name }) => at(values, getOrFail(numbers, name)));
  const begins = new Map(tracedBack(raised, read, run).map((step) => [step.from, step]));
  const steps: Command[] = [];
  const known: (readonly boolean[])[] = [];
  for (const [i, { thread, command, values: written }] of run.steps.entries()) {
    const begun = begins.get(i);
    const own = begun === undefined ? null : built.commandOf(begun.thread, begun.command);
    if (own !== null) {
      steps.push(own);
      known.push(shown());
    }
    const { updates } = at(at(read.threads, thread).commands, command);
    updates.forEach(({ target }, k) => (values[target] = at(written, k)));
  }
  known.push(shown());
  return { steps, known };
}
