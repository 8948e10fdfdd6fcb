import type { DiagnosticBag } from '../diagnostics/diagnostic.js';
import { sourceSpan } from '../diagnostics/span.js';
import type { Source, Span } from '../diagnostics/span.js';

/**
 * One line of a file of atomic writes, paper 004's `atomic.txt`: a variable, or `*` for all that the transition writes, and
 * the name of a transition (write-sites.ts says which there are).
 *
 *   # Peterson needs these
 *   flag, P(0).L1
 *   (turn, P:12)
 *   *, A.q0->q1
 */
export interface AtomicPair {
  /** Null: all. */
  readonly variable: string | null;
  /** The first of several with the same ends has no number. */
  readonly transition: string;
  readonly variableSpan: Span;
  readonly transitionSpan: Span;
}

/** The pairs of a file; the bag says what is wrong. */
export function parseAtomicFile(source: Source, bag: DiagnosticBag): readonly AtomicPair[] {
  const pairs: AtomicPair[] = [];
  let start = 0;
  for (const line of source.text.split('\n')) {
    const pair = parseLine(source, start, line, bag);
    if (pair !== null) pairs.push(pair);
    start += line.length + 1;
  }
  return pairs;
}

function parseLine(source: Source, start: number, line: string, bag: DiagnosticBag): AtomicPair | null {
  const whole = trimmed(withoutComment(line), start);
  if (whole.text === '') return null;
  const isBracketed = whole.text.startsWith('(') && whole.text.endsWith(')');
  const pair = isBracketed ? trimmed(whole.text.slice(1, -1), whole.start + 1) : whole;
  const comma = pair.text.indexOf(',');
  const variable = trimmed(pair.text.slice(0, Math.max(0, comma)), pair.start);
  const transition = trimmed(pair.text.slice(comma + 1), pair.start + comma + 1);
  if (comma < 0 || variable.text === '' || transition.text === '') {
    const hint = 'for example: x, P:12 or x, P.L or *, A.q0->q1';
    bag.report('E103', spanOf(source, whole), 'a line names one write as VARIABLE, TRANSITION', hint);
    return null;
  }
  return {
    variable: variable.text === '*' ? null : variable.text,
    transition: transition.text.replace(/#1$/, ''),
    variableSpan: spanOf(source, variable),
    transitionSpan: spanOf(source, transition),
  };
}

/** A part of the text without the blanks around it. */
interface TrimmedText {
  readonly text: string;
  readonly start: number;
}

const trimmed = (text: string, start: number): TrimmedText => ({
  text: text.trim(),
  start: start + text.length - text.trimStart().length,
});

const spanOf = (source: Source, { text, start }: TrimmedText): Span =>
  sourceSpan(source, start, start + text.length);

/** A `#` inside a name belongs to it: `A.q0->q1#2`. */
const withoutComment = (line: string): string => line.replace(/(^|\s)(#|\/\/).*$/, '$1');
