import type { Expr } from '../../lang/expr/expr.js';
import { atLabel } from '../../lang/expr/expr.js';
import { threadId } from '../../lang/expr/ids.js';
import { rewriteExpr } from '../../lang/program/visit.js';
import { isVariable } from '../../lang/expr/substitute.js';
import type { SharedVar } from '../../lang/program/program.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import type { CommandProgram } from '../command-program.js';

/** By thread: which thread it is exchanged for. Those that stay are listed too. */
export type ThreadPermutation = readonly number[];

/** What a variable is, apart from which threads it belongs to. */
interface ThreadRole {
  readonly what: string;
  readonly threads: readonly number[];
}

/**
 * Instances of one thread, and which variables belong to them: locals, parts of store buffers, and cells of arrays that have
 * one cell for each instance.
 */
export class ThreadRoles {
  readonly #roles = new Map<Expr, ThreadRole>();
  readonly #variables = new Map<string, Expr>();

  constructor(
    program: CommandProgram,
    /** Threads that may be exchanged for each other, by the numbers of the instances. */
    readonly instances: ReadonlyMap<number, number>,
  ) {
    const { system, variables } = program;
    const places = new LocalPlaces(system);
    for (const { expr } of variables) {
      const role = this.#roleOf(expr, system, places);
      this.#roles.set(expr, role);
      this.#variables.set(keyOf(role), expr);
    }
  }

  /** The variable's counterpart; null: there is none. */
  counterpart(variable: Expr, permutation: ThreadPermutation): Expr | null {
    const role = this.#roles.get(variable);
    if (role === undefined) return variable;
    const threads = role.threads.map((thread) => at(permutation, thread));
    return this.#variables.get(keyOf({ what: role.what, threads })) ?? null;
  }

  threadsOf(variable: Expr): readonly number[] {
    return this.#roles.get(variable)?.threads ?? [];
  }

  /** What the formula says of the exchanged threads; null: there are no words for it. */
  exchanged(formula: Expr, permutation: ThreadPermutation): Expr | null {
    let isComplete = true;
    const result = rewriteExpr(formula, (e) => {
      if (e.kind === 'at' && e.instance === null)
        return atLabel(threadId(at(permutation, e.thread)), null, e.label);
      if (!isVariable(e)) return e;
      const other = this.counterpart(e, permutation);
      if (other === null) isComplete = false;
      return other ?? e;
    });
    return isComplete ? result : null;
  }

  #roleOf(variable: Expr, system: System, places: LocalPlaces): ThreadRole {
    if (variable.kind === 'local') {
      const { thread } = at(system.locals, variable.local);
      const isExchanged = this.instances.has(thread);
      const what = `local ${isExchanged ? places.of(variable.local) : variable.local}`;
      return { what, threads: isExchanged ? [thread] : [] };
    }
    if (variable.kind !== 'shared') return { what: 'other', threads: [] };
    const owner = at(system.shared, variable.shared);
    const cell = variable.index?.kind === 'int' ? Number(variable.index.value) : null;
    const { buffer } = owner;
    if (buffer === undefined) return this.#cell(`cell ${owner.id}`, owner, cell);
    const isExchanged = this.instances.has(buffer.thread);
    const ownThread = isExchanged ? [buffer.thread] : [];
    const prefix = isExchanged ? '' : `${buffer.thread} `;
    if (buffer.kind === 'target') {
      const what = `${prefix}target ${buffer.position} ${String(cell)}`;
      return { what, threads: ownThread };
    }
    const number = buffer.kind === 'entry' ? buffer.position : 0;
    const { of } = buffer;
    if (of === null) return { what: `${prefix}${buffer.kind} ${number} ${String(cell)}`, threads: ownThread };
    const about = at(system.shared, of.shared);
    const place = this.#cell(`${prefix}${buffer.kind} ${number} of ${about.id}`, about, of.element ?? cell);
    return { what: place.what, threads: [...ownThread, ...place.threads] };
  }

  #cell(what: string, { shape }: SharedVar, element: number | null): ThreadRole {
    if (element === null || shape.kind !== 'array')
      return { what: `${what} ${String(element)}`, threads: [] };
    const first = shape.shownFrom ?? 0;
    const owner = [...this.instances].find(([, instance]) => instance === element + first);
    const isPerInstance = shape.length === this.instances.size && owner !== undefined;
    return isPerInstance ? { what, threads: [owner[0]] } : { what: `${what} ${element}`, threads: [] };
  }
}

const keyOf = ({ what, threads }: ThreadRole): string => `${what} @${threads.join()}`;

/** Where a local stands among those of its thread: counterparts stand at the same place. */
class LocalPlaces {
  readonly #places = new Map<number, number>();

  constructor({ locals }: System) {
    const counts = new Map<number, number>();
    for (const { id, thread } of locals) {
      const place = counts.get(thread) ?? 0;
      counts.set(thread, place + 1);
      this.#places.set(id, place);
    }
  }

  of(local: number): number {
    return this.#places.get(local) ?? -1;
  }
}

/** The instances of each thread that has several, by thread of the program: `P(0)` and `P(1)`. */
export function instancesOf({ threads }: CommandProgram): readonly ReadonlyMap<number, number>[] {
  const groups = new Map<string, Map<number, number>>();
  for (const [thread, { name }] of threads.entries()) {
    const [, stem, number] = /^(.*)\((-?\d+)\)$/.exec(name) ?? [];
    if (stem === undefined) continue;
    const group = groups.get(stem) ?? new Map<number, number>();
    groups.set(stem, group.set(thread, Number(number)));
  }
  return [...groups.values()].filter((group) => group.size > 1);
}

/** Exchanges two threads. */
export const transposition = (count: number, a: number, b: number): ThreadPermutation =>
  Array.from({ length: count }, (_, thread) => (thread === a ? b : thread === b ? a : thread));
