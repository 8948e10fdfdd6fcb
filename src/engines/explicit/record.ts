import type { Execution } from '../../lang/run/execution.js';
import type { Property } from '../../lang/program/program.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { faultNames } from '../shared/packed/code/dialect.js';
import { CutPaths } from '../shared/packed/incompleteness.js';
import type { Tracer, RunWitness } from '../shared/packed/tracer.js';

/** What a search has found out so far. */
export class SearchRecord extends CutPaths {
  /** 0 for the properties that need no more looking at; generated code reads it. */
  readonly live: Uint8Array;
  /** Properties that hold whatever is reachable: nothing in the program can violate them. */
  readonly proven = new Set<string>();
  readonly executions = new Map<string, Execution>();
  readonly finals = new Map<string, readonly bigint[]>();
  /** Some run came to the end of all threads, with nothing left in a buffer. */
  ended = false;
  /** For each thread its location in the first state found in which nobody can step. */
  stuckAt: readonly number[] | null = null;

  /** That state, where only a run into it tells which of like threads is where. */
  #stuckIn: RunWitness | null = null;
  readonly #witnesses = new Map<string, RunWitness>();
  #undecided: number;

  constructor(
    readonly properties: readonly Property[],
    /** What a step may violate, by number. */
    private readonly events: readonly string[],
    /** Called for each property that turns out violated. */
    private readonly onViolation: () => void,
  ) {
    super();
    this.live = new Uint8Array(properties.length).fill(1);
    this.#undecided = properties.length;
  }

  get isDecided(): boolean {
    return this.#undecided === 0 && this.properties.length > 0;
  }

  get open(): readonly string[] {
    return this.properties.flatMap(({ name }, i) => (this.live[i] === 0 ? [] : [name]));
  }

  /** The faults that no step can have: those properties hold. */
  prove(possibleFaults: ReadonlySet<number>): void {
    for (const [i, { kind, name }] of this.properties.entries()) {
      const fault = faultNames.findIndex((f) => f === kind);
      if (fault < 0 || possibleFaults.has(fault)) continue;
      this.#settle(i);
      this.proven.add(name);
    }
  }

  /** By a step from the state. */
  violatedBy(event: number, id: number): void {
    if (event < faultNames.length) this.cutOff = true;
    const index = this.propertyOf(event);
    if (index >= 0) this.violatedIn(index, { kind: 'step', id, event });
  }

  /** The property that the event violates; -1: none that was asked about. */
  propertyOf(event: number): number {
    const name = at(this.events, event);
    const kind = event < faultNames.length ? name : 'assert';
    return this.properties.findIndex((p) => p.name === name && p.kind === kind);
  }

  violatedIn(property: number, witness: RunWitness): void {
    if (this.live[property] === 0) return;
    this.#settle(property);
    this.#witnesses.set(at(this.properties, property).name, witness);
    this.onViolation();
  }

  /** `places`: null if nobody waits there for anything that could happen. `turned`: like threads may stand there for each other. */
  stuck(id: number, places: readonly number[] | null, turned: boolean): void {
    if (this.stuckAt === null && places !== null && turned) this.#stuckIn = { kind: 'state', id };
    this.stuckAt ??= places;
    const index = this.properties.findIndex((p) => p.kind === 'deadlock');
    if (index >= 0) this.violatedIn(index, { kind: 'state', id });
  }

  final(values: readonly number[]): void {
    const key = values.join();
    if (!this.finals.has(key)) this.finals.set(key, values.map(BigInt));
  }

  /** What an earlier search of the same states has found counts, too; its runs are told rather than those found here. */
  adopt(earlier: SearchRecord): void {
    for (const [name, execution] of earlier.executions) this.executions.set(name, execution);
    for (const name of earlier.proven) this.proven.add(name);
    this.stuckAt = earlier.stuckAt ?? this.stuckAt;
    this.ended ||= earlier.ended;
  }

  /** Turns what was found into executions; ids and event numbers mean something to this tracer only. */
  resolve(tracer: () => Tracer, system: System): void {
    if (this.#witnesses.size === 0 && this.#stuckIn === null) return;
    const current = tracer();
    if (this.#stuckIn !== null) this.stuckAt = placesAfter(current.executionTo(this.#stuckIn), system);
    this.#stuckIn = null;
    for (const [name, witness] of this.#witnesses) this.executions.set(name, current.executionTo(witness));
    this.#witnesses.clear();
  }

  #settle(property: number): void {
    this.live[property] = 0;
    this.#undecided--;
  }
}

/** Where the threads are after the run. */
function placesAfter({ steps }: Execution, { threads }: System): readonly number[] {
  const places: number[] = threads.map(({ entry }) => entry);
  for (const step of steps)
    if (step.kind === 'edge') places[step.thread] = at(at(threads, step.thread).edges, step.edge).to;
  return places;
}
