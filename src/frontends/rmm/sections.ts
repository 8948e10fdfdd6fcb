import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { at } from '../../support/invariant.js';
import { cutSections } from '../kit/sections.js';
import type { Token } from '../kit/token.js';

/** A keyword that begins a section, and the tokens up to the next. */
export interface RmmSection {
  readonly keyword: Token;
  readonly tokens: readonly Token[];
}

/** The parts of a file, in any order that makes sense; each part is still to be read. */
export interface RmmSections {
  readonly forbidden: readonly RmmSection[];
  readonly data: readonly RmmSection[];
  readonly processes: readonly RmmProcessSections[];
}

export interface RmmProcessSections {
  /** `process`, and what stands in brackets after it. */
  readonly head: RmmSection;
  readonly data: readonly RmmSection[];
  readonly registers: readonly RmmSection[];
  readonly text: readonly RmmSection[];
}

const sectionWords = new Set(['forbidden', 'predicates', 'data', 'process', 'registers', 'text']);

export function splitSections(tokens: readonly Token[], bag: DiagnosticBag): RmmSections {
  const all = cut(tokens, bag);
  const isHead = (section: RmmSection): boolean => section.keyword.value === 'process';
  const first = all.findIndex(isHead);
  const front = first === -1 ? all : all.slice(0, first);
  const starts = all.flatMap((section, i) => (isHead(section) ? [i] : []));
  for (const { keyword } of front) {
    if (keyword.value === 'registers' || keyword.value === 'text') {
      bag.report('E402', keyword.span, `${keyword.value} outside of a process`);
    }
  }
  return {
    forbidden: front.filter(({ keyword }) => keyword.value === 'forbidden'),
    data: front.filter(({ keyword }) => keyword.value === 'data'),
    processes: starts.map((start, n) => processOf(all.slice(start, starts[n + 1]), bag)),
  };
}

function cut(tokens: readonly Token[], bag: DiagnosticBag): readonly RmmSection[] {
  const hint = 'A machine begins with forbidden and the labels that must not be reached together.';
  return cutSections(tokens, ({ value }) => sectionWords.has(value), hint, bag).map((section) => ({
    keyword: at(section, 0),
    tokens: section.slice(1),
  }));
}

/** `sections` begins with that of `process`. */
function processOf(sections: readonly RmmSection[], bag: DiagnosticBag): RmmProcessSections {
  const head = at(sections, 0);
  const rest = sections.slice(1);
  const called = (word: string): readonly RmmSection[] =>
    rest.filter(({ keyword }) => keyword.value === word);
  for (const { keyword } of rest) {
    if (keyword.value === 'forbidden' || keyword.value === 'predicates') {
      const hint = 'The file begins with it.';
      bag.report('E402', keyword.span, `${keyword.value} after a process`, hint);
    }
  }
  const text = called('text');
  for (const { keyword } of text.slice(1)) {
    bag.report('E402', keyword.span, 'this process has two texts', 'Begin another process first.');
  }
  if (text.length === 0) {
    bag.report('E103', head.keyword.span, 'this process has no text', 'Its statements come after text.');
  }
  return { head, data: called('data'), registers: called('registers'), text };
}
