import { at } from '../../support/check.js';
import type { Plan } from './plan.js';

/**
 * Threads that never took a step, although the first statement there never waits: then some
 * condition behind it never holds, and what looks safe is only stuck.
 */
export function neverBegun({ program, graphs }: Plan, moved: ReadonlySet<number>): readonly number[] {
  return graphs
    .filter(({ thread, nodes }) => {
      if (thread === 0 || moved.has(thread)) return false;
      const first = at(nodes, 0);
      if (!first.stop || first.chains.length === 0) return false;
      const { commands } = at(program.threads, thread);
      return commands.some((c) => c.from === first.location && c.guard.kind === 'constant' && c.guard.value);
    })
    .map(({ thread }) => thread);
}
