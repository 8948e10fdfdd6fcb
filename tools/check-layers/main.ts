import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLayers } from './check-tree.js';
import { readTree } from './read-tree.js';
import { closureByFolder } from './what-it-rests-on.js';
import { guards, layers, ruledFolders } from './table.js';

/** Above dist/tools/check-layers. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const checkers: readonly (readonly [string, string])[] = [
  ['runs', 'src/evidence/replay.ts'],
  ['lassos', 'src/evidence/replay-lasso.ts'],
  ['invariants of boxes', 'src/evidence/cover/check-cover.ts'],
  ['invariants over predicates', 'src/evidence/predicates/check-predicates.ts'],
  ['cubes', 'src/evidence/cubes/check-cubes.ts'],
];
/** What the whole program speaks in: expressions, programs and automata, and the machine that runs them plainly. */
const isBase = (folder: string): boolean =>
  ['src/lang/', 'src/memory', 'src/step', 'src/support', 'src/diagnostics'].some((base) =>
    folder.startsWith(base),
  );

const files = readTree(root, ruledFolders);
const problems = checkLayers(files, { layers, guards });
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${files.size} files, ${problems.length} breaks of the import rule\n`);
// What has to be believed of an answer that `replay` accepts, besides the front end that reads the program (docs/evidence.md).
for (const [kind, entry] of checkers) {
  const sizes = [...closureByFolder(files, [entry])];
  const lines = (isMeant: (folder: string) => boolean): number =>
    sizes.reduce((n, [folder, size]) => n + (isMeant(folder) ? size.lines : 0), 0);
  const own = lines((folder) => !isBase(folder));
  process.stdout.write(`checker of ${kind}: ${own} lines of code, ${lines(isBase)} of the base below it\n`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
