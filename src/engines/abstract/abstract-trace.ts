import type { Command } from '../../abstraction/command-program.js';
import type { AbstractPath } from '../../abstraction/abstraction-request.js';
import { lineOf } from '../../diagnostics/span.js';
import type { Step } from '../../lang/run/execution.js';
import { printAction, printEdge } from '../../lang/program/print-system.js';
import { printExpr } from '../../lang/program/print.js';
import { Cells } from '../../lang/program/system.js';
import type { AbstractTrace } from '../../lang/run/trace.js';
import { at } from '../../support/invariant.js';
import type { AbstractionTask } from './abstraction-task.js';

/** An abstract path in the words of the program. */
export function abstractTrace(task: AbstractionTask, { steps, follows, known }: AbstractPath): AbstractTrace {
  const { system } = task.lowered;
  return {
    predicates: task.predicates.map((p) => printExpr(p.formula, system)),
    initial: at(known, 0),
    steps: steps.map((command, i) => ({
      thread: at(system.threads, command.thread).name,
      line: lineOf(command.span),
      action: `${actionOf(task, command)}${command.end.kind === 'violates' ? ` (violates ${command.end.property})` : ''}`,
      known: at(known, i + 1),
    })),
    follows,
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
