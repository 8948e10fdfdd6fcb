import type {
  FenceSetsReport,
  FoundFence,
  FoundFences,
  GoalName,
  MissingFence,
} from '../synthesis/synthesis-report.js';
import { claimOf, plural, told } from './fences-words.js';
import { left, renderGrid, right, wrap } from './grid.js';
import type { Trace } from '../lang/run/trace.js';
import { reorderingText } from '../lang/run/reordering-text.js';
import type { ReportOptions } from './report-text.js';
import { renderTrace } from './trace-table.js';

/** Whoever wants to choose among more sets has a program do it. */
const maxTables = 24;

/** Each set as a table of places, what goes wrong without each fence of the first, and the answer on the last line. */
export function renderFenceSets(report: FenceSetsReport, options: ReportOptions): string {
  const { verify, found } = report;
  if (found === null) return '';
  return [
    options.style.bold(heading(report)),
    ...found.sets.slice(0, maxTables).flatMap((set, i) => setLines(set, i, report, options)),
    ...moreSets(found),
    ...missingTitle(found),
    ...found.missing.flatMap((missing) => missingLines(missing, report, options)),
    ...(found.sets.length === 0 && found.stop === null ? noneLines(report, found, options) : []),
    ...cutLines(report, found, options),
    howFound(found),
    ...notDecided(found),
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

function moreSets({ sets }: FoundFences): readonly string[] {
  const more = sets.length - maxTables;
  return more > 0 ? [`${plural(more, 'more set')}: \`--json\` has all of them.`] : [];
}

const columns = [left('thread'), right('line'), left('put'), left('where')];

function setLines(
  set: readonly FoundFence[],
  number: number,
  report: FenceSetsReport,
  options: ReportOptions,
): readonly string[] {
  if (set.length === 0) return [];
  const count = report.found?.sets.length ?? 1;
  const title = count === 1 ? [] : [`Set ${number + 1} of ${count}:`];
  return [...title, ...tableOf(set, report, options)];
}

function tableOf(
  set: readonly FoundFence[],
  { task }: FenceSetsReport,
  { width, style }: ReportOptions,
): readonly string[] {
  const rows = set.map(({ thread, line, kind, place, label }) => {
    const named = label === null ? '' : ` (${label})`;
    return { cells: [thread, line === null ? '' : String(line), kind, `${place}${named}`] };
  });
  const grid = renderGrid(task === 'add' ? columns : columns.with(2, left('take out')), rows, width);
  return [...grid.header.map(style.dim), ...grid.body];
}

const missingTitle = ({ sets, missing }: FoundFences): readonly string[] =>
  sets.length > 1 && missing.length > 0 ? ['', 'Why set 1 has its fences:'] : [];

/** Why a fence is needed: the reordering, and a shortest run in which it does harm. */
function missingLines(
  { fence, property, trace, reorderings }: MissingFence,
  report: FenceSetsReport,
  options: ReportOptions,
): readonly string[] {
  const where = `Without the ${fence.kind} of ${fence.thread} ${fence.place}`;
  if (property === null) {
    const isNeeded = report.found?.minimal === true;
    const known = isNeeded ? 'the others do not suffice; no run was found that shows it' : 'nothing is known';
    return ['', ...wrap(`${where}: ${known}.`, options.width)];
  }
  const [one] = reorderings;
  const because = one === undefined ? '' : `: ${reorderingText(one.store, one.before)}`;
  return [
    '',
    ...wrap(`${where}, ${violated(property, report)}${because}.`, options.width),
    ...shownTrace(trace, options),
  ];
}

const shownTrace = (trace: Trace | null, options: ReportOptions): readonly string[] =>
  options.trace === 'none' || trace === null ? [] : [renderTrace(trace, options, options.trace)];

/** A clause. Robustness and the bound are no properties of the program, unless it calls one of its own so. */
function violated(property: string, { goal, verify }: FenceSetsReport): string {
  if (goal === 'robust') return 'the program is not robust';
  const isStated = verify.properties.some(({ name, line }) => name === property && line !== null);
  if (goal === 'bound' && property.startsWith('bound') && !isStated)
    return `some buffer needs more than ${plural(verify.bound ?? 0, 'entry', 'entries')}`;
  return `${property} is violated`;
}

/** What goes wrong with all fences that there could be. */
function noneLines(
  report: FenceSetsReport,
  { candidates, fenced }: FoundFences,
  options: ReportOptions,
): readonly string[] {
  const { verify, task, goal } = report;
  const { trace, property } = verify;
  if (fenced !== null || property === null) return [];
  const what =
    task === 'remove'
      ? 'With all its fences'
      : candidates === 0
        ? 'There is no place where a fence could matter, and'
        : 'With a fence at every place';
  const leftOut =
    verify.language === 'c' && task === 'add'
      ? ['Fences inside of macros, of files that are included and of expressions were not tried.']
      : [];
  const advice =
    goal === 'property' ? ['It may be wrong under sc, too: `fencepost verify FILE --model sc` tells.'] : [];
  return [
    '',
    ...wrap(
      `${what} ${violated(property, report)}${options.trace !== 'none' && trace !== null ? ':' : '.'}`,
      options.width,
    ),
    ...shownTrace(trace, options),
    ...[...leftOut, ...advice].flatMap((line) => wrap(line, options.width)),
  ];
}

/** What is known when the search has ended before it was done. */
function cutLines(
  report: FenceSetsReport,
  { stop, sets, atLeast, sufficient }: FoundFences,
  options: ReportOptions,
): readonly string[] {
  if (stop === null || sets.length > 0) return [];
  const least = atLeast === 0 ? [] : [`No set that costs less than ${atLeast} suffices.`];
  if (sufficient === null) return [...least, 'No set is known to suffice.'];
  const known =
    report.task === 'add'
      ? `A set that is known to suffice, with ${plural(sufficient.length, 'place')}; fewer may do:`
      : `${plural(sufficient.length, 'fence')} can go; more may:`;
  return [...least, known, ...tableOf(sufficient, report, options)];
}

/** What can be done about sets that were passed over. */
const notDecided = ({ minimal, undecided }: FoundFences): readonly string[] =>
  minimal === 'relative' && undecided !== null
    ? [
        `Some cheaper sets could not be decided (${told(undecided)}): predicates, --bound or more --timeout may help.`,
      ]
    : [];

const howFound = ({ queries, counterexamples, candidates }: FoundFences): string =>
  `${plural(candidates, 'candidate')} to choose from; ${plural(queries, 'verification')}, ` +
  `${plural(counterexamples.length, 'counterexample')}.`;

function answer(report: FenceSetsReport, found: FoundFences, { style }: ReportOptions): string {
  const { sets, minimal, complete, stop, cost } = found;
  const { verify, task, goal } = report;
  const [first] = sets;
  const cut = stop === null ? '' : ` (${told(stop)})`;
  if (first === undefined) {
    if (stop !== null) return `FENCES: ${style.unsure('UNKNOWN')}${cut}`;
    const what = task === 'add' ? 'with a fence everywhere' : 'with all its fences';
    return `FENCES: ${style.bad('NONE SUFFICE')}: ${what} ${violated(verify.property ?? goal, report)} too`;
  }
  const others = complete || minimal === false ? '' : othersLeft(found);
  const size = style.good(String(first.length));
  if (task === 'remove') return `FENCES: ${size} can go: ${moreGoOf(minimal)}${others}${cut}`;
  if (first.length === 0) return `FENCES: ${size}: ${reached[goal]} without any`;
  const costs = cost === first.length ? '' : `, cost ${cost ?? 0}`;
  return `FENCES: ${size}${costs}: ${claimOf(minimal)}${others}${cut}`;
}

/** With so many sets nobody looks for more. */
const othersLeft = ({ sets, stop, undecided }: FoundFences): string =>
  sets.length > 1 && stop === null && undecided === null
    ? `; no more sets than these ${sets.length} were looked for`
    : '; there may be other sets that cost as much';

const reached: Readonly<Record<GoalName, string>> = {
  property: 'the properties hold',
  bound: 'the properties hold and no buffer is longer',
  robust: 'the program is robust',
};

function moreGoOf(minimal: FoundFences['minimal']): string {
  if (minimal === 'relative') return 'no more can, among the sets that could be decided';
  return minimal ? 'no more can' : 'more may';
}
