import type { BooleanCommand, BooleanProgram, BooleanThread, Update } from '../../ir/boolean-program.js';
import type { Formula } from '../../ir/formula.js';
import { forEachAtom } from '../../ir/formula.js';
import type { BooleanId, LocationId } from '../../ir/ids.js';
import { at } from '../../support/check.js';
import { copyOf } from './copy.js';

/** Which variables matter, and where. An update of a variable that does not is not made. */
export interface Cone {
  /** At the location of the thread, some step or the property may still look at the value. */
  isLive(thread: number, location: LocationId, variable: BooleanId): boolean;
  /** The updates of a command whose results matter. */
  updatesOf(thread: number, command: BooleanCommand): readonly Update[];
}

export const readsOf = (formula: Formula): readonly BooleanId[] => {
  const reads: BooleanId[] = [];
  forEachAtom(formula, (atom) => {
    if (atom.kind === 'literal') reads.push(atom.variable);
  });
  return reads;
};

export const readsOfUpdate = ({ value }: Update): readonly BooleanId[] =>
  value.kind === 'formula' ? readsOf(value.formula) : [...readsOf(value.yes), ...readsOf(value.no)];

/**
 * An update whose target does not matter is left out, though its `choose` might have dropped the step: more runs, none
 * less. Commands that must be `exact` keep it.
 *
 * Shared variables matter everywhere or nowhere: nowhere if no guard, property or other variable that matters depends
 * on them. Locals matter where their value may still be read.
 */
export function coneOf(program: BooleanProgram, exact: ReadonlySet<BooleanCommand>): Cone {
  const { variables, threads } = program;
  const observed = new Uint8Array(variables.length);
  const roots = [program.property?.condition ?? null, ...program.infeasible];
  for (const root of roots) if (root !== null) for (const v of readsOf(root)) observed[v] = 1;
  const reads = new Map(
    threads.flatMap((t) => t.commands.map((c) => [c, new Reads(c, exact.has(c))] as const)),
  );
  const needed = neededVariables(threads, reads, observed);
  const live = threads.map((thread, t) => {
    const isLocal = variables.map((v) => v.thread === t && needed[v.id] === 1);
    return localsAlive(thread, reads, isLocal, observed);
  });
  const isLive: Cone['isLive'] = (thread, location, variable) => {
    if (needed[variable] !== 1) return false;
    const owner = at(variables, variable).thread;
    if (owner === null) return true;
    if (owner !== thread) return true;
    return at(at(live, thread), location)[variable] === 1;
  };
  return {
    isLive,
    updatesOf: (thread, command) =>
      command.updates.filter(
        (update) => isLive(thread, command.to, update.target) || (exact.has(command) && mayDrop(update)),
      ),
  };
}

class Reads {
  /** What decides whether the command is taken. */
  readonly guard: readonly BooleanId[];
  readonly updates: readonly (readonly BooleanId[])[];

  constructor(command: BooleanCommand, exact: boolean) {
    const dropping = exact ? command.updates.filter(mayDrop).flatMap(readsOfUpdate) : [];
    this.guard = [...readsOf(command.guard), ...dropping];
    this.updates = command.updates.map(readsOfUpdate);
  }
}

/** Both conditions of its `choose` may hold, and then the command is not taken. */
function mayDrop({ value }: Update): boolean {
  if (value.kind === 'formula' || copyOf(value) !== null) return false;
  return ![value.yes, value.no].some((formula) => formula.kind === 'constant' && !formula.value);
}

function neededVariables(
  threads: readonly BooleanThread[],
  reads: ReadonlyMap<BooleanCommand, Reads>,
  observed: Uint8Array,
): Uint8Array {
  const needed = Uint8Array.from(observed);
  const feeds: BooleanId[][] = Array.from({ length: needed.length }, () => []);
  const work: BooleanId[] = [];
  const need = (v: BooleanId): void => {
    if (needed[v] === 1) return;
    needed[v] = 1;
    work.push(v);
  };
  for (const { commands } of threads) {
    for (const command of commands) {
      const { updates } = reads.get(command) ?? { updates: [] };
      command.updates.forEach(({ target }, i) => at(feeds, target).push(...(updates[i] ?? [])));
    }
  }
  observed.forEach((o, v) => {
    if (o === 1) at(feeds, v).forEach(need);
  });
  for (const { commands } of threads) {
    for (const command of commands) reads.get(command)?.guard.forEach(need);
  }
  for (let v = work.pop(); v !== undefined; v = work.pop()) at(feeds, v).forEach(need);
  return needed;
}

/** For each location the locals that are alive there, by the usual backward analysis. */
function localsAlive(
  thread: BooleanThread,
  reads: ReadonlyMap<BooleanCommand, Reads>,
  isLocal: readonly boolean[],
  observed: Uint8Array,
): readonly Uint8Array[] {
  const always = Uint8Array.from(isLocal, (local, v) => (local && observed[v] === 1 ? 1 : 0));
  const live = thread.locations.map(() => Uint8Array.from(always));
  const into: BooleanCommand[][] = thread.locations.map(() => []);
  for (const command of thread.commands) at(into, command.to).push(command);
  const work = thread.locations.map((l) => l.id);
  const queued = new Set(work);
  for (let location = work.pop(); location !== undefined; location = work.pop()) {
    queued.delete(location);
    for (const command of at(into, location)) {
      if (!addBefore(command, reads.get(command), at(live, location), at(live, command.from), isLocal))
        continue;
      if (!queued.has(command.from)) work.push(command.from);
      queued.add(command.from);
    }
  }
  return live;
}

/** Adds what is alive before the command to `before`; false if nothing was new. */
function addBefore(
  command: BooleanCommand,
  reads: Reads | undefined,
  after: Uint8Array,
  before: Uint8Array,
  isLocal: readonly boolean[],
): boolean {
  let grew = false;
  const add = (v: number): void => {
    if (isLocal[v] !== true || before[v] === 1) return;
    before[v] = 1;
    grew = true;
  };
  const written = new Set<number>(command.updates.map((u) => u.target));
  after.forEach((alive, v) => {
    if (alive === 1 && !written.has(v)) add(v);
  });
  reads?.guard.forEach(add);
  command.updates.forEach(({ target }, i) => {
    // The value matters where the target does; a shared target always may.
    if (isLocal[target] !== true || after[target] === 1) reads?.updates[i]?.forEach(add);
  });
  return grew;
}
