import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { lineOf, originOf } from '../../diagnostics/span.js';
import type { Span, Word } from '../../diagnostics/span.js';
import { remembered } from '../../support/remembered.js';
import type { FileAst, ItemAst } from './ast.js';
import { reportTwice } from './scope.js';
import { everyStmtAst } from './walk.js';

type Nameless = 'assert' | 'invariant' | 'final' | 'ltl' | 'exists';

/** The name of a property that the user has not named. */
export type NameProperty = (kind: Nameless, span: Span) => string;

/** `assert:LINE`, with the column where a line has several of the kind. */
export function propertyNamer(file: FileAst): NameProperty {
  // An assert of a procedure is one, however often that is called.
  const starts = new Map<string, Set<number>>();
  const keyOf = (kind: Nameless, span: Span): string => `${kind}:${placeIn(file, span)}`;
  const add = (kind: Nameless, span: Span): void => {
    const start = originOf(span)?.start ?? 0;
    remembered(starts, keyOf(kind, span), () => new Set<number>()).add(start);
  };
  for (const item of file.items) {
    if (item.kind === 'property' && item.name === null)
      add(item.isGoal === true ? 'exists' : item.property, item.span);
    if (item.kind !== 'thread') continue;
    for (const stmt of everyStmtAst(item.body)) {
      if (stmt.kind === 'assert' && stmt.property === null) add('assert', stmt.span);
    }
  }
  return (kind, span) => {
    const name = keyOf(kind, span);
    const origin = originOf(span);
    if ((starts.get(name)?.size ?? 0) <= 1 || origin === null) return name;
    return `${name}:${origin.source.position(origin.start).column}`;
  };
}

/** Its line; that of a file that is included with the name of the file. */
function placeIn({ path }: FileAst, span: Span): string {
  const line = String(lineOf(span));
  const source = originOf(span)?.source;
  return source === undefined || source.path === path
    ? line
    : `${source.path.replace(/^.*[/\\]/, '')}:${line}`;
}

/** Names that the implicit properties and `--deadlock` use. */
const reserved: ReadonlySet<string> = new Set(['div', 'bounds', 'range', 'deadlock']);

interface WordNamedProperty {
  readonly word: Word;
  readonly span: Span;
  /** Asserts of one name check one property. */
  readonly isAssert: boolean;
}

/** Reports the names that are those of other properties. */
export function checkPropertyNames(file: FileAst, bag: DiagnosticBag): void {
  const first = new Map<string, WordNamedProperty>();
  for (const named of file.items.flatMap(namedIn)) {
    const { text, span } = named.word;
    const earlier = first.get(text);
    if (reserved.has(text)) {
      bag.report('E202', span, `\`${text}\` is the name of an implicit property`, 'choose another');
    } else if (earlier === undefined) first.set(text, named);
    else if (!(earlier.isAssert && named.isAssert)) {
      reportTwice(bag, named.word, 'a property', earlier.span);
    }
  }
}

function namedIn(item: ItemAst): readonly WordNamedProperty[] {
  if (item.kind === 'property') {
    return item.name === null ? [] : [{ word: item.name, span: item.span, isAssert: false }];
  }
  if (item.kind !== 'thread') return [];
  return [...everyStmtAst(item.body)].flatMap((stmt) =>
    stmt.kind === 'assert' && stmt.property !== null
      ? [{ word: stmt.property, span: stmt.span, isAssert: true }]
      : [],
  );
}
