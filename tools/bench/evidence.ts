import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VerifyReport } from '../../src/ask/report.js';
import { verifyGiven } from '../../src/library/asking.js';
import { replayGiven } from '../../src/library/replaying.js';
import { writtenEvidence } from '../../src/library/written-evidence.js';
import { mainModels } from '../../src/memory/index.js';
import type { GivenOptions } from '../../src/options/values.js';
import { InputError, UsageError } from '../../src/diagnostics/diagnostic.js';
import { evidenceOptions, evidenceUsage } from './evidence-options.js';
import type { EvidenceBench } from './evidence-options.js';
import { judge, record } from './history.js';
import { median } from '../corpus/median.js';

/** Programs of fewer states say little about how small their invariants are. */
const manyStates = 10_000;

/** A program that is safe, and what shows it. */
interface MeasuredProof {
  readonly states: number;
  readonly boxes: number;
  /** CPU seconds of the answer alone, and of checking what shows it. */
  readonly verify: number;
  readonly replay: number;
}

/** How large invariants are beside the states, and how long checking them takes beside verifying. */
export async function benchEvidence(words: readonly string[]): Promise<boolean> {
  const options = evidenceOptions(words);
  if (options === null) {
    process.stderr.write(`${evidenceUsage}\n`);
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  try {
    const { shown, wrong } = await allShown(options, join(folder, 'evidence.json'));
    return summed(shown) && wrong === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function allShown(options: EvidenceBench, path: string) {
  const shown: MeasuredProof[] = [];
  let wrong = 0;
  for (const file of filesOf(options))
    for (const { name } of mainModels) {
      const found = await shownAnswer(file, name, options.timeout, path);
      if (found === null) continue;
      if (typeof found === 'string') {
        if (found.startsWith('WRONG')) wrong++;
        process.stdout.write(`${file} ${name}: ${found}\n`);
        continue;
      }
      shown.push(found);
      if (found.states > manyStates) process.stdout.write(`${file} ${name}: ${toldOf(found)}\n`);
    }
  return { shown, wrong };
}

const toldOf = ({ states, boxes, verify, replay }: MeasuredProof): string =>
  `${states} states, ${boxes} boxes (${(boxes / states).toFixed(4)}), verify ${verify.toFixed(2)} s, replay ${replay.toFixed(2)} s`;

function summed(shown: readonly MeasuredProof[]): boolean {
  const large = shown.filter(({ states }) => states > manyStates);
  const shares = large.map(({ states, boxes }) => boxes / states).toSorted((a, b) => a - b);
  const ninth = shares[Math.ceil(0.9 * shares.length) - 1] ?? NaN;
  const times = median(shown.map(({ verify, replay }) => replay / verify));
  process.stdout.write(
    `${shown.length} answers are shown; ${large.length} are about more than ${manyStates} states\n`,
  );
  record('evidence', {
    ...{ answers: shown.length, large: large.length },
    ...{ median: median(shares), ninth, times },
  });
  return judge([
    { what: 'boxes a state, median', measured: median(shares), limit: 0.05, kind: 'at most' },
    { what: 'boxes a state, nine of ten', measured: ninth, limit: 0.1, kind: 'at most' },
    { what: 'replay, in times of verify, median', measured: times, limit: 2, kind: 'at most' },
  ]);
}

function filesOf({ parts, only }: EvidenceBench): readonly string[] {
  const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');
  return parts
    .map((part) => (part === 'samples' ? part : join(corpus, part)))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(fp|rmm|dve|bl|trn|c)$/.test(path))
        .sort()
        .map((path) => join(folder, path)),
    )
    .filter((path) => path.includes(only));
}

/** Null: it is not safe, or not by finitely many states; a text: it is not shown, and why. */
async function shownAnswer(
  file: string,
  model: string,
  seconds: number,
  path: string,
): Promise<MeasuredProof | string | null> {
  const given: GivenOptions = new Map([
    ['model', [model]],
    ['timeout', [String(seconds)]],
    ...(file.endsWith('.bl') ? [] : [['deadlock', ['true']] as const]),
  ]);
  try {
    const [answer, verify] = await cpuTimed(() => asked(file, given));
    if (answer.verdict !== 'safe') return null;
    const proving = new Map([...given, ['evidence', [path]] as const]);
    const report = await asked(file, proving);
    if (typeof report.proof !== 'object' || !('cover' in report.proof)) return null;
    const written = writtenEvidence(report, proving, path);
    if ('none' in written) return 'what shows it cannot be written';
    writeFileSync(path, written.text);
    const [replayed, replay] = await cpuTimed(() => replayGiven(path, () => undefined));
    if (!replayed.accepted) return `WRONG: rejected: ${replayed.reason ?? ''}`;
    const { states, cover } = report.proof;
    return { states, boxes: cover.parts.flat().length, verify, replay };
  } catch (error) {
    if (error instanceof UsageError || error instanceof InputError) return null;
    throw error;
  }
}

const asked = (file: string, given: GivenOptions): Promise<VerifyReport> =>
  verifyGiven({ path: file }, given, { signal: new AbortController().signal, progress: () => undefined });

async function cpuTimed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = process.cpuUsage();
  const found = await work();
  const { user, system } = process.cpuUsage(before);
  return [found, (user + system) / 1e6];
}
