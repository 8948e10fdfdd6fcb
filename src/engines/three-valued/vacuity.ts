import { at } from '../../support/check.js';
import type { Plan } from './plan.js';

/**
 * Threads whose first statement never waits. If such a thread never takes a step, some condition behind it never holds,
 * and what looks safe is only stuck.
 */
export function eagerThreads({ program, graphs }: Plan): readonly number[] {
  return graphs
    .filter(({ thread, nodes }) => {
      if (thread === 0) return false;
      const first = at(nodes, 0);
      if (!first.stop || first.chains.length === 0) return false;
      const { commands } = at(program.threads, thread);
      return commands.some((c) => c.from === first.location && c.guard.kind === 'constant' && c.guard.value);
    })
    .map(({ thread }) => thread);
}
