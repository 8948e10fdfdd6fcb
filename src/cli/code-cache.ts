import { existsSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Since Node 22.1. */
interface WithCompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
}

/**
 * Has Node keep what V8 compiled for the next start, where it offers that. What it cannot write it does without. A user who
 * sets NODE_COMPILE_CACHE has chosen a folder, and Node uses it by itself.
 */
export function keepCompiledCode(env: Variables): void {
  const { enableCompileCache }: typeof module & WithCompileCache = module;
  if (enableCompileCache === undefined || (env['NODE_COMPILE_CACHE'] ?? '') !== '') return;
  const folder = cacheFolder(env, process.platform, homeOrNull());
  if (folder === null || !makeFolder(folder)) return;
  try {
    enableCompileCache(folder);
  } catch {
    // A Node that is not allowed to look at the folder. Everything works without it.
  }
}

/**
 * A folder of the user's own: compiled code that anybody may write, as in a folder for temporary files, is code that anybody
 * may have us run. Null: there is none.
 */
export function cacheFolder(env: Variables, platform: string, home: string | null): string | null {
  const base = cacheBase(env, platform, home);
  return base === null || !isAbsolute(base) ? null : join(base, 'fencepost', 'compiled');
}

function cacheBase(env: Variables, platform: string, home: string | null): string | null {
  const inHome = (...parts: readonly string[]): string | null =>
    home === null ? null : join(home, ...parts);
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? inHome('AppData', 'Local');
  if (platform === 'darwin') return inHome('Library', 'Caches');
  // The XDG base directory specification: a relative path is to be ignored.
  const stated = env['XDG_CACHE_HOME'] ?? '';
  return isAbsolute(stated) ? stated : inHome('.cache');
}

/**
 * Whether the folder is there now. Node would make it too, but tries for ever where a folder is refused as if the one above
 * it were missing (as below /proc).
 */
function makeFolder(folder: string): boolean {
  if (existsSync(folder)) return true;
  const above = dirname(folder);
  if (above === folder || !makeFolder(above)) return false;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // Another process may have been faster.
  }
  return existsSync(folder);
}

/** Asking fails where the user has no home. */
function homeOrNull(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}
