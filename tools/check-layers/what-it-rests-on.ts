import { importsOf } from './imports.js';

/** How much text a part of the program rests on. */
export interface ClosureSize {
  readonly files: number;
  /** Of code: neither blank nor comment alone. */
  readonly lines: number;
}

const typeImport = /^import type [^;]*;/gm;

/** What the files import, directly or not, by folders. What is imported for its types alone does nothing, and is not counted. */
export function closureByFolder(
  files: ReadonlyMap<string, string>,
  from: readonly string[],
): ReadonlyMap<string, ClosureSize> {
  const sizes = new Map<string, ClosureSize>();
  const seen = new Set(from);
  const open = [...from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const text = files.get(path);
    if (text === undefined) continue;
    const folder = path.split('/').slice(0, folderDepth(path)).join('/');
    const known = sizes.get(folder) ?? { files: 0, lines: 0 };
    sizes.set(folder, { files: known.files + 1, lines: known.lines + linesOfCode(text) });
    for (const { target, kind } of importsOf(path, text.replaceAll(typeImport, ''))) {
      if (kind !== 'file' || seen.has(target)) continue;
      seen.add(target);
      open.push(target);
    }
  }
  return sizes;
}

/** `src/lang/expr`, `src/evidence`. */
const folderDepth = (path: string): number => (path.startsWith('src/lang/') ? 3 : 2);

const linesOfCode = (text: string): number =>
  text.split('\n').filter((line) => !/^\s*(?:\/\/.*|\/?\*.*)?$/.test(line)).length;
