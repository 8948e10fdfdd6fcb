import { extname } from 'node:path';
import type { DiagnosticBag } from '../diagnostics/diagnostic.js';
import { suggest } from '../support/suggest.js';
import type { LanguageEntry } from './frontend.js';
import { looksLike } from './looks-like.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';

/** What a file holds, as far as its name or `--lang` tell; null: there is no such language. */
export const kindOf = (
  entries: readonly LanguageEntry[],
  path: string,
  asked: string | null,
): SubjectKind | null => entryFor(entries, path, asked)?.kind ?? null;

/** What a file holds by its name; null: the name does not tell. */
export const languageByName = (entries: readonly LanguageEntry[], path: string): string | null =>
  entryFor(entries, path, null)?.language ?? null;

const entryFor = (
  entries: readonly LanguageEntry[],
  path: string,
  asked: string | null,
): LanguageEntry | undefined =>
  asked === null
    ? entries.find((e) => e.extensions.includes(extname(path)))
    : entries.find((e) => e.language === asked);

/** The entry for a file: as asked for, else by its extension. Null if the bag says why not. */
export function chooseLanguage(
  entries: readonly LanguageEntry[],
  path: string,
  asked: string | null,
  bag: DiagnosticBag,
  /** What stands in the file, if it was read: it may tell what the name does not. */
  text = '',
): LanguageEntry | null {
  const known = entries.map((e) => e.language);
  const found = entryFor(entries, path, asked);
  if (found !== undefined) return found;
  if (asked !== null) {
    const near = suggest(asked, known);
    const hint = near === null ? `known are ${known.join(', ')}` : `did you mean ${near}?`;
    bag.report('E005', null, `there is no input language called '${asked}'`, hint);
    return null;
  }
  const extension = extname(path);
  const seen = looksLike(text);
  const likely = entries.find((e) => e.language === seen);
  const extensions = entries.flatMap((e) => e.extensions).join(', ');
  bag.report(
    'E005',
    null,
    extension === ''
      ? 'the file name has no extension'
      : `no input language has the extension '${extension}'`,
    likely === undefined
      ? `known are ${extensions}; or give the language with --lang ${known.join('|')}`
      : `it looks like ${likely.title}: --lang ${likely.language}`,
  );
  return null;
}
