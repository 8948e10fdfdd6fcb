import { UsageError } from '../diagnostics/diagnostic.js';
import type { OptionReader } from './kit/row.js';

/** One of several parts of a plan, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

const mostShards = 100_000;

/** As in `3/8`. */
export const shardNumber: OptionReader<Shard> = (text, option) => {
  const [, index, count] = /^([0-9]+)\/([0-9]+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count && shard.count <= mostShards) return shard;
  throw new UsageError(`--${option} takes which one of how many, as in 3/8, not '${text}'`);
};
