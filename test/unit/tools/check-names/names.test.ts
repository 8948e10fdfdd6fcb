import { describe, expect, it } from '@jest/globals';
import { readTree } from '../../../../tools/check-layers/read-tree.js';
import { declaredTypes } from '../../../../tools/check-names/declared-types.js';
import { mostSharedFiles, mostSharedTypes, namedFolders } from '../../../../tools/check-names/name-limits.js';
import { sharedFileNames, sharedShare, typeNames } from '../../../../tools/check-names/shared-names.js';

const namesIn = (text: string): readonly string[] => declaredTypes('src/x.ts', text).map(({ name }) => name);

describe('declared types', () => {
  it('are interfaces, types, classes and enums, exported or not, at any depth', () => {
    const text = `
export interface A<T> extends B<T> { readonly type: string }
type C<T> =
  | T;
export type D = A<C<number>>;
export abstract class E implements D {}
class F extends E {}
export declare class G<T> {}
export default class H {}
export const enum I { One }
enum J { One }
function f(): void {
  type K = string;
  { interface L { readonly x: K } }
}
declare global { interface M { readonly x: number } }
`;
    expect(namesIn(text)).toEqual([...'ACDEFGHIJKLM']);
  });

  it('are told with their lines', () => {
    const text = '/* a\nb */\ntype A = string;\n\nexport class B {}\n';
    expect(declaredTypes('src/x.ts', text)).toEqual([
      { name: 'A', file: 'src/x.ts', line: 3 },
      { name: 'B', file: 'src/x.ts', line: 5 },
    ]);
  });

  it.each([
    ['an import', "import type { A } from './a.js';\nimport {\n  type B,\n  type C as D,\n} from './b.js';"],
    ['an export of what is elsewhere', "export type { A } from './a.js';\nexport { type B } from './b.js';"],
    ['a comment', '/**\n * type A = string;\n */\n// type B = string;\nconst x = 1; /* class C {} */'],
    ['a string', 'const x = \'a;\\\ntype A = string;\';\nconst y = "; class B {}";'],
    ['a template', 'const x = `\ntype A = string;\n${f({ a: `\nclass B {}\n` })}\nenum C {}\n`;'],
    ['a regular expression', 'const x = /[/`]; type A = /;\nconst y = `type B = ${1}`;'],
    ['a property or a variable', 'const x = {\n  type: 1,\n  class: 2,\n};\nlet type = x;\ntype = y;'],
    ['an expression', 'const A = class B {};\nf(class {});'],
  ])('are not %s', (_, text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it('are seen behind divisions and what looks like a string', () => {
    expect(namesIn("const x = a / b; const y = c / d;\ntype A = 'x' | `y${string}`;\ntype B = A;")).toEqual([
      'A',
      'B',
    ]);
    expect(
      namesIn("// it's\ntype A = string; // don't\ntype B = RegExp; const x = /'/;\ntype C = A;"),
    ).toEqual([...'ABC']);
  });
});

describe('names that are shared', () => {
  it('are those that several declarations have', () => {
    const files = new Map([
      ['src/a.ts', 'type A = 1;\ntype B = 2;'],
      ['src/b.ts', 'type A = 3;\ntype C = 4;'],
    ]);
    const names = typeNames(files);
    expect([...names.shared.keys()]).toEqual(['A']);
    expect(sharedShare(names)).toBe(0.5);
  });

  it.each([
    ['the same part of siblings', ['src/frontends/fp/lexer.ts', 'src/frontends/dve/lexer.ts'], 0],
    ['the same part of siblings, deeper', ['src/engines/a/code/b.ts', 'src/engines/c/code/b.ts'], 0],
    ['two folders of src', ['src/smt/linear.ts', 'src/memory/linear.ts'], 2],
    ['a folder and one inside it', ['src/engines/a/b.ts', 'src/engines/a/c/b.ts'], 2],
    ['one of three', ['src/a/b/x.ts', 'src/a/c/x.ts', 'src/d/x.ts'], 3],
    ['tools', ['tools/bench/ltl.ts', 'tools/fuzz/ltl.ts'], 0],
    ['what every folder may have', ['src/index.ts', 'src/a/index.ts', 'tools/b/main.ts', 'src/main.ts'], 0],
  ])('of files: %s', (_, paths, count) => {
    expect([...sharedFileNames(paths).values()].flat()).toHaveLength(count);
  });
});

describe('this repository', () => {
  const files = new Map(
    [...readTree(process.cwd(), namedFolders)].filter(([path]) => !path.includes('/generated/')),
  );

  it('has few type names with more than one meaning', () => {
    const names = typeNames(files);
    expect(names.declarations).toBeGreaterThan(1000);
    expect(sharedShare(names)).toBeLessThanOrEqual(mostSharedTypes);
  });

  it('names files once, but for the same parts of siblings', () => {
    expect([...sharedFileNames(files.keys()).values()].flat().length).toBeLessThanOrEqual(mostSharedFiles);
  });
});
