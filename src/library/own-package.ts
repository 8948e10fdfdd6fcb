import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { field, parsedJson, textField } from '../support/json-fields.js';
import { invariant } from '../support/invariant.js';

/** As package.json says. */
export const packageVersion = (): string => textField(manifest(), 'version') ?? 'unknown';

/** The file of the program, as package.json names it. */
export function programFile(): string {
  const file = textField(field(manifest(), 'bin'), 'fencepost');
  invariant(file !== null, 'the package names its program');
  return join(packageFolder(), file);
}

/** What the build has made of a page's part for browsers (tools/bundle.mjs). */
export function pageAssets(page: string): { readonly script: string; readonly style: string } {
  const read = (name: string): string => readFileSync(join(dirname(programFile()), 'pages', name), 'utf8');
  return { script: read(`${page}.js`), style: read(`${page}.css`) };
}

const manifest = (): unknown => parsedJson(readFileSync(join(packageFolder(), manifestName), 'utf8'));

/** The nearest folder with a manifest: the modules and the bundled program do not lie equally deep. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, manifestName)) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

const manifestName = 'package.json';
