import type { BooleanCommand } from '../../lang/boolean/boolean-program.js';
import type { LocationId } from '../../lang/expr/ids.js';
import type { CommandChain, ThreadNode } from './thread-graph.js';

/** One path of a search, command by command: the initialisation first. */
export interface SearchPath {
  readonly steps: readonly PathStep[];
  /** Where the threads stand at its end. */
  readonly locations: readonly LocationId[];
}

export interface PathStep {
  readonly thread: number;
  readonly command: BooleanCommand;
}

/** The chains that led somewhere, the last first. */
export type ChainWay = {
  readonly thread: number;
  readonly chain: CommandChain;
  readonly before: ChainWay;
} | null;

export function stepsOf(way: ChainWay): readonly PathStep[] {
  const chains: NonNullable<ChainWay>[] = [];
  for (let part = way; part !== null; part = part.before) chains.push(part);
  return chains
    .toReversed()
    .flatMap(({ thread, chain }) => chain.commands.map((command) => ({ thread, command })));
}

/** The chains touch another location than the node's. */
export function leaves(way: ChainWay, { location }: ThreadNode): boolean {
  for (let part = way; part !== null; part = part.before) {
    if (part.chain.commands.some(({ to }) => to !== location)) return true;
  }
  return false;
}
