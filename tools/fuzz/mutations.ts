import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { FencepostError } from '../../src/library/error.js';
import { verify } from '../../src/library/calls.js';
import { mutatedC } from '../../test/support/c-judge/mutate-c.js';
import { Random } from '../../test/support/random.js';
import { root } from '../../test/support/root.js';
import { minimisedText } from '../minimise/minimised-text.js';

export const mutatedLanguages = ['fp', 'orig', 'litmus', 'bl', 'rmm', 'cub', 'dve', 'trn', 'c'] as const;
type MutatedLanguage = (typeof mutatedLanguages)[number];

interface LanguageTally {
  readonly asked: number;
  readonly refused: number;
  readonly answered: number;
  readonly slowest: number;
}

export interface MutationFinding {
  readonly seed: number;
  readonly file: string;
  readonly what: string;
  readonly text: string;
}

/** CPU seconds: longer than this for one file is a hang, with a second for the engine. */
const secondsAllowed = 10;
/** For a finding: what is smallest by then is kept. */
const secondsToMinimise = 60;
const limits = { model: 'tso', timeout: 1, memory: 300 } as const;

const corpus = process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');

/** The files of a language in the samples, the fixtures, and the corpora where they are. */
export const filesOf = (language: MutatedLanguage): readonly string[] =>
  [join(root, 'samples'), join(root, 'test', 'fixtures'), corpus].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((file) => extname(file) === `.${language}`)
          .sort()
          .map((file) => join(folder, file))
      : [],
  );

/** What is wrong with what is made of a text: it has an answer, or errors that have a place. Null: nothing. */
export async function wrongWith(
  name: string,
  text: string,
): Promise<{ readonly wrong: string | null; readonly isAnswered: boolean }> {
  const started = process.cpuUsage();
  const found = await answerTo(name, text);
  const { user, system } = process.cpuUsage(started);
  const seconds = (user + system) / 1e6;
  return found.wrong === null && seconds > secondsAllowed
    ? { ...found, wrong: `it takes ${seconds.toFixed(0)} s` }
    : found;
}

async function answerTo(name: string, text: string): ReturnType<typeof wrongWith> {
  try {
    const { reason, errors } = await verify({ name, text }, limits);
    if (reason === 'bug') return { wrong: errors[0]?.message ?? 'a bug', isAnswered: false };
    const isRefused = errors.length > 0;
    // Of a text that has nothing there is no place to name.
    const lost =
      reason === 'input' && text.trim() !== '' ? errors.find(({ span }) => span === null) : undefined;
    return { wrong: lost === undefined ? null : `no place: ${lost.message}`, isAnswered: !isRefused };
  } catch (error) {
    if (error instanceof FencepostError && error.reason !== 'bug') return { wrong: null, isAnswered: false };
    return {
      wrong: error instanceof Error ? (error.stack ?? error.message) : String(error),
      isAnswered: false,
    };
  }
}

export async function tallyMutatedLanguage(
  language: MutatedLanguage,
  count: number,
  firstSeed: number,
): Promise<{ readonly tally: LanguageTally; readonly findings: readonly MutationFinding[] }> {
  const files = filesOf(language);
  const findings: MutationFinding[] = [];
  let [answered, slowest] = [0, 0];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const random = new Random(seed);
    const file = random.pick(files);
    const text = mutatedC(readFileSync(file, 'utf8'), random);
    const started = performance.now();
    const { wrong, isAnswered } = await wrongWith(basename(file), text);
    slowest = Math.max(slowest, (performance.now() - started) / 1000);
    if (isAnswered) answered++;
    if (wrong !== null) findings.push({ seed, file, what: wrong, text });
  }
  return { tally: { asked: count, refused: count - answered, answered, slowest }, findings };
}

/** Numbers, paths and places differ between a text and a smaller one. */
const sortOf = (what: string): string => (what.split('\n')[0] ?? '').replaceAll(/\d+/g, '');

/** What is found is kept, as small as it can be made. */
async function keep({ seed, file, what, text }: MutationFinding): Promise<string> {
  const name = basename(file);
  const isSo = async (smaller: string): Promise<boolean> => {
    const { wrong } = await wrongWith(name, smaller);
    return wrong !== null && sortOf(wrong) === sortOf(what);
  };
  const until = performance.now() + secondsToMinimise * 1000;
  const small = await minimisedText(text, isSo, () => Promise.resolve(performance.now() < until));
  mkdirSync('.fuzz', { recursive: true });
  const place = join('.fuzz', `mutations-${seed}-${name}`);
  writeFileSync(place, small);
  return place;
}

/** Damaged texts of every language: no crash, no hang, no bug, and errors have places. */
export async function fuzzMutations(count: number, seed: number): Promise<boolean> {
  let wrong = 0;
  for (const language of mutatedLanguages) {
    const { tally, findings } = await tallyMutatedLanguage(language, count, seed);
    const { asked, refused, answered, slowest } = tally;
    process.stdout.write(
      `${language}: ${asked} texts, ${refused} refused, ${answered} with an answer, the slowest ${slowest.toFixed(1)} s, ${findings.length} wrong\n`,
    );
    for (const finding of findings.slice(0, 5))
      process.stdout.write(
        `  seed ${finding.seed}, ${finding.file}: ${finding.what}\n  kept: ${await keep(finding)}\n`,
      );
    wrong += findings.length;
  }
  return wrong === 0;
}
