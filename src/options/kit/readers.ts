import { modelNamed, modelNames } from '../../memory/index.js';
import type { GivenBound } from '../../memory/bound.js';
import { UsageError } from '../../diagnostics/diagnostic.js';
import { suggest } from '../../support/suggest.js';
import type { OptionReader } from './row.js';

export interface HavocRange {
  readonly lo: bigint;
  readonly hi: bigint;
}

export const anyText: OptionReader<string> = (text) => text;

/** A name of a file that is to be written. */
export const outputPath: OptionReader<string> = (text, option) => {
  if (text !== '') return text;
  throw new UsageError(`--${option} needs the name of a file`);
};

const among = <T>(choices: readonly string[], read: OptionReader<T>): OptionReader<T> =>
  Object.assign((text: string, option: string) => read(text, option), { choices });

export const oneOf = <T extends string>(choices: readonly T[]): OptionReader<T> =>
  among(choices, (text, option) => {
    const found = choices.find((choice) => choice === text);
    if (found !== undefined) return found;
    throw new UsageError(
      `--${option} cannot be '${text}'; it is one of ${choices.join(', ')}`,
      didYouMean(text, choices),
    );
  });

export const model: OptionReader<string> = among(modelNames, (text) => {
  if (modelNamed(text) !== null) return text;
  const known = `${modelNames.join(', ')}, or tsoN for N buffered writes`;
  throw new UsageError(
    `there is no memory model '${text}'; the models are ${known}`,
    didYouMean(text, modelNames),
  );
});

/** For values with commas between them. The same value twice counts once. */
export const listOf = <T>(read: OptionReader<T>): OptionReader<readonly T[]> =>
  Object.assign(
    (text: string, option: string) => [...new Set(text.split(',').map((part) => read(part.trim(), option)))],
    { choices: read.choices ?? [], isList: true as const },
  );

const switches = ['on', 'off'] as const;
export const onOrOff: OptionReader<boolean> = among(
  switches,
  (text, option) => oneOf(switches)(text, option) === 'on',
);

export const seconds: OptionReader<number> = (text, option) => {
  const value = decimal.test(text) ? Number(text) : NaN;
  if (value > 0 && Number.isFinite(value)) return value;
  throw new UsageError(`--${option} takes a number of seconds above 0, not '${text}'`);
};

const counted = (text: string, option: string, others: string): number => {
  const value = digits.test(text) ? Number(text) : NaN;
  if (value >= 1 && Number.isSafeInteger(value)) return value;
  throw new UsageError(`--${option} takes a whole number from 1${others}, not '${text}'`);
};

export const count: OptionReader<number> = (text, option) => counted(text, option, '');

export const countOrAny: OptionReader<number | 'any'> = (text, option) =>
  text === 'any' ? 'any' : counted(text, option, ' or any');

export const upToOrAuto =
  (limit: number): OptionReader<number | 'auto'> =>
  (text, option) =>
    text === 'auto' ? 'auto' : atMost(limit, counted(text, option, ', or auto'), option);

export const upToOrOff =
  (limit: number): OptionReader<number | 'off'> =>
  (text, option) =>
    text === 'off' ? 'off' : upTo(limit)(text, option);

export const upTo =
  (limit: number): OptionReader<number> =>
  (text, option) =>
    atMost(limit, count(text, option), option);

function atMost(limit: number, value: number, option: string): number {
  if (value <= limit) return value;
  throw new UsageError(`--${option} takes at most ${limit}, not '${value}'`);
}

/** 0 or up to a limit. */
export const upToFromZero =
  (limit: number): OptionReader<number> =>
  (text, option) =>
    text === '0' ? 0 : atMost(limit, counted(text, option, ', or 0'), option);

/** Any whole number that fits 32 bits. */
export const seed: OptionReader<number> = (text, option) => {
  const value = digits.test(text) ? Number(text) : NaN;
  if (value <= 0xffff_ffff) return value;
  throw new UsageError(`--${option} takes a whole number from 0 to 4294967295, not '${text}'`);
};

export const bound: OptionReader<GivenBound> = (text, option) => {
  if (text === 'auto') return null;
  if (!text.includes('=')) return count(text, option);
  const bounds = new Map<string, number>();
  for (const part of text.split(',')) {
    const match = /^\s*([^\s=]+)\s*=\s*([0-9]+)\s*$/.exec(part);
    const [, name, value] = match ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(
        `--${option} takes auto, a whole number, or a list such as x=2,y=1, not '${text}'`,
      );
    }
    if (bounds.has(name)) throw new UsageError(`--${option} names '${name}' twice`);
    bounds.set(name, count(value, option));
  }
  return bounds;
};

export const havocRange: OptionReader<HavocRange> = (text, option) => {
  const [, low, high] = /^\s*(-?[0-9]+)\s*\.\.\s*(-?[0-9]+)\s*$/.exec(text) ?? [];
  if (low === undefined || high === undefined) {
    throw new UsageError(`--${option} takes a range such as 0..3, not '${text}'`);
  }
  const range = { lo: BigInt(low), hi: BigInt(high) };
  if (range.lo > range.hi) throw new UsageError(`--${option} ${text} is empty: ${low} is above ${high}`);
  const large = [low, high].find((end) => !Number.isSafeInteger(Number(end)));
  if (large !== undefined)
    throw new UsageError(`--${option} goes up to 2^53 - 1 either way, not to ${large}`);
  return range;
};

/** A note for a UsageError, or null. */
export function didYouMean(name: string, candidates: Iterable<string>): string | null {
  const close = suggest(name, candidates);
  return close === null ? null : `did you mean '${close}'?`;
}

const digits = /^[0-9]+$/;
const decimal = /^([0-9]+(\.[0-9]*)?|\.[0-9]+)$/;
