import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { at } from '../../src/support/invariant.js';
import { list, numberOrNull, readJson, text, textOrNull } from './json.js';

/** What Fender, the checker that these files were made for, says of one of them. */
export interface BooleanExpectation {
  readonly path: string;
  readonly name: string;
  /** Null: no answer. */
  readonly verdict: 'safe' | 'unsafe' | null;
  readonly states: number | null;
  /** Of the whole process, also where it was stopped. */
  readonly seconds: number;
  readonly stuck: boolean;
}

/**
 * Here Fender never leaves the initialisation, because its `assume` takes the name of a local for a shared variable
 * that is always 0: its `safe` speaks of the initialisation alone.
 */
const stuck: ReadonlySet<string> = new Set([
  ...['bakery_pred_witherr.bl', 'bakery_with_le.bl', 'code.bl', 'code_pso1_scPred.bl', 'errorTrace.bl'],
  ...['first_wmm.bl', 'litmus.k1.bl', 'simple_code_wmm.bl', 'succ2_abp2.bl'],
]);

/** The files of `bl` and `cupex` in the folder of corpora, with their measurements. */
export function readBooleanCorpus(corpus: string): readonly BooleanExpectation[] {
  return [...readBl(join(corpus, 'bl')), ...readCupex(join(corpus, 'cupex'))];
}

function readBl(folder: string): readonly BooleanExpectation[] {
  const path = join(folder, 'expected.json');
  if (!existsSync(path)) return [];
  return list(readJson(path)).map((entry) => {
    const name = text(entry, 'file');
    return {
      path: join(folder, name),
      name,
      verdict: verdictOf(textOrNull(entry, 'verdict')),
      states: numberOrNull(entry, 'fenderStates'),
      seconds: numberOrNull(entry, 'fenderSeconds') ?? Infinity,
      stuck: stuck.has(name),
    };
  });
}

/** Rows such as `| dekker.bl | safe | 14,079 | 0.26 | 14K |`. */
const row = /^\| (\w+\.bl) \| (\w+) \| ([\d,]+) \| ([\d.]+) \|/gm;

function readCupex(folder: string): readonly BooleanExpectation[] {
  const readme = join(folder, 'README.md');
  if (!existsSync(readme)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [...readFileSync(readme, 'utf8').matchAll(row)].flatMap((cells) => {
    const path = paths.find((p) => basename(p) === at(cells, 1));
    if (path === undefined) return [];
    const expectation: BooleanExpectation = {
      path: join(folder, path),
      name: `cupex/${at(cells, 1)}`,
      verdict: verdictOf(at(cells, 2)),
      states: Number(at(cells, 3).replaceAll(',', '')),
      seconds: Number(at(cells, 4)),
      stuck: false,
    };
    return [expectation];
  });
}

function verdictOf(word: string | null): 'safe' | 'unsafe' | null {
  if (word === null || word === 'safe' || word === 'unsafe') return word;
  throw new Error(`a verdict of the corpus is ${word}`);
}
