// Verifies the Trencher programs of the corpus under SC and TSO, each in a process of its own, beside what Trencher says of
// their final states, and under TSO beside what it says of their robustness. `--file NAME`: that one alone; `--timeout SECONDS`: for each. The corpus is at $FENCEPOST_CORPUS, or
// beside the checkout. Exit 1 if a verdict is wrong, or if too few questions are answered that Trencher leaves open.
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { runMeasured } from './measured-run.js';
import { readMachineReport } from './rmm-run.js';
import { readTrencherCorpus } from './trencher-expected.js';
import type { TrencherExpectation } from './trencher-expected.js';
import {
  judgeReachability,
  judgeRobustness,
  leastClosed,
  leastSettled,
  reachabilityTotals,
  robustnessTotals,
  trencherModels,
} from './trencher-judge.js';
import type { JudgedReachability, TrencherModel } from './trencher-judge.js';
import { trencherHeading, trencherLine, trencherSummary } from './trencher-table.js';
import { endOfTool } from './end-of-tool.js';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { file: { type: 'string', default: '' }, timeout: { type: 'string', default: '60' } },
  });
  if (!(Number(values.timeout) > 0)) {
    process.stderr.write(`--timeout takes seconds, not ${values.timeout}\n`);
    return 2;
  }
  const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
  const files = readTrencherCorpus(corpus);
  if (files.length === 0) {
    process.stderr.write(`skipped: there are no Trencher programs at ${corpus}; set FENCEPOST_CORPUS\n`);
    return 0;
  }
  const name = values.file.replace(/(\.txt)?$/, '.txt');
  const chosen = values.file === '' ? files : files.filter(({ file }) => file === name);
  if (chosen.length === 0) {
    process.stderr.write(`the corpus has no ${name}\n`);
    return 2;
  }
  process.stdout.write(`${trencherHeading()}\n`);
  const judged: JudgedReachability[] = [];
  for (const file of chosen)
    for (const model of [...trencherModels, 'robust'] as const) {
      const one = await judgedRun(file, model, values.timeout);
      judged.push(one);
      process.stdout.write(`${trencherLine(one)}\n`);
    }
  const finals = reachabilityTotals(judged);
  const robust = robustnessTotals(judged);
  const isTooFew = values.file === '' && (finals.closed < leastClosed || robust.closed < leastSettled);
  const summary = trencherSummary(chosen.length, finals, robust);
  process.stdout.write(`\n${summary}\n${isTooFew ? '!! ANSWERS\n' : ''}`);
  return isTooFew || judged.some(({ broken }) => broken.length > 0) ? 1 : 0;
}

async function judgedRun(
  file: TrencherExpectation,
  asked: TrencherModel | 'robust',
  timeout: string,
): Promise<JudgedReachability> {
  const question = asked === 'robust' ? ['--model', 'tso', '--robust', 'trace'] : ['--model', asked];
  const options = ['--lang', 'trencher', ...question, '--timeout', timeout];
  const { out, err, seconds, cpuSeconds, peakMB } = await runMeasured([
    ...['verify', file.path, '--json', '--trace', 'none'],
    ...options,
  ]);
  const run = { seconds, cpuSeconds, ...readMachineReport(out, err, peakMB) };
  return asked === 'robust' ? judgeRobustness(file, run) : judgeReachability(file, asked, run);
}

process.exitCode = await endOfTool(main);
