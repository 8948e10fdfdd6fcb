import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { booleanOrNull, list, member, memberOrNull, numberOrNull, readJson, text } from './json.js';

/** What Trencher says of one of its files. */
export interface TrencherExpectation {
  readonly file: string;
  readonly path: string;
  /** Whether any thread has final states; without them nothing is asked. */
  readonly hasFinals: boolean;
  /** Whether all threads come to their final states at once; null: no answer. */
  readonly reachable: { readonly sc: boolean | null; readonly tso: boolean | null };
  readonly robust: boolean | null;
  readonly seconds: number | null;
  /** The fences that make it robust, `(t1,q4)` for one in t1 at q4; null: no answer. */
  readonly fences: readonly string[] | null;
  readonly fenceSeconds: number | null;
}

/** Empty if they are not there. */
export function readTrencherCorpus(corpus: string): readonly TrencherExpectation[] {
  const folder = join(corpus, 'trencher', 'public');
  const listed = join(folder, 'expected.json');
  if (!existsSync(listed)) return [];
  return list(readJson(listed)).map((entry) => {
    const file = text(entry, 'file');
    const path = join(folder, file);
    const reachable = member(entry, 'reachable');
    const fences = memberOrNull(entry, 'fences');
    return {
      ...{ file, path, hasFinals: /^final\s/m.test(readFileSync(path, 'utf8')) },
      reachable: { sc: booleanOrNull(reachable, 'sc'), tso: booleanOrNull(reachable, 'tso') },
      robust: booleanOrNull(entry, 'robust'),
      seconds: numberOrNull(entry, 'seconds'),
      fences: fences === null ? null : list(member(fences, 'places')).map(String),
      fenceSeconds: numberOrNull(entry, 'fenceSeconds'),
    };
  });
}
