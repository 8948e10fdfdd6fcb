import type * as files from '../../../ask/read-source.js';
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import type { Source } from '../../../diagnostics/span.js';

// In the place of ask/read-source.ts: a page has texts, and no files.

export const maxBytes: typeof files.maxBytes = 64 * 1024 * 1024;

export const sourceAt: typeof files.sourceAt = (place, bag) => {
  const source = typeof place === 'string' ? readText(place, bag) : place;
  if (source === null || source.text.trim() !== '') return source;
  return refuse(bag, 'E003', source.text === '' ? 'the text is empty' : 'the text has nothing but blanks');
};

export const readText: typeof files.readText = (path, bag) =>
  refuse(bag, 'E001', `there are no files in a browser, so ${path} cannot be read`);

export const readNamed: typeof files.readNamed = (what, path, bag) =>
  refuse(bag, 'E001', `there are no files in a browser, so ${what} ${path} cannot be read`);

function refuse(bag: DiagnosticBag, code: 'E001' | 'E003', message: string): Source | null {
  bag.report(code, null, message);
  return null;
}

export const isFileThere: typeof files.isFileThere = () => false;

export const markOf: typeof files.markOf = () => '';
