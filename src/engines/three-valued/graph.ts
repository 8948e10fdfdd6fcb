import { isJudged } from '../../ir/boolean-program.js';
import type { BooleanCommand, BooleanProgram } from '../../ir/boolean-program.js';
import type { BooleanId, LocationId } from '../../ir/ids.js';
import { at } from '../../support/check.js';
import { readsOf, readsOfUpdate } from './cone.js';
import { copyOf } from './copy.js';

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
  /** Behind a jump to a label that does not exist. */
  readonly astray: boolean;
  readonly chains: Chain[];
}

export interface Chain {
  readonly commands: readonly BooleanCommand[];
  /** The infeasible cubes are looked at, exactly, in a chain of their own. */
  readonly judges: boolean;
  readonly to: Node;
}

/**
 * Before an `exact` command that reads what the chain itself has written, the chain ends: states can be split only where
 * a chain begins.
 */
export function graphOf(
  program: BooleanProgram,
  thread: number,
  stops: Uint8Array,
  exact: ReadonlySet<BooleanCommand>,
): Graph {
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
    const { astray } = at(locations, location);
    const node: Node = { index: nodes.length, location, stop, join, astray, chains: [] };
    known.set(location, node);
    nodes.push(node);
    return node;
  };
  const judgedApart = (command: BooleanCommand): boolean =>
    program.infeasible.length > 0 && exact.has(command) && isJudged(program, thread, command.to);
  const judgements = new Map<LocationId, Node>();
  const judgementAt = (location: LocationId): Node => {
    const old = judgements.get(location);
    if (old !== undefined) return old;
    const node: Node = { index: nodes.length, location, stop: false, join: false, astray: false, chains: [] };
    judgements.set(location, node);
    nodes.push(node);
    return node;
  };
  const first = nodeAt(entry);
  for (const node of nodes) {
    if (judgements.get(node.location) === node) {
      node.chains.push({ commands: [], judges: true, to: nodeAt(node.location) });
      continue;
    }
    for (const command of at(out, node.location)) {
      const chain = [command];
      const written = new Set<BooleanId>();
      noteWritten(command, written);
      let location = command.to;
      while (!isNode(location) && !judgedApart(at(chain, chain.length - 1))) {
        const next = at(at(out, location), 0);
        if (exact.has(next) && testsOf(next).some((v) => written.has(v))) break;
        chain.push(next);
        noteWritten(next, written);
        location = next.to;
      }
      const to = judgedApart(at(chain, chain.length - 1)) ? judgementAt(location) : nodeAt(location);
      node.chains.push({ commands: chain, judges: false, to });
    }
  }
  return { thread, nodes, entry: first, end: nodeAt(end) };
}

/** Variables whose values are the chain's own: neither constants nor copies of what was there at its begin. */
function noteWritten({ updates }: BooleanCommand, written: Set<BooleanId>): void {
  const now = updates.map(({ value }) => {
    const copied = copyOf(value);
    if (copied !== null) return written.has(copied.variable);
    return value.kind !== 'formula' || value.formula.kind !== 'constant';
  });
  updates.forEach(({ target }, i) => (now[i] === true ? written.add(target) : written.delete(target)));
}

/** What a command must know, to be exact. */
const testsOf = ({ guard, updates }: BooleanCommand): readonly BooleanId[] => [
  ...readsOf(guard),
  ...updates.flatMap(readsOfUpdate),
];

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
