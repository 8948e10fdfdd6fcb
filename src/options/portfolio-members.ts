import { engineNames } from '../engines/index.js';
import { methodNames } from '../engines/options/abstract-rows.js';
import { discoveryModes, discoveryScopes, strategyNames } from '../engines/options/discovery-rows.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { didYouMean } from './kit/readers.js';
import type { OptionReader } from './kit/row.js';

/** One of those that look for an answer beside each other. */
export interface PortfolioMember {
  /** As it was written. */
  readonly name: string;
  /** The options of `verify` that its words are values of, the engine among them. */
  readonly options: ReadonlyMap<string, string>;
}

/** The options whose values members are made of. No value is one of two options. */
const wordsOf: readonly (readonly [string, readonly string[]])[] = [
  ['engine', ['auto', ...engineNames]],
  ['method', methodNames],
  ['refine', strategyNames],
  ['discover', discoveryModes],
  ['scope', discoveryScopes],
];

/** What members say in the place of these options. */
export const memberOptions: readonly string[] = wordsOf.map(([option]) => option);

/** Words that all stand for an engine with methods and strategies: no other has them. */
const ofWhichEngine = 'abstract';

export const everyMember = 'all';

/** `explicit,ce,lazy+spacer`, or `all`: which engines there are for a file is seen later. */
export const portfolioMembers: OptionReader<readonly PortfolioMember[] | typeof everyMember> = (
  text,
  option,
) => {
  if (text.trim() === everyMember) return everyMember;
  const names = [...new Set(text.split(',').map((part) => part.trim()))];
  const members = names.map((name) => memberOf(name, option));
  if (members.length < 2) throw new UsageError(`--${option} takes at least two, separated by commas`);
  return members;
};

function memberOf(name: string, option: string): PortfolioMember {
  const options = new Map<string, string>();
  for (const word of name.split('+')) {
    const [of] = wordsOf.find(([, words]) => words.includes(word)) ?? [];
    if (of === undefined) throw notAMember(word, option);
    if (options.has(of)) throw new UsageError(`--${option}: ${name} names two values of --${of}`);
    options.set(of, word);
  }
  const engine = options.get('engine') ?? ofWhichEngine;
  if (options.size > (options.has('engine') ? 1 : 0) && engine !== ofWhichEngine)
    throw new UsageError(
      `--${option}: ${name}: methods and strategies are those of the ${ofWhichEngine} engine`,
    );
  return { name, options: new Map([...options, ['engine', engine]]) };
}

function notAMember(word: string, option: string): UsageError {
  const known = wordsOf.flatMap(([, words]) => words);
  return new UsageError(
    `--${option} cannot have '${word}'; it takes ${everyMember}, or several of ${known.join(', ')}`,
    didYouMean(word, known),
  );
}

export const engineMember = (engine: string): PortfolioMember => ({
  name: engine,
  options: new Map([['engine', engine]]),
});
