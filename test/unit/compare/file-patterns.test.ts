import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { filesNamed } from '../../../src/compare/file-patterns.js';
import { folderWith } from '../../cli/fencepost.js';

const folder = folderWith({ 'a.fp': '', 'b.fp': '', 'b.txt': '', '.hidden.fp': '', 'x[1].fp': '' });
mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
mkdirSync(join(folder, '.git'));
writeFileSync(join(folder, 'deep', 'c.cub'), '');
writeFileSync(join(folder, 'deep', 'er', 'd.fp'), '');
writeFileSync(join(folder, '.git', 'e.fp'), '');
symlinkSync(folder, join(folder, 'deep', 'loop'));

const named = (...words: readonly string[]): readonly string[] =>
  filesNamed(
    words.map((word) => join(folder, word)),
    ['.fp', '.cub'],
  ).map((path) => path.slice(folder.length + 1));

describe('words for files', () => {
  it.each([
    [['a.fp'], ['a.fp']],
    [['*.fp'], ['a.fp', 'b.fp', 'x[1].fp']],
    [['?.*'], ['a.fp', 'b.fp', 'b.txt']],
    [['[b-z].fp'], ['b.fp']],
    [['[!b]*.fp'], ['a.fp', 'x[1].fp']],
    [['{a,deep/c}.{fp,cub}'], ['a.fp', 'deep/c.cub']],
    [['deep'], ['deep/c.cub', 'deep/er/d.fp']],
    [['d*'], ['deep/c.cub', 'deep/er/d.fp']],
    [['**/*.fp'], ['a.fp', 'b.fp', 'deep/er/d.fp', 'x[1].fp']],
    [['.h*'], ['.hidden.fp']],
    // What exists is itself, whatever is in its name, and each file is there once.
    [
      ['x[1].fp', '*.fp'],
      ['x[1].fp', 'a.fp', 'b.fp'],
    ],
    // Nothing is as it was said, for whoever reads it to tell.
    [['nowhere*.fp'], ['nowhere*.fp']],
    [['(a|b).fp'], ['(a|b).fp']],
  ])('%j are %j', (words, expected) => {
    expect(named(...words)).toEqual(expected);
  });
});
