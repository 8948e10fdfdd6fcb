import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { list, member, numberOrNull, readJson, text } from './json.js';

/** What Memorax, whose language these files are in, says of one of them under TSO. */
export interface MachineExpectation {
  readonly file: string;
  readonly path: string;
  /** Null: no answer. */
  readonly verdict: 'safe' | 'unsafe' | null;
  /** It takes no such machine. */
  readonly refused: boolean;
  readonly seconds: number | null;
  readonly generated: number | null;
  /** Memorax is known to answer some such files wrongly. */
  readonly doubtful: boolean;
}

/** Empty if they are not there. */
export function readMachineCorpus(corpus: string): readonly MachineExpectation[] {
  const folder = join(corpus, 'rmm', 'public');
  const path = join(folder, 'expected.json');
  if (!existsSync(path)) return [];
  return list(readJson(path)).map((entry) => {
    const [file, memorax] = [text(entry, 'file'), member(entry, 'tso')];
    const verdict = text(memorax, 'verdict');
    return {
      ...{ file, path: join(folder, file) },
      verdict: verdict === 'safe' || verdict === 'unsafe' ? verdict : null,
      refused: verdict.startsWith('refused'),
      seconds: numberOrNull(memorax, 'seconds'),
      generated: numberOrNull(memorax, 'constraints'),
      doubtful: typeof entry === 'object' && entry !== null && 'doubtful' in entry,
    };
  });
}
