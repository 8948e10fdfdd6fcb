import { describe, expect, it } from '@jest/globals';
import { checkLayers } from '../../../../tools/check-layers/check-tree.js';
import { importsOf } from '../../../../tools/check-layers/imports.js';
import { readTree } from '../../../../tools/check-layers/read-tree.js';
import { guards, layers, ruledFolders } from '../../../../tools/check-layers/table.js';

const check = (files: Readonly<Record<string, string>>): readonly string[] =>
  checkLayers(new Map(Object.entries(files)), { layers, guards });

const support = { 'src/support/check.ts': 'export const a = 1;' };

describe('the import rule', () => {
  it('lets a layer import what lies below', () => {
    const fine = {
      ...support,
      'src/lang/expr/expr.ts':
        "import { a } from '../../support/check.js';\nimport { readFileSync } from 'node:fs';",
      'src/engines/engine-request.ts': "import type { E } from '../lang/expr/expr.js';",
      'src/engines/explicit/search.ts': "import type { Engine } from '../engine-request.js';",
      'src/cli/main.ts':
        "import yargs from 'yargs';\nconst e = await import('../engines/explicit/search.js');",
    };
    expect(check(fine)).toEqual([]);
  });

  it.each([
    [
      'upwards',
      'src/support/up.ts',
      "import type { A } from '../lang/expr/expr.js';",
      'src/support/ may not import src/lang/expr/expr.ts',
    ],
    [
      'a re-export',
      'src/support/up.ts',
      "export { A } from '../lang/expr/expr.js';",
      'src/support/ may not import src/lang/expr/expr.ts',
    ],
    [
      'a dynamic import',
      'src/support/up.ts',
      "const a = await import('../lang/expr/expr.js');",
      'src/support/ may not import',
    ],
    [
      'a package',
      'src/lang/run/x.ts',
      "import { init } from 'z3-solver';",
      'may not import the package z3-solver',
    ],
    [
      'a missing file',
      'src/lang/run/x.ts',
      "import { b } from './nowhere.js';",
      'there is no src/lang/run/nowhere.ts',
    ],
    [
      'a test',
      'src/lang/run/x.ts',
      "import { b } from '../../../test/unit/x.js';",
      'may not import test/unit/x.ts',
    ],
    ['an unknown folder', 'src/misc/x.ts', '', 'no row of the import table'],
    [
      'a registry',
      'src/engines/explicit/x.ts',
      "import { m } from '../../memory/index.js';",
      'src/memory/index.ts is not for',
    ],
  ])('refuses %s', (_what, path, text, problem) => {
    const others = { 'src/lang/expr/expr.ts': '', 'src/memory/index.ts': '' };
    const problems = check({ ...others, [path]: text });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('refuses a neighbour among parts', () => {
    const problems = check({
      'src/engines/a/x.ts': "import { y } from '../b/y.js';",
      'src/engines/b/y.ts': '',
      'passes/one.ts': "import { two } from './two.js';",
      'passes/two.ts': '',
    });
    expect(problems).toEqual([
      'src/engines/a/x.ts:1: src/engines/a/ may not import its neighbour src/engines/b/',
      'passes/one.ts:1: passes/one.ts may not import its neighbour passes/two.ts',
    ]);
  });

  it('refuses cycles', () => {
    const problems = check({
      'src/lang/run/a.ts': "import type { B } from './b.js';",
      'src/lang/run/b.ts': "import type { C } from './c.js';",
      'src/lang/run/c.ts': "import type { A } from './a.js';",
    });
    expect(problems).toEqual([
      'cycle of files: src/lang/run/a.ts -> src/lang/run/b.ts -> src/lang/run/c.ts -> src/lang/run/a.ts',
    ]);
  });
});

describe('reading imports', () => {
  it('finds statements over several lines and skips comments', () => {
    const text = [
      'import {',
      '  a,',
      "} from './a.js';",
      "import './b.js';",
      "// import c from './c.js';",
      " * import d from './d.js';",
      "const e = await import('./e.js');",
      'const text = "import f from \'./f.js\'";',
    ].join('\n');
    expect(importsOf('src/lang/run/x.ts', text).map((i) => `${i.line} ${i.target}`)).toEqual([
      '1 src/lang/run/a.ts',
      '4 src/lang/run/b.ts',
      '7 src/lang/run/e.ts',
    ]);
  });

  it('names packages without the path inside', () => {
    const text = "import a from '@scope/name/file.js';\nimport b from 'plain/file.js';";
    expect(importsOf('src/x.ts', text).map((i) => i.target)).toEqual(['@scope/name', 'plain']);
  });
});

describe('this repository', () => {
  it('keeps the rule', () => {
    const files = readTree(process.cwd(), ruledFolders);
    expect(files.size).toBeGreaterThan(50);
    expect(checkLayers(files, { layers, guards })).toEqual([]);
  });
});
