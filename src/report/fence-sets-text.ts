import type {
  FenceSetsReport,
  FoundFence,
  FoundFences,
  MissingFence,
} from '../synthesis/synthesis-report.js';
import type { GoalName } from '../synthesis/synthesis-report.js';
import { claimOf, plural } from './fences-words.js';
import { left, renderGrid, right, wrap } from './grid.js';
import { reorderingText } from '../lang/run/reordering-text.js';
import type { ReportOptions } from './report-text.js';
import { renderTrace } from './trace-table.js';

/** Each set as a table of places, what goes wrong without each fence of the first, and the answer on the last line. */
export function renderFenceSets(report: FenceSetsReport, options: ReportOptions): string {
  const { verify, found } = report;
  if (found === null) return '';
  const { trace } = verify;
  const shown = options.trace && found.sets.length === 0 && found.stop === null && trace !== null;
  return [
    options.style.bold(heading(report)),
    ...found.sets.flatMap((set, i) => setLines(set, i, report, options)),
    ...found.missing.flatMap((missing) => missingLines(missing, options)),
    ...(shown ? [renderTrace(trace, options)] : []),
    ...cutLines(found, options),
    howFound(found),
    ...verify.limitations,
    answer(report, found, options),
  ].join('\n');
}

/** The last lines of that: the answer, and what it is limited to. */
export const fenceSetsAnswer = (report: FenceSetsReport, options: ReportOptions): string =>
  report.found === null
    ? ''
    : [...report.verify.limitations, answer(report, report.found, options)].join('\n');

function heading({ verify, goal, task }: FenceSetsReport): string {
  const { file, model, engine, bound } = verify;
  const within = bound === null ? '' : `, buffer bound ${bound}`;
  const what = goal === 'bound' ? ', to stay within the bound' : goal === 'robust' ? ', to be robust' : '';
  const which = task === 'remove' ? 'fences that can go' : 'fences';
  return `${file}: ${which}, model ${model ?? '-'}, engine ${engine ?? '-'}${within}${what}`;
}

const columns = [left('thread'), right('line'), left('put'), left('where')];

function setLines(
  set: readonly FoundFence[],
  number: number,
  { found, task }: FenceSetsReport,
  { width, style }: ReportOptions,
): readonly string[] {
  if (set.length === 0) return [];
  const rows = set.map(({ thread, line, kind, place, label }) => {
    const named = label === null ? '' : ` (${label})`;
    return { cells: [thread, line === null ? '' : String(line), kind, `${place}${named}`] };
  });
  const grid = renderGrid(task === 'add' ? columns : columns.with(2, left('take out')), rows, width);
  const count = found?.sets.length ?? 1;
  const title = count === 1 ? [] : [`Set ${number + 1} of ${count}:`];
  return [...title, ...grid.header.map(style.dim), ...grid.body];
}

/** Why a fence is needed: the reordering, and a shortest run in which it does harm. */
function missingLines(
  { fence, property, trace, reorderings }: MissingFence,
  options: ReportOptions,
): readonly string[] {
  const where = `${fence.kind} of ${fence.thread} ${fence.place}`;
  if (property === null) return ['', `Without the ${where}: it is not known whether it goes wrong.`];
  const [one] = reorderings;
  const because = one === undefined ? '' : `: ${reorderingText(one.store, one.before)}`;
  return [
    '',
    ...wrap(`Without the ${where}, ${property} is violated${because}.`, options.width),
    ...(options.trace && trace !== null ? [renderTrace(trace, options)] : []),
  ];
}

/** What is known when the search has ended before it was done. */
function cutLines(
  { stop, sets, atLeast, sufficient }: FoundFences,
  { width }: ReportOptions,
): readonly string[] {
  if (stop === null || sets.length > 0) return [];
  const known =
    sufficient === null
      ? ['No set is known to suffice.']
      : ['The cheapest set that is known to suffice:', ...tableOf(sufficient, width)];
  return [`No set that costs less than ${atLeast} suffices.`, ...known];
}

function tableOf(set: readonly FoundFence[], width: number): readonly string[] {
  const rows = set.map(({ thread, line, kind, place }) => ({
    cells: [thread, line === null ? '' : String(line), kind, place],
  }));
  return renderGrid(columns, rows, width).body;
}

const howFound = ({ queries, counterexamples, candidates }: FoundFences): string =>
  `${plural(candidates, 'candidate')} to choose from; ${plural(queries, 'verification')}, ` +
  `${plural(counterexamples.length, 'counterexample')}.`;

function answer(
  { verify, task, goal }: FenceSetsReport,
  { sets, minimal, complete, stop, cost }: FoundFences,
  { style }: ReportOptions,
): string {
  const [first] = sets;
  const cut = stop === null ? '' : ` (${stop.reason}${stop.detail === '' ? '' : `: ${stop.detail}`})`;
  if (first === undefined) {
    if (stop !== null) return `FENCES: ${style.unsure('UNKNOWN')}${cut}`;
    const what = task === 'add' ? 'with a fence everywhere' : 'with all its fences';
    return `FENCES: ${style.bad('NONE SUFFICE')}: ${what} ${verify.property ?? goal} is violated too`;
  }
  const others = complete || minimal === false ? '' : '; there may be other sets that cost as much';
  const size = style.good(String(first.length));
  if (task === 'remove') return `FENCES: ${size} can go: ${moreGoOf(minimal)}${others}${cut}`;
  if (first.length === 0) return `FENCES: ${size}: ${reached[goal]} without any`;
  const costs = cost === first.length ? '' : `, cost ${cost ?? 0}`;
  return `FENCES: ${size}${costs}: ${claimOf(minimal)}${others}${cut}`;
}

const reached: Readonly<Record<GoalName, string>> = {
  property: 'the properties hold',
  bound: 'the properties hold and no buffer is longer',
  robust: 'the program is robust',
};

function moreGoOf(minimal: FoundFences['minimal']): string {
  if (minimal === 'relative') return 'no more can, among the sets that could be decided';
  return minimal ? 'no more can' : 'more may';
}
