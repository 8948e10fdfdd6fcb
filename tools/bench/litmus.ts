import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mainModels } from '../../src/memory/index.js';
import { programFile } from '../../src/library/own-package.js';
import { at } from '../../src/support/invariant.js';
import { readExpected } from '../corpus/expected.js';
import { cpuSeconds } from './cpu-time.js';
import { judge, record } from './history.js';

const rounds = 7;

/** What herd7 takes for the same tests under one model, in one process (README of the corpus). */
const herdSeconds = 2.2;

/** All tests of other people, `hNNN_*` are not, in one process: CPU time beside that of herd7. */
export async function benchLitmus(): Promise<boolean> {
  const folder = join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), 'litmus', 'public');
  if (!existsSync(folder)) {
    process.stdout.write(`litmus: skipped, there are no tests at ${folder}; set FENCEPOST_CORPUS\n`);
    return true;
  }
  const files = readExpected(folder)
    .filter(({ file }) => !/^h[0-9]/.test(file))
    .map(({ file }) => join(folder, file));
  process.stdout.write(`litmus: ${files.length} tests in one process, CPU time, median of ${rounds} runs\n`);
  const program = programFile();
  const names = mainModels.map(({ name }) => name);
  const seconds = cpuSeconds(
    names.map((name) => ({ words: [program, 'litmus', '--model', name, ...files], exitCode: 0 })),
    rounds,
  );
  record('litmus', {
    tests: files.length,
    ...Object.fromEntries(names.map((name, i) => [name, at(seconds, i)])),
  });
  return judge(
    names.map((name, i) => ({
      what: `${name}: ${at(seconds, i).toFixed(2)} s, in times of herd7's ${herdSeconds} s`,
      measured: at(seconds, i) / herdSeconds,
      limit: 0.5,
      kind: 'at most',
    })),
  );
}
