import { givenBy, objectOf } from '../options/call-options.js';
import type { CallOptions } from '../options/call-options.js';
import type { CommandName } from '../options/kit/row.js';
import type { GivenOptions } from '../options/values.js';
import type { Progress } from '../search/limits.js';
import type { FencesReport } from '../synthesis/synthesis-report.js';
import type { Transformed } from '../transform/transform.js';
import type { AbstractedFile } from '../ask/abstract-file.js';
import type { VerifyReport } from '../ask/report.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { answered } from './error.js';
import type { LitmusFinding } from './litmus-runs.js';
import type { Asker, InputPlace } from './asking.js';
import { inputOf, languageOf, loadSubject } from './subject.js';
import type { SubjectInput, LoadedSubject } from './subject.js';

/** How to stop what was called, and to hear of it. */
export interface Listening {
  /** Ends the work, which then tells what it has. */
  readonly signal?: AbortSignal | undefined;
  /** Hears now and then how far a search is. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Hears, as with --verbose, why an engine is asked, and what came of it. */
  readonly onNote?: ((note: string) => void) | undefined;
}

export type VerifyCall = CallOptions<'verify'> & Listening;
export type CheckCall = CallOptions<'check'> & Omit<Listening, 'onNote'>;
export type AbstractCall = CallOptions<'abstract'> & Listening;
export type FencesCall = CallOptions<'fences'> & Listening;
export type LitmusCall = CallOptions<'litmus'> & Omit<Listening, 'onNote'>;
export type TransformCall = CallOptions<'transform'> & Pick<Listening, 'signal'>;

export type Abstracted = AbstractedFile;
export type TransformedText = Transformed;

/** Reads a file or a text. */
export function load(
  input: SubjectInput,
  options: { readonly lang?: string | undefined } = {},
): Promise<LoadedSubject> {
  return answeredAbout(input, (place) =>
    loadSubject({ ...place, language: options.lang ?? languageOf(input) }),
  );
}

/** Decides the properties of a program, whatever kind it is. */
export const verify = (input: SubjectInput, options: VerifyCall = {}): Promise<VerifyReport> =>
  called('verify', input, options, async (...call) => (await import('./asking.js')).verifyGiven(...call));

/** Decides the property of a Boolean program. */
export const check = (input: SubjectInput, options: CheckCall = {}): Promise<VerifyReport> =>
  called('check', input, options, async (...call) => (await import('./asking.js')).checkGiven(...call));

/** Makes the Boolean program of a program and its predicates. */
export const abstract = (input: SubjectInput, options: AbstractCall = {}): Promise<Abstracted> =>
  called('abstract', input, options, async (...call) => (await import('./asking.js')).abstractGiven(...call));

/** Finds the smallest sets of atomic writes that make the properties hold. */
export const fences = (input: SubjectInput, options: FencesCall): Promise<FencesReport> =>
  called('fences', input, options, async (...call) => (await import('./asking.js')).fencesGiven(...call));

/** Writes a program, with its store buffers, in another language. */
export const transform = (input: SubjectInput, options: TransformCall): Promise<TransformedText> =>
  called('transform', input, options, async (...call) =>
    (await import('./transforming.js')).transformGiven(...call),
  );

/** All final states of an x86 litmus test under each of the models. */
export const litmus = (input: SubjectInput, options: LitmusCall = {}): Promise<readonly LitmusFinding[]> =>
  called('litmus', input, options, async (...call) =>
    (await import('./litmus-runs.js')).litmusGiven(...call),
  );

/** The options are read like those of a command line; what was loaded keeps its language. */
function called<T>(
  command: CommandName,
  input: SubjectInput,
  asked: Listening,
  work: (place: InputPlace, given: GivenOptions, asker: Asker) => Promise<T>,
): Promise<T> {
  return answeredAbout(input, async (place) => {
    const { signal = new AbortController().signal, onProgress, onNote, ...options } = objectOf(asked);
    if (!(signal instanceof AbortSignal)) throw new UsageError('signal is an AbortSignal');
    const language = languageOf(input);
    const takesLanguage = command !== 'litmus' && language !== null;
    const given = givenBy(command, takesLanguage ? { lang: language, ...options } : options);
    const progress = onProgress ?? ((): void => undefined);
    return work(place, given, { signal, progress, ...(onNote === undefined ? {} : { note: onNote }) });
  });
}

/** What is wrong with the input is told like all else. */
async function answeredAbout<T>(input: SubjectInput, work: (place: InputPlace) => Promise<T>): Promise<T> {
  const place = await answered(null, () => Promise.resolve().then(() => inputOf(input)));
  return answered(place.path, () => work(place));
}
