import type { ThreadId } from '../../../ir/ids.js';
import type { System } from '../../../ir/system.js';
import { at } from '../../../support/check.js';

/** What these threads are called together: several instances of one thread go by the name of the thread. */
export function nameOf(threads: readonly ThreadId[], system: System): string {
  const [only, ...others] = threads;
  if (only !== undefined && others.length === 0) return at(system.threads, only).name;
  return [...new Set(threads.map((id) => withoutNumber(id, system)))].join(', ');
}

/** The name of the thread in the program that this one is an instance of. */
export const withoutNumber = (thread: ThreadId, system: System): string =>
  at(system.threads, thread).name.replace(/\(.*\)$/, '');
