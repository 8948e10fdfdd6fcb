import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { list, member, numberOrNull, readJson, text } from './json.js';

/** The models that Memorax has an exact engine for. */
export type MachineModel = 'tso' | 'pso';

/** What Memorax, whose language these files are in, says of one of them. */
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

/** Its engine for PSO makes a write and a fence of each of these (docs/formats.md), which are then not what they are here. */
const lockedWrite = /\b(locked|syncwr)\b/;

/** Empty if they are not there. */
export function readMachineCorpus(
  corpus: string,
  model: MachineModel = 'tso',
): readonly MachineExpectation[] {
  const folder = join(corpus, 'rmm', 'public');
  const path = join(folder, 'expected.json');
  if (!existsSync(path)) return [];
  return list(readJson(path)).map((entry) => {
    const [file, memorax] = [text(entry, 'file'), member(entry, model)];
    const verdict = text(memorax, 'verdict');
    return {
      ...{ file, path: join(folder, file) },
      verdict: verdict === 'safe' || verdict === 'unsafe' ? verdict : null,
      refused: verdict.startsWith('refused'),
      seconds: numberOrNull(memorax, 'seconds'),
      generated: numberOrNull(memorax, 'constraints'),
      doubtful:
        (typeof entry === 'object' && entry !== null && 'doubtful' in entry) ||
        (model === 'pso' && lockedWrite.test(readFileSync(join(folder, file), 'utf8'))),
    };
  });
}
