import { replay } from '../../../src/evidence/replay.js';
import type { Property } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import type { Bound, BufferSpec } from '../../../src/memory/bound.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tsoN } from '../../../src/memory/tso-n.js';
import { tso } from '../../../src/memory/tso.js';
import type { MapBack } from '../../../src/pass/pass.js';
import type { Reachable } from './bounded.js';

export interface EncodingComparison {
  /** What is wrong, in sentences; empty: all agrees. */
  readonly complaints: readonly string[];
  /** Models and bounds compared, and those left out because there were too many states. */
  readonly compared: number;
  readonly capped: number;
  /** How many of those compared reached an overflow. */
  readonly overflowed: number;
  /** How many violating runs were led back and replayed. */
  readonly replayed: number;
}

/** Nothing was compared. */
export const noComparison: EncodingComparison = {
  complaints: [],
  compared: 0,
  capped: 0,
  overflowed: 0,
  replayed: 0,
};

export function inAll(parts: readonly EncodingComparison[]): EncodingComparison {
  const total = (count: (part: EncodingComparison) => number): number =>
    parts.reduce((n, part) => n + count(part), 0);
  return {
    complaints: parts.flatMap((part) => part.complaints),
    compared: total((part) => part.compared),
    capped: total((part) => part.capped),
    overflowed: total((part) => part.overflowed),
    replayed: total((part) => part.replayed),
  };
}

/** With the setting before each complaint. */
export const under = (setting: string, comparison: EncodingComparison): EncodingComparison => ({
  ...comparison,
  complaints: comparison.complaints.map((c) => `${setting}: ${c}`),
});

/** Of one reference and one encoding; runs of the encoding are led back and replayed. */
export function compared(
  plain: Reachable,
  coded: Reachable,
  system: System,
  model: MemoryModel,
  mapBack: MapBack,
): EncodingComparison {
  const runs = replayed(system, model, coded, mapBack);
  return {
    complaints: [...differencesBetween(plain, coded), ...runs.flatMap((r) => r.complaints)],
    compared: 1,
    capped: 0,
    overflowed: plain.overflows.size > 0 ? 1 : 0,
    replayed: runs.length,
  };
}

/** Under tsoN the model itself bounds the buffers. */
const noBound: Bound = { perShared: new Map() };

export function bufferSettings(system: System): readonly BufferSpec[] {
  const mixed: Bound = { perShared: new Map(system.shared.map((v, i) => [v.id, 1 + (i % 2)])) };
  const each = (model: MemoryModel): readonly BufferSpec[] =>
    [1, 2, 3].map((all) => ({ model, bound: { all } }));
  return [
    { model: sc, bound: { all: 1 } },
    ...each(tso),
    ...each(pso),
    { model: pso, bound: mixed },
    { model: tsoN(1), bound: noBound },
    { model: tsoN(2, 'own'), bound: noBound },
    { model: tsoN(2), bound: { all: 2 } },
  ];
}

export const settingText = ({ model, bound }: BufferSpec): string =>
  'all' in bound
    ? `${model.name}, bound ${bound.all}`
    : `${model.name}, bounds ${[...bound.perShared.values()].join(' ')}`;

function differencesBetween(plain: Reachable, inCode: Reachable): readonly string[] {
  const found = (['states', 'finals', 'violated', 'overflows'] as const).flatMap((what) => [
    ...extras(`${what} that only the plain semantics has`, plain[what], inCode[what]),
    ...extras(`${what} that only the encoding has`, inCode[what], plain[what]),
  ]);
  if (plain.deadlocks !== null && inCode.deadlocks !== null && plain.deadlocks !== inCode.deadlocks)
    found.push(`deadlocks: ${plain.deadlocks} in the plain semantics, ${inCode.deadlocks} in the encoding`);
  return found;
}

function extras(heading: string, these: ReadonlySet<string>, those: ReadonlySet<string>): readonly string[] {
  const missing = [...these].filter((item) => !those.has(item));
  return missing.length === 0 ? [] : [`${heading}: ${missing.slice(0, 5).join('  ')}`];
}

/** One entry for each violated property; its complaints are empty if the run was accepted. */
function replayed(system: System, model: MemoryModel, found: Reachable, mapBack: MapBack) {
  const properties: readonly Property[] = [...system.properties, { kind: 'deadlock', name: 'deadlock' }];
  return properties.flatMap((property) => {
    const run = found.runs.get(property.name);
    if (run === undefined) return [];
    const result = replay(new Machine(system, model), mapBack(run), property);
    const complaints = result.kind === 'rejected' ? [`${property.name} does not replay: ${result.why}`] : [];
    return [{ complaints }];
  });
}
