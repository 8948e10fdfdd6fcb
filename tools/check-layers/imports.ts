import { posix } from 'node:path';

/** A static or dynamic import, or a re-export, of types or values. */
export interface Import {
  readonly line: number;
  /** A path from the root, as in `src/lang/expr/expr.ts`; or the name of a package. */
  readonly target: string;
  readonly kind: 'file' | 'package' | 'node';
}

/** Import and export statements begin a line; a comment line never does so with these words. */
const statement = /^(?:import|export)\b[^;'"]*?\bfrom\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm;
const dynamic = /^(?![ \t]*(?:\*|\/\/)).*?\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

export function importsOf(path: string, text: string): readonly Import[] {
  return [statement, dynamic]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({ specifier: match[1] ?? match[2] ?? '', offset: match.index }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ specifier, offset }) => ({
      line: text.slice(0, offset).split('\n').length,
      ...resolved(path, specifier),
    }));
}

function resolved(from: string, specifier: string): Omit<Import, 'line'> {
  if (specifier.startsWith('node:')) return { target: specifier, kind: 'node' };
  if (!specifier.startsWith('.')) return { target: packageOf(specifier), kind: 'package' };
  const target = posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
  return { target, kind: 'file' };
}

/** `@scope/name/file` is of the package `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
