import type { FoundFence } from '../../src/synthesis/synthesis-report.js';
import type { CheckedSets } from '../../test/support/fences/checked-sets.js';
import type { BenchTarget } from './history.js';
import type { FencesPart } from './fences-options.js';
import type { FencesSubject } from './fences-subjects.js';
import { left, right } from './sheet.js';
import type { Sheet } from './sheet.js';

/** A question, its answer, and what came of looking for a mistake in it. */
export interface FencesRow {
  readonly part: FencesPart;
  readonly subject: FencesSubject;
  /** Of the whole process that answered. */
  readonly seconds: number;
  /** What that process said the sets cost; null: it found none. */
  readonly cost: number | null;
  readonly checked: CheckedSets;
}

/** So many sets are written out. */
const mostWritten = 9;

const shown = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : String(value);

const goalText = ({ goal, bound }: FencesSubject): string => (bound === null ? goal : `${goal} ${bound}`);

export const rowName = ({ subject }: FencesRow): string =>
  `${subject.name} ${subject.model} ${goalText(subject)}`;

export function figuresSheet(part: FencesPart, rows: readonly FencesRow[]): Sheet {
  return {
    name: `fences ${part}`,
    columns: [
      ...[left('program'), left('model'), left('goal'), right('candidates')],
      ...[right('fences'), right('cost'), right('sets'), left('minimal')],
      ...[right('verifications'), right('counterexamples'), right('s')],
      ...[right('checked'), right('one left out'), right('refuted')],
    ],
    rows: rows.map((row) => {
      const { subject, checked, seconds } = row;
      const { found } = checked;
      return [
        ...[subject.name, subject.model, goalText(subject), shown(found?.candidates)],
        ...[shown(found?.sets[0]?.length), shown(found?.cost), setsText(row), minimalText(row)],
        ...[shown(found?.queries), shown(found?.counterexamples.length), seconds.toFixed(1)],
        ...[shown(checked.least), shown(checked.leftOut), shown(checked.refuted)],
      ];
    }),
  };
}

export function placementSheet(rows: readonly FencesRow[]): Sheet {
  return {
    name: 'fences placement',
    columns: [left('program'), left('model'), left('in the literature'), left('the sets of fencepost')],
    rows: rows.map(({ subject, checked }) => [
      ...[subject.name, subject.model, subject.literature ?? '-'],
      setsInWords(checked.found?.sets ?? []),
    ]),
  };
}

/** What all sets have, and then what else each of them has. */
function setsInWords(sets: readonly (readonly FoundFence[])[]): string {
  const [first, ...others] = sets;
  if (first === undefined) return '-';
  if (first.length === 0) return 'none';
  const common = first.filter((fence) => others.every((set) => set.includes(fence)));
  const inAll = common.map(inWords).join('; ');
  if (others.length === 0) return inAll;
  const rests = sets.map((set) => set.filter((fence) => !common.includes(fence)));
  const written = rests.slice(0, mostWritten).map((rest) => rest.map(inWords).join(' and '));
  const more = rests.length - written.length;
  const choices = `one of: ${[...written, ...(more === 0 ? [] : [`${more} more`])].join(', ')}`;
  return inAll === '' ? choices : `${inAll}; ${choices}`;
}

const inWords = ({ kind, thread, line, place }: FoundFence): string =>
  `${thread} \`${kind}\` ${place} (line ${line ?? '?'})`;

const setsText = ({ checked: { found } }: FencesRow): string =>
  found === null ? '-' : `${found.sets.length}${found.complete ? '' : '+'}`;

function minimalText({ checked: { found, verify } }: FencesRow): string {
  const stopped = found?.stop?.reason ?? (found === null ? (verify.reason ?? '-') : null);
  if (found === null || found.sets.length === 0) return stopped ?? 'none suffices';
  const claim = found.minimal === true ? 'exact' : found.minimal === false ? 'no' : 'relative';
  return stopped === null ? claim : `${claim}, ${stopped}`;
}

export const rowFigures = (row: FencesRow): readonly (readonly [string, number])[] => [
  [`${rowName(row)}, seconds`, row.seconds],
  [`${rowName(row)}, cost`, row.cost ?? NaN],
  [`${rowName(row)}, verifications`, row.checked.found?.queries ?? NaN],
];

/** Whole processes, start included. */
const mostSeconds: Readonly<Record<FencesPart, number | null>> = { cupex: null, literature: 2, places: 3 };

export function rowTargets(row: FencesRow): readonly BenchTarget[] {
  const seconds = mostSeconds[row.part];
  const mistakes: BenchTarget = {
    ...{ what: `${rowName(row)}: mistakes`, measured: mistakesOf(row), limit: 0, kind: 'at most' },
  };
  if (seconds === null) return [mistakes];
  const time = { what: `${rowName(row)}: seconds`, measured: row.seconds, limit: seconds };
  return [mistakes, { ...time, kind: 'at most' }];
}

/**
 * What is said to be the least must be that for another search over the counterexamples, and a run must refute whatever has
 * one fence less; a process of its own must say the same.
 */
function mistakesOf({ cost, checked: { found, least, leftOut, refuted } }: FencesRow): number {
  const isSame = cost === (found?.cost ?? null);
  if (found?.minimal !== true) return isSame ? 0 : 1;
  return (isSame ? 0 : 1) + (least === found.cost ? 0 : 1) + (leftOut - refuted);
}
