// The samples without the predicates that they state, by the abstract engine with predicates that it finds, beside
// samples/verdicts.tsv. `--timeout SECONDS`: for each run; `--only TEXT`: samples whose names have it. Exit 1 if a verdict is
// wrong, one of samples/abstraction is open, or fewer rows are right than were once.
import { parseArgs } from 'node:util';
import { runStripped, strippedSamples } from '../../test/support/abstraction/stripped-samples.js';
import type { StrippedRun } from '../../test/support/abstraction/stripped-samples.js';
import { endOfTool } from './end-of-tool.js';

/** Of all rows. */
const leastRight = 208;
/** Runs that take longer are printed. */
const longSeconds = 1;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { timeout: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
  });
  const timeoutSeconds = Number(values.timeout);
  if (!(timeoutSeconds > 0)) {
    process.stderr.write(`--timeout takes seconds, not ${values.timeout}\n`);
    return 2;
  }
  const before = process.cpuUsage();
  const runs: StrippedRun[] = [];
  for (const sample of strippedSamples.filter((name) => name.includes(values.only))) {
    for (const run of await runStripped(sample, { timeoutSeconds })) {
      runs.push(run);
      for (const line of linesOf(run)) process.stdout.write(`${line}\n`);
    }
  }
  const { user, system } = process.cpuUsage(before);
  const total = (of: 'right' | 'open' | 'wrong'): number =>
    runs.reduce((sum, run) => sum + run[of].length, 0);
  const [right, open, wrong] = [total('right'), total('open'), total('wrong')];
  process.stdout.write(
    `${right} of ${right + open + wrong} rows right, ${open} open, ${wrong} wrong; ${((user + system) / 1e6).toFixed(1)} s of CPU\n`,
  );
  const isDecided = runs.every(
    ({ sample, open: left }) => !sample.startsWith('abstraction/') || left.length === 0,
  );
  return wrong === 0 && isDecided && (right >= leastRight || values.only !== '') ? 0 : 1;
}

function linesOf({ sample, model, open, wrong, seconds }: StrippedRun): readonly string[] {
  const where = `${sample}, ${model}, ${seconds.toFixed(1)} s`;
  const lines = [
    ...wrong.map((text) => `${where}: WRONG: ${text}`),
    ...open.map((text) => `${where}: ${text}`),
  ];
  return lines.length === 0 && seconds > longSeconds ? [where] : lines;
}

process.exitCode = await endOfTool(main);
