import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { list, readJson, text, textOrNull } from './json.js';

/** What is known of a system: what Cubicle-W says of it, or for the traps an exhaustive search. */
export interface SystemExpectation {
  readonly file: string;
  readonly path: string;
  readonly model: 'sc' | 'tso';
  /** Null: no answer. */
  readonly verdict: 'safe' | 'unsafe' | null;
  /** What came in place of an answer: `timeout`, `error`. */
  readonly trouble: string | null;
  /** Cubicle-W does not take its syntax. */
  readonly isRejected: boolean;
  /** Of Cubicle-W. */
  readonly seconds: number | null;
  readonly nodes: number | null;
  readonly inPapersTable: boolean;
}

/**
 * How it is where Cubicle-W's answer is not right; docs/engines/mcmt.md tells each. A verdict: by a run that was replayed.
 * `no violation`: all states of the processes that the clause speaks of were searched, and of a few more.
 */
export const settled: ReadonlyMap<string, 'safe' | 'unsafe' | 'no violation'> = new Map([
  ['bug_safe.cub', 'unsafe'],
  ['exp-minimal.cub', 'unsafe'],
  ['cubbuf-dijkstra_buf.cub', 'no violation'],
  ['sc-distrib_lamport.cub', 'no violation'],
]);

/** The public systems, then the traps. Empty if they are not there. */
export function readSystemCorpus(corpus: string): readonly SystemExpectation[] {
  return ['public', 'traps'].flatMap((part) => {
    const folder = join(corpus, 'cub', part);
    const path = join(folder, 'expected.json');
    if (!existsSync(path)) return [];
    return list(readJson(path)).map((entry) => expectation(folder, entry));
  });
}

function expectation(folder: string, entry: unknown): SystemExpectation {
  const [file, verdict] = [text(entry, 'file'), text(entry, 'verdict')];
  const isAnswer = verdict === 'safe' || verdict === 'unsafe';
  return {
    ...{ file, path: join(folder, file) },
    model: text(entry, 'model') === 'TSO' ? 'tso' : 'sc',
    verdict: isAnswer ? verdict : null,
    trouble: isAnswer ? null : verdict,
    isRejected: verdict === 'error' && /(?:syntax|lexical) error/.test(noteOf(entry)),
    seconds: optional(entry, 'seconds'),
    nodes: optional(entry, 'nodes'),
    inPapersTable: new Map<string, unknown>(fields(entry)).get('inPapersTable') === true,
  };
}

const fields = (entry: unknown): readonly (readonly [string, unknown])[] =>
  typeof entry === 'object' && entry !== null ? Object.entries(entry) : [];

const noteOf = (entry: unknown): string =>
  fields(entry).some(([name]) => name === 'note') ? (textOrNull(entry, 'note') ?? '') : '';

/** The traps have neither times nor nodes. */
function optional(entry: unknown, name: string): number | null {
  const found = new Map<string, unknown>(fields(entry)).get(name);
  return typeof found === 'number' ? found : null;
}
