import type { Command } from '../../abstraction/command-program.js';
import type { AbstractPath } from '../../abstraction/abstraction-request.js';
import { readable } from '../../abstraction/discover/readable.js';
import { lineOf } from '../../diagnostics/span.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Step } from '../../lang/run/execution.js';
import { printAction, printEdge } from '../../lang/program/print-system.js';
import { printCondition } from '../../lang/program/print-condition.js';
import { Cells } from '../../lang/program/system.js';
import type { AbstractTrace, AbstractTraceStep } from '../../lang/run/trace.js';
import { at } from '../../support/invariant.js';
import type { AbstractionTask } from './abstraction-task.js';

/** An abstract path in the words of the program. */
export function abstractTrace(
  task: AbstractionTask,
  { steps, follows, known }: AbstractPath,
  tracked: readonly Expr[],
): AbstractTrace {
  return {
    predicates: tracked.map((formula) => printCondition(readable(formula), task.lowered.system)),
    initial: at(known, 0),
    steps: steps.map((command, i) => ({ ...stepOf(task, command), known: at(known, i + 1) })),
    follows,
  };
}

/** A step in the words of the program. */
export function stepOf(
  task: AbstractionTask,
  command: Command,
): Pick<AbstractTraceStep, 'thread' | 'line' | 'action'> {
  const { end, thread, span } = command;
  const violates = end.kind === 'violates' ? ` (violates ${end.property})` : '';
  return {
    thread: at(task.lowered.system.threads, thread).name,
    line: lineOf(span),
    action: `${actionOf(task, command)}${violates}`,
  };
}

/** What the command does: in terms of the program if the passes can tell of a step by itself, else of its buffers. */
function actionOf({ lowered, tellsSteps }: AbstractionTask, { thread, edge, drawn }: Command): string {
  const { system, reference, mapBack } = lowered;
  const initial = { cells: new Map(), locals: new Map() };
  const havoc = drawn.map(() => 0n);
  const steps = tellsSteps ? mapBack({ initial, steps: [{ kind: 'edge', thread, edge, havoc }] }).steps : [];
  const text = (step: Step): string => {
    if (step.kind === 'flush') return `flush ${new Cells(reference.shared).nameOf(step.cell)}`;
    const automaton = at(reference.threads, step.thread);
    return at(automaton.edges, step.edge)
      .actions.map((action) => printAction(reference, automaton, action))
      .join('; ');
  };
  const own = steps.map(text).filter((part) => part !== '');
  const automaton = at(system.threads, thread);
  return own.length > 0 ? own.join('; ') : printEdge(system, automaton, at(automaton.edges, edge));
}
