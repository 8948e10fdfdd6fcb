import type { Command, CommandProgram } from '../abstraction/command-program.js';
import type { Predicate } from '../abstraction/predicate.js';
import type { AbstractPath } from '../abstraction/question.js';
import { lineOf } from '../diagnostics/span.js';
import { printAction } from '../ir/print-system.js';
import { printExpr } from '../ir/print.js';
import type { AbstractTrace } from '../ir/trace.js';
import { at } from '../support/check.js';

/** An abstract path in the words of the program. */
export function abstractTrace(
  { system }: CommandProgram,
  predicates: readonly Predicate[],
  { steps, follows, known }: AbstractPath,
): AbstractTrace {
  const action = ({ thread, edge, end }: Command): string => {
    const automaton = at(system.threads, thread);
    const { actions } = at(automaton.edges, edge);
    const text = actions.map((a) => printAction(system, automaton, a)).join('; ') || 'skip';
    return end.kind === 'violates' ? `${text} (violates ${end.property})` : text;
  };
  return {
    predicates: predicates.map((p) => printExpr(p.formula, system)),
    initial: at(known, 0),
    steps: steps.map((command, i) => ({
      thread: at(system.threads, command.thread).name,
      line: lineOf(command.span),
      action: action(command),
      known: at(known, i + 1),
    })),
    follows,
  };
}
