import type { Mend } from './fence-sites.js';

/** One place of what `fences --json` prints. */
export interface DocumentPlace {
  readonly kind: Mend | 'atomic';
  readonly thread: string | null;
  readonly line: number | null;
  readonly place: string;
}

/** What `fences --json` prints, as far as it is compared. */
export interface FencesDocument {
  readonly exitCode: number;
  readonly cost: number | null;
  readonly minimal: boolean | 'relative' | null;
  /** Whether all sets are told; a document that does not say so tells all. */
  readonly complete: boolean;
  readonly sets: readonly (readonly DocumentPlace[])[];
}

/** Reads the document; text says in what it is not as it should be. */
export function readFencesDocument(text: string, exitCode: number): FencesDocument | string {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return `no JSON: ${text.slice(0, 200)}`;
  }
  if (!isRecord(document) || document.schema !== 1) return 'no document of schema 1';
  const { cost, minimal, sets, size } = document;
  if (!isSets(sets)) return `sets: ${JSON.stringify(sets)}`;
  if (typeof cost !== 'number' && cost !== null) return `cost: ${JSON.stringify(cost)}`;
  if (typeof minimal !== 'boolean' && minimal !== 'relative' && minimal !== null)
    return `minimal: ${JSON.stringify(minimal)}`;
  if (typeof size === 'number' && !sets.some((set) => set.length === size)) return 'no set has the size';
  return { exitCode, cost, minimal, complete: document.complete !== false, sets };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSets = (value: unknown): value is readonly (readonly DocumentPlace[])[] =>
  Array.isArray(value) && value.every((set) => Array.isArray(set) && set.every(isPlace));

const kinds: ReadonlySet<unknown> = new Set(['fence', 'fence(ww)', 'locked', 'atomic']);

const isPlace = (value: unknown): value is DocumentPlace =>
  isRecord(value) &&
  kinds.has(value.kind) &&
  isNullOr('string', value.thread) &&
  isNullOr('number', value.line) &&
  typeof value.place === 'string';

const isNullOr = (type: 'string' | 'number', value: unknown): boolean =>
  value === null || typeof value === type;
