import type { PropertyReport, ViolatingRun } from '../../ask/report.js';
import { asInvariant } from '../../engines/shared/temporal/as-invariant.js';
import type { ProgramQuestion } from '../../engines/question.js';
import { violation } from '../../evidence/replay.js';
import type { Property } from '../../lang/program/program.js';
import type { System } from '../../lang/program/system.js';
import type { Trace } from '../../lang/run/trace.js';
import type { DecidedChoice } from '../asked-of-choices.js';
import type { EndJudge } from './run-on-places.js';

/** What came of asking about a choice. */
export type DecidedGoal = Exclude<DecidedChoice, { kind: 'violated' }> | ViolatedGoal;

export interface ViolatedGoal {
  readonly kind: 'violated';
  readonly violation: GoalViolation;
}

/** A run that does not reach the goal. */
export interface GoalViolation {
  readonly name: string;
  readonly property: Property | null;
  readonly run: ViolatingRun | null;
  /** As people read it. */
  readonly trace: Trace | null;
  /** Says whether another run misses the goal likewise. */
  readonly judge: EndJudge;
}

/** A temporal property that only says what always holds is an invariant. */
export const stateProperty = (property: Property, { shared }: Pick<System, 'shared'>): Property =>
  asInvariant(property, shared) ?? property;

/** Whether the end of a run violates a property of states. */
export const violates =
  (property: Property): EndJudge =>
  (machine, { state, last }) =>
    violation(machine, state, last, property).kind === 'accepted';

/** What a property's run says of the goal. */
export function violationOf(
  { properties }: ProgramQuestion,
  { name, run, trace }: PropertyReport,
): DecidedGoal {
  const stated = properties.find((p) => p.name === name) ?? null;
  if (stated === null || run === undefined)
    return { kind: 'violated', violation: { name, property: stated, run: null, trace, judge: () => false } };
  // A forall is spelt out for the processes of the run.
  const spelt = run.system.properties.find((p) => p.name === name) ?? stated;
  const property = stateProperty(spelt, run.system);
  return { kind: 'violated', violation: { name, property, run, trace, judge: violates(property) } };
}
