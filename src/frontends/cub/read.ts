import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { PrefixParser } from '../kit/longest-prefix.js';
import { nestingRules } from '../kit/nesting.js';
import { tokenise } from '../kit/tokenise.js';
import type { Token } from '../kit/token.js';
import { whole } from '../kit/whole.js';
import type { Blame } from '../kit/whole.js';
import type { CubDeclaration } from './ast.js';
import grammar from './generated/grammar.js';
import { hintFor } from './hints.js';
import { lexicon } from './lexer.js';
import { splitSections } from './sections.js';
import type { DeclarationTokens } from './sections.js';

const parser = new PrefixParser<CubDeclaration>(grammar, 'declaration');

export interface CubDeclarations {
  /** In the order of the file. Those with a mistake are left out, and the bag says why. */
  readonly read: readonly CubDeclaration[];
  /** The words that begin those that are left out. */
  readonly lost: ReadonlySet<string>;
}

export function readDeclarations(source: Source, bag: DiagnosticBag): CubDeclarations {
  const lost = new Set<string>();
  const read: CubDeclaration[] = [];
  for (const section of splitSections(tokenise(source, lexicon, bag), bag)) {
    const declaration = declarationOf(section, bag);
    if (declaration === null) lost.add(at(section, 0).value);
    else read.push(declaration);
  }
  return { read, lost };
}

const nesting = nestingRules(
  [';', '|'],
  ['&&', '||', '=>', '<=>', 'not', 'then', 'else', '.', '+', '-', '*'],
);

function declarationOf(section: DeclarationTokens, bag: DiagnosticBag): CubDeclaration | null {
  const { value, span } = at(section, 0);
  const hint = (stopped: Token | null): Blame => hintFor(section, stopped);
  return whole(parser, { tokens: section, start: span, name: value, nesting, hint }, bag);
}
