// Checks the Boolean programs of the corpus, each in a process of its own, beside what Fender made of them: verdicts,
// states, time, memory. `--filter TEXT`: the files whose name contains it. The corpus is at $FENCEPOST_CORPUS, or beside
// the checkout. Exit 1 if a limit is broken.
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { readBooleanCorpus } from './bl-expected.js';
import type { BooleanExpectation } from './bl-expected.js';
import { askedMemoryMB, askedSeconds, differs, isLate, judge } from './bl-judge.js';
import type { JudgedProgram } from './bl-judge.js';
import { runCheck } from './bl-run.js';
import type { CheckRun } from './bl-run.js';
import { heading, summary, tableLine } from './bl-table.js';
import { endOfTool } from './end-of-tool.js';

const limits = ['--timeout', String(askedSeconds), '--memory', String(askedMemoryMB)];

const tries = 3;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { filter: { type: 'string', default: '' } } });
  const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
  const files = readBooleanCorpus(corpus);
  if (files.length === 0) {
    process.stderr.write(`skipped: there are no Boolean programs at ${corpus}; set FENCEPOST_CORPUS\n`);
    return 0;
  }
  const chosen = files.filter(({ name }) => name.includes(values.filter));
  const judged: JudgedProgram[] = [];
  const show = (one: JudgedProgram): void => {
    judged.push(one);
    process.stdout.write(`${tableLine(one)}\n`);
  };
  process.stdout.write(`${heading()}\n`);
  for (const file of chosen.filter(({ stuck }) => !stuck)) show(await compare(file));
  const stuck = chosen.filter((file) => file.stuck);
  if (stuck.length > 0) process.stdout.write(`\nFender got stuck in the initialisation:\n`);
  for (const file of stuck) show(await compare(file));
  process.stdout.write(`\n${summary(judged)}\n`);
  return judged.some(({ broken }) => broken.length > 0) ? 1 : 0;
}

/** Where the verdicts differ, the two-valued semantics tells whose is right. */
async function compare(file: BooleanExpectation): Promise<JudgedProgram> {
  const run = await quickest(file);
  const concrete = differs(file, run)
    ? await runCheck(file.path, ['--semantics', 'concrete', ...limits])
    : null;
  return judge(file, run, concrete);
}

/** Other work on the machine makes runs slow, nothing makes them fast: one that takes too long is tried again. */
async function quickest(file: BooleanExpectation): Promise<CheckRun> {
  let best = await runCheck(file.path, limits);
  for (let i = 1; i < tries && isLate(file, best); i++) {
    const run = await runCheck(file.path, limits);
    if (run.seconds < best.seconds) best = run;
  }
  return best;
}

process.exitCode = await endOfTool(main);
