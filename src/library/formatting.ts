import { readText } from '../ask/read-source.js';
import { DiagnosticBag, UsageError } from '../diagnostics/diagnostic.js';
import { Source } from '../diagnostics/span.js';
import { languages } from '../frontends/index.js';
import { languageByName } from '../frontends/language.js';
import { invariant } from '../support/invariant.js';
import type { InputPlace } from './asking.js';

interface Formatted {
  readonly before: string;
  readonly after: string;
}

/** A program as it is, and in one style. Throws an InputError that says why not. */
export async function formattedAt({ path, text }: InputPlace): Promise<Formatted> {
  const language = languageByName(languages, path);
  if (language !== null && language !== 'fp')
    throw new UsageError(`${path} is no .fp program`, 'the style is that of the native language');
  const { formatFp } = await import('../frontends/fp/format/format.js');
  const bag = new DiagnosticBag();
  const source = text === undefined ? readText(path, bag) : new Source(path, text);
  bag.throwIfErrors();
  invariant(source !== null, 'a file that cannot be read says why');
  const after = formatFp(source, bag);
  bag.throwIfErrors();
  invariant(after !== null, 'what cannot be formatted has errors');
  return { before: source.text, after };
}
