import { refuseGoals } from '../lang/program/refuse.js';
import { abstract } from '../engines/abstract/engine.js';
import { ask, programsOnly } from './ask.js';
import type { Decider } from './ask.js';
import { taker } from './choose.js';
import { decideByOne } from './by-engines.js';
import type { VerifyHooks } from './hooks.js';
import type { VerifyInput, VerifyOptions } from './verify-options.js';
import type { VerifyReport } from './report.js';

/** The Boolean program of a file, or why there is none. */
export interface AbstractedFile {
  /** What was found on the way. The verdict is null where there is a text. */
  readonly report: VerifyReport;
  /** Null: the report says why there is none. */
  readonly text: string | null;
}

/** Makes the Boolean program that verify would check; the method is one that makes such a program. */
export async function abstractFile(
  input: VerifyInput,
  options: VerifyOptions,
  hooks: VerifyHooks,
): Promise<AbstractedFile> {
  const { writeProgram } = await import('../engines/abstract/write-program.js');
  const made: { text: string | null } = { text: null };
  const { row, taking } = taker('program', abstract.name);
  const decide: typeof taking.decide = async (question) => {
    const { text, finding } = await writeProgram(question);
    made.text = text;
    return finding;
  };
  const decider: Decider = ({ question }) => {
    refuseGoals(question.properties, 'there is no Boolean program');
    return decideByOne(question, { row, taking: { ...taking, decide }, why: null });
  };
  const report = await ask(input, options, hooks, { decider, guard: programsOnly });
  const { text } = made;
  if (text === null) return { report, text };
  return { report: { ...report, verdict: null, reason: null, properties: [] }, text };
}
