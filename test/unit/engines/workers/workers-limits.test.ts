import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../../passes/pipelines.js';
import { Crew } from '../../../../src/engines/explicit/workers/crew.js';
import { controlLength, mostBlocks } from '../../../../src/engines/explicit/workers/control.js';
import type { Order, WorkerStart } from '../../../../src/engines/explicit/workers/crew-messages.js';
import { shared } from '../../../../src/engines/explicit/workers/shared-table.js';
import { sc } from '../../../../src/memory/sc.js';
import { runPipeline } from '../../../../src/pass/run-pipeline.js';
import { parseFp } from '../../../support/parse-fp.js';
import { eager, outcome, searched } from '../../../support/workers/same-search.js';

const { system: endless } = runPipeline(
  toAutomata,
  parseFp(`shared int x = 0, y = 0, z = 0;
thread P { L: x = x + 1; goto L; }
thread Q { M: y = y + 1; goto M; }
thread R { N: z = z + 1; goto N; }
invariant counts: x >= 0;`),
  { procs: null },
);

const { system: finite } = runPipeline(
  toAutomata,
  parseFp(`shared int[0..30] x = 0, y = 0, z = 0;
thread P { L: x = (x + 1) % 31; goto L; }
thread Q { M: y = (y + 1) % 31; goto M; }
thread R { N: z = (z + 1) % 31; goto N; }
invariant counts: x >= 0;`),
  { procs: null },
);

describe('limits hold for several workers', () => {
  const workers = eager(2, 2000);

  it('ends soon after a signal', async () => {
    const controller = new AbortController();
    const began = performance.now();
    let aborted = 0;
    const look = setInterval(() => {
      if (performance.now() - began < 2000) return;
      clearInterval(look);
      aborted = performance.now();
      controller.abort();
    }, 20);
    const result = await searched(endless, sc, { workers, limits: { signal: controller.signal } });
    // Of all threads, which may hinder each other where others work too.
    expect(performance.now() - aborted).toBeLessThan(3000);
    expect(result.verdicts.get('counts')).toMatchObject({ kind: 'unknown', reason: 'interrupted' });
    expect(result.stats.states).toBeGreaterThan(2000);
  });

  it('ends at the time limit', async () => {
    const deadline = performance.now() + 2000;
    const result = await searched(endless, sc, { workers, limits: { deadline } });
    expect(performance.now() - deadline).toBeLessThan(3000);
    expect(result.verdicts.get('counts')).toMatchObject({ kind: 'unknown', reason: 'timeout' });
  });

  it('ends at the memory limit, with tables that are no larger', async () => {
    const result = await searched(endless, sc, { workers, limits: { memoryMB: 24 } });
    expect(result.verdicts.get('counts')).toMatchObject({ kind: 'unknown', reason: 'memory' });
    expect(result.stats.tableBytes).toBeLessThanOrEqual(24 * 2 ** 20);
    expect(result.stats.tableBytes).toBeGreaterThan(12 * 2 ** 20);
  });

  it('is held up where others may do better, and goes on', async () => {
    const one = await searched(finite, sc, {});
    const asked: (readonly string[])[] = [];
    const pause = (goesOn: boolean) => ({
      atMB: 1,
      goesOn: (open: readonly string[]) => {
        asked.push(open);
        return Promise.resolve(goesOn);
      },
    });
    const on = await searched(finite, sc, { workers, pause: pause(true) });
    expect(outcome(on)).toEqual(outcome(one));
    const off = await searched(finite, sc, { workers, pause: pause(false) });
    expect(off.verdicts.get('counts')).toMatchObject({ kind: 'unknown', reason: 'memory' });
    expect(asked).toEqual([['counts'], ['counts']]);
  });
});

describe('a worker that dies', () => {
  const startOf =
    (control: Int32Array) =>
    (me: number): WorkerStart => ({
      ...{ me, workers: 2, leastShare: 1, control, counts: shared(mostBlocks) },
      ...{ reached: new Uint8Array(1), live: new Uint8Array(1), eventProperty: [], deadlock: -1 },
      ...{ threadEnds: [], memoryLimit: Infinity },
    });
  const orderOf = (source: string): Order => ({
    job: 'expand',
    code: { source, scope: {}, insideWords: 1, orders: null, locations: [], observed: [], canLengthen: [] },
  });

  it.each([
    ['an error', "throw new RangeError('a fault was planted');", 'a fault was planted'],
    ['an end', 'process.exit(0);', 'a worker of the search ended by itself'],
  ])('is an error, and nobody waits: %s', async (_, source, message) => {
    const crew = new Crew(2);
    try {
      await crew.started;
      crew.begin(startOf(shared(controlLength(2))));
      await expect(crew.follow(orderOf(source))).rejects.toThrow(message);
    } finally {
      await crew.dismiss();
    }
  });

  it('is an error for what comes after it, too', async () => {
    const crew = new Crew(1);
    await crew.started;
    expect(crew.isReady).toBe(true);
    crew.begin(startOf(shared(controlLength(2))));
    await crew.follow(orderOf('process.exit(0);')).catch(() => undefined);
    expect(() => crew.isReady).toThrow('ended by itself');
    await crew.dismiss();
  });
});
