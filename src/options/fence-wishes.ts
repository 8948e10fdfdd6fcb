import { UsageError } from '../diagnostics/diagnostic.js';
import { upTo } from './kit/readers.js';
import type { OptionReader } from './kit/row.js';

/** What fences are for. */
export const goalNames = ['property', 'bound', 'robust'] as const;
export type GoalName = (typeof goalNames)[number];

/** What may be put at a place. */
export const fenceKinds = ['fence', 'fence(ww)', 'locked'] as const;
export type FoundKind = (typeof fenceKinds)[number];

export type FenceCosts = Readonly<Record<FoundKind, number>>;

/** A locked instruction waits for the buffer as a fence does, and does not go on before its own write is in memory. */
export const usualCosts: FenceCosts = { fence: 1, 'fence(ww)': 1, locked: 2 };

/** As in `fence=1,locked=3`; what is not named costs what it usually does. */
export const fenceCosts: OptionReader<FenceCosts> = (text, option) => {
  const costs = { ...usualCosts };
  const named = new Set<string>();
  for (const part of text.split(',')) {
    const [, name = '', value = ''] = /^\s*([^\s=]+)\s*=\s*([0-9]+)\s*$/.exec(part) ?? [];
    const kind = fenceKinds.find((known) => known === name);
    if (kind === undefined)
      throw new UsageError(`--${option} takes a list such as fence=1,fence(ww)=1,locked=2, not '${text}'`);
    if (named.has(kind)) throw new UsageError(`--${option} names ${kind} twice`);
    named.add(kind);
    costs[kind] = upTo(1000)(value, option);
  }
  return costs;
};
