import { describe, expect, it } from '@jest/globals';
import { componentsOf } from '../../../src/support/components.js';
import { at } from '../../../src/support/invariant.js';
import { numbersBelow } from '../../../src/support/lists.js';
import { Random } from '../../support/random.js';

/** Whether a walk leads from each node to each, by trying. */
function closure(successors: readonly (readonly number[])[]): readonly ReadonlySet<number>[] {
  return successors.map((_, from) => {
    const reached = new Set([from]);
    for (const node of reached) for (const to of at(successors, node)) reached.add(to);
    return reached;
  });
}

describe('strongly connected components', () => {
  it('are those of nodes that lead to each other, in an order against the edges', () => {
    const random = new Random(3);
    for (let i = 0; i < 300; i++) {
      const count = random.between(1, 9);
      const edges = random.between(0, 2 * count);
      const successors = numbersBelow(count).map((): number[] => []);
      for (let e = 0; e < edges; e++) at(successors, random.below(count)).push(random.below(count));
      const reached = closure(successors);
      const component = componentsOf(successors);
      for (const a of numbersBelow(count))
        for (const b of at(reached, a)) {
          expect(at(component, a) === at(component, b)).toBe(at(reached, b).has(a));
          expect(at(component, a)).toBeGreaterThanOrEqual(at(component, b));
        }
    }
  });

  it('are found in a chain as long as no stack is deep', () => {
    const length = 200_000;
    const chain = numbersBelow(length).map((node) => [(node + 1) % length]);
    expect(new Set(componentsOf(chain)).size).toBe(1);
  });
});
