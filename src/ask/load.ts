import { dirname, extname, isAbsolute, join } from 'node:path';
import { DiagnosticBag, Unsupported, unsupported, wrongQuestion } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Source } from '../diagnostics/span.js';
import { plainText } from '../frontends/frontend.js';
import type {
  Companion,
  FormulaReader,
  LanguageEntry,
  ProgramText,
  Reader,
  ReadingOptions,
} from '../frontends/frontend.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';
import { chooseLanguage } from '../frontends/language.js';
import type { ArraySystem } from '../lang/arrays/array-system.js';
import type { BooleanProgram } from '../lang/boolean/boolean-program.js';
import type { Program } from '../lang/program/program.js';
import { InternalError, assertNever, invariant } from '../support/invariant.js';
import { otherLanguage } from './other-language.js';
import { isFileThere, readNamed, readText, sourceAt } from './read-source.js';

export interface Loaded<T> {
  /** Null if the language is not known. */
  readonly language: string | null;
  /** Null if the bag got errors. */
  readonly subject: T | null;
}

/** What says where a text is (a file, or in memory), which language it is said to be in, and what is wrong with it. */
export type LoadPlace = readonly [
  entries: readonly LanguageEntry[],
  place: string | Source,
  asked: string | null,
  bag: DiagnosticBag,
  reading?: ReadingOptions | undefined,
];

/** Reads a file in a language that `readerIn` takes; refuses others. */
async function load<T>(
  readerIn: (entry: LanguageEntry) => Promise<Reader<T>> | null,
  [entries, place, asked, bag, reading = plainText]: LoadPlace,
): Promise<Loaded<T>> {
  const source = sourceAt(place, bag);
  const entry = chooseLanguage(
    entries,
    typeof place === 'string' ? place : place.path,
    asked,
    // Of a file that is not there its name says enough.
    source === null && asked === null ? new DiagnosticBag() : bag,
    source?.text,
  );
  const language = entry?.language ?? null;
  if (source === null || entry === null) return { language, subject: null };
  const wish = (['races', 'termination'] as const).find((name) => reading[name]);
  if (wish !== undefined && entry.asksOfPrograms !== true)
    wrongQuestion(
      `--${wish} is asked of programs of C`,
      null,
      'state what must hold as properties of the program',
    );
  const read = await (readerIn(entry) ?? refuseKind(entry.kind));
  const context = { ...reading, readBeside: readerOfIncludes(reading) };
  const told = new DiagnosticBag();
  const other = (): Diagnostic | null => otherLanguage(entry, source, entries, asked);
  return { language, subject: readOrTold(() => read(source, told, context), other, told, bag) };
}

/** What is wrong with a text goes to the bag; where it is in another language, just that. */
function readOrTold<T>(
  read: () => T | null,
  other: () => Diagnostic | null,
  told: DiagnosticBag,
  bag: DiagnosticBag,
): T | null {
  let subject: T | null = null;
  try {
    subject = read();
  } catch (error) {
    const found = error instanceof Unsupported ? other() : null;
    if (found === null) throw error;
    bag.add(found);
    return null;
  }
  const found = told.hasErrors ? other() : null;
  for (const diagnostic of found === null ? told.sorted() : [found]) bag.add(diagnostic);
  return subject;
}

/** A file that another one includes by its name: beside it, or in a folder that the user names. */
const readerOfIncludes =
  ({ includes }: ReadingOptions) =>
  (from: string, name: string): Source | null => {
    const folders = [dirname(from), ...includes];
    const paths = isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name));
    const path = paths.find(isFileThere);
    return path === undefined ? null : readText(path, new DiagnosticBag());
  };

/** What was read. Throws an InputError that says what is wrong with it. */
export function required<T>({ subject }: Loaded<T>, bag: DiagnosticBag): T {
  bag.throwIfErrors();
  invariant(subject !== null, 'a front end that gives nothing says why');
  return subject;
}

/** Reads a Boolean program; the bag says what is wrong. */
export const loadBoolean = (...place: LoadPlace): Promise<Loaded<BooleanProgram>> =>
  load((entry) => (entry.kind === 'boolean' ? entry.load() : null), place);

/** Reads an array-based system; the bag says what is wrong. */
export const loadArray = (...place: LoadPlace): Promise<Loaded<ArraySystem>> =>
  load((entry) => (entry.kind === 'array' ? entry.load() : null), place);

/** Ends a command that takes programs only. */
export function refuseKind(kind: SubjectKind): never {
  switch (kind) {
    case 'boolean':
      return unsupported(
        'this is a Boolean program, and this command takes none',
        null,
        'fencepost check and fencepost verify do',
      );
    case 'array':
      return unsupported(
        'this is an array-based system, and this command takes none',
        null,
        'fencepost verify does',
      );
    case 'program':
      throw new InternalError('whoever takes no programs looks at what a file holds before it is loaded');
    default:
      return assertNever(kind);
  }
}

/** Reads a program file, and the companion file that its language may know. The bag says what is wrong. */
export async function loadProgram(...place: LoadPlace): Promise<Loaded<ProgramText>> {
  const loaded = await load((entry) => (entry.kind === 'program' ? entry.load() : null), place);
  const { subject } = loaded;
  const [, path, , bag] = place;
  // Beside what is no file there is none.
  if (subject?.companion === undefined || typeof path !== 'string') return loaded;
  return {
    ...loaded,
    subject: { ...subject, program: attached(subject.program, subject.companion, path, bag) },
  };
}

/** What messages call it. */
export const predicatesFile = 'the predicates file';

/** The program with what the file beside it says, if there is one. */
function attached(program: Program, companion: Companion, path: string, bag: DiagnosticBag): Program {
  const beside = `${path.slice(0, path.length - extname(path).length)}${companion.extension}`;
  const addition = isFileThere(beside) ? readNamed(predicatesFile, beside, bag) : null;
  return addition === null ? program : companion.attach(addition, program, bag);
}

/** Reads formulas about the program, as its language writes them. */
export async function formulaReader({ program, formulas }: ProgramText): Promise<FormulaReader> {
  if (formulas !== undefined) return formulas;
  const { parseFormula } = await import('../frontends/fp/formula.js');
  return (text, role, bag) => parseFormula(text, role, program, bag);
}
