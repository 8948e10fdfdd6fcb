import type { MadeObject } from './made-objects.js';
import type { MemoryArray } from './memory-arrays.js';

/**
 * What has to be known of the whole program before any of it can be lowered: which objects have addresses that are used as
 * numbers, what a loop changes, and the like. Lowering begins with no facts, notes those it turns out to need, and is
 * repeated until it needs no more: a round that notes nothing was right about all that it relied on.
 */
export class Facts {
  readonly #known = new Set<string>();
  readonly #numbers = new Map<string, number>();
  readonly #ids = new WeakMap<object, number>();
  #made = 0;
  #nodes = 0;
  /** What the memory that pointers reach held at the end of the last round. */
  memoryKinds: readonly string[] = [];
  /** The arrays in it, if pointers move that only a run knows. */
  memoryArrays: readonly MemoryArray[] = [];
  /** The objects that `malloc` made in it. */
  madeObjects: readonly MadeObject[] = [];

  /** How many threads there were in the last round, with the one that the program begins with. */
  threadCount = 1;

  has(fact: string): boolean {
    return this.#known.has(fact);
  }

  /** Notes it; whoever reads it in this round may go on with anything, since there will be another. */
  note(fact: string): void {
    if (this.#known.has(fact)) return;
    this.#known.add(fact);
    this.#made++;
  }

  /** How many were noted so far: unchanged over a round, it was the last. */
  get count(): number {
    return this.#made;
  }

  /** A number for a node of the syntax tree, the same in each round. */
  idOf(node: object): number {
    const known = this.#ids.get(node);
    if (known !== undefined) return known;
    const id = this.#nodes++;
    this.#ids.set(node, id);
    return id;
  }

  readonly #functions: string[] = [];

  /** The number that stands for a function in memory: from 1, less than any address. */
  numberOfFunction(name: string): number {
    const known = this.#functions.indexOf(name);
    if (known !== -1) return known + 1;
    this.#functions.push(name);
    this.note(`function:${name}`);
    return this.#functions.length;
  }

  /** Those that pointers which only a run knows may point to. */
  get functionsInMemory(): readonly string[] {
    return this.#functions;
  }

  /** A short name for a path through calls and unrolled loops, the same in each round. */
  pathTo(from: string, step: string): string {
    const key = `${from}>${step}`;
    const known = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, known);
    return `p${known}`;
  }
}
