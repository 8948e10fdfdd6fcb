import type { BooleanSystem } from '../../lang/boolean/to-system/to-system.js';
import { lineOf, originOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import type { Limits } from '../../search/limits.js';
import { confirm } from '../../evidence/replay.js';
import { Stopped, requireTime } from '../../search/limits.js';
import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { Execution } from '../../lang/run/execution.js';
import { Machine } from '../../memory/machine.js';
import type { MachineState } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import { InternalError, invariant } from '../../support/invariant.js';
import { shortened } from './check-shorten.js';
import { readableTrace } from './check-trace.js';
import type { Confirmation } from '../confirm.js';

/** Steps between two looks at the clock. */
const stepsAtOnce = 256;
/** A longer assertion is cut. */
const mostCharacters = 80;

/** No `unsafe` leaves without having been run again by the plain semantics, on the program with two truth values. */
export function confirmed(
  program: BooleanProgram,
  lowered: BooleanSystem,
  model: MemoryModel,
  found: Execution,
  limits: Limits,
): Confirmation {
  const { property, system } = lowered;
  invariant(property !== null && program.property !== null, 'what is violated is a property');
  const machine = new Machine(system, model);
  const execution = shortened(machine, found, property);
  let last = machine.initial(execution.initial);
  let steps = 0;
  const result = untilTheTimeIsUp(() =>
    confirm(machine, execution, property, (_step, _result, after) => {
      last = after;
      if (++steps % stepsAtOnce === 0) requireTime(limits);
    }),
  );
  if (result === null) {
    const detail = 'a violation was found, but the time was up before it was confirmed';
    return { kind: 'unknown', reason: 'timeout', detail };
  }
  if (result.kind !== 'accepted')
    throw new InternalError(`the counterexample to ${property.name} does not replay: ${result.why}`);
  const { span, words } = failing(program.property.span, lowered, machine, last);
  const conclusion =
    property.kind === 'invariant'
      ? `${words} is false in this state`
      : `all threads have ended, all buffers are empty, and ${words} is false`;
  const trace = readableTrace(program, lowered, machine, execution, conclusion);
  const run = { system, procs: null, execution, cycle: null };
  return { kind: 'unsafe', trace, line: lineOf(span), run };
}

function untilTheTimeIsUp<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}

/** Of several assertions the first that is false in the state. */
function failing(
  all: Span,
  { assertions }: BooleanSystem,
  machine: Machine,
  state: MachineState,
): { readonly span: Span; readonly words: string } {
  const found = assertions.find(({ formula }) => !machine.holds(state, formula));
  if (found === undefined) return { span: all, words: 'the assertion' };
  const origin = originOf(found.span);
  const text = origin === null ? '' : ` \`${brief(origin.source.text.slice(origin.start, origin.end))}\``;
  const line = lineOf(found.span);
  return { span: found.span, words: `the assertion${text}${line === null ? '' : ` in line ${line}`}` };
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(/;$/, '');
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}...` : line;
}
