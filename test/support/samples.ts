import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../src/support/invariant.js';
import { root } from './root.js';

/** Whether a sample is there for predicate abstraction: most of these have values without end. */
export const forAbstraction = (sample: string): boolean => sample.startsWith('abstraction/');

/** Whether a sample is there for the discovery of predicates: it states none, and has values without end. */
export const forDiscovery = (sample: string): boolean => /^(discovery|unbounded)\//.test(sample);

/** Whether a sample is there for the dual engine. */
export const forDual = (sample: string): boolean => sample.startsWith('dual/');

/** Whether a sample is there for any number of threads over values without end. */
export const forQuantified = (sample: string): boolean => sample.startsWith('any-number/');

/** Whether a sample is there for a construct of the language: engines see what that stands for, which others have, too. */
const forLanguage = (sample: string): boolean => sample.startsWith('language/');

/** Whether a sample is there for properties of runs, which other engines do not take. */
export const ofRuns = (sample: string): boolean => sample.startsWith('ltl/');

/** Whether a sample has processes, which may be any number of threads. */
export const ofAnyNumber = (sample: string): boolean => /-any(-fenced)?\.fp$/.test(sample);

export const samples = readdirSync(join(root, 'samples'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.fp'))
  .sort();

/**
 * Without the ones of any number of threads, those for the dual engine (some are, and the others are much like those here), and
 * those about runs and for constructs of the language.
 */
export const usualSamples = samples.filter(
  (path) => !forDual(path) && !ofRuns(path) && !forQuantified(path) && !forLanguage(path),
);

/** Those whose states an enumeration comes to the end of. */
export const finiteSamples = usualSamples.filter((path) => !forAbstraction(path) && !forDiscovery(path));

export const abstractionSamples = samples.filter(forAbstraction);

/** In `.fp` and `.rmm`. */
export const dualSamples = readdirSync(join(root, 'samples', 'dual'))
  .sort()
  .map((file) => `dual/${file}`);

/** A row of verdicts.tsv. */
export interface VerdictRow {
  readonly sample: string;
  readonly property: string;
  /** By the name of the model. Absent: not asked; the note says why. */
  readonly expected: ReadonlyMap<string, string>;
  readonly note: string;
}

const [header = '', ...lines] = readFileSync(join(root, 'samples', 'verdicts.tsv'), 'utf8')
  .replace(/\n$/, '')
  .split('\n');

/** The names of the models that verdicts.tsv speaks of. */
export const verdictModels = header.split('\t').slice(2, -1);

export const verdictRows: readonly VerdictRow[] = lines.map((line) => {
  const cells = line.split('\t');
  const verdicts = verdictModels.map((model, i) => [model, at(cells, i + 2)] as const);
  return {
    ...{ sample: at(cells, 0), property: at(cells, 1), note: cells.at(-1) ?? '' },
    expected: new Map(verdicts.filter(([, verdict]) => verdict !== '-')),
  };
});
