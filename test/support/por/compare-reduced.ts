import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import type { ExplicitOptions, ExplicitResult } from '../../../src/engines/explicit/explore.js';
import type { PartialOrderRules } from '../../../src/engines/shared/packed/por/partial-orders.js';
import { allRules } from '../../../src/engines/shared/packed/por/partial-orders.js';
import type { Property } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import type { Bound } from '../../../src/memory/bound.js';
import type { MemoryModel } from '../../../src/memory/model.js';

export interface ReducedComparison {
  /** What the reduced search says otherwise than the one of all states. */
  readonly complaints: readonly string[];
  /** More states than are gone through. */
  readonly capped: boolean;
  readonly states: number;
  readonly reducedStates: number;
}

/** Everything that a search says, with orders of steps left out and without. */
export async function compareReduced(
  system: System,
  model: MemoryModel,
  bound: Bound | null,
  rules: PartialOrderRules = allRules,
): Promise<ReducedComparison> {
  const options = {
    ...{ bound, havocRange: { lo: 0n, hi: 1n }, reductions: true },
    collectFinals: [
      ...system.shared.map(({ id }) => ({ kind: 'shared', shared: id }) as const),
      ...system.locals.map(({ id }) => ({ kind: 'local', local: id }) as const),
    ],
  };
  const plain = await explored(system, model, options);
  if (plain.incomplete?.reason === 'memory')
    return { complaints: [], capped: true, states: 0, reducedStates: 0 };
  const reduced = await explored(system, model, { ...options, reducing: { beyond: 0, rules } });
  const before = told(plain);
  const after = told(reduced);
  const complaints = Object.keys(before).flatMap((what) =>
    before[what] === after[what] ? [] : [`${what}: ${before[what] ?? ''}, reduced: ${after[what] ?? ''}`],
  );
  return {
    complaints,
    capped: false,
    states: plain.stats.states,
    reducedStates: reduced.stats.states,
  };
}

const mostMB = 4;

async function explored(system: System, model: MemoryModel, options: ExplicitOptions): Promise<ExplicitResult> {
  const properties: readonly Property[] = [
    ...system.properties.filter((p) => p.kind !== 'ltl' && p.name !== 'deadlock'),
    { kind: 'deadlock', name: 'deadlock' },
  ];
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: mostMB };
  return exploreExplicit({ system, model, properties, limits, progress: () => undefined }, options);
}

/** By what it is about. */
function told({ verdicts, finals, reached, warnings, incomplete }: ExplicitResult): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(
      [...verdicts].map(([name, verdict]) => [name, verdict.kind === 'unknown' ? verdict.reason : verdict.kind]),
    ),
    'final states': finals.map((f) => f.join()).sort().join(' '),
    'reached places': reached.map((places) => places.map(Number).join('')).join(' '),
    warnings: warnings.map(({ code, message }) => (code === 'W602' ? code : `${code} ${message}`)).join('; '),
    left: incomplete?.reason ?? 'nothing',
  };
}
