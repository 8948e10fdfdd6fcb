import { OutOfSpace, allocate } from '../state-store.js';

export const edgePageBits = 16;
export const statePageBits = 14;
const edgePage = 1 << edgePageBits;
const statePage = 1 << statePageBits;
export const edgeMask = edgePage - 1;
export const stateMask = statePage - 1;
/** Numbers of edges are kept in 32 bits. */
const mostEdges = 2 ** 31 - edgePage;

/**
 * What is kept beside the states for those who ask about runs: of each expanded state its steps, which atoms hold there,
 * and the marks that every step from there has. States are expanded in the order of their numbers, so the steps of one lie
 * side by side, and only where they end is kept. Generated code fills the pages (code/graph-code.ts).
 */
export class StateGraph {
  readonly targets: Int32Array[] = [];
  /** Bits of Marks, by edge. */
  readonly labels: Int32Array[] = [];
  /** Behind the last edge, by state. */
  readonly ends: Int32Array[] = [];
  readonly atoms: Int32Array[] = [];
  readonly marks: Int32Array[] = [];
  #bytes = 0;

  constructor(
    private readonly memoryLimit: number,
    private readonly besides: () => number,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** The number of edges of the states before this one. */
  firstEdge(state: number): number {
    if (state === 0) return 0;
    return this.ends[(state - 1) >>> statePageBits]?.[(state - 1) & stateMask] ?? 0;
  }

  /** Room for the edges of this page; called by generated code. */
  needEdgePage(page: number): void {
    if (page < this.targets.length) return;
    if (page * edgePage > mostEdges) throw new OutOfSpace('there are too many steps to number them');
    this.#allow(2 * edgePage);
    this.targets.push(allocate(edgePage));
    this.labels.push(allocate(edgePage));
  }

  needStatePage(page: number): void {
    if (page < this.ends.length) return;
    this.#allow(3 * statePage);
    for (const list of [this.ends, this.atoms, this.marks]) list.push(allocate(statePage));
  }

  #allow(words: number): void {
    const more = 4 * words;
    if (this.#bytes + this.besides() + more > this.memoryLimit)
      throw new OutOfSpace('the memory limit is reached');
    this.#bytes += more;
  }
}
