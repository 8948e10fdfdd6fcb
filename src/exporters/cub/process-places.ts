import type { ArrayTerm, EnumType } from '../../lang/arrays/array-system.js';
import type { LocationId, ThreadId } from '../../lang/expr/ids.js';
import type { Automaton, Location, System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { addTo, remembered } from '../../support/remembered.js';
import { isUniform } from './cast.js';
import type { Cast } from './cast.js';
import type { FreeNames } from './naming.js';

/** A value of `PC`: an index of the constructors. */
export type PcValue = number;

/**
 * Where processes can be. Threads of a fixed list share names of places, as their numbers tell them apart, and all begin
 * at the same; the places of different kinds of processes are different.
 */
export class ProcessPlaces {
  readonly #constructors: string[] = [];
  /** Grows as places are asked for: terms that speak of it see the whole in the end. */
  readonly type: EnumType = {
    kind: 'enum',
    name: 'loc',
    constructors: this.#constructors,
  };
  readonly #shared = new Map<string, PcValue>();
  readonly #known = new Map<string, PcValue>();
  readonly #ofThread = new Map<ThreadId, Set<PcValue>>();
  readonly #labels = new Map<string, PcValue[]>();
  readonly #faults = new Map<string, PcValue>();
  readonly #entry: string;

  constructor(
    private readonly system: System,
    private readonly cast: Cast,
    private readonly names: FreeNames,
  ) {
    this.#entry = commonEntry(system.threads);
    for (const thread of system.threads) for (const { id } of thread.locations) this.at(thread.id, id);
  }

  term(place: PcValue): ArrayTerm {
    return { kind: 'constructor', type: this.type, index: place };
  }

  at(thread: ThreadId, location: LocationId): PcValue {
    return this.#of(thread, location, '', () => this.#wanted(thread, location));
  }

  /** Where the thread counts as being at a location, but has something left to do: `what` tells such places apart. */
  before(thread: ThreadId, location: LocationId, what: string): PcValue {
    return this.#of(thread, location, what, () => `${this.#wanted(thread, location)}_stores`);
  }

  /** Where a thread has ended, and its buffer is empty. */
  drained(thread: ThreadId): PcValue {
    return remembered(this.#known, `${thread} drained`, () => this.#extra(thread, 'Drained'));
  }

  /** Where a process stands that has violated a property; the same for all. */
  fault(property: string): PcValue {
    return remembered(this.#faults, property, () => this.#newPlace(`Fails_${property}`));
  }

  hasFault(property: string): boolean {
    return this.#faults.has(property);
  }

  get faults(): readonly PcValue[] {
    return [...this.#faults.values()];
  }

  /** Where the process stands that does nothing. */
  bystander(): PcValue {
    return remembered(this.#shared, 'Bystander', (name) => this.#newPlace(name));
  }

  labelled(thread: ThreadId, label: string): readonly PcValue[] {
    return this.#labels.get(`${thread} ${label}`) ?? [];
  }

  #of(thread: ThreadId, location: LocationId, what: string, wanted: () => string): PcValue {
    return remembered(this.#known, `${thread} ${location} ${what}`, () => {
      const place = this.#extra(thread, wanted());
      for (const label of at(at(this.system.threads, thread).locations, location).labels)
        addTo(this.#labels, `${thread} ${label}`, place);
      return place;
    });
  }

  #extra(thread: ThreadId, wanted: string): PcValue {
    const own = remembered(this.#ofThread, thread, () => new Set());
    const shared = this.cast.isFixed ? this.#shared.get(wanted) : undefined;
    const place =
      shared === undefined || own.has(shared) ? this.#newPlace(this.#full(thread, wanted)) : shared;
    if (this.cast.isFixed && shared === undefined) this.#shared.set(wanted, place);
    own.add(place);
    return place;
  }

  #full(thread: ThreadId, wanted: string): string {
    return this.cast.isFixed || isUniform(this.cast)
      ? wanted
      : `${at(this.cast.members, thread).name}_${wanted}`;
  }

  #newPlace(wanted: string): PcValue {
    return this.#constructors.push(this.names.upper(wanted)) - 1;
  }

  #wanted(thread: ThreadId, location: LocationId): string {
    const automaton = at(this.system.threads, thread);
    if (this.cast.isFixed && location === automaton.entry) return this.#entry;
    return nameOf(automaton, at(automaton.locations, location));
  }
}

/** What all threads can call the place where they begin. */
function commonEntry(threads: readonly Automaton[]): string {
  const [first = 'Start', ...others] = new Set(threads.map((t) => nameOf(t, at(t.locations, t.entry))));
  return others.length === 0 ? first : 'Start';
}

function nameOf({ end }: Automaton, { id, labels }: Location): string {
  return labels[0] ?? (id === end ? 'End' : `L${id + 1}`);
}
