import { addTo } from '../../../src/support/remembered.js';
import type { LoadEvent, StoreEvent } from './step-accesses.js';
import type { TracedRun } from './traced-run.js';

type Graph = Map<string, string[]>;

/**
 * The happens-before relation of a run in which all stores have reached memory: program order, the order of the stores of
 * each cell, from the source of a load to the load, and from a load to the store that comes next behind its source (conflict).
 * A load from the own buffer is no exception: its source is before it in program order anyway, and what conflicts with it are the
 * stores that reach memory after its source does. Within a section nothing is ordered.
 */
function happensBefore(run: TracedRun): Graph {
  const graph: Graph = new Map();
  const edge = (from: string, to: string): void => {
    if (from !== to) addTo(graph, from, to);
  };
  for (const [thread, count] of run.nodes.entries())
    for (let i = 1; i < count; i++) edge(`${thread}:${i - 1}`, `${thread}:${i}`);
  for (const stores of run.orders) {
    for (const [i, store] of stores.entries()) {
      const before = stores[i - 1];
      if (before !== undefined) edge(before.node, store.node);
    }
  }
  for (const load of run.loads) {
    if (load.source !== null) edge(load.source.node, load.node);
    for (const store of behindSource(run, load)) edge(load.node, store.node);
  }
  return graph;
}

function behindSource(run: TracedRun, { cell, source }: LoadEvent): readonly StoreEvent[] {
  const stores = run.orders[cell] ?? [];
  return stores.slice(source === null ? 0 : stores.indexOf(source) + 1);
}

/** A cycle, its first node again at the end; null if the run has the trace of a run under SC (Shasha and Snir, TOPLAS 1988). */
export function cycleOf(run: TracedRun): readonly string[] | null {
  const graph = happensBefore(run);
  const path: string[] = [];
  const done = new Set<string>();
  const search = (node: string): readonly string[] | null => {
    if (done.has(node)) return null;
    const met = path.indexOf(node);
    if (met !== -1) return [...path.slice(met), node];
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const cycle = search(next);
      if (cycle !== null) return cycle;
    }
    path.pop();
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = search(node);
    if (cycle !== null) return cycle;
  }
  return null;
}
