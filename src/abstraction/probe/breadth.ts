import { at } from '../../support/invariant.js';
import { isEnabled, writtenBy } from './compiled-commands.js';
import type { CompiledCommand, CompiledCommands, ProbedStep, ProbedValues } from './compiled-commands.js';
import type { ProbeLog } from './probe-log.js';
import { combinations } from './probe-starts.js';
import type { ProbeChoices } from './probe-starts.js';

const mostStates = 200_000;
const mostDraws = 16;

interface BreadthNode {
  readonly state: ProbedValues;
  readonly parent: BreadthNode | null;
  readonly last: ProbedStep | null;
}

/** Runs a program in all ways, breadth first, so that short violations are found. */
export class BreadthFirst {
  readonly #queue: BreadthNode[] = [];
  readonly #seen = new Set<string>();
  #next = 0;
  /** Some states, or values that inputs may have, were left out. */
  #isCut = false;

  constructor(
    private readonly commands: CompiledCommands,
    private readonly choices: ProbeChoices,
    private readonly log: ProbeLog,
    starts: readonly ProbedValues[],
  ) {
    for (const state of starts) this.#add({ state, parent: null, last: null });
  }

  /** States that were gone on from. */
  get expanded(): number {
    return this.#next;
  }

  get isDone(): boolean {
    return this.#next >= this.#queue.length;
  }

  /** All states that a run may come to were seen, as far as values of inputs are tried at all. */
  get isComplete(): boolean {
    return this.isDone && !this.#isCut;
  }

  go(states: number): void {
    for (let i = 0; i < states && !this.isDone; i++) this.#expand(at(this.#queue, this.#next++));
  }

  #expand(node: BreadthNode): void {
    const { locations } = node.state;
    this.log.sees(node.state);
    for (const name of this.commands.violated(node.state)) this.#note(name, node);
    const mover = this.commands.atomicThread(locations);
    for (const [t, location] of locations.entries()) {
      if (mover >= 0 && mover !== t) continue;
      for (const compiled of at(at(this.commands.leaving, t), location)) this.#take(node, compiled);
    }
  }

  #take(node: BreadthNode, compiled: CompiledCommand): void {
    const { command, inputs, violates } = compiled;
    if (violates !== null && !this.log.wants(violates)) return;
    const candidates = inputs.map((input) => this.choices.ofInput(input));
    const draws = combinations(candidates, mostDraws);
    this.#isCut ||= draws.length < candidates.reduce((product, { length }) => product * length, 1);
    for (const drawn of draws) {
      const values = [...node.state.values];
      for (const [i, input] of inputs.entries()) values[input] = at(drawn, i);
      if (!isEnabled(compiled, values)) continue;
      const written = writtenBy(compiled, values);
      if (written === null) continue;
      for (const [i, { number }] of compiled.writes.entries()) values[number] = at(written, i);
      const locations = node.state.locations.with(command.thread, command.to);
      const next = { state: { locations, values }, parent: node, last: { command, drawn } };
      if (violates === null) this.#add(next);
      else this.#note(violates, next);
    }
  }

  #note(property: string, node: BreadthNode): void {
    if (!this.log.wants(property)) return;
    const steps: ProbedStep[] = [];
    let first = node;
    for (let here: BreadthNode | null = node; here !== null; here = here.parent) {
      if (here.last !== null) steps.push(here.last);
      first = here;
    }
    this.log.violates(property, first.state, steps.reverse());
  }

  #add(node: BreadthNode): void {
    const { locations, values } = node.state;
    const key = `${locations.join()};${values.join()}`;
    if (this.#seen.has(key)) return;
    if (this.#queue.length >= mostStates) {
      this.#isCut = true;
      return;
    }
    this.#seen.add(key);
    this.#queue.push(node);
  }
}
