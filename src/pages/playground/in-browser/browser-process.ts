// In the place of the globals of Node that searches look at.

/** Of the memory of a worker a page learns nothing. */
const nothing = (): number => 0;

export const process = {
  memoryUsage: Object.assign(() => ({ heapUsed: nothing() }), { rss: nothing }),
  constrainedMemory: nothing,
  resourceUsage: () => ({ maxRSS: nothing() }),
  /** A worker waits for nobody, so its time is the clock's; in microseconds. */
  cpuUsage(before?: { readonly user: number; readonly system: number }) {
    return { user: performance.now() * 1000 - (before?.user ?? 0), system: 0 };
  },
  cwd: () => '/',
};

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.addEventListener('message', () => waiting.shift()?.());
channel.port1.start();

/** After messages and timers that are due: a timer of its own would wait 4 ms each time. */
export function setImmediate(work: () => void): void {
  waiting.push(work);
  channel.port2.postMessage(null);
}
