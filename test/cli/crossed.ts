import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Ajv } from 'ajv';
import type { EngineRow } from '../../src/engines/engine-row.js';
import { engines } from '../../src/engines/index.js';
import { kindOf } from '../../src/frontends/language.js';
import { languages } from '../../src/frontends/index.js';
import type { SubjectKind } from '../../src/lang/program/subject-kind.js';
import { root } from '../support/golden.js';
import { inProcess } from './in-process.js';
import type { Ended } from './in-process.js';

/** What is wrong with a run, and the command line that shows it. */
export interface CrossingFault {
  readonly line: string;
  readonly what: string;
}

/** Stronger ones first: what one of them can do the next can do, too. */
export const crossedModels = ['sc', 'tso1', 'tso2', 'tso', 'pso'] as const;

const rows: readonly EngineRow[] = engines;
export const crossedEngines: readonly string[] = ['auto', ...rows.map(({ name }) => name)];

export interface CrossedSubject {
  readonly name: string;
  readonly path: string;
  readonly kind: SubjectKind;
}

const folder = join(root, 'test', 'fixtures', 'crossed');

export const crossedSubjects: readonly CrossedSubject[] = readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  const isSubject = languages.some(({ extensions }) => extensions.includes(extname(name)));
  const kind = isSubject ? kindOf(languages, path, null) : null;
  return kind === null ? [] : [{ name, path, kind }];
});

const ajv = new Ajv();
for (const name of ['abstract', 'fences', 'litmus', 'runs', 'transform', 'verify']) {
  const schema: unknown = JSON.parse(readFileSync(join(root, 'docs', 'schema', `${name}.json`), 'utf8'));
  if (typeof schema === 'object' && schema !== null) ajv.addSchema(schema);
}

/** What is read of the documents of commands that decide. */
export interface CrossedDocument {
  readonly reason?: string | null;
  readonly errors?: readonly { readonly message: string }[];
  readonly properties?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly verdict: string;
  }[];
}

export interface CrossedRun extends Ended {
  readonly document: CrossedDocument;
  /** What no run may be like. */
  readonly faults: readonly CrossingFault[];
}

/** A run may come to an answer, to none, or be refused. */
const fine = new Set([0, 2, 10, 20]);

/** The memory of a process that makes many runs says nothing about one of them. */
const limits = (command: string | undefined): readonly string[] => [
  ...(command === 'simulate' ? [] : ['--timeout', '0.2']),
  ...(command === 'simulate' || command === 'transform' ? [] : ['--memory', '100']),
  '--debug',
];

/** Runs a command for people, and tells what no run may be like. */
export async function crossedText(argv: readonly string[]): Promise<readonly CrossingFault[]> {
  const { code, stdout, stderr } = await inProcess([...argv, ...limits(argv[0])]);
  const line = argv.join(' ');
  if (!fine.has(code)) return [{ line, what: `exit code ${code}: ${stderr}` }];
  const isToldWhy = code !== 2 || saysMore(stderr) || stdout.includes(hintMark);
  return isToldWhy ? [] : [{ line, what: `no hint in ${stderr}` }];
}

const hintMark = '  = ';

/** Whether a refusal tells what to do: in a note, or in the message itself. */
const saysMore = (text: string): boolean =>
  text.includes(hintMark) || /is for|goes with|go with|take |give |needs|one of|does not apply/.test(text);

/** Runs a command with `--json` and looks at what every run must be like. */
export async function crossedRun(argv: readonly string[], schema: string): Promise<CrossedRun> {
  const ended = await inProcess([...argv, ...limits(argv[0]), '--json']);
  const line = argv.join(' ');
  if (!fine.has(ended.code)) {
    const what = `exit code ${ended.code}: ${ended.stderr}`;
    return { ...ended, document: {}, faults: [{ line, what }] };
  }
  const document: unknown = JSON.parse(ended.stdout);
  if (!ajv.validate<CrossedDocument>(`${schema}.json`, document)) {
    const what = `against the schema: ${ajv.errorsText(ajv.errors)}`;
    return { ...ended, document: {}, faults: [{ line, what }] };
  }
  const hints = ended.code === 2 ? hintless(document) : [];
  return { ...ended, document, faults: hints.map((message) => ({ line, what: `no hint: ${message}` })) };
}

/** One line for each thing that is wrong, with the first command line that shows it. */
export function toldFaults(faults: readonly CrossingFault[]): readonly string[] {
  const whats = [...new Set(faults.map(({ what }) => what))];
  return whats.map((what) => {
    const lines = faults.filter((fault) => fault.what === what).map(({ line }) => line);
    return `${lines[0] ?? ''} (and ${lines.length - 1} more): ${what}`;
  });
}

/** A note stands in brackets in the document. */
function hintless({ errors = [] }: CrossedDocument): readonly string[] {
  if (errors.length === 0) return ['(no error is told)'];
  return errors.map(({ message }) => message).filter((text) => !text.endsWith(')') && !saysMore(text));
}
