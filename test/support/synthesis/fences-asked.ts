import { pipelines } from '../../../src/library/all-pipelines.js';
import { languages } from '../../../src/frontends/index.js';
import { modelNamed } from '../../../src/memory/index.js';
import { fencesOfFile } from '../../../src/synthesis/find-fences.js';
import type {
  Algorithm,
  AtomicWritesReport,
  FoundSets,
  FoundWrite,
} from '../../../src/synthesis/synthesis-report.js';
import { invariant } from '../../../src/support/invariant.js';
import { usualOptions } from '../../../src/ask/verify-options.js';
import { smallestSize } from './smallest-size.js';

export interface FencesAsked {
  readonly file: string;
  readonly waits: 'all' | 'own';
  readonly algorithm: Algorithm;
  /** Names of the properties that count; empty: all. */
  readonly properties: readonly string[];
  readonly invariants?: readonly string[];
  readonly formulas?: readonly string[];
  readonly seconds: number;
}

/** What fences says of a file under tso1. */
export async function fencesAsked(asked: FencesAsked): Promise<AtomicWritesReport> {
  const { file, waits, algorithm, properties, invariants = [], formulas = [], seconds } = asked;
  const model = modelNamed('tso1', waits);
  invariant(model !== null, 'there is a model tso1');
  const options = {
    ...{ ...usualOptions, model, properties, timeoutSeconds: seconds },
    ...{ extraInvariants: invariants, extraFormulas: formulas },
  };
  const { signal } = new AbortController();
  const hooks = { languages, pipelines: await pipelines(), signal, progress: () => undefined };
  return fencesOfFile({ path: file, language: null }, options, hooks, { algorithm, first: false });
}

/** The size of the smallest sets that no stored counterexample excludes, by another search than the one that found them. */
export function leastByAnotherSearch({ counterexamples, candidates }: FoundSets): number | null {
  const numbers = new Map<string, number>();
  const numberOf = ({ thread, transition, variable }: FoundWrite): number => {
    const key = `${thread} ${transition} ${variable}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const clauses = counterexamples.map(({ some, unless }) => ({
    some: some.map(numberOf),
    unless: unless.map(numberOf),
  }));
  return smallestSize(candidates, clauses);
}
