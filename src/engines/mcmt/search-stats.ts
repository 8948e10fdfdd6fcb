import type { SearchStats } from './search.js';

export const noStats: SearchStats = { nodes: 0, generated: 0, kept: 0, instances: 0, comparisons: 0 };

/** Of searches one after the other: only the cubes of the last one are still there. */
export const added = (one: SearchStats, other: SearchStats): SearchStats => ({
  nodes: one.nodes + other.nodes,
  generated: one.generated + other.generated,
  kept: other.kept,
  instances: one.instances + other.instances,
  comparisons: one.comparisons + other.comparisons,
});
