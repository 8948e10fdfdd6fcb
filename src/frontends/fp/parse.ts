import { sourceSpan } from '../../diagnostics/span.js';
import type { FrontEnd } from '../frontend.js';
import { isTooLong } from '../kit/text.js';
import { lower } from './lower.js';
import { parseFile } from './syntax.js';

/** A longer text would take minutes and gigabytes to read. */
const maxCharacters = 4_000_000;

export const fp: FrontEnd = {
  parse(source, bag, context) {
    if (isTooLong(source, maxCharacters, bag)) return null;
    const syntax = parseFile(source, bag, context?.readBeside ?? (() => null));
    if (!bag.hasErrors && !syntax.file.items.some((item) => item.kind === 'thread')) {
      const end = source.text.trimEnd().length;
      bag.report(
        'E404',
        sourceSpan(source, end, end),
        'the program has no thread',
        'write `thread P { ... }`',
      );
    }
    const program = lower(baseName(source.path), syntax, bag);
    return bag.hasErrors ? null : program;
  },
};

function baseName(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.fp$/, '');
}
