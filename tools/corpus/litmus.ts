// Runs the litmus tests of the corpus under SC, TSO and PSO and compares states, verdicts and observations with what
// herd7 says. `--sample N`: about N of them. The corpus is at $FENCEPOST_CORPUS, or beside the checkout.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mainModels } from '../../src/memory/index.js';
import { readExpected } from './expected.js';
import { runModel, sample } from './litmus-corpus.js';
import type { ModelResult } from './litmus-corpus.js';

/** herd7 takes about 2.2 s a model for most of them; the aim is below this. */
const secondsAllowed = 6;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { sample: { type: 'string' } } });
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
  let failed = false;
  for (const model of mainModels) {
    const result = await runModel(folder, tests, model);
    process.stdout.write(`${report(result)}\n`);
    failed ||= result.disagreements.length > 0 || result.seconds > secondsAllowed;
  }
  return failed ? 1 : 0;
}

function report({ model, tests, disagreements, seconds }: ModelResult): string {
  const agreed = tests - disagreements.length;
  const slow = seconds > secondsAllowed ? `, more than the ${secondsAllowed} s allowed` : '';
  const head = `${model}: ${tests} tests, ${agreed} agree, ${disagreements.length} disagree, ${seconds.toFixed(2)} s${slow}`;
  return [head, ...disagreements.map((line) => `  ${line}`)].join('\n');
}

process.exitCode = await main();
