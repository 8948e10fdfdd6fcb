import type { ProgramQuestion } from '../../../src/engines/question.js';
import type { Program, Property } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import type { PropertyReport } from '../../../src/ask/report.js';
import { answerOf } from '../abstraction/abstract-agreement.js';
import type { EngineAnswer } from '../abstraction/abstract-agreement.js';
import { askedAbout } from '../asked.js';

export interface DualQuestion {
  readonly model: MemoryModel;
  /** How many threads each process is; `any`: any number. */
  readonly procs: number | 'any';
  readonly seconds: number;
}

/** Tables of this many MB are the end of a search with buffers of any length. */
const explicitMB = 12;

/** Longer buffers than this are not tried where any length is too much. */
const longBuffers = 3;

export const dualAnswer = (program: Program, asked: DualQuestion): Promise<EngineAnswer> =>
  answerOf(questionOf(program, 'dual', asked, null));

export const quantifiedAnswer = (program: Program, asked: DualQuestion): Promise<EngineAnswer> =>
  answerOf(questionOf(program, 'quantified', asked, null));

/**
 * What the explicit engine says with buffers of any length; where that has no end, with short ones: an `unsafe` is one
 * all the same.
 */
export async function storeBufferAnswer(program: Program, asked: DualQuestion): Promise<EngineAnswer> {
  const whole = await answerOf(questionOf(program, 'explicit', asked, null));
  if (whole.kind !== 'decided' || ![...whole.reports.values()].some(isStopped)) return whole;
  return answerOf(questionOf(program, 'explicit', asked, longBuffers));
}

/** Undecided, and not because of what the program does. */
export const isStopped = ({ verdict, reason }: PropertyReport): boolean =>
  verdict === 'unknown' && reason !== 'cut-off';

function questionOf(
  program: Program,
  engine: 'explicit' | 'dual' | 'quantified',
  { model, procs, seconds }: DualQuestion,
  bound: number | null,
): ProgramQuestion {
  return askedAbout(
    program,
    {
      model,
      engine,
      procs,
      bound,
      timeoutSeconds: seconds,
      memoryMB: engine === 'explicit' ? explicitMB : null,
    },
    program.properties.filter(isForBoth),
  ).question;
}

const isForBoth = ({ kind }: Property): boolean => kind !== 'ltl' && kind !== 'deadlock';
