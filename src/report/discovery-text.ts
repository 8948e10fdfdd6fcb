import type { VerifyReport } from '../ask/report.js';
import { left, renderGrid } from './grid.js';
import type { TextOptions } from './trace-table.js';

type ShownDiscovery = NonNullable<VerifyReport['discovery']>;

/** So many are listed where nothing was proved; the document has all. */
const mostListed = 20;

/** Predicates that were found, as people may state them; and where they are not enough, why and what may help. */
export function discoveryLines(
  { discovery, verdict, language }: VerifyReport,
  options: TextOptions,
): readonly string[] {
  if (discovery === null || verdict === 'unsafe') return [];
  const isProof = verdict === 'safe';
  const most = isProof ? Infinity : mostListed;
  const list = language === 'fp' ? block(discovery, most) : listed(discovery, most);
  const intro =
    list.length === 0 ? [] : [options.style.dim(introduction(discovery, isProof, language)), ...list];
  if (isProof) return intro;
  // Without advice the matter is another one.
  const isTold = discovery.advice.length > 0;
  return [...(isTold ? failure(discovery) : []), ...intro, ...advice(discovery, options)];
}

function introduction({ suffices }: ShownDiscovery, isProof: boolean, language: string | null): string {
  if (!isProof) return 'Found so far (a start, with --discover both):';
  if (!suffices) return 'These predicates were found; stated, they are a start for --discover both:';
  return language === 'fp'
    ? 'These predicates were found. Stated in the program, they prove it again:'
    : 'These predicates were found. In a file for --predicates, they prove it again:';
}

const block = (discovery: ShownDiscovery, most: number): readonly string[] =>
  discovery.statable.length === 0
    ? []
    : ['predicates {', ...listed(discovery, most, ';').map((line) => `  ${line}`), '}'];

function listed({ statable }: ShownDiscovery, most: number, end = ''): readonly string[] {
  const more = statable.length - most;
  const shown = statable.slice(0, most).map((formula) => `${formula}${end}`);
  return more <= 0 ? shown : [...shown, `// and ${more} more: --save-predicates FILE writes all`];
}

function failure({ iterations, found, strategy, ended, diverged }: ShownDiscovery): readonly string[] {
  return [
    `No proof by ${amountOf(found, 'predicate')} after ${amountOf(iterations, 'search', 'searches')} (${strategy}): ${ended}.`,
    ...diverged.map(({ of, constants }) => {
      const shown = constants.slice(0, 6).join(', ');
      return `It seems to have no end: ${of} is compared with ${shown}${constants.length > 6 ? ', ...' : ''}`;
    }),
  ];
}

const amountOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

function advice({ advice: rows }: ShownDiscovery, { width }: TextOptions): readonly string[] {
  if (rows.length === 0) return [];
  const indent = '  ';
  const cells = rows.map(({ what, why }) => ({ cells: [what, why] }));
  const { body } = renderGrid([left(''), left('')], cells, width - indent.length);
  return ['What may help:', ...body.map((line) => `${indent}${line}`)];
}
