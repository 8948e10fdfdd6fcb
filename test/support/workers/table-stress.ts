import { Worker } from 'node:worker_threads';
import { SharedTable } from '../../../src/engines/explicit/workers/shared-table.js';
import { answeringTable, batchingTable } from '../../../src/engines/explicit/workers/shared-code.js';
import { WorkerTable } from '../../../src/engines/explicit/workers/worker-table.js';
import { delivered } from '../../../src/engines/shared/generated-code.js';
import { StateStore } from '../../../src/engines/shared/state-store.js';
import type { StressReport, StressTask } from './stress-worker.js';

/** Code of the table with something changed in it. Must not be without effect. */
export type Planted = readonly [from: string, to: string] | null;

const states = 2000;

export const tables = { answering: answeringTable, batching: batchingTable } as const;

/** Lets all workers come to the entering of a state together: now and then each waits for a moment before it. */
function sourceOf(table: keyof typeof tables, planted: Planted): string {
  const held = tables[table]
    .store(2, null)
    .replace('e = Atomics.compareExchange', 'if (a0 % 100 < 10) hold(); $&')
    .replace('const q = Atomics.compareExchange', 'if (c[k - 2] % 100 < 10) hold(); $&');
  const changed = planted === null ? held : held.replace(...planted);
  if (planted !== null && changed === held) throw new Error('nothing was planted');
  return `'use strict'; let halted = false, next = 0, before = 0;
${changed}
deliver((parent, a, b) => { S_add(parent, a, b); if (a % 10 === 9) S_sync(); });`;
}

/** What is wrong after several workers have put the same states into one table at the same time, in sentences. */
export async function stressTable(
  kind: keyof typeof tables,
  workers: number,
  planted: Planted = null,
): Promise<readonly string[]> {
  const table = new SharedTable(new StateStore(2), workers, Infinity);
  const source = sourceOf(kind, planted);
  const reports = await Promise.all(
    Array.from({ length: workers }, (_, me) =>
      stressed({ me, workers, control: table.control, parts: table.parts, source, states }),
    ),
  );
  const complaints: string[] = [];
  const added = reports.reduce((n, report) => n + report.added, 0);
  if (added !== states) complaints.push(`${added} states were put in instead of ${states}`);
  const ids = new Set(reports.flatMap(({ claimed }) => claimed));
  const seen = new Set<number>();
  for (const id of ids) {
    const rank = table.rankFor(id);
    const [a = -1, b = -1] = table.wordsOf(rank);
    if (b !== a * 7) complaints.push(`state ${a} has the words of another`);
    if (seen.has(a)) complaints.push(`state ${a} is there twice`);
    seen.add(a);
    if (table.parent(rank) !== 1) complaints.push(`state ${a} has parent ${table.parent(rank)}`);
  }
  if (seen.size !== states) complaints.push(`${seen.size} different states are there`);
  return complaints;
}

function stressed(task: StressTask): Promise<StressReport> {
  const worker = new Worker(new URL('./stress-worker.js', import.meta.url), { execArgv: [] });
  return new Promise<StressReport>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', resolve);
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}

/** Where a search stands that ends for want of room. */
export interface FullTable {
  readonly halted: boolean;
  readonly next: number;
  readonly before: number;
  readonly listed: number;
  /** Whenever it was looked at, all states were put in. */
  readonly isPunctual: boolean;
}

/** Puts in eight states of each parent until there is no room; looks for that now and then only. */
export function fillTable(planted: Planted = null): FullTable {
  const table = new SharedTable(new StateStore(2), 1, Infinity);
  const own = new WorkerTable(table.control);
  own.take(table.parts);
  const store = tables.batching.store(2, null);
  const changed = planted === null ? store : store.replace(...planted);
  if (planted !== null && changed === store) throw new Error('nothing was planted');
  const { run } = delivered<{ readonly run: (from: number) => FullTable }>(
    `'use strict'; let halted = false, next = 0, before = 0;
${changed}
let isPunctual = true;
deliver({ run(from) {
  for (let a = from; a < from + 100; a++) { next = a >> 3; before = 10 * next; S_add(next, a, a * 7); }
  S_sync();
  if (!halted && S.listed !== from + 100) isPunctual = false;
  return { isPunctual, halted, next, before, listed: S.listed };
} });`,
    { S: own },
    [],
  );
  for (let from = 0; ; from += 100) {
    const stopped = run(from);
    if (stopped.halted || from > 10 * states) return stopped;
  }
}
