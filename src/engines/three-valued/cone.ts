import type {
  BooleanCommand,
  BooleanProgram,
  BooleanThread,
  BooleanUpdate,
} from '../../lang/boolean/boolean-program.js';
import type { Formula } from '../../lang/boolean/boolean-formula.js';
import { forEachAtom } from '../../lang/boolean/boolean-formula.js';
import type { BooleanId } from '../../lang/expr/ids.js';
import { propagate } from '../../lang/program/liveness.js';
import { at, getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { copyOf } from './copy.js';

/** Which variables matter, and where. An update of a variable that does not is not made. */
export interface Cone {
  /**
   * By thread, then location: what some step of the thread, another thread or the property may still look at; of other
   * threads' locals nothing.
   */
  readonly live: readonly (readonly ReadonlySet<BooleanId>[])[];
  /** The updates of a command whose results matter. */
  updatesOf(thread: number, command: BooleanCommand): readonly BooleanUpdate[];
}

export const readsOf = (formula: Formula): readonly BooleanId[] => {
  const reads: BooleanId[] = [];
  forEachAtom(formula, (atom) => {
    if (atom.kind === 'literal') reads.push(atom.variable);
  });
  return reads;
};

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
  const live = program.threads.map((_, t) => liveIn(program, t, reads, needed, observed));
  const isKept = (thread: number, command: BooleanCommand, update: BooleanUpdate): boolean =>
    at(at(live, thread), command.to).has(update.target) || (exact.has(command) && mayDrop(update));
  return {
    live,
    updatesOf: (thread, command) => command.updates.filter((update) => isKept(thread, command, update)),
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
      const into = remembered(feeds, target, () => new Set());
      for (const v of at(updates, i)) into.add(v);
    });
  }
  // A set may grow while it is walked through: what is added comes later.
  for (const v of needed) for (const source of feeds.get(v) ?? []) needed.add(source);
  return needed;
}

/** For each location of a thread what is alive there. */
function liveIn(
  program: BooleanProgram,
  thread: number,
  reads: ReadonlyMap<BooleanCommand, Reads>,
  needed: ReadonlySet<BooleanId>,
  observed: ReadonlySet<BooleanId>,
): readonly ReadonlySet<BooleanId>[] {
  const { locations, commands, end } = at(program.threads, thread);
  const seen = program.variables.filter(
    (v) => (v.thread === null || v.thread === thread) && needed.has(v.id),
  );
  // Others and the property look only where the thread is in no section; at the initialisation only when it ends.
  const visible = seen.filter((v) => v.thread === null || observed.has(v.id)).map((v) => v.id);
  const live = locations.map(
    ({ id, atomic }) => new Set((thread === 0 ? id === end : !atomic) ? visible : []),
  );
  propagate(live, commands, (command, after) => {
    const { guard, updates } = getOrFail(reads, command);
    const before = new Set(after);
    for (const { target } of command.updates) before.delete(target);
    for (const v of guard) before.add(v);
    // The value matters where the target does.
    for (const [i, { target }] of command.updates.entries())
      if (after.has(target)) for (const v of at(updates, i)) before.add(v);
    return before;
  });
  return live;
}
