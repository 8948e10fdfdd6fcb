import type { Chain, Node } from './graph.js';
import type { PathStep } from './path/path.js';

/** The chains that led somewhere, the last first. */
export type Way = { readonly thread: number; readonly chain: Chain; readonly before: Way } | null;

export function stepsOf(way: Way): readonly PathStep[] {
  const chains: NonNullable<Way>[] = [];
  for (let part = way; part !== null; part = part.before) chains.push(part);
  return chains
    .toReversed()
    .flatMap(({ thread, chain }) => chain.commands.map((command) => ({ thread, command })));
}

/** The chains touch another location than the node's. */
export function leaves(way: Way, { location }: Node): boolean {
  for (let part = way; part !== null; part = part.before) {
    if (part.chain.commands.some(({ to }) => to !== location)) return true;
  }
  return false;
}
