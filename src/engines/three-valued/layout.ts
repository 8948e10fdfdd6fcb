import type { BooleanProgram } from '../../ir/boolean-program.js';
import type { BooleanId } from '../../ir/ids.js';
import { at } from '../../support/check.js';
import type { Cone } from './cone.js';
import type { Graph, Node } from './graph.js';

/**
 * Where variables lie. A valuation is two planes of words: a bit of the first says that the variable is true, of the
 * second that it is false; neither: unknown. The first `storedWords` words of each plane are stored with a state; the
 * first `frameWords` survive from node to node of one step; what is beyond lives only while a chain of commands runs.
 */
export interface Layout {
  readonly storedWords: number;
  readonly frameWords: number;
  readonly places: readonly Place[];
  /** For each thread, then node: the bits of each frame word that matter there. */
  readonly alive: readonly (readonly (readonly number[])[])[];
}

export interface Place {
  readonly word: number;
  /** One bit. */
  readonly mask: number;
}

export function layoutOf(
  program: BooleanProgram,
  graphs: readonly Graph[],
  cone: Cone,
  wordBits: number,
): Layout {
  const wordsFor = (count: number): number => Math.ceil(count / wordBits);
  const aliveAt = ({ thread }: Graph, node: Node, variable: BooleanId): boolean => {
    const owner = at(program.variables, variable).thread;
    return cone.isLive(thread, node.location, variable) && (owner === null || owner === thread);
  };
  const stored: BooleanId[] = [];
  const passing: BooleanId[] = [];
  const rest: BooleanId[] = [];
  for (const { id, thread } of program.variables) {
    const users = graphs.filter((g) => thread === null || g.thread === thread);
    const kept = users.some((g) => g.nodes.some((n) => n.stop && aliveAt(g, n, id)));
    const passed = kept || users.some((g) => g.nodes.some((n) => aliveAt(g, n, id)));
    (kept ? stored : passed ? passing : rest).push(id);
  }
  const storedWords = wordsFor(stored.length);
  const frameWords = storedWords + wordsFor(passing.length);
  const places: Place[] = [];
  const put = (ids: readonly BooleanId[], firstWord: number): void => {
    ids.forEach(
      (id, i) => (places[id] = { word: firstWord + Math.floor(i / wordBits), mask: 1 << (i % wordBits) }),
    );
  };
  put(stored, 0);
  put(passing, storedWords);
  put(rest, frameWords);
  const alive = graphs.map((g) => g.nodes.map((node) => masksAt(g, node)));
  return { storedWords, frameWords, places, alive };

  function masksAt(graph: Graph, node: Node): readonly number[] {
    const masks = Array.from({ length: frameWords }, () => 0);
    for (const { id, thread } of program.variables) {
      const { word, mask } = at(places, id);
      // What belongs to others passes through.
      const foreign = thread !== null && thread !== graph.thread;
      if (word < frameWords && (foreign || aliveAt(graph, node, id))) masks[word] = at(masks, word) | mask;
    }
    return masks;
  }
}
