// Verifies the array-based systems of the corpus by the backward engine, each in a process of its own, beside what Cubicle-W
// says of them. `--file NAME`: that one alone; `--only tso|sc`: those of that model; `--timeout SECONDS`: for each;
// `--reduction off`: those of TSO with all orders of events, where no answer is no fault. The
// corpus is at $FENCEPOST_CORPUS, or beside the checkout. Exit 1 if a verdict is wrong or missing where Cubicle-W has one, if a process
// crashes, or if a system that is decided takes too much memory.
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { readSystemCorpus } from './cub-expected.js';
import type { SystemExpectation } from './cub-expected.js';
import { judgeSystem, systemTotals } from './cub-judge.js';
import type { JudgedSystem } from './cub-judge.js';
import { runSystem } from './cub-run.js';
import { systemHeading, systemLine, systemSummary } from './cub-table.js';
import { endOfTool } from './end-of-tool.js';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      file: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      timeout: { type: 'string', default: '120' },
      reduction: { type: 'string', default: 'on' },
    },
  });
  const timeout = Number(values.timeout);
  if (!(timeout > 0)) return complaint(`--timeout takes seconds, not ${values.timeout}`);
  if (!['', 'sc', 'tso'].includes(values.only))
    return complaint(`--only takes sc or tso, not ${values.only}`);
  if (!['on', 'off'].includes(values.reduction))
    return complaint(`--reduction takes on or off, not ${values.reduction}`);
  const isReduced = values.reduction === 'on';
  const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
  const files = readSystemCorpus(corpus);
  if (files.length === 0) {
    process.stderr.write(`skipped: there are no Cubicle systems at ${corpus}; set FENCEPOST_CORPUS\n`);
    return 0;
  }
  const chosen = files.filter((file) => isChosen(file, values) && (isReduced || file.model === 'tso'));
  if (chosen.length === 0) return complaint('the corpus has no such file');
  process.stdout.write(`${systemHeading()}\n`);
  const judged: JudgedSystem[] = [];
  for (const file of chosen) {
    const one = judgeSystem(file, await runSystem(file, timeout, isReduced ? [] : allOrders), isReduced);
    judged.push(one);
    process.stdout.write(`${systemLine(one)}\n`);
  }
  process.stdout.write(`\n${systemSummary(judged.length, systemTotals(judged))}\n`);
  return judged.some(({ broken }) => broken.length > 0) ? 1 : 0;
}

const allOrders = ['--reduction', 'off', '--brab', 'off'];

function isChosen(
  { file, model }: SystemExpectation,
  asked: { readonly file: string; readonly only: string },
): boolean {
  if (asked.only !== '' && asked.only !== model) return false;
  return asked.file === '' || file === asked.file.replace(/(\.cub)?$/, '.cub');
}

function complaint(what: string): number {
  process.stderr.write(`${what}\n`);
  return 2;
}

process.exitCode = await endOfTool(main);
