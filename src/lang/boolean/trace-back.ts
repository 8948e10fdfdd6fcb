import type { BooleanProgram } from './boolean-program.js';
import type { BooleanRun } from './boolean-run.js';
import type { CommandId } from '../expr/ids.js';
import { at } from '../../support/invariant.js';
import type { Raised } from './raise.js';

/** A command of the program that a text was made of, as a run takes it. */
export interface RaisedStep {
  readonly thread: number;
  readonly command: CommandId;
  /** The step of the run with which it begins. */
  readonly from: number;
}

/** The commands that a run of the text, read again as `read`, takes in the program that the text was made of. */
export function tracedBack(
  { begins }: Raised,
  read: BooleanProgram,
  { steps }: BooleanRun,
): readonly RaisedStep[] {
  return steps.flatMap(({ thread, command }, from): readonly RaisedStep[] => {
    const { commands, locations } = at(read.threads, thread);
    const { label } = at(locations, at(commands, command).from);
    const begun = label === null ? undefined : at(begins, thread).get(label);
    return begun === undefined ? [] : [{ thread, command: begun, from }];
  });
}
