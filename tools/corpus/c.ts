// Verifies the C programs of the corpus under SC, TSO and PSO, each run in a process of its own, and compares the verdicts
// with those that two tools agree on. `--file ID`: that entry alone (its begin is enough); `--timeout SECONDS`: for each run;
// `--level N`; `--jobs N`: so many at once; `--peers`: CBMC and Nidhugg beside it, where they are installed, with their bounds.
// Entries that ask for termination or for races are left out. The corpus is at $FENCEPOST_CORPUS, or beside the
// checkout. Exit 1 if a verdict differs, or something crashes.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cModels, isSettled, readCCorpus } from './c-expected.js';
import type { CExpectation, CModel } from './c-expected.js';
import { answerOf, judgeC } from './c-judge.js';
import type { CAnswer, CJudgement } from './c-judge.js';
import { askPeer, installedPeers, toldPeer } from './c-peers.js';
import type { Peer, PeerAnswer, PeerPair } from './c-peers.js';
import { runMeasured } from './measured-run.js';
import { numbersBelow } from '../../src/support/lists.js';

interface JudgedC {
  readonly entry: CExpectation;
  readonly model: CModel;
  readonly answer: CAnswer;
  readonly judgement: CJudgement;
  readonly theirs: readonly PeerAnswer[];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      file: { type: 'string', default: '' },
      timeout: { type: 'string', default: '60' },
      level: { type: 'string', default: '' },
      jobs: { type: 'string', default: '1' },
      peers: { type: 'boolean', default: false },
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
  const beside = values.peers ? installedPeers((line) => process.stdout.write(`${line}\n`)) : [];
  const judged: JudgedC[] = [];
  const open = chosen.flatMap((entry) => cModels.map((model) => ({ entry, model }))).reverse();
  const work = async (): Promise<void> => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const one = await judged1(next.entry, next.model, timeout, beside);
      judged.push(one);
      process.stdout.write(`${lineOf(one)}\n`);
    }
  };
  await Promise.all(numbersBelow(Math.max(1, Math.floor(Number(values.jobs)) || 1)).map(work));
  process.stdout.write(`\n${summaryOf(judged)}\n`);
  for (const peer of beside) process.stdout.write(`${toldPeer(peer, judged.flatMap(pairsOf))}\n`);
  return judged.some(({ judgement }) => judgement === 'differs' || judgement === 'crash') ? 1 : 0;
}

const pairsOf = ({ answer, theirs }: JudgedC): readonly PeerPair[] => {
  const isAnswered = answer.verdict === 'safe' || answer.verdict === 'unsafe';
  return theirs.map((one) => ({
    ours: { verdict: answer.verdict, seconds: answer.cpuSeconds, isAnswered },
    theirs: one,
  }));
};

async function judged1(
  entry: CExpectation,
  model: CModel,
  timeout: number,
  beside: readonly Peer[],
): Promise<JudgedC> {
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
  const run = await runMeasured(['verify', entry.path, ...options, ...defines], timeout + 10);
  const answer = answerOf(run);
  const theirs: PeerAnswer[] = [];
  for (const peer of beside) theirs.push(await askPeer(peer, entry, model, timeout));
  return { entry, model, answer, judgement: judgeC(answer, entry.models.get(model)), theirs };
}

function lineOf({ entry, model, answer, judgement, theirs }: JudgedC): string {
  const said = entry.models.get(model);
  const others = said === undefined ? '-' : `${said.verdict}/${said.independent}`;
  const flag = judgement === 'differs' || judgement === 'crash' ? '!!' : '  ';
  const measured = `${answer.seconds.toFixed(2)} s (${answer.cpuSeconds.toFixed(2)} s of CPU) ${answer.peakMB.toFixed(0)} MB`;
  const peersText = theirs
    .map(({ peer, verdict, seconds }) => `; ${peer.name}: ${verdict} ${seconds.toFixed(2)} s`)
    .join('');
  return `${flag} ${entry.level} ${entry.id} ${model}: ${answer.verdict} (others ${others}) ${judgement} ${measured} ${answer.reason}${peersText}`;
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
