import { unsupported } from '../../diagnostics/diagnostic.js';
import { generatedBy } from '../../diagnostics/span.js';
import type { Property } from '../../lang/program/program.js';
import type { System } from '../../lang/program/system.js';
import type { MemoryModel } from '../../memory/model.js';
import { Contents } from '../shapes/contents.js';
import { Shaper } from '../shapes/shaper.js';
import { shapingOf } from '../shapes/shaping-of.js';
import { sameEntries } from './entry-facts.js';
import type { EntryFact, FactInstance, FollowedEntries } from './entry-facts.js';
import { at } from '../../support/invariant.js';
import type { EdgeId, ThreadId } from '../../lang/expr/ids.js';
import { summaryKind } from './summary-kind.js';
import { SummaryVariables } from './summary-variables.js';

/** More cells with writes of one thread have too many orders. */
const mostCells = 6;

export interface SummarisedSystem {
  readonly system: System;
  /** What all facts say of the value that leaves by an edge, assumed or not. */
  readonly about: (thread: ThreadId, edge: EdgeId) => readonly FactInstance[];
}

/** What is made of a system for buffers of any length. */
export class Summaries {
  readonly #system: System;

  constructor(
    system: System,
    private readonly model: MemoryModel,
    private readonly watch?: () => void,
  ) {
    this.#system = system;
    const { variables } = this.#world();
    for (const [t, cells] of variables.cells.entries()) {
      if (cells.length > mostCells)
        unsupported(
          `${system.threads[t]?.name ?? 'a thread'} buffers writes to more than ${mostCells} cells`,
          system.threads[t]?.span ?? null,
          'summaries of buffers are for few cells: --unbounded off',
        );
    }
  }

  /** The variables that formulas about entries are made of; the same in all programs made here. */
  get variables(): SummaryVariables {
    return this.#world().variables;
  }

  /** All variables there are, those of entries behind those of the program. */
  get all(): Pick<System, 'shared' | 'locals'> {
    return this.#world().contents.variables();
  }

  /**
   * The system with its buffers summarised, to be run under SC. Entries leave with values of which some facts hold. What is
   * followed are any two entries (or one) of a thread from their stores on, and whether the facts hold is asserted when the older
   * one leaves; a run ends there.
   */
  system(
    facts: readonly EntryFact[],
    isAssumed: (fact: EntryFact) => boolean,
    followed: FollowedEntries | null,
  ): SummarisedSystem {
    const { contents, variables } = this.#world();
    const shaped = this.#system.threads.map((thread) => {
      const { id } = thread;
      const kind = summaryKind({
        ...{ thread: id, model: this.model, contents, variables, isAssumed },
        followed: followed?.thread === id ? followed : null,
        facts: facts.filter((fact) => fact.thread === id),
      });
      const shaping = shapingOf(this.#system, this.model, contents, thread, this.watch);
      return new Shaper({ ...shaping, kind }, thread).shaped();
    });
    const asserted = followed === null ? [] : facts.filter((f) => isAssumed(f) && sameEntries(f, followed));
    const properties = asserted.map(({ name }): Property => ({
      kind: 'assert',
      name,
      span: generatedBy('summaries', null),
    }));
    const system = {
      ...this.#system,
      ...contents.variables(),
      threads: shaped.map(({ automaton }) => automaton),
      properties: [...this.#system.properties, ...properties],
    };
    const about = (thread: ThreadId, edge: EdgeId): readonly FactInstance[] => {
      const origin = at(at(shaped, thread).origins, edge);
      return origin.kind === 'flush' ? (origin.about ?? []) : [];
    };
    return { system, about };
  }

  #world(): { readonly contents: Contents; readonly variables: SummaryVariables } {
    const contents = new Contents(this.#system);
    return { contents, variables: new SummaryVariables(this.#system, contents, this.model) };
  }
}
