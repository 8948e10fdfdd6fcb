// Verifies the C programs of the corpus under SC, TSO and PSO, each run in a process of its own, and compares the verdicts
// with those that two tools agree on. `--file ID`: that entry alone (its begin is enough); `--timeout SECONDS`: for each run;
// `--level N`; `--asked assertion|termination|race`: what is asked; `--jobs N`: so many at once; `--peers`: CBMC and Nidhugg beside
// it, where they are installed, with their bounds, on what asks for assertions. The corpus is at $FENCEPOST_CORPUS, or beside the
// checkout. Exit 1 if a verdict differs, or something crashes.
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { cModels, isSettled, readCCorpus } from './c-expected.js';
import type { CAsked, CExpectation, CModel } from './c-expected.js';
import { answerOf, judgeC, leftBehindViolation } from './c-judge.js';
import type { CAnswer, CJudgement } from './c-judge.js';
import { askPeer, installedPeers, toldPeer } from './c-peers.js';
import type { Peer, PeerAnswer, PeerPair } from './c-peers.js';
import { runMeasured } from './measured-run.js';
import { numbersBelow } from '../../src/support/lists.js';
import { endOfTool } from './end-of-tool.js';

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
      asked: { type: 'string', default: '' },
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
      (values.asked === '' || property === values.asked) &&
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

/** Of what is asked besides assertions, nothing else is decided. */
const wishesOf = (asked: CAsked): readonly string[] =>
  asked === 'assertion' ? [] : [asked === 'race' ? '--races' : '--termination', '--property', asked];

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
    ...wishesOf(entry.property),
  ];
  const asking = ['verify', entry.path, ...options, ...defines];
  const run = await runMeasured(asking, timeout + 10);
  const first = answerOf(run, entry.property);
  // What is violated besides is not what the corpus asks.
  const left = first.verdict === 'unknown' ? leftBehindViolation(run, entry.property) : [];
  const properties = left.flatMap((name) => ['--property', name]);
  const answer =
    left.length === 0
      ? first
      : answerOf(await runMeasured([...asking, ...properties], timeout + 10), entry.property);
  const theirs: PeerAnswer[] = [];
  if (entry.property === 'assertion')
    for (const peer of beside) theirs.push(await askPeer(peer, entry, model, timeout));
  return { entry, model, answer, judgement: judgeC(answer, entry.models.get(model)), theirs };
}

function lineOf({ entry, model, answer, judgement, theirs }: JudgedC): string {
  const said = entry.models.get(model);
  const others = said === undefined ? '-' : `${said.verdict}/${said.independent}`;
  const asked = entry.property === 'assertion' ? '' : ` (${entry.property})`;
  const flag = judgement === 'differs' || judgement === 'crash' ? '!!' : '  ';
  const measured = `${answer.seconds.toFixed(2)} s (${answer.cpuSeconds.toFixed(2)} s of CPU) ${answer.peakMB.toFixed(0)} MB`;
  const peersText = theirs
    .map(({ peer, verdict, seconds }) => `; ${peer.name}: ${verdict} ${seconds.toFixed(2)} s`)
    .join('');
  return `${flag} ${entry.level} ${entry.id}${asked} ${model}: ${answer.verdict} (others ${others}) ${judgement} ${measured} ${answer.reason}${peersText}`;
}

function summaryOf(judged: readonly JudgedC[]): string {
  const assertions = judged.filter(({ entry }) => entry.property === 'assertion');
  const rows: readonly (readonly [string, readonly JudgedC[]])[] = [
    ...[1, 2, 3].map(
      (level) => [`level ${level}`, assertions.filter(({ entry }) => entry.level === level)] as const,
    ),
    ...(['termination', 'race'] as const).map(
      (asked) => [asked, judged.filter(({ entry }) => entry.property === asked)] as const,
    ),
  ];
  return rows.map(([name, own]) => countsOf(name, own)).join('\n');
}

function countsOf(name: string, own: readonly JudgedC[]): string {
  const of = (...kinds: readonly CJudgement[]): number =>
    own.filter(({ judgement }) => kinds.includes(judgement)).length;
  const said = ({ entry, model }: JudgedC): ReturnType<CExpectation['models']['get']> =>
    entry.models.get(model);
  const settled = own.filter((each) => {
    const found = said(each);
    return found !== undefined && isSettled(found);
  }).length;
  const against = own.filter(({ answer, ...each }) => {
    const found = said({ answer, ...each })?.verdict;
    const isDecided = (verdict: string | undefined): boolean => verdict === 'safe' || verdict === 'unsafe';
    return isDecided(found) && isDecided(answer.verdict) && found !== answer.verdict;
  }).length;
  return (
    `${name}: ${of('agrees', 'differs', 'answered')} of ${own.length} answered, ${of('refused')} refused, ` +
    `${of('open')} open, ${of('crash')} crashed; ${of('agrees')} as others say, ${against} otherwise; ` +
    `${settled} settled by two tools, ${of('differs')} of them differ`
  );
}

process.exitCode = await endOfTool(main);
