import { formulasOf, initialExprs, isTemporal } from '../../../lang/program/program.js';
import type { Property } from '../../../lang/program/program.js';
import type { Action, Automaton } from '../../../lang/program/system.js';
import { propagate } from '../../../lang/program/liveness.js';
import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import { readBy, reads, writtenBy } from './touched-variables.js';
import type { PackedVariable, PackedVariables } from './packed-variables.js';

/** Which variables matter outside the code of the threads. */
export interface Mentioned {
  /** In an invariant or a temporal formula, or part of what the user calls a state: at any time. */
  readonly always: ReadonlySet<PackedVariable>;
  /** In a final condition, or asked for in final states: after all threads have ended. */
  readonly atEnd: ReadonlySet<PackedVariable>;
}

export function mentioned(
  properties: readonly Property[],
  finals: readonly PackedVariable[],
  variables: PackedVariables,
): Mentioned {
  const of = (stated: readonly Property[]): PackedVariable[] =>
    stated.flatMap(formulasOf).flatMap((formula) => reads(formula, variables));
  const kept = variables.system.locals.flatMap(({ id, kept: isKept }) =>
    isKept === true ? [variables.ofLocal(id)] : [],
  );
  return {
    always: new Set([...of(properties.filter((p) => p.kind === 'invariant' || isTemporal(p))), ...kept]),
    atEnd: new Set([...of(properties.filter((p) => p.kind === 'final')), ...finals]),
  };
}

/**
 * What one thread may still read at each of its locations before it writes it. For its own locals this says which
 * values matter; for a cell that no other thread touches, too.
 */
export class Liveness {
  readonly #liveAt: Set<PackedVariable>[];
  readonly #reads = new Map<Action, readonly PackedVariable[]>();

  constructor(
    readonly thread: Automaton,
    readonly variables: PackedVariables,
    readonly uses: Mentioned,
  ) {
    this.#liveAt = thread.locations.map(() => new Set(uses.always));
    for (const variable of uses.atEnd) at(this.#liveAt, thread.end).add(variable);
    propagate(this.#liveAt, thread.edges, ({ actions }, after) => this.#beforeAll(actions, 0, after));
  }

  at(location: number): ReadonlySet<PackedVariable> {
    return at(this.#liveAt, location);
  }

  /** The variables live after the first `done` actions of an edge. */
  within(actions: readonly Action[], to: number, done: number): ReadonlySet<PackedVariable> {
    return this.#beforeAll(actions, done, this.at(to));
  }

  #beforeAll(
    actions: readonly Action[],
    done: number,
    after: ReadonlySet<PackedVariable>,
  ): ReadonlySet<PackedVariable> {
    const live = new Set(after);
    for (let i = actions.length - 1; i >= done; i--) this.#before(at(actions, i), live);
    return live;
  }

  #before(action: Action, live: Set<PackedVariable>): void {
    const written = writtenBy(action, this.variables);
    if (written !== null && !this.uses.always.has(written)) live.delete(written);
    const read = remembered(this.#reads, action, () => readBy(action, this.variables));
    for (const variable of read) live.add(variable);
  }
}

/** The variables that initial values are computed from. */
export function readByInitialisers(variables: PackedVariables): ReadonlySet<PackedVariable> {
  const values = variables.all.flatMap(({ init }) => initialExprs(init));
  return new Set(values.flatMap((e) => reads(e, variables)));
}
