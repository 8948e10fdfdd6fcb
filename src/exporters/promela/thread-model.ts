import type { Expr } from '../../lang/expr/expr.js';
import type { Block, Stmt, Thread } from '../../lang/program/program.js';
import { at } from '../../support/invariant.js';
import { opposite } from './write-expr.js';
import { and, canBe, ofExpr } from './write-formula.js';
import type { PromelaFormula } from './write-formula.js';
import { SourceComments, guarded } from './lines.js';
import type { PromelaLines } from './lines.js';
import type { PromelaModel } from './promela-model.js';
import { promelaFaults } from './step-outcome.js';
import type { PromelaOutcome } from './step-outcome.js';

/** What the parts that write one proctype share. */
export class ThreadModel {
  readonly comments = new SourceComments();
  /** Whether some step holds all other processes back while it is under way. */
  holds = false;
  /** Whether some branch of an `either` takes a step in Promela and none in the program. */
  waits = false;

  constructor(
    readonly model: PromelaModel,
    readonly thread: Thread,
  ) {}

  get number(): number {
    return this.thread.id + 1;
  }

  isDead(stmt: Stmt, block: Block): boolean {
    return this.model.places.isDead(this.thread.id, stmt, block);
  }

  labels(stmt: Stmt): PromelaLines {
    return this.model.places.labels(stmt).map((label) => `${label}:`);
  }

  label(name: string): string {
    return this.model.names.label(this.thread.id, name);
  }

  local(id: number): string {
    return at(this.model.names.locals, id);
  }

  /** The options of a test that may turn out so: what follows where it holds, and where not; `else` if it alone is left. */
  tested(
    cond: Expr,
    outcome: PromelaOutcome,
    [yes, no]: readonly [PromelaLines, PromelaLines],
    hasElse: boolean,
  ): readonly PromelaLines[] {
    const { text } = this.model;
    if (hasElse) return [guarded(text.print(cond), yes), no.length === 0 ? ['else'] : guarded('else', no)];
    const ok = canGo(outcome);
    return [
      guarded(text.formula(and(ok, ofExpr(cond))), yes),
      guarded(text.formula(and(ok, ofExpr(opposite(cond)))), no),
    ];
  }

  /** The conditions under which a step ends in a fault, with the flags to report. */
  faultsOf(outcome: PromelaOutcome): readonly { readonly when: PromelaFormula; readonly flag: string }[] {
    return promelaFaults.flatMap((name) => {
      const when = canBe(outcome, (o) => o.kind === 'fault' && o.fault === name);
      return when === false ? [] : [{ when, flag: this.model.flags.use(name) }];
    });
  }
}

export const canGo = (outcome: PromelaOutcome): PromelaFormula => canBe(outcome, (o) => o.kind === 'go');
