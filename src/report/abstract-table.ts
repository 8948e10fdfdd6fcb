import type { AbstractTrace } from '../lang/run/trace.js';
import { left, renderGrid, right } from './grid.js';
import type { GridRow } from './grid.js';
import type { TextOptions } from './trace-table.js';

/** Of a longer path the end is shown. */
const mostShown = 30;
const mostLearnt = 10;

const columns = [right('#'), right('line'), left('thread'), left('action'), left('learnt')];

/** One line a step, with the predicates of which other things are known than before; and where the program parts. */
export function renderAbstractTrace(trace: AbstractTrace, { width, style }: TextOptions): string {
  const rows = trace.steps.flatMap((step, i): readonly GridRow[] => {
    const before = trace.steps[i - 1]?.known ?? trace.initial;
    const cells = [
      String(i + 1),
      step.line === null ? '' : String(step.line),
      step.thread,
      step.action,
      learnt(trace.predicates, before, step.known),
    ];
    return i === trace.follows ? [parting, { cells }] : [{ cells }];
  });
  const { header, body } = renderGrid(columns, rows.slice(-mostShown), width);
  const before = trace.steps.length - mostShown;
  const known = learnt(trace.predicates, [], trace.initial);
  if (trace.steps.length === 0)
    return 'Already at the start the abstraction allows states that violate it, which the program has not.';
  return [
    'A path of the abstraction that the program does not take to its end:',
    `initially  ${known === '' ? 'nothing is known' : known}`,
    ...(before > 0 ? [`... ${before} steps before these; the JSON document has all`] : []),
    ...header.map(style.dim),
    ...body,
    ...(trace.follows === trace.steps.length
      ? ['The program can take all these steps, but violates nothing by them.']
      : []),
  ].join('\n');
}

const parting: GridRow = {
  cells: columns.map(() => ''),
  line: '--- here they part: no run of the program that came this far takes the next step',
};

function learnt(
  predicates: readonly string[],
  before: readonly (boolean | null)[],
  now: readonly (boolean | null)[],
): string {
  const changed = predicates.flatMap((text, i) => {
    const value = now[i] ?? null;
    if (value === (before[i] ?? null)) return [];
    return [value === null ? `${text}?` : value ? text : `!(${text})`];
  });
  const more = changed.length - mostLearnt;
  return more > 0 ? `${changed.slice(0, mostLearnt).join(', ')} and ${more} more` : changed.join(', ');
}
