import type { Unknown } from '../../ir/verdict.js';
import type { FindingOf, ProgramQuestion } from '../question.js';
import { boundsToTry } from './abstraction-bounds.js';
import { prepareTask, smtFor } from './abstraction-task.js';
import { refuseUntracked } from './decide.js';
import { ScProofs, buildProgram, checkProgram } from './task-program.js';
import type { ProgramAnswer } from './task-program.js';

export interface WrittenProgram {
  /** Null: there is none, and the verdicts say why. */
  readonly text: string | null;
  readonly finding: FindingOf<'program'>;
}

/** With the least buffers that do not overflow, if no bound is given: the last program that verify would make. */
export async function writeProgram(question: ProgramQuestion): Promise<WrittenProgram> {
  refuseUntracked(question);
  const bounds = boundsToTry(question);
  const proofs = new ScProofs();
  for (let bound = bounds.first; ;) {
    const task = prepareTask(question, question.options.model, bound.bound);
    question.explain?.(task.predicates, task.lowered.system);
    const smt = smtFor(question, task);
    const began = performance.now();
    try {
      const answer = await buildProgram(question, task, smt, proofs);
      const next = bounds.after(bound);
      const overflows =
        next !== null &&
        answer.kind === 'built' &&
        (await checkProgram(question, answer.program.read)).verdict.kind === 'unknown';
      if (next === null || !overflows) {
        const stats = {
          ...smt.counts,
          predicates: task.predicates.length,
          buildSeconds: (performance.now() - began) / 1000,
        };
        return written(question, answer, bound.number, stats);
      }
      bound = next;
    } finally {
      smt.dispose();
    }
  }
}

function written(
  { properties }: ProgramQuestion,
  answer: ProgramAnswer,
  bound: number | null,
  counts: WrittenProgram['finding']['stats'],
): WrittenProgram {
  const verdict = undecided(answer);
  const verdicts = new Map(properties.map(({ name }) => [name, verdict]));
  if (answer.kind !== 'built') return { text: null, finding: { verdicts, bound, stats: counts } };
  const { built, inputCubes, text } = answer.program;
  const { cubesUsed, maxCube } = built;
  return { text, finding: { verdicts, bound, stats: { ...counts, cubesUsed, maxCube, inputCubes } } };
}

function undecided(answer: ProgramAnswer): Unknown {
  switch (answer.kind) {
    case 'built':
      return { kind: 'unknown', reason: 'unconfirmed', detail: 'it was written, not decided' };
    case 'stopped':
      return { kind: 'unknown', reason: answer.stop.reason, detail: answer.stop.why };
    case 'no-proof': {
      const detail = 'ce extrapolates from a proof under SC, and with these predicates there is none';
      return { kind: 'unknown', reason: 'spurious', detail };
    }
  }
}
