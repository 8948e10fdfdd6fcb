import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The TypeScript files below the folders, by path from the root. */
export function readTree(root: string, folders: readonly string[]): ReadonlyMap<string, string> {
  const paths = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
