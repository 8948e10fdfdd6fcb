import { isJudged } from '../../lang/boolean/boolean-program.js';
import type { BooleanCommand, BooleanProgram, BooleanThread } from '../../lang/boolean/boolean-program.js';
import type { BooleanId, LocationId } from '../../lang/expr/ids.js';
import { at } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import { remembered } from '../../support/remembered.js';
import { readsOf, readsOfUpdate } from './cone.js';
import { copyOf } from './copy.js';

/**
 * The control flow of one thread with the commands between two nodes drawn together: a node is a location where the
 * thread stops, branches, or comes to from several sides. Commands of a chain run one after the other, with nobody in
 * between.
 */
export interface ThreadGraph {
  readonly thread: number;
  readonly nodes: readonly ThreadNode[];
  readonly entry: ThreadNode;
  readonly end: ThreadNode;
}

export interface ThreadNode {
  readonly index: number;
  readonly location: LocationId;
  /** A state is stored here. */
  readonly stop: boolean;
  /** Several paths meet here. */
  readonly join: boolean;
  /** Behind a jump to a label that does not exist. */
  readonly astray: boolean;
  readonly chains: CommandChain[];
}

export interface CommandChain {
  readonly commands: readonly BooleanCommand[];
  /** The infeasible cubes are looked at, exactly, in a chain of their own. */
  readonly judges: boolean;
  readonly to: ThreadNode;
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
): ThreadGraph {
  return new ThreadGraphBuilder(program, thread, stops, exact).graph();
}

class ThreadGraphBuilder {
  readonly #automaton: BooleanThread;
  readonly #out: readonly (readonly BooleanCommand[])[];
  readonly #arrivals: readonly number[];
  readonly #nodes: ThreadNode[] = [];
  readonly #known = new Map<LocationId, ThreadNode>();
  /** Where infeasible cubes are looked at before the location is come to. */
  readonly #judgements = new Map<LocationId, ThreadNode>();

  constructor(
    private readonly program: BooleanProgram,
    private readonly thread: number,
    private readonly stops: Uint8Array,
    private readonly exact: ReadonlySet<BooleanCommand>,
  ) {
    this.#automaton = at(program.threads, thread);
    const { locations, commands, entry } = this.#automaton;
    const possible = commands.filter(({ guard }) => guard.kind !== 'constant' || guard.value);
    this.#out = byNumber(possible, locations.length, (command) => command.from);
    this.#arrivals = countArrivals(this.#out, entry);
  }

  graph(): ThreadGraph {
    const { entry, end } = this.#automaton;
    const first = this.#nodeAt(entry);
    // Nodes are added while they are walked through.
    for (const node of this.#nodes) {
      if (this.#judgements.get(node.location) === node)
        node.chains.push({ commands: [], judges: true, to: this.#nodeAt(node.location) });
      else for (const command of at(this.#out, node.location)) node.chains.push(this.#chainFrom(command));
    }
    return { thread: this.thread, nodes: this.#nodes, entry: first, end: this.#nodeAt(end) };
  }

  #chainFrom(first: BooleanCommand): CommandChain {
    const commands = [first];
    const written = new Set<BooleanId>();
    noteWritten(first, written);
    let last = first;
    while (!this.#isNode(last.to) && !this.#isJudgedApart(last)) {
      const next = at(at(this.#out, last.to), 0);
      if (this.exact.has(next) && readsOfCommand(next).some((v) => written.has(v))) break;
      commands.push(next);
      noteWritten(next, written);
      last = next;
    }
    const to = this.#isJudgedApart(last) ? this.#judgementAt(last.to) : this.#nodeAt(last.to);
    return { commands, judges: false, to };
  }

  #isNode(id: LocationId): boolean {
    const { entry, end } = this.#automaton;
    const isPlain = at(this.#out, id).length === 1 && at(this.#arrivals, id) <= 1;
    return this.stops[id] === 1 || id === entry || id === end || !isPlain;
  }

  #isJudgedApart(command: BooleanCommand): boolean {
    if (this.program.infeasible.length === 0 || !this.exact.has(command)) return false;
    return isJudged(this.program, this.thread, command.to);
  }

  #nodeAt(location: LocationId): ThreadNode {
    const stop = this.stops[location] === 1;
    const join = at(this.#arrivals, location) > 1;
    const { astray } = at(this.#automaton.locations, location);
    return remembered(this.#known, location, () => this.#add({ location, stop, join, astray }));
  }

  #judgementAt(location: LocationId): ThreadNode {
    const plain = { location, stop: false, join: false, astray: false };
    return remembered(this.#judgements, location, () => this.#add(plain));
  }

  #add(what: Omit<ThreadNode, 'index' | 'chains'>): ThreadNode {
    const node: ThreadNode = { ...what, index: this.#nodes.length, chains: [] };
    this.#nodes.push(node);
    return node;
  }
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

const readsOfCommand = ({ guard, updates }: BooleanCommand): readonly BooleanId[] => [
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
