import { toAutomata } from '../../passes/pipelines.js';
import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { Source } from '../../src/diagnostics/span.js';
import { exploreExplicit } from '../../src/engines/explicit/explore.js';
import { fp } from '../../src/frontends/fp/parse.js';
import type { System } from '../../src/lang/program/system.js';
import { tso } from '../../src/memory/tso.js';
import { runPipeline } from '../../src/pass/run-pipeline.js';
import { invariant } from '../../src/support/invariant.js';
import { filterLock } from './filter-lock.js';
import { judge, record } from './history.js';
import { median } from '../corpus/median.js';

const runs = 5;

interface ExplicitRun {
  readonly states: number;
  readonly statesPerSecond: number;
  readonly tableBytesPerState: number;
}

/** How fast, and in how much memory, the explicit engine visits a program of millions of states without reductions. */
export async function benchExplicit(): Promise<boolean> {
  const system = load();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const first = await run(system);
  // Later runs reuse what the first one freed, so only the first shows what a search needs.
  const rssBytesPerState = (process.resourceUsage().maxRSS * 1024 - before) / first.states;
  const all = [first];
  while (all.length < runs) all.push(await run(system));
  const statesPerSecond = median(all.map((r) => r.statesPerSecond));
  const { states, tableBytesPerState } = first;
  process.stdout.write(`explicit: filter lock, 3 threads, tso, no reductions; median of ${runs} runs\n`);
  for (const r of all)
    process.stdout.write(`     ${Math.round(r.statesPerSecond).toLocaleString('en')} states/s\n`);
  record('explicit', { states, statesPerSecond, tableBytesPerState, rssBytesPerState });
  return judge([
    { what: 'states', measured: states, limit: 2_000_000, kind: 'at least' },
    { what: 'states per second', measured: statesPerSecond, limit: 500_000, kind: 'at least' },
    { what: 'table bytes per state', measured: tableBytesPerState, limit: 100, kind: 'at most' },
    { what: 'peak RSS growth in bytes per state', measured: rssBytesPerState, limit: 100, kind: 'at most' },
  ]);
}

function load(): System {
  const bag = new DiagnosticBag();
  const program = fp.parse(new Source('filter-lock.fp', filterLock), bag);
  bag.throwIfErrors();
  invariant(program !== null, 'the benchmark program parses');
  return runPipeline(toAutomata, program, { procs: null }).system;
}

async function run(system: System): Promise<ExplicitRun> {
  const start = performance.now();
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  const request = { system, model: tso, properties: system.properties, limits, progress: () => undefined };
  const options = { bound: null, havocRange: null, reductions: false, collectFinals: null };
  const result = await exploreExplicit(request, options);
  const seconds = (performance.now() - start) / 1000;
  invariant(
    [...result.verdicts.values()].every((v) => v.kind === 'safe'),
    'the filter lock is correct',
  );
  const { states } = result.stats;
  return { states, statesPerSecond: states / seconds, tableBytesPerState: result.stats.tableBytes / states };
}
