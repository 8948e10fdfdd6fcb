import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import type { ExplicitOptions, ExplicitResult } from '../../../src/engines/explicit/explore.js';
import type { WorkersWanted } from '../../../src/engines/explicit/workers/workers-wanted.js';
import type { Property } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import type { Limits } from '../../../src/search/limits.js';

export const noLimits: Limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

export type SearchWish = Partial<ExplicitOptions> & {
  readonly properties?: readonly Property[];
  readonly limits?: Partial<Limits>;
};

/** Workers who share whatever there is to share, from the start. */
export const eager = (count: number, from = 0): WorkersWanted => ({
  ...{ count, from },
  leastShare: 1,
  isAwaited: true,
});

export function searched(system: System, model: MemoryModel, asked: SearchWish): Promise<ExplicitResult> {
  const { properties = system.properties, limits, ...options } = asked;
  return exploreExplicit(
    { system, model, properties, limits: { ...noLimits, ...limits }, progress: () => undefined },
    { bound: null, havocRange: null, reductions: true, collectFinals: null, ...options },
  );
}

/**
 * All that must not depend on who searches: also the runs, step by step. Where a search ended before its end, that is
 * verdicts and runs; it ends at once with one worker, and with the block at hand with several.
 */
export function outcome(result: ExplicitResult): unknown {
  const { incomplete, stats, warnings, proven } = result;
  const verdicts = [...result.verdicts].map(
    ([name, v]) => [name, v.kind === 'unknown' ? { kind: v.kind, reason: v.reason } : v] as const,
  );
  const searchedFor = verdicts.filter(([name]) => !proven.includes(name));
  const toTheEnd = incomplete === null && !searchedFor.every(([, { kind }]) => kind === 'unsafe');
  return {
    verdicts,
    proven,
    ...(toTheEnd
      ? {
          ...{ states: stats.states, transitions: stats.transitions, reached: result.reached, warnings },
          finals: result.finals.map((values) => values.join()).sort(),
        }
      : {}),
  };
}

/** In sentences. Where one search left something open for want of memory, only what both have decided is compared. */
export function contradictions(one: ExplicitResult, many: ExplicitResult): readonly string[] {
  return [...many.verdicts].flatMap(([name, { kind }]) => {
    const other = one.verdicts.get(name)?.kind ?? 'missing';
    return kind === other || kind === 'unknown' || other === 'unknown'
      ? []
      : [`${name}: ${other} by one worker, ${kind} by several`];
  });
}

export const leftOpenForMemory = ({ incomplete }: ExplicitResult): boolean => incomplete?.reason === 'memory';
