import type { BooleanCommand, BooleanProgram } from '../../ir/boolean-program.js';
import type { LocationId } from '../../ir/ids.js';
import { at } from '../../support/check.js';

/**
 * The control flow of one thread with the commands between two nodes drawn together: a node is a location where the
 * thread stops, branches, or comes to from several sides. Commands of a chain run one after the other, with nobody in
 * between.
 */
export interface Graph {
  readonly thread: number;
  readonly nodes: readonly Node[];
  readonly entry: Node;
  readonly end: Node;
}

export interface Node {
  readonly index: number;
  readonly location: LocationId;
  /** A state is stored here. */
  readonly stop: boolean;
  /** Several paths meet here. */
  readonly join: boolean;
  readonly chains: Chain[];
}

export interface Chain {
  readonly commands: readonly BooleanCommand[];
  readonly to: Node;
}

export function graphOf(program: BooleanProgram, thread: number, stops: Uint8Array): Graph {
  const { commands, locations, entry, end } = at(program.threads, thread);
  const out: BooleanCommand[][] = locations.map(() => []);
  for (const command of commands) {
    if (command.guard.kind === 'constant' && !command.guard.value) continue;
    at(out, command.from).push(command);
  }
  const arrivals = countArrivals(out, entry);
  const isNode = (id: LocationId): boolean =>
    stops[id] === 1 || id === entry || id === end || at(out, id).length !== 1 || at(arrivals, id) > 1;

  const nodes: Node[] = [];
  const known = new Map<LocationId, Node>();
  const nodeAt = (location: LocationId): Node => {
    const old = known.get(location);
    if (old !== undefined) return old;
    const stop = stops[location] === 1;
    const join = at(arrivals, location) > 1;
    const node: Node = { index: nodes.length, location, stop, join, chains: [] };
    known.set(location, node);
    nodes.push(node);
    return node;
  };
  const first = nodeAt(entry);
  for (const node of nodes) {
    for (const command of at(out, node.location)) {
      const chain = [command];
      let location = command.to;
      while (!isNode(location)) {
        const next = at(at(out, location), 0);
        chain.push(next);
        location = next.to;
      }
      node.chains.push({ commands: chain, to: nodeAt(location) });
    }
  }
  return { thread, nodes, entry: first, end: nodeAt(end) };
}

/** How many commands lead to each location, of those that can be reached. */
function countArrivals(out: readonly (readonly BooleanCommand[])[], entry: LocationId): readonly number[] {
  const arrivals = out.map(() => 0);
  arrivals[entry] = 1;
  const work = [entry];
  for (let location = work.pop(); location !== undefined; location = work.pop()) {
    for (const { to } of at(out, location)) {
      arrivals[to] = at(arrivals, to) + 1;
      if (arrivals[to] === 1) work.push(to);
    }
  }
  return arrivals;
}
