import { toRuns } from '../../passes/pipelines.js';
import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { Source } from '../../src/diagnostics/span.js';
import { checkTemporal } from '../../src/engines/ltl/check.js';
import { fp } from '../../src/frontends/fp/parse.js';
import { isTemporal } from '../../src/lang/program/program.js';
import { fairnessNamed } from '../../src/memory/fairness.js';
import { tso } from '../../src/memory/tso.js';
import { runPipeline } from '../../src/pass/run-pipeline.js';
import { invariant } from '../../src/support/invariant.js';
import { filterLock } from './filter-lock.js';
import { judge, record } from './history.js';
import { median } from '../corpus/median.js';

const runs = 5;

/** Three eventualities, three buffers and three threads: eight marks after one follows from the rest. */
const property = 'ltl live: (G F P(0) at Critical) && (G F P(1) at Critical) && (G F P(2) at Critical);';

/** How many states of the program beside those of the automaton the engine visits a second, exploring the program included. */
export async function benchLtl(): Promise<boolean> {
  const bag = new DiagnosticBag();
  const program = fp.parse(new Source('filter-lock.fp', `${filterLock}\n${property}`), bag);
  bag.throwIfErrors();
  invariant(program !== null, 'the benchmark program parses');
  const { system } = runPipeline(toRuns(tso), program, { procs: null, model: tso });
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  const request = {
    ...{ system, model: tso, properties: system.properties.filter(isTemporal), limits },
    progress: () => undefined,
  };
  const rates: number[] = [];
  let [states, productStates] = [0, 0];
  process.stdout.write(`ltl: filter lock, 3 threads, tso, fair threads; median of ${runs} runs\n`);
  for (let i = 0; i < runs; i++) {
    const result = await checkTemporal(request, {
      ...{ bound: null, havocRange: null },
      fairness: fairnessNamed('weak'),
    });
    invariant(result.verdicts.get('live')?.kind === 'safe', 'nobody starves at the filter lock');
    ({ productStates } = result);
    ({ states } = result.stats);
    rates.push(productStates / result.stats.checkSeconds);
    process.stdout.write(`     ${Math.round(rates.at(-1) ?? 0).toLocaleString('en')} product states/s\n`);
  }
  const productStatesPerSecond = median(rates);
  record('ltl', { states, productStates, productStatesPerSecond });
  return judge([
    { what: 'product states', measured: productStates, limit: 500_000, kind: 'at least' },
    {
      what: 'product states per second',
      measured: productStatesPerSecond,
      limit: 200_000,
      kind: 'at least',
    },
  ]);
}
