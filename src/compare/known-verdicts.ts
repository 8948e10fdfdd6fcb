import { dirname, join, resolve } from 'node:path';
import { field, listField, parsedJson, textField } from '../support/json-fields.js';

export type Definite = 'safe' | 'unsafe';

/** What is known of a file under a model. */
export interface ExpectedFile {
  /** Of single properties, as far as it is known. */
  readonly properties: ReadonlyMap<string, Definite>;
  /** Of all together; null: it is not known. */
  readonly whole: Definite | null;
}

/** Known verdicts, by resolved path and then by model. */
export type Expectations = ReadonlyMap<string, ReadonlyMap<string, ExpectedFile>>;

/** The same while it is read. */
interface CollectedFile {
  readonly properties: Map<string, Definite>;
  whole: Definite | null;
}

/** A single verdict that is known. `property`: null if it is about the file. */
interface KnownVerdict {
  readonly file: string;
  readonly model: string;
  readonly property: string | null;
  readonly verdict: Definite;
}

/**
 * Reads a table with a row for each property and a column for each model (`sample property sc tso pso`), or a list of objects
 * with `file` and verdicts: `verdict` (with `model`), `sc`, `tso`, `pso` or `models` with a `verdict` each, or `reachable`. Files
 * are beside it. A text: why it is neither.
 */
export function readExpected(text: string, path: string): Expectations | string {
  const json = parsedJson(text);
  const known = Array.isArray(json) ? json.flatMap(verdictsOfEntry) : verdictsOfTable(text);
  if (known === null) return 'it is neither a table with the columns sample and property, nor a JSON list';
  if (known.length === 0) return 'it has no verdict, safe or unsafe, of any file';
  const found = new Map<string, Map<string, CollectedFile>>();
  for (const { file, model, property, verdict } of known) {
    const place = resolve(join(dirname(path), file));
    const models = found.get(place) ?? new Map<string, CollectedFile>();
    found.set(place, models);
    const expected = models.get(model) ?? { properties: new Map<string, Definite>(), whole: null };
    models.set(model, expected);
    if (property === null) expected.whole = verdict;
    else expected.properties.set(property, verdict);
  }
  return found;
}

const definite = (text: string | null | undefined): Definite | null => {
  if (text === 'safe' || text === 'unreachable') return 'safe';
  return text === 'unsafe' || text === 'reachable' ? 'unsafe' : null;
};

/** Null: it is no such table. */
function verdictsOfTable(text: string): readonly KnownVerdict[] | null {
  const [header = '', ...lines] = text.split(/\r?\n/);
  const columns = header.split('\t');
  const [fileAt, propertyAt] = [columns.indexOf('sample'), columns.indexOf('property')];
  if (fileAt === -1 || propertyAt === -1) return null;
  return lines.flatMap((line) => {
    const cells = line.split('\t');
    return columns.flatMap((model, index): readonly KnownVerdict[] => {
      const verdict = isModel(model) ? definite(cells[index]) : null;
      const [file, property] = [cells[fileAt], cells[propertyAt]];
      if (verdict === null || file === undefined || property === undefined) return [];
      return [{ file, model, property: property === '-' ? null : property, verdict }];
    });
  });
}

const isModel = (name: string): boolean => /^(sc|tso[0-9]*|pso)$/.test(name);

function verdictsOfEntry(entry: unknown): readonly KnownVerdict[] {
  const file = textField(entry, 'file');
  if (file === null) return [];
  const known = (model: string, verdict: Definite | null): readonly KnownVerdict[] =>
    verdict === null ? [] : [{ file, model: model.toLowerCase(), property: null, verdict }];
  // A verdict without a model is one about SC, as those of Boolean programs and of DiVinE are.
  const alone = known(textField(entry, 'model') ?? 'sc', definite(textField(entry, 'verdict')));
  const perModel = (holder: unknown): readonly KnownVerdict[] =>
    Object.entries(isObject(holder) ? holder : {})
      .filter(([model]) => isModel(model))
      .flatMap(([model, told]) => known(model, definite(textField(told, 'verdict'))));
  const told = field(entry, 'reachable');
  const reachable = Object.entries(isObject(told) ? told : {})
    .filter(([, is]) => typeof is === 'boolean')
    .flatMap(([model, is]) => known(model, is === true ? 'unsafe' : 'safe'));
  return [...alone, ...perModel(entry), ...perModel(field(entry, 'models')), ...reachable];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export type VerdictJudgement = 'right' | 'wrong' | 'unknown';

/** What a document says, beside what is known. Null: nothing is known of what was asked. */
export function judged(document: object, expected: ExpectedFile | null): VerdictJudgement | null {
  if (expected === null) return null;
  const told = listField(document, 'properties').map((property) => ({
    name: textField(property, 'name') ?? '',
    verdict: definiteVerdict(property),
  }));
  const known = told.filter(({ name }) => expected.properties.has(name));
  const isWrong = known.some(
    ({ name, verdict }) => verdict !== null && verdict !== expected.properties.get(name),
  );
  if (isWrong) return 'wrong';
  const whole = wholeOf(
    document,
    expected,
    known.map(({ name }) => name),
  );
  if (whole === null) return known.length === 0 ? null : 'unknown';
  const verdict = definiteVerdict(document);
  if (verdict === null) return 'unknown';
  return verdict === whole ? 'right' : 'wrong';
}

function definiteVerdict(of: unknown): Definite | null {
  const verdict = textField(of, 'verdict');
  return verdict === 'safe' || verdict === 'unsafe' ? verdict : null;
}

/**
 * What all together must be. An unsafe one decides. Where a run tells of no property, it was about all of them. Safe they are
 * together only if nothing else was asked.
 */
function wholeOf(document: object, expected: ExpectedFile, asked: readonly string[]): Definite | null {
  const { properties, whole } = expected;
  if (whole !== null) return whole;
  const all = listField(document, 'properties').length;
  const names = all === 0 ? [...properties.keys()] : asked;
  if (names.some((name) => properties.get(name) === 'unsafe')) return 'unsafe';
  return names.length > 0 && (all === 0 || asked.length === all || definiteVerdict(document) !== 'unsafe')
    ? 'safe'
    : null;
}
