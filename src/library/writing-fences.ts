import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { UsageError, unsupported } from '../diagnostics/diagnostic.js';
import type { FencesReport } from '../synthesis/synthesis-report.js';
import { answered } from './error.js';

/** A program with its fences. */
export interface FencedProgramText {
  readonly text: string;
  /** That of the program; `fp` where texts of its language are not changed. */
  readonly language: string;
  /** For `patch -p1` in the working folder; null where the text is of another language. */
  readonly patch: string | null;
}

/** The program with the first set that was found; null: there is none. */
export const applyFences = (report: FencesReport): Promise<FencedProgramText | null> =>
  answered(report.verify.file, () => fencedProgramText(report));

export async function fencedProgramText(report: FencesReport): Promise<FencedProgramText | null> {
  if (report.kind === 'atomic')
    throw new UsageError('atomic writes are not written into a program', 'look for fences: --kind fence');
  const { fencedText } = await import('../synthesis/fences/fenced-text.js');
  const { languages } = await import('../frontends/index.js');
  const made = await fencedText(report, languages);
  if (made === null) return null;
  const { text, language, before } = made;
  if (before === null) return { text, language, patch: null };
  const { patchText } = await import('../report/patch-text.js');
  const { markOf } = await import('../ask/read-source.js');
  const { file } = report.verify;
  const mark = markOf(file, before);
  const marked = `${mark}${text}`;
  return { text: marked, language, patch: patchText(patchName(file), `${mark}${before}`, marked) };
}

/** As the working folder sees it; of a file elsewhere the name alone. */
function patchName(file: string): string {
  const path = relative(process.cwd(), resolve(file));
  const isInside = path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isInside ? path.split(sep).join('/') : basename(file);
}

export interface TextWish {
  readonly as: 'diff' | 'apply';
  /** Null: to stdout. */
  readonly output: string | null;
}

/** Says before the work begins that its result could not be written as it is asked for. */
export async function refuseTextWish(file: string, lang: string | null, wish: TextWish): Promise<void> {
  const { languages } = await import('../frontends/index.js');
  const { chooseLanguage } = await import('../frontends/language.js');
  const { DiagnosticBag } = await import('../diagnostics/diagnostic.js');
  const entry = chooseLanguage(languages, file, lang, new DiagnosticBag());
  if (entry === null || entry.kind !== 'program' || entry.loadFenceEditor !== undefined) return;
  if (wish.as === 'diff')
    unsupported(
      `there is no patch for ${entry.title}: nobody puts fences into their texts`,
      null,
      'take --apply -o OUT.fp, which writes the program with its fences in the native language',
    );
  if (wish.output !== null && !wish.output.endsWith('.fp'))
    throw new UsageError(
      `${entry.title} with fences are written in the native language, and ${wish.output} does not end in .fp`,
      'give a name that ends in .fp',
    );
}
