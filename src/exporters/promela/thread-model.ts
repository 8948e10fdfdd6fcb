import type { Block, Stmt, Thread } from '../../lang/program/program.js';
import { at } from '../../support/invariant.js';
import { canBe } from './write-formula.js';
import type { PromelaFormula } from './write-formula.js';
import { SourceComments } from './lines.js';
import type { PromelaLines } from './lines.js';
import type { PromelaModel } from './promela-model.js';
import type { PromelaFault, PromelaOutcome } from './step-outcome.js';

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

  /** The conditions under which a step ends in a fault, with the flags to report. */
  faultsOf(outcome: PromelaOutcome): readonly { readonly when: PromelaFormula; readonly flag: string }[] {
    const names: readonly PromelaFault[] = ['div', 'bounds', 'range', 'int32'];
    return names.flatMap((name) => {
      const when = canBe(outcome, (o) => o.kind === 'fault' && o.fault === name);
      return when === false ? [] : [{ when, flag: this.model.flags.use(name) }];
    });
  }
}

export const canGo = (outcome: PromelaOutcome): PromelaFormula => canBe(outcome, (o) => o.kind === 'go');
