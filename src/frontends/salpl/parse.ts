import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source } from '../../diagnostics/span.js';
import type { Program } from '../../ir/program.js';
import type { FrontEnd } from '../frontend.js';
import { readFile } from './file.js';
import { readItems } from './items.js';
import { tokenise } from './lexer.js';
import { lowerFile } from './lower.js';
import { parsePredicates } from './predicates.js';

/** The programs of the CUPEX authors. */
export const salpl: FrontEnd = {
  language: 'salpl',
  extensions: ['.orig'],
  title: 'programs of the CUPEX authors',
  parse: parseSalpl,
  companion: {
    extension: '.pred',
    attach: (source, program, bag) => ({ ...program, predicates: parsePredicates(source, program, bag) }),
  },
};

function parseSalpl(source: Source, bag: DiagnosticBag): Program | null {
  const file = readFile(readItems(tokenise(source, bag), bag), bag);
  if (file.processes.length === 0 && !bag.hasErrors) {
    bag.report(
      'E404',
      sourceSpan(source, 0, 0),
      'the program has no processes',
      'Write at least one process 1: ...',
    );
  }
  return lowerFile(file, baseName(source.path), bag);
}

const baseName = (path: string): string => path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
