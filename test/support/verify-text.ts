import { toAutomata } from '../../passes/pipelines.js';
import { plainText } from '../../src/frontends/frontend.js';
import type { ReadingOptions } from '../../src/frontends/frontend.js';
import { languages } from '../../src/frontends/index.js';
import { abstractFile } from '../../src/ask/abstract-file.js';
import type { AbstractedFile } from '../../src/ask/abstract-file.js';
import type { VerifyInput, VerifyOptions } from '../../src/ask/verify-options.js';
import type { VerifyReport } from '../../src/ask/report.js';
import { ask } from '../../src/ask/ask.js';
import { usualAsked } from './asked.js';
import { pipelines } from './pipelines-with-hooks.js';

/** Verifies a file as the command line does. */
export const verifyPath = async (
  path: string,
  options: Partial<VerifyOptions> = {},
  automata = toAutomata,
): Promise<VerifyReport> => verifyInput({ path, language: null }, options, automata);

/** The same of a text that is in no file; the extension of the name tells the language. */
export const verifyText = async (
  name: string,
  text: string,
  options: Partial<VerifyOptions> = {},
  reading: ReadingOptions = plainText,
): Promise<VerifyReport> => verifyInput({ path: name, text, language: null, reading }, options, toAutomata);

const verifyInput = async (
  input: VerifyInput,
  options: Partial<VerifyOptions>,
  automata: typeof toAutomata,
): Promise<VerifyReport> =>
  ask(
    input,
    { ...usualAsked, ...options },
    {
      languages,
      pipelines: { ...pipelines, automata },
      signal: new AbortController().signal,
      progress: () => undefined,
    },
  );

/** The Boolean program of a file as the command `abstract` makes it. */
export const abstractPath = async (
  path: string,
  options: Partial<VerifyOptions> = {},
): Promise<AbstractedFile> =>
  abstractFile(
    { path, language: null },
    { ...usualAsked, engine: 'abstract', ...options },
    { languages, pipelines, signal: new AbortController().signal, progress: () => undefined },
  );
