import { someGuardHolds } from '../../lang/boolean/guards.js';
import { at } from '../../support/invariant.js';
import type { ThreeValuedPlan } from './search-plan.js';

/**
 * Threads whose first statement never waits. If such a thread never leaves the place where it stops first, some condition
 * behind it never holds, and what looks safe is only stuck.
 */
export function eagerThreads({ program, graphs }: ThreeValuedPlan): readonly number[] {
  return graphs
    .filter(({ thread, entry }) => {
      if (thread === 0 || entry.chains.length === 0) return false;
      return someGuardHolds(at(program.threads, thread).commands.filter((c) => c.from === entry.location));
    })
    .map(({ thread }) => thread);
}
