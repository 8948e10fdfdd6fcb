import type {
  AtomicWritesReport,
  FencesReport,
  FoundSets,
  FoundWrite,
} from '../synthesis/synthesis-report.js';
import { fenceSetsAnswer, renderFenceSets } from './fence-sets-text.js';
import { claimOf, plural, told } from './fences-words.js';
import type { ReportOptions } from './report-text.js';
import { left, renderGrid, right } from './grid.js';
import { renderTrace } from './trace-table.js';

/** What fences prints: each set as a table, how it was found, and the answer on the last line. */
export const renderFences = (report: FencesReport, options: ReportOptions): string =>
  report.kind === 'atomic' ? renderAtomicWrites(report, options) : renderFenceSets(report, options);

/** The answer alone. */
export const renderFencesAnswer = (report: FencesReport, options: ReportOptions): string =>
  report.kind === 'atomic'
    ? report.found === null
      ? ''
      : answer(report.found, report.verify, options)
    : fenceSetsAnswer(report, options);

function renderAtomicWrites({ verify, found, waits }: AtomicWritesReport, options: ReportOptions): string {
  if (found === null) return '';
  const { style } = options;
  const model = `model ${verify.model ?? '-'}, engine ${verify.engine ?? '-'}`;
  const { trace } = verify;
  const shown = options.trace !== 'none' && found.sets.length === 0 && trace !== null;
  return [
    style.bold(`${verify.file}: ${model}; an atomic write waits for ${waits} buffers`),
    ...found.sets.flatMap((set, i) => setLines(set, i, found, options)),
    ...(shown ? [renderTrace(trace, options)] : []),
    howFound(found),
    ...verify.limitations,
    answer(found, verify, options),
  ].join('\n');
}

function setLines(
  set: readonly FoundWrite[],
  number: number,
  { sets }: FoundSets,
  { width, style }: ReportOptions,
): readonly string[] {
  if (set.length === 0) return [];
  const grid = renderGrid(
    [left('thread'), right('line'), left('write'), left('in --atomic FILE')],
    set.map(({ thread, line, variable, transition, action }) => ({
      cells: [thread, line === null ? '' : String(line), action, `${variable}, ${transition}`],
    })),
    width,
  );
  const heading = sets.length === 1 ? [] : [`Set ${number + 1} of ${sets.length}:`];
  return [...heading, ...grid.header.map(style.dim), ...grid.body];
}

export const howFound = ({ queries, counterexamples, candidates }: FoundSets): string =>
  `${plural(candidates, 'write')} to choose from; the checker ran ${plural(queries, 'time')}, ` +
  `${plural(counterexamples.length, 'counterexample')}.`;

function answer(
  { sets, minimal, complete, stop }: FoundSets,
  verify: AtomicWritesReport['verify'],
  { style }: ReportOptions,
): string {
  const [first] = sets;
  const cut = stop === null ? '' : ` (${told(stop)})`;
  if (first === undefined) {
    if (stop !== null) return `ATOMIC WRITES: ${style.unsure('UNKNOWN')}${cut}`;
    return `ATOMIC WRITES: ${style.bad('NONE SUFFICE')}: with all writes atomic, as under sc, ${verify.property ?? 'a property'} is violated too`;
  }
  if (first.length === 0) return `ATOMIC WRITES: ${style.good('0')}: the properties hold without any`;
  const others = complete || minimal === false ? '' : '; there may be other sets of that size';
  return `ATOMIC WRITES: ${style.good(String(first.length))}: ${claimOf(minimal)}${others}${cut}`;
}
