import type { Unknown } from '../../lang/run/verdict.js';
import type { FindingOf, ProgramQuestion } from '../question.js';
import { invariant } from '../../support/invariant.js';
import { boundsToTry } from './abstraction-bounds.js';
import { prepareTask, smtFor } from './abstraction-task.js';
import { refuseUntracked } from './decide.js';
import { ScProofs, buildProgram, checkProgram, noProofUnderSc } from './task-program.js';
import type { ProgramAnswer } from './task-program.js';

export interface WrittenProgram {
  /** Null: there is none, and the verdicts say why. */
  readonly text: string | null;
  readonly finding: FindingOf<'program'>;
}

/** With the least buffers that do not overflow, if no bound is given: the last program that verify would make. */
export async function writeProgram(question: ProgramQuestion): Promise<WrittenProgram> {
  refuseUntracked(question);
  const proofs = new ScProofs();
  for (const { bound, number, isLast } of boundsToTry(question)) {
    const task = prepareTask(question, question.options.model, bound);
    question.explain?.(task.predicates, task.lowered.system);
    const smt = smtFor(question, task);
    const began = performance.now();
    try {
      const answer = await buildProgram(question, task, smt, proofs);
      const overflows =
        !isLast &&
        answer.kind === 'built' &&
        (await checkProgram(question, answer.program.read)).verdict.kind === 'unknown';
      if (overflows) continue;
      const predicates = task.predicates.length;
      const buildSeconds = (performance.now() - began) / 1000;
      return written(question, answer, number, { ...smt.counts, predicates, buildSeconds });
    } finally {
      smt.dispose();
    }
  }
  invariant(false, 'the last bound ends it');
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
    case 'no-proof':
      return noProofUnderSc;
  }
}
