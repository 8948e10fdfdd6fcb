import { describe, expect, it } from '@jest/globals';
import { closureByFolder } from '../../../../tools/check-layers/what-it-rests-on.js';

describe('what a module rests on', () => {
  it('counts lines of code by folder, once each, and follows imports of values alone', () => {
    const files = new Map([
      [
        'src/a/one.ts',
        "import { two } from '../b/two.js';\nimport type { T } from '../c/types.js';\n\n// why\nexport const one = two;\n",
      ],
      ['src/b/two.ts', "import { three } from './three.js';\n/** What. */\nexport const two = three;\n"],
      ['src/b/three.ts', 'export const three = 3;\n'],
      ['src/c/types.ts', 'export type T = number;\n'],
    ]);
    expect(
      [...closureByFolder(files, ['src/a/one.ts', 'src/b/two.ts'])].sort(([a], [b]) => (a < b ? -1 : 1)),
    ).toEqual([
      ['src/a', { files: 1, lines: 3 }],
      ['src/b', { files: 2, lines: 3 }],
    ]);
  });
});
