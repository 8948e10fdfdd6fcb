import type { Execution } from '../../lang/run/execution.js';
import type { Property } from '../../lang/program/program.js';
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
    const name = at(this.events, event);
    const isFault = event < faultNames.length;
    if (isFault) this.cutOff = true;
    const index = this.properties.findIndex((p) => p.name === name && p.kind === (isFault ? name : 'assert'));
    if (index >= 0) this.violatedIn(index, { kind: 'step', id, event });
  }

  violatedIn(property: number, witness: RunWitness): void {
    if (this.live[property] === 0) return;
    this.#settle(property);
    this.#witnesses.set(at(this.properties, property).name, witness);
    this.onViolation();
  }

  /** `places`: null if nobody waits there for anything that could happen. */
  stuck(id: number, places: readonly number[] | null): void {
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
  resolve(tracer: () => Tracer): void {
    if (this.#witnesses.size === 0) return;
    const current = tracer();
    for (const [name, witness] of this.#witnesses) this.executions.set(name, current.executionTo(witness));
    this.#witnesses.clear();
  }

  #settle(property: number): void {
    this.live[property] = 0;
    this.#undecided--;
  }
}
