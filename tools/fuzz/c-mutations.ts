import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DiagnosticBag, Unsupported } from '../../src/diagnostics/diagnostic.js';
import { Source } from '../../src/diagnostics/span.js';
import { c } from '../../src/frontends/c/parse.js';
import { plainText } from '../../src/frontends/frontend.js';
import { mutatedC } from '../../test/support/c-judge/mutate-c.js';
import { Random } from '../../test/support/random.js';
import { root } from '../../test/support/root.js';

export interface MutationTally {
  readonly read: number;
  readonly refused: number;
  readonly taken: number;
  readonly slowest: number;
  readonly complaints: readonly string[];
}

/** Longer than this for one file is a hang; a loaded machine is slower. */
const secondsAllowed = 8;

const corpus = join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), 'c', 'public');

/** The C files of the samples, and of the corpus where it is there. */
export function filesOfC(): readonly string[] {
  return [join(root, 'samples', 'c'), corpus].flatMap((folder) =>
    existsSync(folder) ? filesIn(folder) : [],
  );
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : entry.name.endsWith('.c') ? [path] : [];
    });

/** What the front end does with a text: a program, or complaints that have a place; anything else is wrong. */
export function readMutant(
  path: string,
  text: string,
): { readonly taken: boolean; readonly wrong: string | null } {
  const bag = new DiagnosticBag();
  const readBeside = (from: string, name: string): Source | null => {
    const beside = join(dirname(from), name);
    return existsSync(beside) && statSync(beside).isFile()
      ? new Source(beside, readFileSync(beside, 'utf8'))
      : null;
  };
  try {
    const program = c.parse(new Source(path, text), bag, { ...plainText, readBeside });
    if (program !== null)
      return { taken: true, wrong: bag.hasErrors ? 'a program in spite of errors' : null };
    const errors = bag.errors();
    if (errors.length === 0) return { taken: false, wrong: 'neither a program nor an error' };
    const lost = errors.find(({ span }) => span === null || span === undefined);
    return { taken: false, wrong: lost === undefined ? null : `no place: ${lost.message}` };
  } catch (error) {
    if (error instanceof Unsupported)
      return { taken: false, wrong: error.diagnostic.span === null ? `no place: ${error.message}` : null };
    return { taken: false, wrong: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

export function tallyMutations(count: number, firstSeed: number): MutationTally {
  const files = filesOfC();
  const complaints: string[] = [];
  let [taken, slowest] = [0, 0];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const random = new Random(seed);
    const path = random.pick(files);
    const text = mutatedC(readFileSync(path, 'utf8'), random);
    const started = process.cpuUsage();
    const result = readMutant(path, text);
    const { user, system } = process.cpuUsage(started);
    const seconds = (user + system) / 1e6;
    slowest = Math.max(slowest, seconds);
    if (result.taken) taken++;
    if (result.wrong !== null) complaints.push(`seed ${seed}, ${path}: ${result.wrong}`);
    if (seconds > secondsAllowed) complaints.push(`seed ${seed}, ${path}: ${seconds.toFixed(1)} s`);
  }
  return { read: count, refused: count - taken, taken, slowest, complaints };
}

export function fuzzCMutations(count: number, seed: number): Promise<boolean> {
  const { read, refused, taken, slowest, complaints } = tallyMutations(count, seed);
  process.stdout.write(
    `mutated C files: ${read} (${refused} refused, ${taken} taken), the slowest ${slowest.toFixed(2)} s, ${complaints.length} wrong\n`,
  );
  for (const complaint of complaints.slice(0, 10)) process.stdout.write(`  ${complaint}\n`);
  return Promise.resolve(complaints.length === 0);
}
