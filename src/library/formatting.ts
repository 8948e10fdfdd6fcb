import { text } from 'node:stream/consumers';
import { readText } from '../ask/read-source.js';
import { DiagnosticBag, UsageError } from '../diagnostics/diagnostic.js';
import { Source } from '../diagnostics/span.js';
import { languages } from '../frontends/index.js';
import { languageByName } from '../frontends/language.js';
import { invariant } from '../support/invariant.js';

interface Formatted {
  readonly before: string;
  readonly after: string;
}

/** A program as it is, and in one style; `-` is what comes by the standard input. Throws an InputError that says why not. */
export async function formattedFile(file: string): Promise<Formatted> {
  const language = languageByName(languages, file);
  if (language !== null && language !== 'fp')
    throw new UsageError(`${file} is no .fp program`, 'the style is that of the native language');
  const { formatFp } = await import('../frontends/fp/format/format.js');
  const bag = new DiagnosticBag();
  const source = file === '-' ? new Source('<stdin>', await text(process.stdin)) : readText(file, bag);
  bag.throwIfErrors();
  invariant(source !== null, 'a file that cannot be read says why');
  const after = formatFp(source, bag);
  bag.throwIfErrors();
  invariant(after !== null, 'what cannot be formatted has errors');
  return { before: source.text, after };
}
