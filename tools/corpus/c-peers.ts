import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { CExpectation, CModel } from './c-expected.js';
import type { MeasuredRun } from './measured-run.js';
import { runOther } from './measured-run.js';

/** Another verifier of C programs under weak memory, which unrolls loops to a bound. */
export interface Peer {
  readonly name: string;
  readonly command: string;
  /** What it is told of loops. */
  readonly bound: string;
  readonly words: (entry: CExpectation, model: CModel) => readonly string[];
  readonly verdictOf: (run: MeasuredRun) => PeerVerdict;
}

/** `safe` is said of all runs within its bound. */
export type PeerVerdict = 'safe' | 'unsafe' | 'none';

export interface PeerAnswer {
  readonly peer: Peer;
  readonly verdict: PeerVerdict;
  /** Of processors. */
  readonly seconds: number;
}

const headers = 'tools/corpus/cbmc';

export const peers: readonly Peer[] = [
  {
    name: 'CBMC',
    command: 'cbmc',
    bound: '--unwind 4, loops of main 20',
    words: ({ path, defines }, model) => [
      ...['--mm', model, '--unwind', '4', '--unwindset', 'main.0:20,main.1:20,main.2:20'],
      ...['-I', headers, '-I', join(dirname(path), 'include')],
      ...defines.map((define) => `-D${define}`),
      path,
    ],
    verdictOf: ({ out, code }) => {
      if (code === 0 && out.includes('VERIFICATION SUCCESSFUL')) return 'safe';
      return code === 10 && out.includes('VERIFICATION FAILED') ? 'unsafe' : 'none';
    },
  },
  {
    name: 'Nidhugg',
    command: 'nidhuggc',
    bound: '--unroll=5',
    words: ({ path, defines }, model) => [
      ...defines.map((define) => `-D${define}`),
      ...['--', `--${model}`, '--unroll=5', path],
    ],
    verdictOf: ({ out, err, code }) => {
      const said = `${out}${err}`;
      if (said.includes('Error detected')) return 'unsafe';
      return code === 0 && said.includes('No errors were detected') ? 'safe' : 'none';
    },
  },
];

/** Those that are there; of the others it is said that they are not. */
export function installedPeers(say: (line: string) => void): readonly Peer[] {
  return peers.filter(({ name, command }) => {
    const isThere = spawnSync(command, ['--version']).error === undefined;
    if (!isThere) say(`${name} is not installed (${command}): it is left out`);
    return isThere;
  });
}

export async function askPeer(
  peer: Peer,
  entry: CExpectation,
  model: CModel,
  timeout: number,
): Promise<PeerAnswer> {
  const run = await runOther(peer.command, peer.words(entry, model), timeout);
  return { peer, verdict: peer.verdictOf(run), seconds: run.cpuSeconds };
}

/** One of our answers beside one of theirs. */
export interface PeerPair {
  readonly ours: { readonly isAnswered: boolean; readonly verdict: string; readonly seconds: number };
  readonly theirs: PeerAnswer;
}

/** How often each has an answer, and our time in theirs where both have one. */
export function toldPeer(peer: Peer, pairs: readonly PeerPair[]): string {
  const own = pairs.filter(({ theirs }) => theirs.peer === peer);
  const both = own.filter(({ ours, theirs }) => ours.isAnswered && theirs.verdict !== 'none');
  const logs = both.map(({ ours, theirs }) =>
    Math.log(Math.max(tick, ours.seconds) / Math.max(tick, theirs.seconds)),
  );
  const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / Math.max(1, logs.length));
  const others = both.filter(({ ours, theirs }) => ours.verdict !== theirs.verdict).length;
  return (
    `${peer.name} (${peer.bound}): of ${own.length} runs it answers ${count(own, (p) => p.theirs.verdict !== 'none')}, ` +
    `we ${count(own, (p) => p.ours.isAnswered)}, both ${both.length}, ${others} of them otherwise; ` +
    `our processor time in theirs: ${mean.toFixed(2)} in the geometric mean`
  );
}

/** Shorter times are not told apart. */
const tick = 0.01;

const count = (pairs: readonly PeerPair[], is: (pair: PeerPair) => boolean): number =>
  pairs.filter(is).length;
