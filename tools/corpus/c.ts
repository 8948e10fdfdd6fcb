// Verifies the C programs of the corpus under SC, TSO and PSO, each run in a process of its own, and compares the verdicts
// with those that two tools agree on. `--file ID`: that entry alone (its begin is enough); `--timeout SECONDS`: for each run;
// `--level N`. Entries that ask for termination or for races are left out. The corpus is at $FENCEPOST_CORPUS, or beside the
// checkout. Exit 1 if a verdict differs, or something crashes.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cModels, isSettled, readCCorpus } from './c-expected.js';
import type { CExpectation, CModel } from './c-expected.js';
import { answerOf, judgeC, leftBehindViolation } from './c-judge.js';
import type { CAnswer, CJudgement } from './c-judge.js';
import { runMeasured } from './measured-run.js';

interface JudgedC {
  readonly entry: CExpectation;
  readonly model: CModel;
  readonly answer: CAnswer;
  readonly judgement: CJudgement;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      file: { type: 'string', default: '' },
      timeout: { type: 'string', default: '60' },
      level: { type: 'string', default: '' },
    },
  });
  const timeout = Number(values.timeout);
  if (!(timeout > 0)) {
    process.stderr.write(`--timeout takes seconds, not ${values.timeout}\n`);
    return 2;
  }
  const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
  const entries = readCCorpus(corpus);
  if (entries.length === 0) {
    process.stderr.write(`skipped: there are no C programs at ${corpus}; set FENCEPOST_CORPUS\n`);
    return 0;
  }
  const chosen = entries.filter(
    ({ id, level, property }) =>
      id.startsWith(values.file) &&
      property === 'assertion' &&
      (values.level === '' || String(level) === values.level),
  );
  const judged: JudgedC[] = [];
  for (const entry of chosen)
    for (const model of cModels) {
      const one = await judged1(entry, model, timeout);
      judged.push(one);
      process.stdout.write(`${lineOf(one)}\n`);
    }
  process.stdout.write(`\n${summaryOf(judged)}\n`);
  return judged.some(({ judgement }) => judgement === 'differs' || judgement === 'crash') ? 1 : 0;
}

async function judged1(entry: CExpectation, model: CModel, timeout: number): Promise<JudgedC> {
  const defines = entry.defines.map((define) => `-D${define}`);
  const options = [
    '--model',
    model,
    '--json',
    '--trace',
    'none',
    '--timeout',
    String(timeout),
    '--memory',
    '2048',
  ];
  const asking = ['verify', entry.path, ...options, ...defines];
  const run = await runMeasured(asking, timeout + 10);
  const first = answerOf(run);
  // What is violated besides is not what the corpus asks.
  const left = first.verdict === 'unknown' ? leftBehindViolation(run) : [];
  const properties = left.flatMap((name) => ['--property', name]);
  const answer =
    left.length === 0 ? first : answerOf(await runMeasured([...asking, ...properties], timeout + 10));
  return { entry, model, answer, judgement: judgeC(answer, entry.models.get(model)) };
}

function lineOf({ entry, model, answer, judgement }: JudgedC): string {
  const said = entry.models.get(model);
  const others = said === undefined ? '-' : `${said.verdict}/${said.independent}`;
  const flag = judgement === 'differs' || judgement === 'crash' ? '!!' : '  ';
  const measured = `${answer.seconds.toFixed(2)} s ${answer.peakMB.toFixed(0)} MB`;
  return `${flag} ${entry.level} ${entry.id} ${model}: ${answer.verdict} (others ${others}) ${judgement} ${measured} ${answer.reason}`;
}

function summaryOf(judged: readonly JudgedC[]): string {
  return [1, 2, 3]
    .map((level) => {
      const own = judged.filter(({ entry }) => entry.level === level);
      const of = (...kinds: readonly CJudgement[]): number =>
        own.filter(({ judgement }) => kinds.includes(judgement)).length;
      const settled = own.filter(({ entry, model }) => {
        const said = entry.models.get(model);
        return said !== undefined && isSettled(said);
      }).length;
      return (
        `level ${level}: ${of('agrees', 'differs', 'answered')} of ${own.length} answered, ${of('refused')} refused, ` +
        `${of('open')} open, ${of('crash')} crashed; ${settled} settled by two tools, ${of('differs')} differ`
      );
    })
    .join('\n');
}

process.exitCode = await main();
