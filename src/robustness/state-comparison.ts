import type { EngineRequest, EngineStats } from '../engines/engine-request.js';
import { GrowingStates } from '../engines/shared/packed/growing-states.js';
import { CutPaths, incompleteness } from '../engines/shared/packed/incompleteness.js';
import type { Incomplete } from '../engines/shared/packed/incompleteness.js';
import { PackedVariables } from '../engines/shared/packed/packed-variables.js';
import type { PackedVariable } from '../engines/shared/packed/packed-variables.js';
import { makePlan } from '../engines/shared/packed/plan.js';
import { Tracer } from '../engines/shared/packed/tracer.js';
import { OutOfSpace, stopBy } from '../engines/shared/state-store.js';
import type { BoundedInterval } from '../lang/expr/interval.js';
import type { System } from '../lang/program/system.js';
import type { Execution } from '../lang/run/execution.js';
import type { Bound } from '../memory/bound.js';
import type { MemoryModel } from '../memory/model.js';
import { sc } from '../memory/sc.js';
import type { Pacer } from '../search/pacer.js';
import type { Limits, Stop } from '../search/limits.js';
import { at } from '../support/invariant.js';
import type { StateTable } from '../engines/shared/cover/state-table.js';
import { tableOf } from '../engines/shared/cover/table-of-states.js';
import { StateKeys, hasEmptyBuffers } from './state-keys.js';

export interface StateQuestion extends Pick<EngineRequest, 'limits' | 'progress'> {
  readonly system: System;
  readonly model: MemoryModel;
  readonly bound: Bound | null;
  readonly havocRange: BoundedInterval | null;
}

/** What came of comparing the states of a model with those of SC. */
export type StateComparison = { readonly stats: EngineStats } & (
  | { readonly kind: 'same' }
  /** The run leads to a state with empty buffers that no run under SC comes to, in the fewest steps. */
  | { readonly kind: 'more'; readonly execution: Execution }
  | { readonly kind: 'open'; readonly why: Incomplete }
);

/**
 * All states under SC, and then those under the model until one with empty buffers is new. Locals and cells that nobody will
 * read keep their values, under both.
 */
export async function compareStates(question: StateQuestion): Promise<StateComparison> {
  const variables = new PackedVariables(question.system);
  const under = new StateSearch(variables, question, sc, () => 0);
  const stop = await under.explore(() => null);
  const incomplete = under.incomplete(stop, true);
  if (incomplete !== null) return { kind: 'open', why: underSc(incomplete), stats: under.stats };
  let keys: StateKeys;
  try {
    keys = under.keys(question.limits);
  } catch (error) {
    if (error instanceof OutOfSpace)
      return { kind: 'open', why: { reason: 'memory', detail: error.message }, stats: under.stats };
    throw error;
  }
  const over = new StateSearch(variables, question, question.model, () => under.bytes + keys.bytes);
  let found: number | null = null;
  const end = await over.explore((first, last) => {
    for (let id = first; id < last && found === null; id++) if (over.isNew(id, keys)) found = id;
    return found === null ? null : { reason: 'after-violation', why: 'a state is new' };
  });
  const stats = summed(under.stats, over.stats);
  if (found !== null && !over.isNarrowed) return { kind: 'more', execution: over.runTo(found), stats };
  // Under SC the state may need values that were not tried.
  const why = over.incomplete(found === null ? end : null, false);
  return why === null ? { kind: 'same', stats } : { kind: 'open', why, stats };
}

/** All states under the model with all their values, row by row; a text says why they are not known. */
export async function tableUnder(
  question: StateQuestion,
  watch: () => void,
): Promise<{ readonly table: StateTable; readonly states: number } | string> {
  const search = new StateSearch(new PackedVariables(question.system), question, question.model, () => 0);
  const incomplete = search.incomplete(await search.explore(() => null), false);
  if (incomplete !== null) return incomplete.detail ?? incomplete.reason;
  return { table: search.table(watch), states: search.stats.states };
}

const underSc = ({ reason, detail }: Incomplete): Incomplete => ({ reason, detail: `under sc: ${detail}` });

const summed = (a: EngineStats, b: EngineStats): EngineStats => ({
  states: a.states + b.states,
  transitions: a.transitions + b.transitions,
  checkSeconds: a.checkSeconds + b.checkSeconds,
  tableBytes: a.tableBytes + b.tableBytes,
});

const isCompared = ({ system }: PackedVariables, { place }: PackedVariable): boolean =>
  place.kind === 'cell' || !at(system.locals, place.local).temporary;

/** A search for all states, with no property. */
class StateSearch {
  readonly #record = new CutPaths();
  readonly #table: GrowingStates;
  #seconds = 0;

  constructor(
    variables: PackedVariables,
    question: StateQuestion,
    model: MemoryModel,
    besides: () => number,
  ) {
    const { bound, havocRange } = question;
    const plan = makePlan(
      variables,
      { model, properties: [] },
      [],
      { bound, havocRange },
      {
        reductions: false,
        flushesInside: false,
        kept: variables.all.filter((v) => isCompared(variables, v)),
      },
    );
    this.#table = new GrowingStates(
      plan,
      question,
      {
        ...{ properties: [], collectFinals: false, live: new Uint8Array(0), graph: null, orders: null },
        record: this.#record,
        listener: {
          violated: () => (this.#record.cutOff = true),
          stateViolated: () => undefined,
          final: () => undefined,
          stuck: () => undefined,
        },
        beforeRepack: () => undefined,
      },
      besides,
    );
    this.#table.phase = `states under ${model.name}`;
  }

  get stats(): EngineStats {
    const { states, transitions } = this.#table;
    return { states: states.count, transitions, checkSeconds: this.#seconds, tableBytes: states.bytes };
  }

  get bytes(): number {
    return this.#table.states.bytes;
  }

  get isNarrowed(): boolean {
    return this.#table.plan.choices.narrowed;
  }

  /** Until there are no new states, or `look` at those that came last says why to stop. */
  async explore(look: (first: number, last: number) => Stop | null): Promise<Stop | null> {
    const pacer = this.#table.pacer();
    try {
      return await this.#exploring(pacer, look);
    } catch (error) {
      return stopBy(error);
    } finally {
      this.#seconds = pacer.seconds;
    }
  }

  async #exploring(pacer: Pacer, look: (first: number, last: number) => Stop | null): Promise<Stop | null> {
    let looked = 0;
    const lookOn = (): Stop | null => {
      const { count } = this.#table.states;
      const stop = look(looked, count);
      looked = count;
      return stop;
    };
    const unready = (await this.#table.addRoots(pacer, () => false)) ?? lookOn();
    if (unready !== null) return unready;
    while (!this.#table.isComplete) {
      const stop = (await this.#table.expandSome(pacer)) ?? lookOn();
      if (stop !== null) return stop;
    }
    return null;
  }

  /**
   * Why states may be missing; null: none are. A run that ends at a fault has no states after it; but the fault itself would
   * be one.
   */
  incomplete(stop: Stop | null, withoutFaults: boolean): Incomplete | null {
    const cutOff = this.#record.cutOff && !withoutFaults;
    const record = Object.assign(new CutPaths(), this.#record, { cutOff });
    return incompleteness({ stop, stats: this.stats, record }, this.#table.plan);
  }

  table(watch: () => void): StateTable {
    return tableOf(this.#table.plan, this.#table.states, watch);
  }

  keys(limits: Limits): StateKeys {
    const { plan, states } = this.#table;
    const keys = new StateKeys(plan, limits, () => states.bytes);
    for (let id = 0; id < states.count; id++) keys.has(plan, states.wordsOf(id));
    return keys;
  }

  isNew(id: number, keys: StateKeys): boolean {
    const { plan, states } = this.#table;
    const words = states.wordsOf(id);
    return hasEmptyBuffers(plan.layout, words) && !keys.has(plan, words);
  }

  runTo(id: number): Execution {
    return new Tracer(this.#table.plan, this.#table.states).executionTo({ kind: 'state', id });
  }
}
