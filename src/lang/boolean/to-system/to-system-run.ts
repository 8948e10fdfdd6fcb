import type { BooleanProgram } from '../boolean-program.js';
import type { BooleanRun, BooleanStep } from '../boolean-run.js';
import type { Execution, Step } from '../../run/execution.js';
import { edgeId, threadId } from '../../expr/ids.js';
import type { BooleanId } from '../../expr/ids.js';
import { assertNever, at } from '../../../support/invariant.js';
import type { HavocSource } from './to-system-command.js';

/** The same run on the system; `havocs` has for each thread and command what its havocs mean. */
export function executionOf(
  program: BooleanProgram,
  havocs: readonly (readonly (readonly HavocSource[])[])[],
  run: BooleanRun,
): Execution {
  const values = new Map<BooleanId, boolean>();
  const steps = run.steps.map((step): Step => {
    const { updates } = at(at(program.threads, step.thread).commands, step.command);
    for (const [i, { target }] of updates.entries()) values.set(target, at(step.values, i));
    const havoc = at(at(havocs, step.thread), step.command).map((source) => drawn(source, step, values));
    return { kind: 'edge', thread: threadId(step.thread), edge: edgeId(step.command), havoc };
  });
  return { initial: { cells: new Map(), locals: new Map() }, steps };
}

/** `after` has the variables as they are after the step. */
function drawn(source: HavocSource, step: BooleanStep, after: ReadonlyMap<BooleanId, boolean>): bigint {
  switch (source.kind) {
    case 'any':
      return at(step.anys, source.index) ? 1n : 0n;
    case 'value':
      return at(step.values, source.update) ? 1n : 0n;
    case 'number': {
      const set = source.holder.digits.filter(({ variable }) => after.get(variable) === true);
      return BigInt(set.reduce((sum, { weight }) => sum + weight, 0));
    }
    default:
      return assertNever(source);
  }
}
