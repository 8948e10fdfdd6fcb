import { declaredTypes } from './declared-types.js';
import type { DeclaredType } from './declared-types.js';

/** How many types there are, and those whose name another declaration has, too, by name. */
export interface TypeNames {
  readonly declarations: number;
  readonly shared: ReadonlyMap<string, readonly DeclaredType[]>;
}

/** `files` maps paths from the root to texts. */
export function typeNames(files: ReadonlyMap<string, string>): TypeNames {
  const all = [...files].flatMap(([path, text]) => declaredTypes(path, text));
  const groups = [...grouped(all, ({ name }) => name)].filter(([, group]) => group.length > 1);
  return { declarations: all.length, shared: new Map(groups.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** The share of declarations whose name means more than one thing. */
export function sharedShare({ declarations, shared }: TypeNames): number {
  const count = [...shared.values()].reduce((sum, group) => sum + group.length, 0);
  return declarations === 0 ? 0 : count / declarations;
}

/** What every folder may have. */
const everywhere: ReadonlySet<string> = new Set(['index.ts', 'main.ts']);

/** By file name the files that have it though they are not the same part of sibling folders. */
export function sharedFileNames(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const groups = [...grouped(paths, (path) => path.slice(path.lastIndexOf('/') + 1))]
    .filter(([name]) => !everywhere.has(name))
    .map(([name, group]): [string, readonly string[]] => [
      name,
      group.filter((a) => group.some((b) => a !== b && !isSameRole(a, b))),
    ]);
  return new Map(groups.filter(([, group]) => group.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Whether the paths differ in one folder only: `frontends/fp/lexer.ts` and `frontends/dve/lexer.ts`. The folders directly in
 * `src` are rooms of their own and no siblings.
 */
function isSameRole(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')];
  if (a.length !== b.length) return false;
  const differing = a.filter((part, i) => part !== b[i]).length;
  const first = a.findIndex((part, i) => part !== b[i]);
  return differing === 1 && first > (a[0] === 'src' ? 1 : 0) && first < a.length - 1;
}

function grouped<T>(items: Iterable<T>, keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
