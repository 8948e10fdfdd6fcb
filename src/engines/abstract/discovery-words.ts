import type { DiscoveryEnd, IterationTold } from '../../abstraction/discover/discover.js';
import type { Divergence } from '../../abstraction/discover/divergence.js';
import type { FoundPredicate, PlaceOnPath } from '../../abstraction/discover/found-predicates.js';
import { readable } from '../../abstraction/discover/readable.js';
import type { AbstractPath } from '../../abstraction/abstraction-request.js';
import type { Command } from '../../abstraction/command-program.js';
import type { Expr } from '../../lang/expr/expr.js';
import { printCondition } from '../../lang/program/print-condition.js';
import { addTo } from '../../support/remembered.js';
import type { DiscoveredPredicate, EndlessComparison } from '../question.js';
import { stepOf } from './abstract-trace.js';
import type { AbstractionTask } from './abstraction-task.js';

/** What is told of the search for predicates, in the words of the program. */
export class DiscoveryWords {
  constructor(private readonly task: AbstractionTask) {}

  readonly formula = (formula: Expr): string => printCondition(readable(formula), this.task.lowered.system);

  readonly predicate = ({ formula, iteration, from, asked }: FoundPredicate): DiscoveredPredicate => ({
    ...{ formula: this.formula(formula), iteration, from },
    behind: asked === null || asked.behind === null ? null : stepOf(this.task, asked.behind),
  });

  readonly divergence = ({ x, y, constants }: Divergence): EndlessComparison => {
    // What is said of -y is better said of y.
    const [plus, minus, sign] = x === null ? [y, null, -1n] : [x, y, 1n];
    const of = [plus, minus].flatMap((part) => (part === null ? [] : [this.formula(part)])).join(' - ');
    return { of, constants: [...constants].map((c) => String(sign * c)) };
  };

  /** Clauses: what joined before a search, what came of it, and a line for each predicate that a path of it asked for. */
  iteration({ iteration, states, failed, added }: IterationTold, under: string): readonly string[] {
    const path =
      failed === null ? '' : `, a path of length ${failed.steps.length} fails ${this.failure(failed)}`;
    const joined = new Map<string, string[]>();
    for (const { formula, from, asked } of added)
      if (asked === null) addTo(joined, from, this.formula(formula));
    return [
      ...[...joined].map(([from, formulas]) => `${from}: ${formulas.join('; ')}`),
      `${under}iteration ${iteration}: ${states} states${path}`,
      ...added.flatMap(({ formula, from, asked }) =>
        asked === null ? [] : [`  ${this.formula(formula)} (${from}, ${this.#where(asked)})`],
      ),
    ];
  }

  /** Where a path goes on that the program does not take. */
  failure({ steps, follows }: AbstractPath, isBrief = false): string {
    const step = steps[follows];
    return step === undefined ? 'at its end' : `at ${this.#place(step, isBrief)}`;
  }

  #where({ behind }: PlaceOnPath): string {
    return behind === null ? 'at the start' : `behind ${this.#place(behind)}`;
  }

  #place(command: Command, isBrief = false): string {
    const { thread, line, action } = stepOf(this.task, command);
    const place = line === null ? thread : `${thread} line ${line}`;
    return isBrief ? place : `${place}: ${action}`;
  }
}

export const endings: Readonly<Record<DiscoveryEnd, string>> = {
  proved: 'no path to a violation is left',
  violated: 'everything that was asked is violated',
  limit: 'a limit was reached',
  'nothing new': 'no path brings a predicate that is new',
  'max-iterations': 'as many searches were made as --max-iterations allows',
  'max-predicates': 'as many predicates were found as --max-predicates allows',
};
