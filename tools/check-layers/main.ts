import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLayers } from './check-tree.js';
import { readTree } from './read-tree.js';
import { guards, layers, ruledFolders } from './table.js';

/** Above dist/tools/check-layers. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const files = readTree(root, ruledFolders);
const problems = checkLayers(files, { layers, guards });
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${files.size} files, ${problems.length} breaks of the import rule\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
