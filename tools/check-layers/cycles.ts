export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** A closed walk for each node that lies on one, starting at its least node; the same walk once. */
export function cycles(graph: ImportGraph): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const start of [...graph.keys()].sort()) {
    const path = shortestWayBack(graph, start);
    if (path === null) continue;
    const key = [...path].sort().join(' ');
    if (!found.has(key)) found.set(key, [...path, start]);
  }
  return [...found.values()];
}

/** The nodes of a shortest walk from `start` to itself, `start` first; null if there is none. */
function shortestWayBack(graph: ImportGraph, start: string): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let here = queue.shift(); here !== undefined; here = queue.shift()) {
    for (const next of graph.get(here) ?? []) {
      if (next === start) return walkTo(here, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, here);
      queue.push(next);
    }
  }
  return null;
}

function walkTo(end: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const walk: string[] = [];
  for (let here: string | undefined = end; here !== undefined; here = cameFrom.get(here)) walk.unshift(here);
  return walk;
}
