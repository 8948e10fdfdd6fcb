import { refuseBits, refuseUnbuffered } from '../ir/refuse.js';
import { ScProofs, buildProgram, checkProgram } from './abstract-program.js';
import type { ProgramAnswer } from './abstract-program.js';
import { isWrongMethod, withPredicates } from './abstract.js';
import { boundsToTry } from './abstraction-bounds.js';
import { prepareTask, smtFor } from './abstraction-task.js';
import type { Decision, Question } from './decision.js';
import type { VerifyHooks } from './hooks.js';
import type { VerifyInput, VerifyOptions } from './options.js';
import { reportOf } from './refusals.js';
import { blankProperty } from './report.js';
import type { VerifyReport } from './report.js';
import { refuseDeadlock, refuseTemporal } from './select.js';
import { VerifyRun } from './verify.js';
import { hasBuffers } from '../memory/questions.js';

/** The Boolean program of a file, or why there is none. */
export interface AbstractedFile {
  /** The verdict says nothing where there is a text. */
  readonly report: VerifyReport;
  readonly text: string | null;
}

/** Makes the Boolean program that verify would check; the method is one that makes such a program. */
export async function abstractFile(
  input: VerifyInput,
  options: VerifyOptions,
  hooks: VerifyHooks,
): Promise<AbstractedFile> {
  let text: string | null = null;
  const decider = async (question: Question): Promise<Decision | null> => {
    const made = await makeProgram(question);
    text = made?.text ?? null;
    return made?.decision ?? null;
  };
  const report = await reportOf(new VerifyRun(input, options, hooks, decider));
  return text === null ? { report, text } : { report: { ...report, verdict: null, reason: null }, text };
}

/** With the least buffers that do not overflow, if no bound is given: the last program that verify would make. */
async function makeProgram(
  asked: Question,
): Promise<{ readonly text: string | null; readonly decision: Decision } | null> {
  refuseTemporal(asked.properties, 'abstract');
  refuseDeadlock(asked.properties);
  refuseBits(asked.program, 'the abstraction');
  if (hasBuffers(asked.options.model)) refuseUnbuffered(asked.program, 'the abstraction');
  if (isWrongMethod(asked)) return null;
  const question = await withPredicates(asked);
  const bounds = boundsToTry(question);
  if (bounds === null) return null;
  const proofs = new ScProofs();
  for (let bound = bounds.first; ;) {
    const task = prepareTask(question, question.options.model, bound.bound);
    question.hooks.explain?.(task.predicates, task.lowered.system);
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
        return { text: textOf(answer), decision: decisionOf(question, answer, bound.number, stats) };
      }
      bound = next;
    } finally {
      smt.dispose();
    }
  }
}

const textOf = (answer: ProgramAnswer): string | null =>
  answer.kind === 'built' ? answer.program.text : null;

function decisionOf(
  { options, properties }: Question,
  answer: ProgramAnswer,
  bound: number | null,
  counts: Decision['stats'],
): Decision {
  const { method, encoding } = options.abstraction;
  const frame = { engine: 'abstract', method, encoding, bound, warnings: [], remarks: [] } as const;
  switch (answer.kind) {
    case 'built': {
      const { built, inputCubes } = answer.program;
      const { cubesUsed, maxCube } = built;
      const stats = { ...counts, cubesUsed, maxCube, inputCubes };
      return { ...frame, properties: [], stats };
    }
    case 'stopped': {
      const { reason, why: detail } = answer.stop;
      const reports = properties.map(
        (p) => ({ ...blankProperty(p), verdict: 'unknown', reason, detail }) as const,
      );
      return { ...frame, properties: reports, stats: counts };
    }
    case 'no-proof': {
      const detail = 'ce extrapolates from a proof under SC, and with these predicates there is none';
      const reports = properties.map(
        (p) => ({ ...blankProperty(p), verdict: 'unknown', reason: 'spurious', detail }) as const,
      );
      return { ...frame, properties: reports, stats: counts };
    }
  }
}
