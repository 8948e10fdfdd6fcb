// Verifies the Memorax machines of the corpus under TSO, or `--model pso`, by the dual engine, each in a process of its own, beside what
// Memorax made of them. `--file NAME`: that one alone; `--timeout SECONDS`: of CPU time, for each. The corpus is at $FENCEPOST_CORPUS,
// or beside the checkout. Where Memorax gives no answer to be trusted, the explicit engine is asked too. Exit 1 if a verdict is wrong, if too few files are answered that Memorax does not answer, or
// if those that both answer take more CPU time than Memorax took.
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { readMachineCorpus } from './rmm-expected.js';
import type { MachineExpectation, MachineModel } from './rmm-expected.js';
import { brokenTotals, judgeMachine, needsExplicit, totalsOf } from './rmm-judge.js';
import type { JudgedMachine } from './rmm-judge.js';
import { runMachine } from './rmm-run.js';
import { machineHeading, machineLine, machineSummary } from './rmm-table.js';
import { endOfTool } from './end-of-tool.js';

const explicitSeconds = 20;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      file: { type: 'string', default: '' },
      timeout: { type: 'string', default: '120' },
      model: { type: 'string', default: 'tso' },
    },
  });
  if (!(Number(values.timeout) > 0)) {
    process.stderr.write(`--timeout takes seconds, not ${values.timeout}\n`);
    return 2;
  }
  const { model } = values;
  if (model !== 'tso' && model !== 'pso') {
    process.stderr.write(`--model takes tso or pso, not ${model}\n`);
    return 2;
  }
  const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
  const files = readMachineCorpus(corpus, model);
  if (files.length === 0) {
    process.stderr.write(`skipped: there are no Memorax machines at ${corpus}; set FENCEPOST_CORPUS\n`);
    return 0;
  }
  const name = values.file.replace(/(\.rmm)?$/, '.rmm');
  const chosen = values.file === '' ? files : files.filter(({ file }) => file === name);
  if (chosen.length === 0) {
    process.stderr.write(`the corpus has no ${name}\n`);
    return 2;
  }
  process.stdout.write(`${machineHeading()}\n`);
  const judged: JudgedMachine[] = [];
  for (const file of chosen) {
    const one = await compare(file, model, Number(values.timeout));
    judged.push(one);
    process.stdout.write(`${machineLine(one)}\n`);
  }
  const totals = totalsOf(judged);
  const broken = values.file === '' ? brokenTotals(totals) : [];
  process.stdout.write(
    `\n${machineSummary(judged.length, totals)}\n${broken.map((what) => `!! ${what}\n`).join('')}`,
  );
  return broken.length > 0 || judged.some((one) => one.broken.length > 0) ? 1 : 0;
}

/** Where Memorax says nothing, or is doubtful, the store buffers themselves may tell. */
async function compare(
  file: MachineExpectation,
  model: MachineModel,
  timeout: number,
): Promise<JudgedMachine> {
  const asked = ['--model', model, '--engine'];
  const run = await runMachine(file.path, [...asked, 'dual'], timeout);
  const explicit = needsExplicit(file)
    ? await runMachine(file.path, [...asked, 'explicit'], explicitSeconds)
    : null;
  return judgeMachine(file, run, explicit);
}

process.exitCode = await endOfTool(main);
