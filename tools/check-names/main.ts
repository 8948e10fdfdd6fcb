import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTree } from '../check-layers/read-tree.js';
import { mostSharedFiles, mostSharedTypes, namedFolders } from './name-limits.js';
import { sharedFileNames, sharedShare, typeNames } from './shared-names.js';

/** Above dist/tools/check-names. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const files = new Map([...readTree(root, namedFolders)].filter(([path]) => !path.includes('/generated/')));
const names = typeNames(files);
const share = sharedShare(names);
const fileNames = sharedFileNames(files.keys());
const shareText = (part: number): string => `${(100 * part).toFixed(1)}%`;

for (const [name, places] of names.shared)
  process.stdout.write(`${name}: ${places.map(({ file, line }) => `${file}:${line}`).join(' ')}\n`);
for (const [name, paths] of fileNames) process.stdout.write(`${name}: ${paths.join(' ')}\n`);

const shared = [...names.shared.values()].flat().length;
const fileCount = [...fileNames.values()].flat().length;
process.stdout.write(
  `${shared} of ${names.declarations} types (${shareText(share)}) have a name that means something else, too; ` +
    `${fileCount} of ${files.size} files have the name of one that is not beside them\n`,
);
process.exitCode = share <= mostSharedTypes && fileCount <= mostSharedFiles ? 0 : 1;
