import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { ThreadId } from '../../../lang/expr/ids.js';
import type { System } from '../../../lang/program/system.js';
import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import { opKey } from '../dual-program.js';
import type { ThreadUnfolding } from './thread-unfolding.js';

/** A thread with its automaton and, for each beginning, the states that it may begin in. */
export interface UnfoldedThread {
  readonly id: ThreadId;
  readonly unfolding: ThreadUnfolding;
  readonly initial: readonly (readonly number[])[];
}

/** Threads with the same automaton. */
export interface ThreadKind {
  readonly threads: readonly UnfoldedThread[];
  readonly count: number | null;
}

/** Threads with the same automaton are of one kind; each group, which stands for any number of processes, is one. */
export function kindsOf(
  threads: readonly UnfoldedThread[],
  groups: readonly (readonly ThreadId[])[],
  system: System,
): readonly ThreadKind[] {
  const sameness = new Sameness();
  const kinds = new Map<string, { threads: UnfoldedThread[]; group: number }>();
  for (const thread of threads) {
    const group = groups.findIndex((g) => g.includes(thread.id));
    const key = `${group} ${sameness.classOf(thread)}`;
    remembered(kinds, key, () => ({ threads: [], group })).threads.push(thread);
  }
  const found = [...kinds.values()];
  for (const [g, group] of groups.entries())
    if (found.filter((kind) => kind.group === g).length > 1) refuseNumbers(group, system);
  return found.map((kind) => ({
    threads: kind.threads,
    count: kind.group < 0 ? kind.threads.length : null,
  }));
}

function refuseNumbers(group: readonly ThreadId[], system: System): never {
  const { id, span } = at(system.threads, at(group, 0));
  return unsupported(
    `the processes ${withoutNumber(id, system)} are not all the same: those that use their number, or an array with one cell a process, cannot be taken in any number`,
    span,
    'give a number with --procs N',
  );
}

/** What these threads are called together: several instances of one thread go by the name of the thread. */
export function nameOf(threads: readonly ThreadId[], system: System): string {
  const [only, ...others] = threads;
  if (only !== undefined && others.length === 0) return at(system.threads, only).name;
  return [...new Set(threads.map((id) => withoutNumber(id, system)))].join(', ');
}

/** The name of the thread in the program that this one is an instance of. */
export const withoutNumber = (thread: ThreadId, system: System): string =>
  at(system.threads, thread).name.replace(/\(.*\)$/, '');

/** Tells threads with the same automaton. */
class Sameness {
  readonly #classes = new Map<string, UnfoldedThread[]>();
  readonly #texts = new Map<ThreadUnfolding, string>();

  classOf(thread: UnfoldedThread): string {
    // Whole automata are compared only if their sizes agree.
    const { states, transitions } = thread.unfolding;
    const rough = `${states.length} ${transitions.length} ${initialKey(thread)}`;
    const alike = remembered(this.#classes, rough, (): UnfoldedThread[] => []);
    const same = alike.findIndex((other) => this.#same(thread, other));
    return `${same < 0 ? alike.push(thread) - 1 : same} ${rough}`;
  }

  #same({ unfolding: a }: UnfoldedThread, { unfolding: b }: UnfoldedThread): boolean {
    return a === b || this.#textOf(a) === this.#textOf(b);
  }

  #textOf(unfolding: ThreadUnfolding): string {
    return remembered(this.#texts, unfolding, textOf);
  }
}

const initialKey = ({ unfolding, initial }: UnfoldedThread): string =>
  initial.map((states) => states.map((s) => at(unfolding.keys, s)).join('/')).join('|');

/** Equal for automata that are the same but for the order in which they were found. */
function textOf({ view, keys, transitions, edges }: ThreadUnfolding): string {
  const lines = transitions.map(({ from, to, op }, i) => {
    const taken = at(edges, i).map(({ edge, havoc }) => `${edge}(${havoc.join()})`);
    return `${at(keys, from)} > ${at(keys, to)} : ${opKey(op)} : ${taken.join(' ')}`;
  });
  return [view.locals.length, ...keys.toSorted(), ...lines.sort()].join('\n');
}
