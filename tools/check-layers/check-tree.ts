import { cycles } from './cycles.js';
import type { ImportGraph } from './cycles.js';
import { importsOf } from './imports.js';
import type { Import } from './imports.js';
import type { ImportGuard, LayerRow } from './table.js';

export interface Rules {
  readonly layers: readonly LayerRow[];
  readonly guards: readonly ImportGuard[];
}

/** What breaks the rules, one line each: `FILE:LINE: what`. `files` maps paths from the root to texts. */
export function checkLayers(files: ReadonlyMap<string, string>, rules: Rules): readonly string[] {
  const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text)]));
  const broken = [...imports].flatMap(([path, list]) => checkFile(path, list, files, rules));
  const fileGraph = graphOf(imports, (path) => path);
  const folderGraph = graphOf(imports, (path) => partOf(path, rowOf(path, rules)));
  return [
    ...broken,
    ...cycles(fileGraph).map((cycle) => `cycle of files: ${cycle.join(' -> ')}`),
    ...cycles(folderGraph).map((cycle) => `cycle of folders: ${cycle.join(' -> ')}`),
  ];
}

function checkFile(
  path: string,
  imports: readonly Import[],
  files: ReadonlyMap<string, string>,
  rules: Rules,
): readonly string[] {
  const row = rowOf(path, rules);
  if (row === null) return [`${path}:1: no row of the import table speaks of this file`];
  return imports.flatMap((found) => {
    const why = objection(path, row, found, files, rules);
    return why === null ? [] : [`${path}:${found.line}: ${why}`];
  });
}

function objection(
  path: string,
  row: LayerRow,
  { target, kind }: Import,
  files: ReadonlyMap<string, string>,
  rules: Rules,
): string | null {
  if (kind === 'node') return null;
  if (kind === 'package')
    return row.packages.includes(target) ? null : `${row.path} may not import the package ${target}`;
  if (!row.may.some((allowed) => target.startsWith(allowed))) return `${row.path} may not import ${target}`;
  if (!files.has(target)) return `there is no ${target}`;
  const guard = rules.guards.find((g) => target.startsWith(g.path));
  if (
    guard !== undefined &&
    !guard.by.some((reader) => path.startsWith(reader)) &&
    partOf(path, row) !== guard.path
  ) {
    return `${guard.path} is not for ${row.path}`;
  }
  return sidewaysObjection(path, row, target);
}

function sidewaysObjection(path: string, row: LayerRow, target: string): string | null {
  if (row.common === null || !target.startsWith(row.path)) return null;
  if (row.common.some((shared) => target.startsWith(shared))) return null;
  const [from, to] = [partOf(path, row), partOf(target, row)];
  return from === to ? null : `${from} may not import its neighbour ${to}`;
}

function rowOf(path: string, rules: Rules): LayerRow | null {
  return rules.layers.find((row) => path.startsWith(row.path)) ?? null;
}

/** The row's path; in a folder of parts the file or folder directly below it. */
function partOf(path: string, row: LayerRow | null): string {
  if (row === null || row.common === null) return row?.path ?? path;
  const [first = '', ...rest] = path.slice(row.path.length).split('/');
  return row.path + first + (rest.length > 0 ? '/' : '');
}

function graphOf(
  imports: ReadonlyMap<string, readonly Import[]>,
  nodeOf: (path: string) => string,
): ImportGraph {
  const graph = new Map<string, Set<string>>();
  for (const [path, list] of imports) {
    const from = nodeOf(path);
    const targets = graph.get(from) ?? new Set<string>();
    graph.set(from, targets);
    for (const { target, kind } of list) {
      const to = nodeOf(target);
      // A file that imports itself is a cycle; a folder that does is not.
      if (kind === 'file' && (to !== from || target === path)) targets.add(to);
    }
  }
  return graph;
}
