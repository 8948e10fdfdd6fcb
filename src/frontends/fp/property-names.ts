import { lineOf, originOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import type { FileAst } from './ast.js';
import { everyStmtAst } from './walk.js';

type Nameless = 'assert' | 'invariant' | 'final' | 'ltl';

/** The name of a property that the user has not named. */
export type NameProperty = (kind: Nameless, span: Span) => string;

/** `assert:LINE`, with the column where a line has several of the kind. */
export function propertyNamer(file: FileAst): NameProperty {
  const count = new Map<string, number>();
  const add = (kind: Nameless, span: Span): void => {
    const key = `${kind}:${lineOf(span)}`;
    count.set(key, (count.get(key) ?? 0) + 1);
  };
  for (const item of file.items) {
    if (item.kind === 'property' && item.name === null) add(item.property, item.span);
    if (item.kind !== 'thread') continue;
    for (const stmt of everyStmtAst(item.body)) if (stmt.kind === 'assert') add('assert', stmt.span);
  }
  return (kind, span) => {
    const name = `${kind}:${lineOf(span)}`;
    const origin = originOf(span);
    if ((count.get(name) ?? 0) <= 1 || origin === null) return name;
    return `${name}:${origin.source.position(origin.start).column}`;
  };
}
