import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file that may be asked for. */
export interface ServedFile {
  readonly path: string;
  readonly type: string;
}

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.wasm', 'application/wasm'],
]);

/**
 * What there is, by the paths of addresses. It is listed once, and only what is in the list is ever opened: no path of a request
 * becomes a path of a file.
 */
export function filesUnder(folder: string, at: '/' | `/${string}/`): ReadonlyMap<string, ServedFile> {
  const files = new Map<string, ServedFile>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const type = types.get(extname(entry.name));
    if (entry.isFile() && type !== undefined)
      files.set(`${at}${entry.name}`, { path: join(folder, entry.name), type });
  }
  return files;
}
