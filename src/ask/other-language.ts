import { diagnosticOf } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Source } from '../diagnostics/span.js';
import type { LanguageEntry } from '../frontends/frontend.js';
import { looksLike } from '../frontends/looks-like.js';

/**
 * Of a text that has errors: that it is in another language than it was read in, if that is plain to see. All that the reader
 * has to say of it besides is of no use then.
 */
export function otherLanguage(
  { language, title }: Pick<LanguageEntry, 'language' | 'title'>,
  source: Source,
  entries: readonly LanguageEntry[],
  asked: string | null,
): Diagnostic | null {
  const name = looksLike(source.text);
  const other = name === language ? undefined : entries.find((entry) => entry.language === name);
  if (other === undefined) return null;
  const hint =
    asked === null
      ? `give the file a name that ends in ${other.extensions.join(' or ')}, or say --lang ${other.language}`
      : `say --lang ${other.language}`;
  return diagnosticOf('E007', null, `this was read as ${title}, but it looks like ${other.title}`, hint);
}
