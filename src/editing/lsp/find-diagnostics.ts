import { DiagnosticBag, Unsupported, diagnosticOf } from '../../diagnostics/diagnostic.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import { plainText } from '../../frontends/frontend.js';
import type { ReadingOptions } from '../../frontends/frontend.js';
import type { ReadBeside } from '../../frontends/fp/syntax.js';
import { languages } from '../../frontends/index.js';
import { languageByName } from '../../frontends/language.js';

/** What is to be said of a text in any of our languages, whatever is in it. */
export async function diagnosticsOf(
  source: Source,
  readBeside: ReadBeside,
  reading: Partial<ReadingOptions> = {},
): Promise<readonly Diagnostic[]> {
  const language = languageByName(languages, source.path);
  const entry = languages.find((each) => each.language === language);
  // To begin a new file is no mistake.
  if (entry === undefined || source.text.trim() === '') return [];
  const bag = new DiagnosticBag();
  const read = await entry.load();
  try {
    read(source, bag, { ...plainText, ...reading, readBeside });
  } catch (error) {
    bag.add(error instanceof Unsupported ? error.diagnostic : ownFault(error));
  }
  return bag.sorted();
}

/** A bug of ours, or a text that nests deeper than the stack: the server goes on. */
const ownFault = (error: unknown): Diagnostic =>
  diagnosticOf('E901', null, `internal error: ${error instanceof Error ? error.message : String(error)}`);
