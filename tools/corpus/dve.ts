// The DiVinE models of the corpus: each is read, printed and read again, and all states of those that are known to have at
// most two million (`--states N`) are visited under SC. `--file NAME`: that one alone, whatever its size. The corpus is at
// $FENCEPOST_CORPUS, or beside the checkout. Exit 1 if a count, a verdict or a text differs from what the corpus says.
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { readModelCorpus } from './dve-expected.js';
import type { ModelExpectation } from './dve-expected.js';
import { isPrintedBack, runModel } from './dve-run.js';
import type { ModelRun } from './dve-run.js';
import { endOfTool } from './end-of-tool.js';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { file: { type: 'string', default: '' }, states: { type: 'string', default: '2000000' } },
  });
  const most = Number(values.states);
  if (!(most > 0)) {
    process.stderr.write(`--states takes a number, not ${values.states}\n`);
    return 2;
  }
  const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
  const files = readModelCorpus(corpus);
  if (files.length === 0) {
    process.stderr.write(`skipped: there are no DiVinE models at ${corpus}; set FENCEPOST_CORPUS\n`);
    return 0;
  }
  const name = values.file.replace(/(\.dve)?$/, '.dve');
  const chosen = values.file === '' ? files : files.filter(({ file }) => file === name);
  if (chosen.length === 0) {
    process.stderr.write(`the corpus has no ${name}\n`);
    return 2;
  }
  const changed = chosen.filter(({ path }) => !isPrintedBack(path));
  for (const { file } of changed) process.stdout.write(`!! ${file}: what is printed is read differently\n`);
  process.stdout.write(`${heading()}\n`);
  const runs: ModelRun[] = [];
  for (const expected of chosen) {
    const { states } = expected;
    if (values.file === '' && (states === null || states > most)) {
      process.stdout.write(`${expected.file.padEnd(26)} left out: ${sizeOf(expected)}\n`);
      continue;
    }
    const run = await runModel(expected);
    runs.push(run);
    process.stdout.write(`${line(run)}\n`);
  }
  const wrong = runs.filter(({ broken }) => broken.length > 0).length;
  process.stdout.write(
    `\n${chosen.length} models printed and read again, ${changed.length} of them differently; ` +
      `${runs.length} models explored, ${wrong} of them not as expected\n`,
  );
  return changed.length > 0 || wrong > 0 ? 1 : 0;
}

const sizeOf = ({ states }: ModelExpectation): string =>
  states === null ? 'nobody has counted its states' : `${states.toLocaleString('en')} states`;

const heading = (): string =>
  ['model'.padEnd(26), 'states'.padStart(10), 'steps'.padStart(11), 'seconds'.padStart(8), 'verdict'].join(
    ' ',
  );

function line({ expected, states, transitions, seconds, verdict, hasDeadlock, broken }: ModelRun): string {
  const cells = [
    expected.file.padEnd(26),
    states.toLocaleString('en').padStart(10),
    transitions.toLocaleString('en').padStart(11),
    seconds.toFixed(2).padStart(8),
    verdict.padEnd(7),
    hasDeadlock ? 'deadlocks' : '',
    ...broken.map((what) => `!! ${what}`),
  ];
  return cells.join(' ').trimEnd();
}

process.exitCode = await endOfTool(main);
