import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tellSkipped } from '../../support/skipped.js';

/** A folder of programs that are not part of the project; the environment says where they are. */
export function corpusFolder(...parts: readonly string[]): string {
  return join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), ...parts);
}

/**
 * `describe` for tests over such a folder. Where it is missing they are not even listed, since lists are made from what is in
 * the folder: one test stands for them, is skipped and says why.
 */
export const describeOver = (folder: string): ((name: string, tests: () => void) => void) =>
  existsSync(folder) ? describe : missing(folder);

const { skip } = describe;

const missing =
  (folder: string) =>
  (name: string): void => {
    tellSkipped(folder, `the tests "${name}"`);
    skip(name, () => {
      it(`need ${folder}, which is missing`, () => expect(existsSync(folder)).toBe(true));
    });
  };
