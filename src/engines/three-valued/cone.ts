import type {
  BooleanCommand,
  BooleanProgram,
  BooleanUpdate,
  BooleanValue,
} from '../../lang/boolean/boolean-program.js';
import type { Formula } from '../../lang/boolean/boolean-formula.js';
import { variablesOf } from '../../lang/boolean/boolean-formula.js';
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
    program.threads.flatMap((t) => t.commands.map((c) => [c, readsBy(c, exact.has(c))] as const)),
  );
  const conditions = program.property === null ? [] : [program.property.condition];
  const observed = new Set([...conditions, ...program.infeasible].flatMap(readsOf));
  const needed = neededVariables([...reads.values()], observed);
  const live = program.threads.map((_, t) => liveIn(program, t, reads, needed, observed));
  const isKept = (thread: number, command: BooleanCommand, update: BooleanUpdate): boolean =>
    at(at(live, thread), command.to).has(update.target) || (exact.has(command) && mayDrop(update));
  return {
    live,
    updatesOf: (thread, command) => command.updates.filter((update) => isKept(thread, command, update)),
  };
}

/** What a command reads, each variable once. */
interface CommandReads {
  /** What decides whether the command is taken. */
  readonly guard: ReadonlySet<BooleanId>;
  readonly updates: readonly { readonly target: BooleanId; readonly reads: ReadonlySet<BooleanId> }[];
}

function readsBy({ guard, updates }: BooleanCommand, exact: boolean): CommandReads {
  const dropping = exact ? updates.filter(mayDrop).flatMap(readsOfUpdate) : [];
  return {
    guard: new Set([...readsOf(guard), ...dropping]),
    updates: updates.map((update) => ({ target: update.target, reads: new Set(readsOfUpdate(update)) })),
  };
}

/** Both conditions of its `choose` may hold, and then the command is not taken. */
const mayDrop = ({ value }: BooleanUpdate): boolean => !neverDrops(value) && copyOf(value) === null;

/** Seen at a glance: one of its conditions never holds. */
export const neverDrops = (value: BooleanValue): boolean =>
  value.kind === 'formula' ||
  [value.yes, value.no].some((formula) => formula.kind === 'constant' && !formula.value);

function neededVariables(
  commands: readonly CommandReads[],
  observed: ReadonlySet<BooleanId>,
): ReadonlySet<BooleanId> {
  const feeds = new Map<BooleanId, Set<BooleanId>>();
  const needed = new Set(observed);
  for (const { guard, updates } of commands) {
    for (const v of guard) needed.add(v);
    for (const { target, reads } of updates) {
      const into = remembered(feeds, target, () => new Set());
      for (const v of reads) into.add(v);
    }
  }
  // A set may grow while it is walked through: what is added comes later.
  for (const v of needed) for (const source of feeds.get(v) ?? []) needed.add(source);
  return needed;
}

/** For each location of a thread what is alive there. */
function liveIn(
  program: BooleanProgram,
  thread: number,
  reads: ReadonlyMap<BooleanCommand, CommandReads>,
  needed: ReadonlySet<BooleanId>,
  observed: ReadonlySet<BooleanId>,
): readonly ReadonlySet<BooleanId>[] {
  const { locations, commands, end } = at(program.threads, thread);
  // Others and the property look only where the thread is in no section; at the initialisation only when it ends.
  const visible = program.variables
    .filter((v) => v.thread === null || (v.thread === thread && observed.has(v.id)))
    .flatMap(({ id }) => (needed.has(id) ? [id] : []));
  const live = locations.map(
    ({ id, atomic }) => new Set((thread === 0 ? id === end : !atomic) ? visible : []),
  );
  propagate(live, commands, (command, after) => {
    const { guard, updates } = getOrFail(reads, command);
    const before = new Set(after);
    for (const { target } of updates) before.delete(target);
    for (const v of guard) before.add(v);
    // The value matters where the target does.
    for (const { target, reads: sources } of updates)
      if (after.has(target)) for (const v of sources) before.add(v);
    return before;
  });
  return live;
}
