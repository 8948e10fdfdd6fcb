import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from '@jest/globals';

/** A folder of programs that are not part of the project; the environment says where they are. */
export function corpusFolder(...parts: readonly string[]): string {
  return join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), ...parts);
}

/** `describe` for tests over such a folder: skipped where it is missing. */
export const describeOver = (folder: string): typeof describe.skip =>
  existsSync(folder) ? describe : describe.skip;
