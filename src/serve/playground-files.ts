import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unsupported } from '../diagnostics/diagnostic.js';
import { filesUnder } from './served-files.js';
import type { ServedFile } from './served-files.js';

/** The files of the playground in the folder of the package, and those of Z3 where it is installed. */
export function playgroundFiles(packageFolder: string): ReadonlyMap<string, ServedFile> {
  const folder = join(packageFolder, 'dist', 'playground');
  if (!existsSync(join(folder, 'index.html')))
    unsupported('the playground is not built', null, 'in a checkout, npm run playground builds it');
  return new Map([...filesUnder(folder, '/'), ...filesOfZ3()]);
}

/** They are large, so they are where npm has put them. */
function filesOfZ3(): Iterable<[string, ServedFile]> {
  const folder = dirname(createRequire(import.meta.url).resolve('z3-solver'));
  const wanted = new Set(['/z3/z3-built.js', '/z3/z3-built.wasm']);
  return [...filesUnder(folder, '/z3/')].filter(([path]) => wanted.has(path));
}
