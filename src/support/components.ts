import { at } from './invariant.js';

/**
 * The strongly connected component of each node of a graph, by its number: a component comes after those that it leads to
 * (Tarjan, "Depth-first search and linear graph algorithms", 1972; without recursion, since graphs may be deep).
 */
export function componentsOf(successors: readonly (readonly number[])[]): readonly number[] {
  const component = successors.map(() => -1);
  /** When a node was met, from 1 on; then the earliest that it comes back to. 0: not met. */
  const order = new Int32Array(successors.length);
  const earliest = new Int32Array(successors.length);
  const open: number[] = [];
  let [met, done] = [0, 0];
  const meet = (node: number): Visit => {
    order[node] = earliest[node] = ++met;
    open.push(node);
    return { node, next: 0 };
  };
  const lower = (node: number, to: number): void => {
    earliest[node] = Math.min(at(earliest, node), to);
  };
  const close = (node: number): void => {
    if (at(earliest, node) !== at(order, node)) return;
    const first = open.lastIndexOf(node);
    for (const member of open.splice(first)) component[member] = done;
    done++;
  };
  for (const root of successors.keys()) {
    if (at(order, root) !== 0) continue;
    const way = [meet(root)];
    for (let visit = way.at(-1); visit !== undefined; visit = way.at(-1)) {
      const { node } = visit;
      const to = at(successors, node)[visit.next++];
      if (to === undefined) {
        way.pop();
        close(node);
        const above = way.at(-1);
        if (above !== undefined) lower(above.node, at(earliest, node));
      } else if (at(order, to) === 0) way.push(meet(to));
      else if (at(component, to) === -1) lower(node, at(order, to));
    }
  }
  return component;
}

interface Visit {
  readonly node: number;
  /** The successor to look at next, by its place. */
  next: number;
}
