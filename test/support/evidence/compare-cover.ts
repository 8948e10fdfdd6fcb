import { smallCover } from '../../../src/ask/proof/small-cover.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import { checkCover } from '../../../src/evidence/cover/check-cover.js';
import type { ObligationsCheck } from '../../../src/evidence/cover/check-cover.js';
import { coverOf } from '../../../src/evidence/document/understood.js';
import { NoEvidence, readEvidence } from '../../../src/evidence/document/read-evidence.js';
import { invariantClaim } from '../../../src/evidence/document/write-evidence.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import type { Property } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import type { StateBox, StateCover, AllowedValues } from '../../../src/lang/run/state-cover.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MachineState } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { at, invariant } from '../../../src/support/invariant.js';
import { exploreEverything, reachedStates } from '../plain/exhaustive.js';
import type { Random } from '../random.js';

export interface CoverComparison {
  readonly complaints: readonly string[];
  /** More states than are gone through. */
  readonly capped: boolean;
  readonly states: number;
  /** Boxes of the very states, and of the small invariant. */
  readonly plainSets: number;
  readonly sets: number;
  /** It has several parts. */
  readonly isJoined: boolean;
  readonly damaged: number;
  readonly damagedAccepted: number;
}

export const notCompared: CoverComparison = {
  ...{ complaints: [], capped: true, states: 0, plainSets: 0, sets: 0, damaged: 0, damagedAccepted: 0 },
  isJoined: false,
};

export type CoverCheckerUnderTest = (
  ...asked: Parameters<typeof checkCover>
) => ObligationsCheck | Promise<ObligationsCheck>;

export interface CoverComparisonScope {
  readonly mostStates?: number;
  readonly damages?: number;
  /** Whether the checker decides deadlock. */
  readonly withDeadlock?: boolean;
  /** Whether the checker takes invariants of several parts. */
  readonly inParts?: boolean;
}

/**
 * The checker of invariants against all runs, made one by one by the plain machine: it accepts the states of the explicit
 * engine and the small invariant made from them for what nothing violates, and for nothing else; and where it accepts damaged ones, no reachable state is missing.
 */
export async function compareCover(
  system: System,
  model: MemoryModel,
  random: Random,
  check: CoverCheckerUnderTest = checkCover,
  { mostStates = 3000, damages = 4, withDeadlock = true, inParts = true }: CoverComparisonScope = {},
): Promise<CoverComparison> {
  const machine = new Machine(system, model);
  const all = exploreEverything(machine, mostStates);
  const found = all === null ? null : await everyState(system, model);
  if (all === null || found === null) return notCompared;
  const properties = [...system.properties, ...(withDeadlock ? [deadlock] : [])].filter(
    (property) => !isTemporal(property),
  );
  const isViolated = ({ name, kind }: Property): boolean =>
    kind === 'deadlock' ? all.deadlocks : all.violated.has(name);
  const safe = properties.filter((property) => !isViolated(property));
  const plain = { parts: [found.table.part(() => undefined)], waiting: found.table.waiting };
  const small = inParts
    ? smallCover(found.table, found.states, { ...found.request, properties: safe })
    : plain;
  const accepts = async (asked: readonly Property[], claimed: StateCover): Promise<boolean> => {
    const { obligations, held } = await check(system, model, asked, claimed, () => undefined);
    return obligations === held;
  };
  const reached = reachedStates(machine, mostStates).filter((state) => machine.atomicThread(state) === null);
  const complaints: string[] = [];
  let damagedAccepted = 0;
  for (const cover of [plain, ...(inParts ? [small] : [])].map((made) => readAgain(system, made))) {
    if (!(await accepts(safe, cover))) complaints.push('the states of the engine are rejected');
    for (const property of properties.filter(isViolated))
      if (await accepts([property], cover)) complaints.push(`${property.name} is accepted, but violated`);
    if (!reached.every((state) => isIn(state, cover))) complaints.push('an invariant lacks a state');
    for (let i = 0; i < damages && boxesOf(cover) > 0; i++) {
      const other = damagedCover(system, cover, random);
      if (other === null || !(await accepts(safe, other))) continue;
      damagedAccepted++;
      if (!reached.every((state) => isIn(state, other))) complaints.push('a damaged invariant is accepted');
    }
  }
  return {
    ...{ complaints, capped: false, states: found.states, damagedAccepted },
    ...{ plainSets: boxesOf(plain), sets: boxesOf(small), damaged: (inParts ? 2 : 1) * damages },
    isJoined: small.parts.length > 1,
  };
}

const deadlock: Property = { kind: 'deadlock', name: 'deadlock' };

export async function everyState(system: System, model: MemoryModel) {
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: 64 };
  const properties = system.properties.filter((property) => !isTemporal(property));
  const request = { system, model, properties, limits, progress: () => undefined };
  const { table, stats } = await exploreExplicit(request, {
    ...{ bound: null, havocRange: null, reductions: true, collectFinals: [], table: true },
  });
  return table === null ? null : { request, table, states: stats.states };
}

/** With one thing changed, as others read it; null: it is no evidence. */
export const damagedCover = (system: System, cover: StateCover, random: Random): StateCover | null =>
  understood(() => readAgain(system, damaged(cover, random)));

/** Null: it is no evidence. */
function understood(read: () => StateCover): StateCover | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof NoEvidence) return null;
    throw error;
  }
}

const boxesOf = ({ parts }: StateCover): number => parts.flat().length;

/** As others read it. */
function readAgain(system: System, cover: StateCover): StateCover {
  const question = {
    ...{ model: 'sc', atomicWaits: 'all', procs: null, fairness: 'flush' },
    ...{ invariants: [], ltl: [], defines: [], includes: [], wrap: false, races: false, termination: false },
    ...{ allocations: 4, robust: false },
  };
  const text = JSON.stringify({
    ...{ schema: 1, program: { file: 'x', sha256: 'x', language: 'fp' }, question, automata: [] },
    ...invariantClaim(system, [], cover),
  });
  const read = readEvidence(text);
  invariant(read.kind === 'invariant', 'what was written is read');
  return coverOf(system, read);
}

/** With one thing changed: a box that is gone, a value more or less, another place or buffer. */
function damaged(cover: StateCover, random: Random): StateCover {
  const which = random.below(cover.parts.length);
  const boxes = at(cover.parts, which);
  if (boxes.length === 0) return { ...cover, parts: cover.parts.filter((_, i) => i !== which) };
  const place = random.below(boxes.length);
  const box = at(boxes, place);
  const rest = boxes.filter((_, i) => i !== place);
  const other = random.chance(0.3) ? rest : [...rest, damagedBox(box, random)];
  return { ...cover, parts: cover.parts.with(which, other) };
}

function damagedBox(box: StateBox, random: Random): StateBox {
  const coordinate = random.below(box.length);
  const values = at(box, coordinate);
  if (values === null) return box.with(coordinate, [BigInt(random.between(0, 2))]);
  if (values.length > 1 && random.chance(0.6)) return box.with(coordinate, values.slice(1));
  const near = at(values, 0) + (random.chance(0.5) ? 1n : -1n);
  const other = near < 0n ? 0n : near;
  return box.with(coordinate, random.chance(0.5) ? [other] : sorted([...values, other]));
}

const sorted = (values: readonly bigint[]): AllowedValues =>
  [...new Set(values)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

function isIn(state: MachineState, { parts, waiting }: StateCover): boolean {
  const values = wordsOf(state, waiting);
  return parts.every((boxes) => boxes.some((box) => isInBox(values, box)));
}

/** By coordinates. */
export function wordsOf(
  { places, memory, locals, buffers }: MachineState,
  waiting: StateCover['waiting'],
): readonly bigint[] {
  const words = buffers.map((buffer) => {
    const text = JSON.stringify(buffer, bigAsText);
    return BigInt(waiting.findIndex((word) => JSON.stringify(word, bigAsText) === text));
  });
  return [...places.map(BigInt), ...memory, ...locals, ...words];
}

export const isInBox = (values: readonly bigint[], box: StateBox): boolean =>
  box.every((allowed, i) => allowed === null || allowed.includes(at(values, i)));

const bigAsText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
