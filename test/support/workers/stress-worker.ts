import { parentPort } from 'node:worker_threads';
import { Barrier } from '../../../src/engines/explicit/workers/barrier.js';
import { WorkerTable } from '../../../src/engines/explicit/workers/worker-table.js';
import type { TableParts } from '../../../src/engines/explicit/workers/worker-table.js';
import { delivered } from '../../../src/engines/shared/generated-code.js';
import { invariant } from '../../../src/support/invariant.js';

/** What one of several does at the same time. */
export interface StressTask {
  readonly me: number;
  readonly workers: number;
  readonly control: Int32Array;
  readonly parts: TableParts;
  /** Delivers a function that puts in a state of two words. */
  readonly source: string;
  readonly states: number;
}

/** What came of it. */
export interface StressReport {
  readonly added: number;
  readonly claimed: readonly number[];
}

/** So that several come to the same place at the same time, which they otherwise rarely do. */
const breath = new Int32Array(new SharedArrayBuffer(4));

const port = parentPort;
invariant(port !== null, 'this runs as a worker');
port.once('message', ({ me, workers, control, parts, source, states }: StressTask) => {
  const table = new WorkerTable(control);
  table.take(parts);
  const hold = (): void => void Atomics.wait(breath, 0, 0, 0.2);
  const add = delivered<(parent: number, a: number, b: number) => void>(source, { S: table, hold }, []);
  const barrier = new Barrier(control, workers);
  for (let i = 0; i < states; i++) {
    if (i % 100 === 0) barrier.meet();
    // Parents differ by worker, and by turns each one's is the least.
    add(((me + i) % workers) + 1, i, i * 7);
  }
  const report: StressReport = { added: table.added, claimed: [...table.list.subarray(0, table.listed)] };
  port.postMessage(report);
});
