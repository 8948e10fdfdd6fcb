import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { list, member, numberOrNull, readJson, text } from '../corpus/json.js';

/** A Memorax machine, and what Memorax itself took for it. */
export interface CorpusRow {
  readonly file: string;
  readonly path: string;
  /** What Memorax answered, or why it did not. */
  readonly verdict: string;
  readonly seconds: number | null;
  readonly generated: number | null;
  /** The answer is known to be unreliable. */
  readonly doubtful: boolean;
}

const chosen: readonly string[] = [
  ...['w-own-dekker', 'w-own-peterson', 'w-trencher-peterson', 'old-peterson2l', 'old-peterson3l'],
  ...[
    'dekker_2',
    'lamport_2',
    'lamport_3',
    'lamport_4',
    'dijkstra',
    'burns_2_us',
    'burns_3_us',
    'burns_4_us',
  ],
  ...['spinlock_2_us', 'spinlock_3_us', 'bakery.bound2', 'trencher-lamport', 'splash2-barnes1'],
];

/** Empty: they are not on this machine. */
export function corpusRows(): readonly CorpusRow[] {
  const folder = join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), 'rmm', 'public');
  const expected = join(folder, 'expected.json');
  if (!existsSync(expected)) {
    process.stdout.write(`     the Memorax machines are skipped: there is no ${expected}\n`);
    return [];
  }
  const known = list(readJson(expected)).map((entry): CorpusRow => {
    const [file, memorax] = [text(entry, 'file'), member(entry, 'tso')];
    return {
      ...{ file, path: join(folder, file) },
      verdict: text(memorax, 'verdict'),
      seconds: numberOrNull(memorax, 'seconds'),
      generated: numberOrNull(memorax, 'constraints'),
      doubtful: typeof entry === 'object' && entry !== null && 'doubtful' in entry,
    };
  });
  return known
    .filter(({ file }) => chosen.includes(file.replace(/\.rmm$/, '')))
    .toSorted((a, b) => place(a) - place(b));
}

const place = ({ file }: CorpusRow): number => chosen.indexOf(file.replace(/\.rmm$/, ''));
