import { evaluate } from '../../../lang/expr/eval.js';
import { IntegerTooLarge } from '../../../lang/expr/integer-limit.js';
import type { CellId, ThreadId } from '../../../lang/expr/ids.js';
import type { InitialChoice, Step } from '../../../lang/run/execution.js';
import { firstValues } from '../../../lang/expr/type.js';
import type { Type } from '../../../lang/expr/type.js';
import { Machine } from '../../../memory/machine.js';
import type { MachineState } from '../../../memory/machine.js';
import type { MemoryModel } from '../../../memory/model.js';
import { ordersWrites } from '../../../memory/model-questions.js';
import { InternalError, at } from '../../../support/invariant.js';
import { randomFrom } from '../../../support/random-from.js';
import type { RandomBelow } from '../../../support/random-from.js';
import type { System } from '../../../lang/program/system.js';
import type { EntryFact } from '../../../pass/summaries/entry-facts.js';
import type { SummaryVariables } from '../../../pass/summaries/summary-variables.js';

const walks = 24;
const walkLength = 160;
const mostDrawn = 5;

/**
 * The facts that were true whenever an entry left in some runs of the program, by the plain semantics: what is false there is
 * not worth a proof. Of the others nothing is known yet.
 */
export function sampledFacts(
  system: System,
  model: MemoryModel,
  variables: SummaryVariables,
  facts: readonly EntryFact[],
  goOn: () => boolean,
): readonly EntryFact[] {
  const sampler = new Sampler(new Machine(system, model), variables, facts);
  const below = randomFrom(1);
  for (let i = 0; i < walks && goOn(); i++) sampler.walk(below, 1 + (i % 4) * 3);
  return sampler.left;
}

class Sampler {
  #left: readonly EntryFact[];

  constructor(
    private readonly machine: Machine,
    private readonly variables: SummaryVariables,
    facts: readonly EntryFact[],
  ) {
    this.#left = facts;
  }

  get left(): readonly EntryFact[] {
    return this.#left;
  }

  /** In the mean as many other steps as `patience` come before a flush. */
  walk(below: RandomBelow, patience: number): void {
    try {
      let state = this.machine.initial(startOf(this.machine, below));
      for (let i = 0; i < walkLength; i++) {
        const next = this.#step(state, below, patience);
        if (next === null) return;
        state = next;
      }
    } catch (error) {
      if (!(error instanceof IntegerTooLarge)) throw error;
    }
  }

  #step(state: MachineState, below: RandomBelow, patience: number): MachineState | null {
    const candidates = [...this.machine.candidates(state)];
    const wantsFlush = below(patience + 1) === 0;
    while (candidates.length > 0) {
      const liked = candidates.filter((c) => 'flush' in c === wantsFlush);
      const pool = liked.length > 0 ? liked : candidates;
      const chosen = at(pool, below(pool.length));
      candidates.splice(candidates.indexOf(chosen), 1);
      const step: Step =
        'flush' in chosen
          ? { kind: 'flush', thread: chosen.thread, cell: chosen.flush }
          : {
              ...{ kind: 'edge', thread: chosen.thread, edge: chosen.edge.id },
              havoc: this.machine.havocTypes(chosen.edge).map((type) => {
                const values = firstValues(type, mostDrawn);
                return at(values, below(values.length));
              }),
            };
      const result = this.machine.take(state, step);
      if (result.kind === 'fault') return null;
      if (result.kind === 'blocked') continue;
      if (step.kind === 'flush') this.#look(state, step.thread, step.cell);
      return result.state;
    }
    return null;
  }

  /** An entry leaves in this state: the facts that are false of it are dropped. */
  #look(state: MachineState, thread: ThreadId, cell: CellId): void {
    const writes = at(state.buffers, thread).flatMap((e) => (e.kind === 'write' ? [e] : []));
    const place = writes.findIndex((e) => e.cell === cell);
    const own = at(writes, place).value;
    const younger = ordersWrites(this.machine.model)
      ? writes.slice(place + 1)
      : writes.slice(place + 1).filter((e) => e.cell === cell);
    this.#left = this.#left.filter((fact) => {
      if (fact.thread !== thread || fact.older !== cell) return true;
      if (fact.newer === null) return this.#holds(state, fact, own, null);
      return younger
        .filter((e) => e.cell === fact.newer)
        .every((e) => this.#holds(state, fact, own, e.value));
    });
  }

  #holds(
    state: MachineState,
    { thread, older, newer, formula }: EntryFact,
    own: bigint,
    other: bigint | null,
  ): boolean {
    const { machine, variables } = this;
    const ownId = variables.of(thread, older).older;
    const otherId = newer === null ? null : variables.of(thread, newer).newer;
    const value = evaluate(formula, {
      local: (id) => at(state.locals, id),
      shared: (id, index) =>
        id === ownId ? own : id === otherId ? other : at(state.memory, machine.cells.cell(id, Number(index))),
      at: () => {
        throw new InternalError('a fact of entries speaks of values');
      },
    });
    return value === 1n;
  }
}

/** Something for all that has no initialiser. */
function startOf({ system, cells }: Machine, below: RandomBelow): InitialChoice {
  const drawn = (type: Type): bigint => {
    const values = firstValues(type, mostDrawn);
    return at(values, below(values.length));
  };
  const open = cells.all().filter((cell) => cells.variable(cell).init.kind === 'any');
  const openLocals = system.locals.filter((v) => v.init.kind === 'any');
  return {
    cells: new Map(open.map((cell) => [cell, drawn(cells.variable(cell).type)])),
    locals: new Map(openLocals.map((v) => [v.id, drawn(v.type)])),
  };
}
