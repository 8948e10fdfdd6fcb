import { excerpt } from '../diagnostics/excerpt.js';
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
import { readsOfStep } from './told/reads-of-step.js';

export type Replayed =
  | { readonly kind: 'accepted'; readonly trace: Trace }
  | Rejected
  /** The steps run, but whether the last state is a violation could not be found out within limits. */
  | { readonly kind: 'undecided'; readonly why: string };

/** The steps do not run, or run but violate nothing: whoever made them is wrong. */
interface Rejected {
  readonly kind: 'rejected';
  readonly why: string;
}

export type ReplayConclusion =
  | { readonly kind: 'accepted'; readonly conclusion: string }
  | Exclude<Replayed, { readonly kind: 'accepted' }>;

/** Hears of each step that was taken, and of the state after it. */
export type StepListener = (
  step: Step,
  result: StepResult,
  after: MachineState,
  before: MachineState,
) => void;

/** As `confirm`, with what there is to see in every state: that is much where there are many variables. */
export function replay(machine: Machine, execution: Execution, property: Property | null): Replayed {
  const steps: TraceStep[] = [];
  const confirmed = confirm(machine, execution, property, (step, result, after, before) => {
    steps.push(traceStep(machine, step, result, { before, after }));
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
  if (badChoice !== null) return rejected(badChoice);

  let state = machine.initial(execution.initial);
  let last: StepResult | null = null;
  for (const [i, step] of execution.steps.entries()) {
    const result = machine.take(state, step);
    if (result.kind === 'blocked') return rejected(`step ${i + 1} cannot be taken: ${result.why}`);
    const next = result.kind === 'moved' ? result.state : state;
    listener(step, result, next, state);
    state = next;
    last = result;
    if (property !== null && breaksByItself(result, property)) break;
    if (result.kind === 'fault' && i < execution.steps.length - 1)
      return rejected(`the execution ends at step ${i + 1}: ${result.property} is violated`);
  }
  return property === null ? accepted('') : violation(machine, state, last, property);
}

const accepted = (conclusion: string): ReplayConclusion => ({ kind: 'accepted', conclusion });

export const rejected = (why: string): Rejected => ({ kind: 'rejected', why });

function breaksByItself(result: StepResult | null, property: Property): boolean {
  if (result === null || result.kind === 'blocked') return false;
  if (property.kind === 'assert') return result.failed.includes(property.name);
  return result.kind === 'fault' && result.property === property.name;
}

export function traceStep(
  machine: Machine,
  step: Step,
  result: StepResult,
  { before, after }: { readonly before: MachineState; readonly after: MachineState },
): TraceStep {
  const span = step.kind === 'edge' ? machine.edge(step.thread, step.edge).span : null;
  const line = span === null ? null : lineOf(span);
  const source = span !== null && machine.system.asWritten === true ? excerpt(span) : null;
  const reads = readsOfStep(machine, before, step, result);
  return {
    kind: step.kind,
    thread: machine.thread(step.thread).name,
    line,
    action: describeStep(machine, step, result),
    ...(source === null ? {} : { source }),
    ...(reads.length === 0 ? {} : { reads }),
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
): ReplayConclusion {
  switch (property.kind) {
    case 'invariant':
      if (machine.atomicThread(state) !== null)
        return rejected('an invariant is not read inside an atomic section');
      if (machine.holds(state, property.formula)) return rejected(`${property.name} holds in the last state`);
      return accepted(property.whenViolated ?? `the invariant ${property.name} is false in this state`);
    case 'final': {
      if (!machine.hasEnded(state)) return rejected('the last state is not final');
      if (machine.holds(state, property.formula)) return rejected(`${property.name} holds in the last state`);
      const what = property.whenViolated ?? `${property.name} is false`;
      return accepted(`all threads have ended, all buffers are empty, and ${what}`);
    }
    case 'assert':
      return breaksByItself(last, property)
        ? accepted(property.whenViolated ?? `the assertion ${property.name} fails`)
        : rejected(`the last step does not fail ${property.name}`);
    case 'div':
    case 'bounds':
    case 'range':
      return breaksByItself(last, property)
        ? accepted(faultText[property.kind])
        : rejected(`the last step does not violate ${property.name}`);
    case 'deadlock': {
      if (machine.atomicThread(state) !== null)
        return rejected('a way that ends inside an atomic section is not taken');
      const proceeds = canProceed(machine, state);
      if (machine.hasEnded(state) || proceeds === true) return rejected('the last state is no deadlock');
      if (proceeds === null) return tooManyWays;
      return accepted('no thread can move, and not all have ended');
    }
    case 'ltl':
    case 'never':
      return rejected('a finite run decides no temporal property');
    default:
      return assertNever(property);
  }
}

export const tooManyWays = {
  kind: 'undecided',
  why: 'there are too many ways to go on to try them all',
} as const;

const faultText = {
  div: 'a division by zero',
  bounds: 'an array index out of bounds',
  range: 'a value out of the range of its variable',
} as const;
