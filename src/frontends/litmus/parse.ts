import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import type { FrontEnd } from '../frontend.js';
import { nameOfFile } from '../kit/text.js';
import { tokenise } from '../kit/tokenise.js';
import { lexicon } from './lexer.js';
import type { LitmusTest } from './litmus-test.js';
import { lowerTest } from './lower.js';
import { readFile } from './read.js';
import { splitSections } from './sections.js';

/** x86 litmus tests as herd7 reads them. */
export const litmus: FrontEnd = {
  parse: (source, bag) => parseLitmus(source, bag)?.program ?? null,
};

/** The whole test; null if the bag got errors. */
export function parseLitmus(source: Source, bag: DiagnosticBag): LitmusTest | null {
  const tokens = tokenise(source, lexicon, bag);
  const sections = bag.hasErrors ? null : splitSections(tokens, source, bag);
  if (sections === null) return null;
  const file = readFile(sections, bag);
  return file === null ? null : lowerTest(file, nameOfFile(source), bag);
}
