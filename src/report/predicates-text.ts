import { left, renderGrid, right } from './grid.js';

/** A predicate, where it comes from, and the one that it was made from. */
interface Explained {
  readonly formula: string;
  readonly origin: string;
  readonly from: string | null;
}

/** A table of all predicates, numbered from 1. */
export function renderPredicates(predicates: readonly Explained[], width: number): string {
  if (predicates.length === 0) return 'no predicates';
  const grid = renderGrid(
    [right('#'), left('predicate'), left('origin'), left('from')],
    predicates.map(({ formula, origin, from }, i) => ({
      cells: [String(i + 1), formula, origin, from ?? ''],
    })),
    width,
  );
  return [...grid.header, ...grid.body].join('\n');
}
