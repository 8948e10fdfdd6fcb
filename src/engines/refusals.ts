import { DiagnosticBag, unsupported, WrongQuestion, wrongQuestion } from '../diagnostics/diagnostic.js';
import { isTemporal } from '../lang/program/program.js';
import type { SharedVar, Thread } from '../lang/program/program.js';
import type { Bound } from '../memory/bound.js';
import { bufferBound } from '../pass/buffer-bound.js';
import type { EngineRefusal } from './engine-row.js';
import type { EngineOptions, ProgramQuestion } from './question.js';

/** Throws what is wrong with a question, if it is. */
export function refuseIf<Question>(
  { objection, isUsage }: EngineRefusal<Question>,
  question: Question,
): void {
  const found = objection(question);
  if (found === null) return;
  const { message, span = null, note = null } = found;
  if (isUsage === true) wrongQuestion(message, span, note);
  unsupported(message, span, note);
}

type ProgramRefusal = EngineRefusal<ProgramQuestion>;

/** For engines that look at single states only. */
export const noRuns = (engine: string): ProgramRefusal => ({
  what: 'temporal properties',
  objection: ({ properties }) => {
    const found = properties.find(isTemporal);
    if (found === undefined) return null;
    return {
      message: `the temporal property ${found.name} is beyond the ${engine} engine`,
      span: found.span,
      note: 'the engine ltl decides it: --engine ltl; or choose other properties with --property NAME',
    };
  },
});

/** For engines that follow steps, and do not ask whether there is one. */
export const noDeadlocks = (engine: string, note: string): ProgramRefusal => ({
  what: 'deadlocks',
  option: 'deadlock',
  objection: ({ properties }) =>
    properties.some((p) => p.kind === 'deadlock')
      ? { message: `deadlocks are beyond the ${engine} engine`, note }
      : null,
});

/** For engines that take a number of processes. */
export const noAnyProcs = (engine: string): ProgramRefusal => ({
  what: '`--procs any`',
  objection: ({ options }) =>
    options.procs === 'any'
      ? {
          message: `the ${engine} engine takes no --procs any`,
          note: 'give a number, or take --engine dual, which decides for any number of processes under sc, tso and pso',
        }
      : null,
});

/** How many threads each process is, for engines that refuse any number. */
export const givenNumber = ({ procs }: EngineOptions): number | null => (procs === 'any' ? null : procs);

export const processesOf = ({ threads }: ProgramQuestion['program']): readonly Thread[] =>
  threads.filter(({ instances }) => instances.kind === 'any');

/** The buffer bound in the terms of the IR, null for none. */
export function requireBound(shared: readonly SharedVar[], options: EngineOptions): Bound | null {
  const bag = new DiagnosticBag();
  const bound = bufferBound(shared, options, bag);
  if (bag.hasErrors) throw new WrongQuestion(bag.errors());
  return bound;
}
