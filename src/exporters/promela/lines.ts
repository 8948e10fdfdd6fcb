import { lineOf, originOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';

export type PromelaLines = readonly string[];

export const indented = (lines: PromelaLines): PromelaLines => lines.map((line) => `  ${line}`);

/** An option of a choice: `:: guard -> ...`. */
export const option = (lines: PromelaLines): PromelaLines =>
  lines.map((line, i) => (i === 0 ? `:: ${line}` : `   ${line}`));

export const choice = (keyword: 'if' | 'do', options: readonly PromelaLines[]): PromelaLines => [
  keyword,
  ...options.flatMap(option),
  keyword === 'if' ? 'fi;' : 'od;',
];

/** A guard and what it leads to. */
export const guarded = (guard: string, rest: PromelaLines): PromelaLines =>
  rest.length === 0 ? [`${guard};`] : [`${guard} ->`, ...indented(rest)];

/** A step that changes nothing. Spin refuses `skip` where it leads back to itself; the heading defines this. */
export const idle = 'idle;';
export const idleDefinition = '#define idle (_pid >= 0) /* a step that changes nothing */';

/** Whether the first statement is an `if` or a `do`. */
export function startsWithChoice(lines: PromelaLines): boolean {
  const first = lines.find((line) => !isComment(line));
  return first === 'if' || first === 'do';
}

const isComment = (line: string): boolean => line.startsWith('/*');

/** One indivisible step of several statements. A single one is one anyway. */
export function indivisible(keyword: 'atomic' | 'd_step', lines: PromelaLines): PromelaLines {
  const statements = lines.filter((line) => !isComment(line));
  const [only] = statements;
  if (only === undefined) return [...lines, idle];
  if (statements.every((line) => line.startsWith('goto '))) return [idle, ...lines];
  if (statements.length === 1 && !only.startsWith('check(')) return lines;
  // Spin wants no label before the first statement inside.
  const first = isLabel(only) ? ['skip;'] : [];
  return [`${keyword} {`, ...indented([...first, ...lines]), '}'];
}

/** One step that reports a fault and changes nothing. */
export const reporting = (when: string, flag: string): PromelaLines => [
  'd_step {',
  ...indented([...(when === 'true' ? [] : [`${when};`]), `report(${flag});`]),
  '}',
];

/** Spin forbids the `break` of a loop to lead to a d_step; `atomic` does the same. */
export function withoutDStep(lines: PromelaLines): PromelaLines {
  const first = lines.findIndex((line) => !isComment(line));
  return lines[first] === 'd_step {' ? lines.with(first, 'atomic {') : lines;
}

const isLabel = (line: string): boolean => /^\w+:$/.test(line);

const maxShown = 100;

/** Tells the line of the program that statements come from, where it changes. */
export class SourceComments {
  #last: string | null = null;

  before(span: Span): PromelaLines {
    const origin = originOf(span);
    const line = lineOf(span);
    if (origin === null || line === null) return [];
    const { source } = origin;
    const file = source.path.split('/').at(-1) ?? source.path;
    const place = `${file}:${line}`;
    if (place === this.#last) return [];
    this.#last = place;
    return [`/* ${place}: ${quoted(source.line(line))} */`];
  }
}

/** A line of a program as it may stand in a comment. */
function quoted(line: string): string {
  const text = line.trim().replaceAll('/*', '/ *').replaceAll('*/', '* /').replaceAll('\t', ' ');
  return text.length > maxShown ? `${text.slice(0, maxShown)} ...` : text.replace(/\\$/, '');
}
