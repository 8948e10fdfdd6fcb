import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { limitsOf } from '../ask/limits-of-run.js';
import { leftOpen } from '../ask/left-open.js';
import { Unsupported, UsageError } from '../diagnostics/diagnostic.js';
import { watching } from '../search/watch.js';
import type { CommandContext } from './command.js';

/** What is there already would be taken for what is written; and what cannot be written is said before the work. */
export function requireNewFolder(path: string): void {
  const parent = dirname(resolve(path));
  if (statSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`cannot write ${path}: there is no folder ${parent}`);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (!isWritable(parent)) throw new UsageError(`cannot write ${path}: ${parent} cannot be written to`);
    return;
  }
  if (!found.isDirectory()) throw new UsageError(`cannot write ${path}: it is no folder`);
  if (readdirSync(path).length > 0) throw new UsageError(`cannot write ${path}: the folder is not empty`);
  if (!isWritable(path)) throw new UsageError(`cannot write ${path}: nothing can be written to it`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Writes what the evidence at `path` asks of solvers to a folder, and says how much that is. */
export async function emitTexts(
  path: string,
  folder: string,
  { timeout, memory }: { readonly timeout?: number | undefined; readonly memory?: number | undefined },
  { output, signal, begins }: CommandContext,
): Promise<void> {
  const { tellTextsOf } = await import('../library/replaying.js');
  const { indexText } = await import('../obligations/evidence-texts.js');
  const limits = { timeoutSeconds: timeout ?? null, memoryMB: memory ?? null };
  const lines: string[] = [];
  begins(timeout ?? null);
  if (!existsSync(folder)) mkdirSync(folder);
  const why = await tellTextsOf(path, watching(limitsOf(limits, performance.now(), signal)), (file) => {
    writeFileSync(join(folder, file.name), file.text);
    lines.push(indexText([file]));
  }).catch(reasonNotTo);
  begins(null);
  if (why !== null) {
    output.message(`${folder} is not complete: ${why}`);
    return;
  }
  writeFileSync(join(folder, 'index.txt'), lines.join(''));
  output.message(`${lines.length} file${lines.length === 1 ? '' : 's'} of SMT-LIB in ${folder}`);
}

/** What was answered before stays answered. */
function reasonNotTo(error: unknown): string {
  const why = error instanceof Unsupported ? error.diagnostic.message : leftOpen(error)?.detail;
  if (why === undefined) throw error;
  return why;
}
