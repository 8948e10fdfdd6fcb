import { readFileSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { UsageError } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../options/kit/readers.js';
import { packageFolder } from './own-package.js';

/** A program that comes with the package. */
export interface Sample {
  /** As in `mutex/peterson.fp`. */
  readonly name: string;
  readonly family: string;
  /** What its first comment says first. */
  readonly teaches: string;
  /** The verdicts of its properties together, by the name of the model; absent: not asked. */
  readonly expected: ReadonlyMap<string, string>;
}

const samplesFolder = (): string => join(packageFolder(), 'samples');

/** Where the text of a sample is. */
export const samplePath = ({ name }: Pick<Sample, 'name'>): string => join(samplesFolder(), name);

/** All of them, by family and name. */
export function allSamples(): readonly Sample[] {
  const expected = expectations(readFileSync(join(samplesFolder(), 'verdicts.tsv'), 'utf8'));
  const families = readdirSync(samplesFolder(), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return families
    .map(({ name }) => name)
    .sort()
    .flatMap((family) =>
      readdirSync(join(samplesFolder(), family))
        .sort()
        .map((file) => {
          const name = `${family}/${file}`;
          const teaches = firstSentence(readFileSync(samplePath({ name }), 'utf8'));
          return { name, family, teaches, expected: expected.get(name) ?? new Map<string, string>() };
        }),
    );
}

/** The worst verdict of each sample under each model. */
function expectations(table: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const [header = '', ...lines] = table.trimEnd().split('\n');
  const models = header.split('\t').slice(2, -1);
  const found = new Map<string, Map<string, string>>();
  for (const line of lines) {
    const [name = '', , ...verdicts] = line.split('\t');
    const known = found.get(name) ?? new Map<string, string>();
    found.set(name, known);
    for (const [i, model] of models.entries()) {
      const verdict = worse(known.get(model), verdicts[i] ?? '');
      if (verdict !== '') known.set(model, verdict);
    }
  }
  return found;
}

const worstFirst = ['unsafe', 'unknown', 'safe'];

const worse = (before: string | undefined, now: string): string =>
  worstFirst.find((verdict) => verdict === before || verdict === now) ?? before ?? '';

/** The first sentence of the comment that a text begins with; empty: there is none. */
export function firstSentence(text: string): string {
  const [, line, block] =
    /^\s*(?:((?:(?:\/\/|# ).*(?:\n|$))+)|(?:\/\*|\(\*)([\s\S]*?)(?:\*\/|\*\)))/.exec(text) ?? [];
  const comment = line?.replaceAll(/^(?:\/\/|# )/gm, '') ?? block ?? '';
  // What is in parentheses is mostly where it is from.
  const words = comment
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\([^)]*\)/g, '')
    .replace(/ Expect:.*$/, '')
    .trim();
  const [first = words] = /^.*?[.:](?= [A-Z(]|$)/.exec(words) ?? [];
  return `${first.replace(/[.:]$/, '')}.`;
}

/** The sample of that name: with or without its family, and its extension where that leaves no doubt. */
export function sampleNamed(word: string, samples: readonly Sample[] = allSamples()): Sample {
  const exact = samples.filter(({ name }) => name === word || name === `${word}${extname(name)}`);
  const short = samples.filter(({ name }) => [basename(name), basename(name, extname(name))].includes(word));
  const found = exact.length > 0 ? exact : short;
  const [sample, ...others] = found;
  if (sample !== undefined && others.length === 0) return sample;
  if (sample !== undefined)
    throw new UsageError(
      `there are several samples '${word}'`,
      `say which: ${found.map(({ name }) => name).join(', ')}`,
    );
  const names = samples.flatMap(({ name }) => [basename(name, extname(name)), basename(name), name]);
  throw new UsageError(
    `there is no sample '${word}'`,
    didYouMean(word, names) ?? 'fencepost samples lists them',
  );
}
