import type {
  BooleanCommand,
  BooleanProgram,
  BooleanThread,
  BooleanUpdate,
} from '../../lang/boolean/boolean-program.js';
import type { Formula } from '../../lang/boolean/boolean-formula.js';
import { variablesOf } from '../../lang/boolean/boolean-formula.js';
import type { BooleanId, LocationId } from '../../lang/expr/ids.js';
import { at, getOrFail } from '../../support/invariant.js';
import { copyOf } from './copy.js';

/** Which variables matter, and where. An update of a variable that does not is not made. */
export interface Cone {
  /** What some step of the thread, another thread or the property may still look at; of other threads' locals nothing. */
  liveAt(thread: number, location: LocationId): readonly BooleanId[];
  /** The updates of a command whose results matter. */
  updatesOf(thread: number, command: BooleanCommand): readonly BooleanUpdate[];
}

export const readsOf = (formula: Formula): readonly BooleanId[] => [...variablesOf(formula)];

export const readsOfUpdate = ({ value }: BooleanUpdate): readonly BooleanId[] =>
  value.kind === 'formula' ? readsOf(value.formula) : [...readsOf(value.yes), ...readsOf(value.no)];

/**
 * An update whose target does not matter is left out, though its `choose` might have dropped the step: more runs, none
 * less. Commands that must be `exact` keep it.
 *
 * Where others may look, shared variables matter everywhere or nowhere: nowhere if no guard, property or other variable
 * that matters depends on them. Locals, and in an atomic section shared variables too, matter where their value may still
 * be read.
 */
export function coneOf(program: BooleanProgram, exact: ReadonlySet<BooleanCommand>): Cone {
  const reads = new Map(
    program.threads.flatMap((t) => t.commands.map((c) => [c, new Reads(c, exact.has(c))] as const)),
  );
  const observed = new Set<BooleanId>();
  const roots = [program.property?.condition ?? null, ...program.infeasible];
  for (const root of roots) if (root !== null) for (const v of readsOf(root)) observed.add(v);
  const needed = neededVariables(program.threads, reads, observed);
  const threads = program.threads.map((_, t) => new ThreadLiveness(program, t, reads, needed, observed));
  return {
    liveAt: (thread, location) => at(threads, thread).liveAt(location),
    updatesOf: (thread, command) =>
      command.updates.filter(
        (update) =>
          at(threads, thread).isLive(command.to, update.target) || (exact.has(command) && mayDrop(update)),
      ),
  };
}

/** What a command reads, each variable once. */
class Reads {
  /** What decides whether the command is taken. */
  readonly guard: ReadonlySet<BooleanId>;
  readonly updates: readonly ReadonlySet<BooleanId>[];

  constructor(command: BooleanCommand, exact: boolean) {
    const dropping = exact ? command.updates.filter(mayDrop).flatMap(readsOfUpdate) : [];
    this.guard = new Set([...readsOf(command.guard), ...dropping]);
    this.updates = command.updates.map((update) => new Set(readsOfUpdate(update)));
  }
}

/** Both conditions of its `choose` may hold, and then the command is not taken. */
function mayDrop({ value }: BooleanUpdate): boolean {
  if (value.kind === 'formula' || copyOf(value) !== null) return false;
  return ![value.yes, value.no].some((formula) => formula.kind === 'constant' && !formula.value);
}

function neededVariables(
  threads: readonly BooleanThread[],
  reads: ReadonlyMap<BooleanCommand, Reads>,
  observed: ReadonlySet<BooleanId>,
): ReadonlySet<BooleanId> {
  const feeds = new Map<BooleanId, Set<BooleanId>>();
  const needed = new Set<BooleanId>(observed);
  for (const command of threads.flatMap((t) => t.commands)) {
    const { guard, updates } = getOrFail(reads, command);
    for (const v of guard) needed.add(v);
    command.updates.forEach(({ target }, i) => {
      const into = feeds.get(target) ?? new Set();
      for (const v of at(updates, i)) into.add(v);
      feeds.set(target, into);
    });
  }
  // A set may grow while it is walked through: what is added comes later.
  for (const v of needed) for (const source of feeds.get(v) ?? []) needed.add(source);
  return needed;
}

/** A command as operations on sets of bits. */
interface Transfer {
  readonly from: LocationId;
  readonly guard: Int32Array;
  readonly written: Int32Array;
  readonly updates: readonly { readonly target: BooleanId; readonly reads: Int32Array }[];
}

/** For each location of a thread what is alive there, by the usual backward analysis. */
class ThreadLiveness {
  /** The variables that the thread can see and that matter at all, by their bits. */
  readonly #tracked: readonly BooleanId[];
  readonly #bits = new Map<BooleanId, number>();
  readonly #live: readonly Int32Array[];
  readonly #words: number;

  constructor(
    program: BooleanProgram,
    thread: number,
    reads: ReadonlyMap<BooleanCommand, Reads>,
    needed: ReadonlySet<BooleanId>,
    observed: ReadonlySet<BooleanId>,
  ) {
    const { locations, commands, end } = at(program.threads, thread);
    const seen = program.variables.filter(
      (v) => (v.thread === null || v.thread === thread) && needed.has(v.id),
    );
    this.#tracked = seen.map((v) => v.id);
    this.#tracked.forEach((v, i) => this.#bits.set(v, i));
    this.#words = Math.ceil(seen.length / 32);
    // Others and the property look only where the thread is in no section; at the initialisation only when it ends.
    const visible = seen.filter((v) => v.thread === null || observed.has(v.id)).map((v) => v.id);
    this.#live = locations.map(({ id, atomic }) =>
      this.#setOf((thread === 0 ? id === end : !atomic) ? visible : []),
    );
    const into: Transfer[][] = locations.map(() => []);
    for (const command of commands)
      at(into, command.to).push(this.#transferOf(command, getOrFail(reads, command)));
    this.#spread(
      locations.map((l) => l.id),
      into,
    );
  }

  isLive(location: LocationId, variable: BooleanId): boolean {
    const bit = this.#bits.get(variable);
    return bit !== undefined && has(at(this.#live, location), bit);
  }

  liveAt(location: LocationId): readonly BooleanId[] {
    const set = at(this.#live, location);
    return this.#tracked.filter((_, bit) => has(set, bit));
  }

  #setOf(variables: Iterable<BooleanId>): Int32Array {
    const set = new Int32Array(this.#words);
    for (const v of variables) {
      const bit = this.#bits.get(v);
      if (bit !== undefined) set[bit >>> 5] = at(set, bit >>> 5) | (1 << (bit & 31));
    }
    return set;
  }

  #transferOf({ from, updates }: BooleanCommand, reads: Reads): Transfer {
    return {
      from,
      guard: this.#setOf(reads.guard),
      written: this.#setOf(updates.map((u) => u.target)),
      updates: updates.map(({ target }, i) => ({ target, reads: this.#setOf(at(reads.updates, i)) })),
    };
  }

  #spread(locations: readonly LocationId[], into: readonly (readonly Transfer[])[]): void {
    const work = [...locations];
    const queued = new Set(work);
    for (let location = work.pop(); location !== undefined; location = work.pop()) {
      queued.delete(location);
      for (const transfer of at(into, location)) {
        if (!this.#addBefore(transfer, location) || queued.has(transfer.from)) continue;
        queued.add(transfer.from);
        work.push(transfer.from);
      }
    }
  }

  /** Adds what is alive before the command to what is alive where it begins; false if nothing was new. */
  #addBefore({ from, guard, written, updates }: Transfer, to: LocationId): boolean {
    const after = at(this.#live, to);
    const before = at(this.#live, from);
    // The value matters where the target does.
    const mattering = updates.filter(({ target }) => this.isLive(to, target)).map((u) => u.reads);
    let grew = false;
    for (let w = 0; w < this.#words; w++) {
      let bits = at(before, w) | at(guard, w) | (at(after, w) & ~at(written, w));
      for (const reads of mattering) bits |= at(reads, w);
      if (bits === at(before, w)) continue;
      before[w] = bits;
      grew = true;
    }
    return grew;
  }
}

const has = (set: Int32Array, bit: number): boolean => (at(set, bit >>> 5) & (1 << (bit & 31))) !== 0;
