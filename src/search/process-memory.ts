/** What Node takes with this program loaded, before any work, in MB. */
const nodeItself = 90;

/** The least that there is for work, in MB, however little is allowed. */
const leastForWork = 30;

/** What the process takes: heap, tables, code, all of it; in MB. */
export const takenMB = (): number => process.memoryUsage.rss() / 2 ** 20;

/**
 * What the process may take if the work is allowed `memoryMB` in all. Where a program with a memory of its own calls, what it had
 * taken before is no work of ours.
 */
export function ceilingMB(memoryMB: number, before = takenMB()): number {
  const own = Math.max(0, before - nodeItself);
  return Math.max(memoryMB + own, before + Math.min(memoryMB, leastForWork));
}

/** Of what the process may take, what is there for states: the rest is code, the program itself, and what V8 has not swept. */
export function roomForStates(memoryMB: number): number {
  return memoryMB - Math.min(nodeItself, Math.floor(memoryMB / 3));
}
