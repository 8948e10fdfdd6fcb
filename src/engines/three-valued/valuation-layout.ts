import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { BooleanId } from '../../lang/expr/ids.js';
import { at } from '../../support/invariant.js';
import type { Cone } from './cone.js';
import type { ThreadGraph } from './thread-graph.js';

/**
 * Where variables lie. A valuation is two planes of words: a bit of the first says that the variable is true, of the
 * second that it is false; neither: unknown. The first `storedWords` words of each plane are stored with a state; the
 * first `frameWords` survive from node to node of one step; what is beyond lives only while a chain of commands runs.
 */
export interface ValuationLayout {
  readonly storedWords: number;
  readonly frameWords: number;
  readonly places: readonly BitPlace[];
  /** For each thread, then node: the bits of each frame word that matter there. */
  readonly alive: readonly (readonly (readonly number[])[])[];
}

export interface BitPlace {
  readonly word: number;
  /** One bit. */
  readonly mask: number;
}

export function layoutOf(
  program: BooleanProgram,
  graphs: readonly ThreadGraph[],
  cone: Cone,
  wordBits: number,
): ValuationLayout {
  const live = graphs.map(({ thread, nodes }) =>
    nodes.map((node) => at(at(cone.live, thread), node.location)),
  );
  const kept = new Set<BooleanId>();
  const passed = new Set<BooleanId>();
  graphs.forEach(({ nodes }, t) => {
    for (const { index, stop } of nodes)
      for (const v of at(at(live, t), index)) (stop ? kept : passed).add(v);
  });
  const ids = program.variables.map((v) => v.id);
  const stored = ids.filter((v) => kept.has(v));
  const passing = ids.filter((v) => !kept.has(v) && passed.has(v));
  const rest = ids.filter((v) => !kept.has(v) && !passed.has(v));
  const wordsFor = (count: number): number => Math.ceil(count / wordBits);
  const storedWords = wordsFor(stored.length);
  const frameWords = storedWords + wordsFor(passing.length);
  const places: BitPlace[] = [];
  const put = (variables: readonly BooleanId[], firstWord: number): void => {
    variables.forEach((v, i) => {
      places[v] = { word: firstWord + Math.floor(i / wordBits), mask: 1 << (i % wordBits) };
    });
  };
  put(stored, 0);
  put(passing, storedWords);
  put(rest, frameWords);

  const masksOf = (variables: Iterable<BooleanId>): number[] => {
    const masks = Array.from({ length: frameWords }, () => 0);
    for (const v of variables) {
      const { word, mask } = at(places, v);
      if (word < frameWords) masks[word] = at(masks, word) | mask;
    }
    return masks;
  };
  const alive = graphs.map(({ thread, nodes }, t) => {
    // What belongs to others passes through.
    const foreign = masksOf(ids.filter((v) => ![null, thread].includes(at(program.variables, v).thread)));
    return nodes.map(({ index }) => masksOf(at(at(live, t), index)).map((mask, w) => mask | at(foreign, w)));
  });
  return { storedWords, frameWords, places, alive };
}
