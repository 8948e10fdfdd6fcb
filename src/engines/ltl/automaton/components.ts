import { at } from '../../../support/check.js';

/** The strongly connected component of each node, by number (Tarjan). */
export function components(successors: readonly (readonly number[])[]): readonly number[] {
  const order = successors.map(() => -1);
  const low = successors.map(() => 0);
  const component = successors.map(() => -1);
  const stack: number[] = [];
  let [visited, count] = [0, 0];
  const enter = (node: number): { readonly node: number; next: number } => {
    order[node] = low[node] = visited++;
    stack.push(node);
    return { node, next: 0 };
  };
  for (const root of successors.keys()) {
    if (at(order, root) >= 0) continue;
    const path = [enter(root)];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const { node } = here;
      const to = at(successors, node)[here.next++];
      if (to === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) low[parent.node] = Math.min(at(low, parent.node), at(low, node));
        if (at(low, node) !== at(order, node)) continue;
        for (const member of stack.splice(stack.lastIndexOf(node))) component[member] = count;
        count++;
      } else if (at(order, to) < 0) path.push(enter(to));
      else if (at(component, to) < 0) low[node] = Math.min(at(low, node), at(order, to));
    }
  }
  return component;
}
