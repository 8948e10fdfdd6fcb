import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { BufferSpec } from '../dve/buffers/spec.js';
import { Source } from '../diagnostics/span.js';
import { DiagnosticBag, unsupported } from '../diagnostics/diagnostic.js';
import type { ArrayReader, BooleanReader, FormulaReader, FrontEnd } from '../frontends/frontend.js';
import type { ArraySystem } from '../ir/array-system.js';
import type { BooleanProgram } from '../ir/boolean-program.js';
import type { Program } from '../ir/program.js';
import { invariant } from '../support/check.js';
import { suggest } from '../support/suggest.js';

/** Larger inputs are no programs that people or tools write. */
const maxBytes = 64 * 1024 * 1024;

/** The text of a file, which is not empty; null if the bag says why not. */
export function readSource(path: string, bag: DiagnosticBag): Source | null {
  const source = readText(path, bag);
  if (source === null || source.text.trim() !== '') return source;
  bag.report('E003', null, source.text === '' ? 'the file is empty' : 'the file has nothing but blanks');
  return null;
}

/** The text of a file that may be empty; null if the bag says why not. */
export function readText(path: string, bag: DiagnosticBag): Source | null {
  const bytes = readBytes(path, bag);
  if (bytes === null) return null;
  const refuse = (...report: Parameters<DiagnosticBag['report']>): null => {
    bag.report(...report);
    return null;
  };
  if (bytes.includes(0)) return refuse('E002', null, 'this is a binary file, not a program text');
  const text = decode(bytes);
  if (text === null) return refuse('E002', null, 'this is not a text file in UTF-8');
  return new Source(path, text);
}

function readBytes(path: string, bag: DiagnosticBag): Buffer | null {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const stat = fstatSync(file);
    if (stat.isDirectory()) {
      bag.report('E001', null, 'this is a directory; give a file');
      return null;
    }
    if (stat.isCharacterDevice() || stat.isBlockDevice()) {
      bag.report('E001', null, 'this is a device; give a file');
      return null;
    }
    if (stat.size > maxBytes) {
      bag.report(
        'E004',
        null,
        `the file has ${Math.ceil(stat.size / 2 ** 20)} MB; the limit is ${maxBytes / 2 ** 20} MB`,
      );
      return null;
    }
    return readFileSync(file);
  } catch (error) {
    bag.report('E001', null, whyUnreadable(error));
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'this is a directory; give a file';
    case 'EACCES':
    case 'EPERM':
      return 'no permission to read this file';
    default:
      return `the file cannot be read (${String(code ?? error)})`;
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export interface Loaded {
  /** Null if the language is not known. */
  readonly language: string | null;
  /** Null if the bag got errors. */
  readonly program: Program | null;
  /** Reads formulas about the program, as its language writes them. */
  readonly formulas: FormulaReader;
  /** Writes it in its own language. */
  readonly writer?: OwnWriter;
}

export interface OwnWriter {
  readonly target: string;
  write(buffers: BufferSpec | null): string;
}

/**
 * Reads a program file, and the companion file that its language may know. The bag says what is wrong; Boolean programs
 * and array-based systems are refused.
 */
export async function loadProgram(
  entries: readonly LanguageEntry[],
  path: string,
  asked: string | null,
  bag: DiagnosticBag,
): Promise<Loaded> {
  const source = readSource(path, bag);
  const entry = chooseLanguage(entries, path, asked, bag);
  const language = entry?.language ?? null;
  if (source === null || entry === null) return { language, program: null, formulas: () => null };
  if (entry.kind === 'boolean') refuseBoolean();
  if (entry.kind === 'array') refuseArray();
  const frontEnd = await entry.load();
  const program = frontEnd.parse(source, bag);
  if (program === null) return { language, program, formulas: () => null };
  const formulas = frontEnd.formulas?.(source) ?? (await nativeFormulas(program));
  const { writer: writes, companion } = frontEnd;
  const writer = writes && {
    target: writes.target,
    write: (b: BufferSpec | null) => writes.write(source, b),
  };
  const loaded = { language, formulas, ...(writer === undefined ? {} : { writer }) };
  if (companion === undefined) return { ...loaded, program };
  const beside = `${path.slice(0, path.length - extname(path).length)}${companion.extension}`;
  const addition = existsSync(beside) ? readNamed(beside, bag) : null;
  const attached = addition === null ? program : companion.attach(addition, program, bag);
  return { ...loaded, program: attached };
}

/** A file of predicates. What is wrong with it as a whole has no place in it, so the message says which file. */
export function readNamed(path: string, bag: DiagnosticBag): Source | null {
  const said = new DiagnosticBag();
  const source = readSource(path, said);
  for (const { code, span, message, note } of said.sorted()) {
    bag.report(code, span, `the predicates file ${path} is of no use: ${message}`, note);
  }
  return source;
}

/** Array-based systems have no use for it. */
async function nativeFormulas(program: Program): Promise<FormulaReader> {
  const { parseFormula } = await import('../frontends/fp/formula.js');
  return (text, role, bag) => parseFormula(text, role, program, bag);
}

export function refuseBoolean(): never {
  unsupported(
    'this is a Boolean program, and this command takes none',
    null,
    'fencepost check and fencepost verify do',
  );
}

export function refuseArray(): never {
  unsupported('this is an array-based system, and this command takes none', null, 'fencepost verify does');
}

export interface LoadedBoolean {
  readonly language: string | null;
  /** Null if the bag got errors. */
  readonly program: BooleanProgram | null;
}

/** Reads a file that `kindOf` says holds a Boolean program, or that the bag says is wrong. */
export async function loadBoolean(
  entries: readonly LanguageEntry[],
  path: string,
  asked: string | null,
  bag: DiagnosticBag,
): Promise<LoadedBoolean> {
  const source = readSource(path, bag);
  const entry = chooseLanguage(entries, path, asked, bag);
  const language = entry?.language ?? null;
  if (source === null || entry === null) return { language, program: null };
  invariant(entry.kind === 'boolean', 'the file is in a language of Boolean programs');
  const read = await entry.load();
  return { language, program: read(source, bag) };
}

export interface LoadedArray {
  readonly language: string | null;
  /** Null if the bag got errors. */
  readonly system: ArraySystem | null;
}

/** Reads a file that `kindOf` says holds an array-based system, or that the bag says is wrong. */
export async function loadArray(
  entries: readonly LanguageEntry[],
  path: string,
  asked: string | null,
  bag: DiagnosticBag,
): Promise<LoadedArray> {
  const source = readSource(path, bag);
  const entry = chooseLanguage(entries, path, asked, bag);
  const language = entry?.language ?? null;
  if (source === null || entry === null) return { language, system: null };
  invariant(entry.kind === 'array', 'the file is in a language of array-based systems');
  const read = await entry.load();
  return { language, system: read(source, bag) };
}

/** An input language as the registry of front ends has it: loaded when a file needs it. */
export type LanguageEntry = {
  readonly language: string;
  readonly extensions: readonly string[];
} & (
  | { readonly kind: 'program'; readonly load: () => Promise<FrontEnd> }
  | { readonly kind: 'boolean'; readonly load: () => Promise<BooleanReader> }
  | { readonly kind: 'array'; readonly load: () => Promise<ArrayReader> }
);

/** What a file holds, as far as its name or `--lang` tell; null: there is no such language. */
export const kindOf = (
  entries: readonly LanguageEntry[],
  path: string,
  asked: string | null,
): LanguageEntry['kind'] | null => entryFor(entries, path, asked)?.kind ?? null;

const entryFor = (
  entries: readonly LanguageEntry[],
  path: string,
  asked: string | null,
): LanguageEntry | undefined =>
  asked === null
    ? entries.find((e) => e.extensions.includes(extname(path)))
    : entries.find((e) => e.language === asked);

/** The entry for a file: as asked for, else by its extension. Null if the bag says why not. */
function chooseLanguage(
  entries: readonly LanguageEntry[],
  path: string,
  asked: string | null,
  bag: DiagnosticBag,
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
  const extensions = entries.flatMap((e) => e.extensions).join(', ');
  bag.report(
    'E005',
    null,
    extension === ''
      ? 'the file name has no extension'
      : `no input language has the extension '${extension}'`,
    `known are ${extensions}; or give the language with --lang ${known.join('|')}`,
  );
  return null;
}
