import { DiagnosticBag, unsupported } from '../../diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../diagnostics/render.js';
import { Source, originOf } from '../../diagnostics/span.js';
import type { VerifyHooks } from '../../ask/hooks.js';
import { loadProgram } from '../../ask/load.js';
import { plainText } from '../../frontends/frontend.js';
import type { ReadingOptions } from '../../frontends/frontend.js';
import { canonical } from '../../lang/program/modulo-spans.js';
import { printProgram } from '../../lang/program/print.js';
import type { Program } from '../../lang/program/program.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import { InternalError, at, invariant } from '../../support/invariant.js';
import type { FenceSetsReport, FoundFences } from '../synthesis-report.js';
import { fenceEdits } from './fence-edits.js';

/** A program with its fences as text. */
export interface FencedText {
  readonly text: string;
  /** `fp` where a text of the language cannot have them. */
  readonly language: string;
  /** The text that was read, which differs in the fences only; null: it is of another language. */
  readonly before: string | null;
}

type FoundFirst = Pick<FoundFences, 'sets'> & { readonly fenced: NonNullable<FoundFences['fenced']> };

/** The text with the first set; null: there is no set. What is written is read again, and is the program that was verified. */
export async function fencedText(
  { verify, found, task }: Pick<FenceSetsReport, 'verify' | 'found' | 'task'>,
  languages: VerifyHooks['languages'],
): Promise<FencedText | null> {
  if (found?.fenced === null || found === null) return null;
  const written = { ...found, fenced: found.fenced };
  const { language } = verify;
  const entry = languages.find((known) => known.language === language);
  const editor = await entry?.loadFenceEditor?.();
  if (editor === undefined || language === null) return printed(written, languages);
  const source = sourceOf(written);
  // A thread of a file that is included: this text alone is not the program.
  if (source.path !== verify.file) return printed(written, languages);
  const edits = fenceEdits(at(found.sets, 0), task);
  const text = edits.length === 0 ? source.text : editor(source, edits);
  if (text === null) return printed(written, languages);
  const read = (one: string): Promise<Program> =>
    readAgain(new Source(source.path, one), language, languages, written.fenced.reading);
  const [before, after] = [await read(source.text), await read(text)];
  const expected = { ...before, threads: written.fenced.program.threads };
  // A fence in the text of a procedure is one in each of its calls, and some of what a statement stands for has no place in it.
  if (canonical(after) !== canonical(expected) && mayStandForMore(written.fenced.original, source))
    return printed(written, languages);
  requireSame(canonical(after), canonical(expected), text);
  return { text, language, before: source.text };
}

/** Whether statements stand for several of the program, or for one in several places. */
function mayStandForMore({ locals, threads }: Program, source: Source): boolean {
  const seen = new Set<number>();
  const starts = threads.flatMap(({ body }) =>
    [...everyStatement(body)].map(({ span }) => {
      const origin = originOf(span);
      return origin === null || origin.source !== source ? null : origin.start;
    }),
  );
  return (
    locals.some(({ temporary }) => temporary) ||
    starts.some((start) => start === null || seen.has(start) || (seen.add(start), false))
  );
}

/** The text that a program was read from. */
function sourceOf({ fenced }: FoundFirst): Source {
  const origin = originOf(at(fenced.original.threads, 0).span);
  invariant(origin !== null, 'a program that was read has a text');
  return origin.source;
}

/** For languages whose texts nobody changes: the program as one of the native language. */
async function printed({ fenced }: FoundFirst, languages: VerifyHooks['languages']): Promise<FencedText> {
  const { program } = fenced;
  refuseUnprintable(program);
  const text = printProgram(program);
  const again = printProgram(await readAgain(new Source(`${program.name}.fp`, text), 'fp', languages));
  requireSame(again, text, text);
  return { text, language: 'fp', before: null };
}

/** Refuses what the native language cannot say. */
export function refuseUnprintable({ shared, locals, threads, properties }: Program): void {
  const statements = threads.flatMap(({ body }) => [...everyStatement(body)]);
  const isInOneStep = statements.some((stmt) => 'atOnce' in stmt && stmt.atOnce);
  const isMore = shared.some(({ buffered }) => buffered === false) || locals.some(({ kept }) => kept);
  if (!isInOneStep && !isMore && properties.every(({ kind }) => kind !== 'never')) return;
  unsupported(
    'the native language cannot say all of this program, so it cannot be written with its fences',
    null,
    'leave out --apply, and put them in at the places that are named',
  );
}

async function readAgain(
  source: Source,
  language: string,
  languages: VerifyHooks['languages'],
  reading: ReadingOptions = plainText,
): Promise<Program> {
  const bag = new DiagnosticBag();
  const { subject } = await loadProgram(languages, source, language, bag, reading);
  if (subject !== null && !bag.hasErrors) return subject.program;
  throw new InternalError(
    `the program with its fences cannot be read:\n${renderDiagnostics(bag.errors(), source.path)}\n${source.text}`,
  );
}

function requireSame(written: string, verified: string, text: string): void {
  if (written === verified) return;
  throw new InternalError(`the program with its fences is not the one that was verified:\n${text}`);
}
