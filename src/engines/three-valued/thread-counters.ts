import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import { at, getOrFail } from '../../support/invariant.js';
import type { ThreadGraph, ThreadNode } from './thread-graph.js';

/** Where the threads stand, packed: each has a few bits of a word, that number the nodes at which it stops. */
export class Counters {
  readonly words: number;
  readonly #fields: readonly CounterField[];

  constructor(
    private readonly program: BooleanProgram,
    graphs: readonly ThreadGraph[],
  ) {
    let [word, free] = [0, 32];
    const fields: CounterField[] = [];
    for (const { thread, nodes } of graphs) {
      const stops = nodes.filter((n) => n.stop);
      const bits = Math.max(1, 32 - Math.clz32(Math.max(stops.length - 1, 0)));
      if (bits > free) [word, free] = [word + 1, 32];
      free -= bits;
      const numbers = new Map(stops.map((n, i) => [n.index, i]));
      fields[thread] = { word, shift: free, mask: 2 ** bits - 1, stops, numbers };
    }
    this.#fields = fields;
    this.words = word + 1;
  }

  nodeOf(thread: number, P: Int32Array): ThreadNode {
    return at(at(this.#fields, thread).stops, this.stopOf(thread, P));
  }

  move(thread: number, to: ThreadNode, P: Int32Array): void {
    this.putStop(thread, getOrFail(at(this.#fields, thread).numbers, to.index), P);
  }

  /** The number of the stop at which the thread stands. */
  stopOf(thread: number, P: Int32Array): number {
    const { word, shift, mask } = at(this.#fields, thread);
    return (at(P, word) >>> shift) & mask;
  }

  putStop(thread: number, stop: number, P: Int32Array): void {
    const { word, shift, mask } = at(this.#fields, thread);
    P[word] = (at(P, word) & ~(mask << shift)) | (stop << shift);
  }

  /** A condition of generated code: the thread is at the label. */
  isAt(thread: number, label: number, word: (word: number) => string): string {
    if (thread === 0) return 'false';
    const { locations } = at(this.program.threads, thread);
    return this.#isOneOf(thread, (node) => at(locations, node.location).label === label, word);
  }

  hasEnded({ thread, end }: ThreadGraph, word: (word: number) => string): string {
    return this.#isOneOf(thread, (node) => node === end, word);
  }

  #isOneOf(thread: number, wanted: (node: ThreadNode) => boolean, word: (word: number) => string): string {
    const field = at(this.#fields, thread);
    const numbers = [...field.stops.keys()].filter((i) => wanted(at(field.stops, i)));
    const value = `(${word(field.word)} >>> ${field.shift} & ${field.mask})`;
    return numbers.length === 0 ? 'false' : `(${numbers.map((n) => `${value} === ${n}`).join(' || ')})`;
  }
}

interface CounterField {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
  readonly stops: readonly ThreadNode[];
  /** By the index of the node. */
  readonly numbers: ReadonlyMap<number, number>;
}
