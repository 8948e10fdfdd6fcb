import { field, listField, parsedJson, textField } from '../support/json-fields.js';

/** Some files, and how they are to be verified: options of compare by their names in camel case. */
export interface PlanPart {
  readonly name: string | null;
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** What a file says that is a plan; a text: why it is none. */
export function readPlan(text: string): readonly PlanPart[] | string {
  const plan = parsedJson(text);
  if (!isRecord(plan)) return 'it is no JSON object';
  if (field(plan, 'schema') !== 1) return '"schema" is not 1';
  const common = partOf(plan);
  if (typeof common === 'string') return common;
  if (field(plan, 'parts') === undefined) return [common];
  const parts = listField(plan, 'parts');
  if (parts.length === 0) return '"parts" is no list of parts';
  const read = parts.map((part) => (isRecord(part) ? partOf(part) : 'a part is no object'));
  const wrong = read.find((part) => typeof part === 'string');
  if (wrong !== undefined) return wrong;
  const good = read.filter((part) => typeof part !== 'string');
  const names = good.map(({ name }) => name);
  const twice = names.find((name, index) => name !== null && names.indexOf(name) !== index);
  if (twice !== undefined) return `two parts are called "${twice}"`;
  return good.map((part) => ({
    name: part.name,
    files: part.files.length === 0 ? common.files : part.files,
    options: { ...common.options, ...part.options },
  }));
}

/** What is about the whole comparison, and no option of its runs. */
const ownFields: ReadonlySet<string> = new Set(['schema', '$schema', 'title', 'name', 'files', 'parts']);
/** What a plan does not decide: where and when it is done. */
const elsewhere: ReadonlySet<string> = new Set([
  'plan',
  'resume',
  'jobs',
  'shard',
  'queue',
  'expect',
  'repeat',
]);

function partOf(part: Readonly<Record<string, unknown>>): PlanPart | string {
  const given = listField(part, 'files');
  const files = given.filter((file) => typeof file === 'string');
  if (field(part, 'files') !== undefined && (files.length === 0 || files.length < given.length))
    return '"files" is no list of files';
  const options = Object.entries(part).filter(([name]) => !ownFields.has(name));
  const refused = options.find(([name]) => elsewhere.has(name));
  if (refused !== undefined) return `"${refused[0]}" is said on the command line`;
  return { name: textField(part, 'name'), files, options: Object.fromEntries(options) };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
