import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import { at } from '../../support/check.js';
import { PrefixParser } from '../shared/longest-prefix.js';
import type { Declaration } from './ast.js';
import grammar from './generated/grammar.js';
import { hintFor } from './hints.js';
import { tokenise } from './lexer.js';
import type { Token } from './lexer.js';
import { firstTooDeep, maxNesting } from './nesting.js';
import { splitSections } from './sections.js';
import type { Section } from './sections.js';

const parser = new PrefixParser<Declaration>(grammar, 'declaration');

export interface Declarations {
  /** In the order of the file. Those with a mistake are left out, and the bag says why. */
  readonly read: readonly Declaration[];
  /** The words that begin those that are left out. */
  readonly lost: ReadonlySet<string>;
}

export function readDeclarations(source: Source, bag: DiagnosticBag): Declarations {
  const lost = new Set<string>();
  const read: Declaration[] = [];
  for (const section of splitSections(tokenise(source, bag), bag)) {
    const declaration = declarationOf(section, bag);
    if (declaration === null) lost.add(at(section, 0).value);
    else read.push(declaration);
  }
  return { read, lost };
}

function declarationOf(section: Section, bag: DiagnosticBag): Declaration | null {
  const tooDeep = firstTooDeep(section);
  if (tooDeep !== null) {
    bag.report('E004', tooDeep.span, `this is nested more than ${maxNesting} deep`);
    return null;
  }
  const prefix = parser.parse(section);
  if (prefix.ok && prefix.length === section.length) return prefix.node;
  reportStop(section, prefix.ok ? at(section, prefix.length) : prefix.at, bag);
  return null;
}

/** `stopped` is null if the section ends too early. */
function reportStop(section: Section, stopped: Token | null, bag: DiagnosticBag): void {
  const { place, hint } = hintFor(section, stopped);
  if (stopped === null) {
    const keyword = at(section, 0);
    bag.report('E103', place.span, `${keyword.value} ends too early`, hint);
  } else if (stopped.type !== 'bad') {
    // The lexer has reported bad ones.
    bag.report('E103', place.span, `unexpected ${place.value}`, hint);
  }
}
