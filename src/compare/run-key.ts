import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { digest } from '../support/digest.js';
import { questionOf } from './run-plan.js';
import type { PlannedRun } from './run-plan.js';

/** What files hold, by their digests; each is read once. */
export class FileContents {
  readonly #read = new Map<
    string,
    { readonly digest: string; readonly includes: readonly string[] } | null
  >();

  /** A file, and what it includes, wherever that may be found. Of one that is none: that it is none. */
  of(path: string, folders: readonly string[]): readonly (string | null)[] {
    const found: (string | null)[] = [];
    const seen = new Set<string>();
    const open = [path];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const file = this.#file(next);
      found.push(file?.digest ?? null);
      for (const name of file?.includes ?? [])
        open.push(...[dirname(next), ...folders].map((folder) => join(folder, name)));
    }
    return found;
  }

  #file(path: string): { readonly digest: string; readonly includes: readonly string[] } | null {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    const read = contentOf(path);
    this.#read.set(path, read);
    return read;
  }
}

/** Too large to be looked through for what it includes: no program is. */
const mostText = 4_000_000;

function contentOf(path: string): { readonly digest: string; readonly includes: readonly string[] } | null {
  try {
    // To read a pipe would be to wait for it.
    if (!statSync(path).isFile()) return null;
    const bytes = readFileSync(path);
    const text = bytes.length > mostText ? '' : bytes.toString('utf8');
    const includes = [...text.matchAll(/^[ \t]*#?[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)];
    return { digest: digest(bytes), includes: includes.map(([, name = '']) => name) };
  } catch {
    return null;
  }
}

/** A run that would be the same has the same key: the same question about files that say the same, put to the same version. */
export function keyOf(run: PlannedRun, version: string, contents: FileContents): string {
  const { file, words } = run;
  const folders = namedBy('include', words);
  // Predicates of some languages stand in a file beside.
  const beside = `${file.slice(0, file.length - extname(file).length)}.pred`;
  const others = [beside, ...namedBy('predicates', words), ...namedBy('atomic', words)];
  const held = [contents.of(file, folders), ...others.map((path) => contents.of(path, []))];
  return digest(JSON.stringify([version, questionOf(run), file, held]));
}

const namedBy = (option: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => word.startsWith(`--${option}=`)).map((word) => word.slice(option.length + 3));
