import { edgeId, cellId, localId } from '../../lang/expr/ids.js';
import type { CellId, ThreadId } from '../../lang/expr/ids.js';
import type { System } from '../../lang/program/system.js';
import type { Lasso, Step } from '../../lang/run/execution.js';
import type { StateBox, StateCover, AllowedValues } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import type {
  EvidenceBox,
  EvidenceStep,
  EvidenceValues,
  InvariantClaim,
  RunClaim,
} from './evidence-document.js';
import { ascending } from '../cover/value-sets.js';
import { NoEvidence, isInteger } from './read-evidence.js';
import { StateNames } from '../../lang/program/state-names.js';

/** More values than these are no list that anybody goes through. */
const mostValues = 100_000;

/** The run in terms of the automata; throws `NoEvidence` for what they do not have. */
export function lassoOf(system: System, { initial, steps, cycle }: RunClaim): Lasso {
  const names = new StateNames(system);
  const chosen = Object.entries(initial).map(
    ([name, value]) => [variable(names, name), integer(value)] as const,
  );
  const count = names.cells.length;
  const step = (told: EvidenceStep): Step => stepOf(system, names, told);
  return {
    stem: {
      initial: {
        cells: new Map(chosen.flatMap(([i, value]) => (i < count ? [[cellId(i), value] as const] : []))),
        locals: new Map(
          chosen.flatMap(([i, value]) => (i < count ? [] : [[localId(i - count), value] as const])),
        ),
      },
      steps: steps.map(step),
    },
    cycle: cycle.map(step),
  };
}

function stepOf(system: System, names: StateNames, told: EvidenceStep): Step {
  const thread = threadOf(names, told.thread);
  if ('flush' in told) return { kind: 'flush', thread, cell: cellOf(names, told.flush) };
  if (told.edge >= at(system.threads, thread).edges.length)
    throw new NoEvidence(`${told.thread} has no edge ${told.edge}`);
  return { kind: 'edge', thread, edge: edgeId(told.edge), havoc: (told.chosen ?? []).map(integer) };
}

/** The boxes in terms of the automata; throws `NoEvidence` for what they do not have. */
export function coverOf(
  system: System,
  { parts, waiting }: Pick<InvariantClaim, 'parts' | 'waiting'>,
): StateCover {
  const names = new StateNames(system);
  if (waiting[0]?.length !== 0) throw new NoEvidence('the first of `waiting` is not nothing');
  return {
    parts: parts.map(({ boxes }) => boxes.map((box) => boxOf(system, names, box, waiting.length))),
    waiting: waiting.map((entries) =>
      entries.map((entry) =>
        entry === '|'
          ? ({ kind: 'marker' } as const)
          : ({ kind: 'write', cell: cellOf(names, entry[0]), value: BigInt(entry[1]) } as const),
      ),
    ),
  };
}

function boxOf(system: System, names: StateNames, told: EvidenceBox, waiting: number): StateBox {
  const [places, buffers] = [told.at, told.buffers].map(
    (found) => new Map(Object.entries(found).map(([name, list]) => [threadOf(names, name), valuesOf(list)])),
  );
  const values = new Map(
    Object.entries(told.values).map(([name, list]) => [variable(names, name), valuesOf(list)]),
  );
  return [
    ...system.threads.map(({ id, locations, name }) =>
      within(places?.get(id) ?? null, locations.length, `the locations of ${name}`),
    ),
    ...[...names.cells, ...names.locals].map((_, i) => values.get(i) ?? null),
    ...system.threads.map(({ id, name }) =>
      within(buffers?.get(id) ?? null, waiting, `the buffer of ${name}`),
    ),
  ];
}

/** Numbers that are listed, all of which must be below `count`. */
export const numbersWithin = (told: EvidenceValues, count: number, what: string): readonly number[] =>
  (within(told.length === 0 ? [] : valuesOf(told), count, what) ?? []).map(Number);

function within(values: AllowedValues, count: number, what: string): AllowedValues {
  if (values?.some((value) => value < 0n || value >= BigInt(count)) === true)
    throw new NoEvidence(`a box does not tell ${what} by numbers that there are`);
  return values;
}

function valuesOf(told: EvidenceValues): readonly bigint[] {
  const found = new Set<bigint>();
  for (const item of told) {
    const [from, to] =
      typeof item === 'object' ? [BigInt(item[0]), BigInt(item[1])] : [BigInt(item), BigInt(item)];
    if (to - from >= BigInt(mostValues))
      throw new NoEvidence(`the values from ${from} to ${to} are too many`);
    for (let value = from; value <= to; value++) found.add(value);
  }
  if (found.size === 0) throw new NoEvidence('a set of values is empty');
  return ascending(found);
}

function integer(text: string): bigint {
  if (!isInteger(text)) throw new NoEvidence(`${text} is no integer`);
  return BigInt(text);
}

export function threadOf(names: StateNames, name: string): ThreadId {
  const found = names.thread(name);
  if (found === null) throw new NoEvidence(`there is no thread ${name}`);
  return found;
}

export function variable(names: StateNames, name: string): number {
  const found = names.variable(name);
  if (found === null) throw new NoEvidence(`there is no variable ${name}`);
  return found;
}

export function cellOf(names: StateNames, name: string): CellId {
  const found = variable(names, name);
  if (found >= names.cells.length) throw new NoEvidence(`${name} is in no memory`);
  return cellId(found);
}
