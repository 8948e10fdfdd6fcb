import type { BooleanCommand } from '../../../lang/boolean/boolean-program.js';
import type { LocationId } from '../../../lang/expr/ids.js';
import { at, getOrFail } from '../../../support/invariant.js';
import type { CommandChain } from '../thread-graph.js';
import { stepsOf } from '../way.js';
import type { ChainWay, PathStep } from '../way.js';
import type { AlikeThreads } from './alike-threads.js';
import { inverse } from './renaming.js';

/** A chain of a thread, by what its counterparts are called as well. */
interface ChainPlace {
  readonly node: number;
  readonly chain: number;
}

/**
 * What was done in states that were put into order, as what real threads do. A path through such states is turned back step
 * by step: who a thread was before the states were put into order is who takes the step.
 */
export class TurnedSteps {
  /** By the first command of each chain. */
  readonly #places = new Map<BooleanCommand, ChainPlace>();

  constructor(readonly alike: AlikeThreads) {
    for (const { nodes } of alike.graphs)
      for (const { index, chains } of nodes)
        for (const [chain, { commands }] of chains.entries()) {
          const [first] = commands;
          if (first !== undefined) this.#places.set(first, { node: index, chain });
        }
  }

  /** Who takes whose place where everybody is put to where the permutation of states puts them. */
  threadsOf(settled: number): readonly number[] {
    return at(this.alike.renamings, settled).threads;
  }

  /** The steps of the way as they are where the threads have been put to `places`. */
  turned(way: ChainWay, places: readonly number[]): readonly PathStep[] {
    const steps = stepsOf(way);
    const [first] = steps;
    if (first === undefined || first.thread === 0) return steps;
    const thread = at(inverse(places), first.thread);
    if (thread === first.thread) return steps;
    const { nodes } = at(this.alike.graphs, thread);
    return steps.flatMap(({ command }) => {
      const place = this.#places.get(command);
      // The other commands of a chain go with its first.
      if (place === undefined) return [];
      const { commands }: CommandChain = at(at(nodes, place.node).chains, place.chain);
      return commands.map((own) => ({ thread, command: own }));
    });
  }

  /** The command of every thread that is the counterpart of one. */
  counterparts({ thread, command }: PathStep): readonly BooleanCommand[] {
    const place = this.#places.get(command);
    if (place === undefined || thread === 0) return [command];
    return this.alikeTo(thread).flatMap(
      (image) => at(at(at(this.alike.graphs, image).nodes, place.node).chains, place.chain).commands,
    );
  }

  /** The threads whose place the thread takes, itself among them. */
  alikeTo(thread: number): readonly number[] {
    return [...new Set(this.alike.renamings.map(({ threads }) => at(threads, thread)))];
  }

  /** Where the threads really stand, given where those stand that were put into their places. */
  turnedLocations(locations: readonly LocationId[], places: readonly number[]): readonly LocationId[] {
    return locations.map((_, thread) => {
      const there = at(places, thread);
      const image = at(locations, there);
      if (there === thread) return image;
      const { index } = getOrFail(
        new Map(at(this.alike.graphs, there).nodes.map((node) => [node.location, node])),
        image,
      );
      return at(at(this.alike.graphs, thread).nodes, index).location;
    });
  }
}
