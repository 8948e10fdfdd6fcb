import { lineOf } from '../diagnostics/span.js';
import type { Execution, InitialChoice, Step } from '../lang/run/execution.js';
import type { Property } from '../lang/program/program.js';
import type { Trace, TraceStep } from '../lang/run/trace.js';
import { fits } from '../lang/expr/type.js';
import { assertNever, at } from '../support/invariant.js';
import { canProceed } from './deadlock.js';
import { describeStep } from './describe.js';
import type { Machine, MachineState, StepResult } from '../memory/machine.js';
import { snapshot } from './snapshot.js';

export type Replayed =
  | { readonly kind: 'accepted'; readonly trace: Trace }
  /** The steps do not run, or run but violate nothing: whoever made them is wrong. */
  | { readonly kind: 'rejected'; readonly why: string }
  /** The steps run, but whether the last state is a violation could not be found out within limits. */
  | { readonly kind: 'undecided'; readonly why: string };

export type ReplayConclusion =
  | { readonly kind: 'accepted'; readonly conclusion: string }
  | Exclude<Replayed, { readonly kind: 'accepted' }>;

/** Hears of each step that was taken, and of the state after it. */
export type StepListener = (step: Step, result: StepResult, after: MachineState) => void;

/** As `confirm`, with what there is to see in every state: that is much where there are many variables. */
export function replay(machine: Machine, execution: Execution, property: Property | null): Replayed {
  const steps: TraceStep[] = [];
  const confirmed = confirm(machine, execution, property, (step, result, after) => {
    steps.push(traceStep(machine, step, result, after));
  });
  if (confirmed.kind !== 'accepted') return confirmed;
  const initial = snapshot(machine, machine.initial(execution.initial));
  const { conclusion } = confirmed;
  return { kind: 'accepted', trace: { initial, steps, violated: property?.name ?? null, conclusion } };
}

/**
 * Runs the steps by the plain semantics and checks that the last state violates the property. Without a property it
 * only checks that the steps run. A step that itself violates the property (an assert, a fault) ends the run even if more
 * follow: they are what a later pass had joined to it.
 */
export function confirm(
  machine: Machine,
  execution: Execution,
  property: Property | null,
  listener: StepListener = () => undefined,
): ReplayConclusion {
  const badChoice = checkChoice(machine, execution.initial);
  if (badChoice !== null) return { kind: 'rejected', why: badChoice };

  let state = machine.initial(execution.initial);
  let last: StepResult | null = null;
  for (const [i, step] of execution.steps.entries()) {
    const result = machine.take(state, step);
    if (result.kind === 'blocked')
      return { kind: 'rejected', why: `step ${i + 1} cannot be taken: ${result.why}` };
    const next = result.kind === 'moved' ? result.state : state;
    listener(step, result, next);
    state = next;
    last = result;
    if (property !== null && breaksByItself(result, property)) break;
    if (result.kind === 'fault' && i < execution.steps.length - 1) {
      return { kind: 'rejected', why: `the execution ends at step ${i + 1}: ${result.property} is violated` };
    }
  }

  if (property === null) return { kind: 'accepted', conclusion: '' };
  const verdict = violation(machine, state, last, property);
  if ('undecided' in verdict) return { kind: 'undecided', why: verdict.undecided };
  if ('why' in verdict) return { kind: 'rejected', why: verdict.why };
  return { kind: 'accepted', conclusion: verdict.conclusion };
}

function breaksByItself(result: StepResult | null, property: Property): boolean {
  if (result === null || result.kind === 'blocked') return false;
  if (property.kind === 'assert') return result.failed.includes(property.name);
  return result.kind === 'fault' && result.property === property.name;
}

export function traceStep(machine: Machine, step: Step, result: StepResult, after: MachineState): TraceStep {
  const line = step.kind === 'edge' ? lineOf(machine.edge(step.thread, step.edge).span) : null;
  return {
    kind: step.kind,
    thread: machine.thread(step.thread).name,
    line,
    action: describeStep(machine, step, result),
    after: snapshot(machine, after),
  };
}

/** The values chosen at the start must be of their types, and chosen only where there is a choice. */
function checkChoice(machine: Machine, choice: InitialChoice): string | null {
  const chosen = [
    ...[...choice.cells].map(([cell, value]) => ({ value, ...machine.cells.variable(cell) })),
    ...[...choice.locals].map(([id, value]) => ({ value, ...at(machine.system.locals, id) })),
  ];
  for (const { name, init, type, value } of chosen) {
    if (init.kind !== 'any') return `${name} has an initialiser, so nothing can be chosen`;
    if (!fits(type, value)) return `${value} is no value of ${name}`;
  }
  return null;
}

/** What the last state and the last step of a run say of a property. */
export function violation(
  machine: Machine,
  state: MachineState,
  last: StepResult | null,
  property: Property,
): { conclusion: string } | { why: string } | { undecided: string } {
  switch (property.kind) {
    case 'invariant':
      if (machine.atomicThread(state) !== null)
        return { why: 'an invariant is not read inside an atomic section' };
      if (machine.holds(state, property.formula)) return { why: `${property.name} holds in the last state` };
      return { conclusion: property.whenViolated ?? `the invariant ${property.name} is false in this state` };
    case 'final':
      if (!machine.hasEnded(state)) return { why: 'the last state is not final' };
      if (machine.holds(state, property.formula)) return { why: `${property.name} holds in the last state` };
      return {
        conclusion: `all threads have ended, all buffers are empty, and ${property.whenViolated ?? `${property.name} is false`}`,
      };
    case 'assert':
      return breaksByItself(last, property)
        ? { conclusion: `the assertion ${property.name} fails` }
        : { why: `the last step does not fail ${property.name}` };
    case 'div':
    case 'bounds':
    case 'range':
      return breaksByItself(last, property)
        ? { conclusion: faultText[property.kind] }
        : { why: `the last step does not violate ${property.name}` };
    case 'deadlock': {
      const proceeds = canProceed(machine, state);
      if (machine.hasEnded(state) || proceeds === true) return { why: 'the last state is no deadlock' };
      if (proceeds === null) return { undecided: 'there are too many ways to go on to try them all' };
      return { conclusion: 'no thread can move, and not all have ended' };
    }
    case 'ltl':
    case 'never':
      return { why: 'a finite run decides no temporal property' };
    default:
      return assertNever(property);
  }
}

const faultText = {
  div: 'a division by zero',
  bounds: 'an array index out of bounds',
  range: 'a value out of the range of its variable',
} as const;
