import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source } from '../../diagnostics/span.js';
import type { Program } from '../../lang/program/program.js';
import type { FrontEnd } from '../frontend.js';
import { reportTooDeep } from '../kit/nesting.js';
import { nameOfFile } from '../kit/text.js';
import { tokenise } from '../kit/tokenise.js';
import { readFile } from './file.js';
import { readItems } from './items.js';
import { lexicon } from './lexer.js';
import { lowerFile } from './lower.js';
import { tooDeepStatement } from './nesting.js';
import { parsePredicates } from './predicates.js';

/** The programs of the CUPEX authors. */
export const salpl: FrontEnd = {
  parse: parseSalpl,
  companion: {
    extension: '.pred',
    attach: (source, program, bag) => ({ ...program, predicates: parsePredicates(source, program, bag) }),
  },
};

function parseSalpl(source: Source, bag: DiagnosticBag): Program | null {
  const tokens = tokenise(source, lexicon, bag);
  const tooDeep = tooDeepStatement(tokens);
  if (tooDeep !== null) {
    reportTooDeep(tooDeep.span, bag);
    return null;
  }
  const file = readFile(readItems(tokens, bag), bag);
  if (file.processes.length === 0 && !bag.hasErrors) {
    bag.report(
      'E404',
      sourceSpan(source, 0, 0),
      'the program has no processes',
      'Write at least one process 1: ...',
    );
  }
  return lowerFile(file, nameOfFile(source), bag);
}
