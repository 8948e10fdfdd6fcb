import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { tellSkipped } from '../../support/skipped.js';

/** A folder of programs that are not part of the project; the environment says where they are. */
export function corpusFolder(...parts: readonly string[]): string {
  return join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), ...parts);
}

/**
 * A group of tests over such a folder. Where it is missing the tests are not even listed, since lists are made from what is in
 * the folder: one test stands for them, is skipped and says why.
 */
export const describeOver =
  (folder: string): ((name: string, tests: () => void) => void) =>
  (name, tests) => {
    if (existsSync(folder)) return describe(name, tests);
    tellSkipped(folder, `the tests "${name}"`);
    describe(name, () => {
      it.skip(`need ${folder}, which is missing`, tests);
    });
  };
