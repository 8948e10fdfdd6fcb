import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { list, member, numberOrNull, readJson, text, textOrNull } from './json.js';

/** What is known of a DiVinE model under SC. */
export interface ModelExpectation {
  readonly file: string;
  readonly path: string;
  /** What should not be reached. */
  readonly formula: string;
  /** Null: not known. */
  readonly verdict: 'safe' | 'unsafe' | null;
  /** By the corpus's own search, else as published; null: too many, or never counted. */
  readonly states: number | null;
  readonly transitions: number | null;
  readonly deadlocks: number | null;
}

/** Empty if they are not there. */
export function readModelCorpus(corpus: string): readonly ModelExpectation[] {
  const folder = join(corpus, 'dve');
  const path = join(folder, 'expected.json');
  if (!existsSync(path)) return [];
  return list(readJson(path)).map((entry) => {
    const file = text(entry, 'file');
    const verdict = textOrNull(entry, 'verdict');
    return {
      ...{ file, path: join(folder, file), formula: text(member(entry, 'property'), 'formula') },
      verdict: verdict === 'reachable' ? 'unsafe' : verdict === 'unreachable' ? 'safe' : null,
      states: numberOrNull(entry, 'states') ?? numberOrNull(entry, 'publishedStates'),
      transitions: numberOrNull(entry, 'transitions'),
      deadlocks: numberOrNull(entry, 'deadlocks'),
    };
  });
}
