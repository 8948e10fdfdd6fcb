// Runs the litmus tests of the corpus under SC, TSO and PSO and compares states, verdicts and observations with what
// herd7 says. `--sample N`: about N of them. `--engine dual`: asks the dual engine under TSO instead. The corpus is at $FENCEPOST_CORPUS, or beside the checkout.
import { parseArgs } from 'node:util';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mainModels } from '../../src/memory/index.js';
import { readExpected } from './expected.js';
import type { ExpectedTest } from './expected.js';
import { runModel, sample } from './litmus-corpus.js';
import { runDualLitmus } from './litmus-dual.js';
import type { ModelResult } from './litmus-corpus.js';
import { endOfTool } from './end-of-tool.js';

/** herd7 takes about 2.2 s a model for most of them; the aim is below this. */
const secondsAllowed = 6;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { sample: { type: 'string' }, engine: { type: 'string', default: 'explicit' } },
  });
  const folder = join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), 'litmus', 'public');
  if (!existsSync(folder)) {
    process.stderr.write(`there are no litmus tests at ${folder}; set FENCEPOST_CORPUS\n`);
    return 2;
  }
  const size = Number(values.sample ?? Infinity);
  if (!(size >= 1)) {
    process.stderr.write(`--sample takes a number of tests, not ${values.sample}\n`);
    return 2;
  }
  const tests = sample(readExpected(folder), size);
  switch (values.engine) {
    case 'explicit':
      return byStates(folder, tests);
    case 'dual':
      return byQuestions(folder, tests);
    default:
      process.stderr.write(`--engine takes explicit or dual, not ${values.engine}\n`);
      return 2;
  }
}

async function byStates(folder: string, tests: readonly ExpectedTest[]): Promise<number> {
  let failed = false;
  for (const model of mainModels) {
    const result = await runModel(folder, tests, model);
    process.stdout.write(`${report(result)}\n`);
    failed ||= result.disagreements.length > 0 || result.seconds > secondsAllowed;
  }
  return failed ? 1 : 0;
}

async function byQuestions(folder: string, tests: readonly ExpectedTest[]): Promise<number> {
  const result = await runDualLitmus(folder, tests);
  process.stdout.write(`${report(result, Infinity)}\n${result.states} final states one by one\n`);
  return result.disagreements.length > 0 ? 1 : 0;
}

function report({ model, tests, disagreements, seconds }: ModelResult, allowed = secondsAllowed): string {
  const agreed = tests - disagreements.length;
  const slow = seconds > allowed ? `, more than the ${allowed} s allowed` : '';
  const head = `${model}: ${tests} tests, ${agreed} agree, ${disagreements.length} disagree, ${seconds.toFixed(2)} s${slow}`;
  return [head, ...disagreements.map((line) => `  ${line}`)].join('\n');
}

process.exitCode = await endOfTool(main);
