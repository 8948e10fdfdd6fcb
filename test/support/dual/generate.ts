import type {
  Beginning,
  CellValue,
  DualCell,
  DualProgram,
  ProcessKind,
  Op,
  GlobalTarget,
  DualTransition,
} from '../../../src/engines/dual/dual-program.js';
import { at } from '../../../src/support/invariant.js';
import type { Random } from '../random.js';

export interface DualGeneratorOptions {
  /** Transitions may also lead back. Otherwise each leads to a greater state. */
  readonly cyclic: boolean;
  /** Kinds of any number of processes, at most two; otherwise two or three processes in all. */
  readonly parameterised: boolean;
  readonly maxStates: number;
}

/** A small program in which processes are likely to depend on each other. */
export function generateDual(random: Random, options: DualGeneratorOptions): DualProgram {
  const cells = Array.from({ length: random.chance(0.7) ? 2 : 3 }, (_, i) => ({
    name: at(['x', 'y', 'z'], i),
    values: Array.from({ length: random.chance(0.7) ? 2 : 3 }, (_v, value) => BigInt(value)),
  }));
  const sizes = cells.map(({ values }) => values.length);
  const style = random.weighted([
    ['free', 3],
    ['store-buffering', 4],
    ['observed', 3],
  ]);
  const kinds = countsOf(random, options).map((count, k): ProcessKind => {
    const states = random.chance(0.2) ? random.between(2, options.maxStates) : options.maxStates;
    const line = Array.from({ length: states - 1 }, (_, from) =>
      styled(random, random.chance(0.8) ? style : 'free', from, k, sizes),
    );
    const transitions = automaton(random, line, sizes, options);
    const kind: ProcessKind = { name: at(['a', 'b', 'c'], k), count, states, transitions };
    return random.chance(0.1) ? withTwin(random, kind, options) : kind;
  });
  const beginnings = Array.from({ length: random.chance(0.2) ? 2 : 1 }, () =>
    beginning(random, kinds, sizes),
  );
  return { cells: random.chance(0.05) ? withSpareValues(cells) : cells, kinds, beginnings };
}

/** More values than fit into a word of bits, most of which do not occur. */
function withSpareValues(cells: readonly DualCell[]): readonly DualCell[] {
  return cells.map((cell, i) =>
    i === 0 ? { ...cell, values: Array.from({ length: 40 }, (_, value) => BigInt(value)) } : cell,
  );
}

function countsOf(random: Random, { parameterised }: DualGeneratorOptions): readonly (number | null)[] {
  return parameterised
    ? random.pick([[null], [null], [null, null], [null, 1], [1, null]])
    : random.pick([[1, 1], [1, 1], [1, 1], [1, 1, 1], [2], [2, 1], [1, 2], [3], [0, 2]]);
}

/** A way through all states, and some short cuts, alternatives and perhaps ways back. */
function automaton(
  random: Random,
  line: readonly Op[],
  sizes: readonly number[],
  { cyclic }: DualGeneratorOptions,
): readonly DualTransition[] {
  const last = line.length;
  const more = Array.from({ length: random.below(3) }, () => {
    const from = random.below(cyclic ? last + 1 : last);
    const to = cyclic ? random.below(last + 1) : random.between(from + 1, last);
    return { from, to, op: operation(random, sizes) };
  });
  const all = [...line.map((op, from) => ({ from, to: from + 1, op })), ...more];
  return random.chance(0.15) ? withIndifferentRead(random, all, sizes) : all;
}

/** One of the transitions reads a cell, whatever its value. */
function withIndifferentRead(
  random: Random,
  transitions: readonly DualTransition[],
  sizes: readonly number[],
): readonly DualTransition[] {
  const which = random.below(transitions.length);
  const { from, to } = at(transitions, which);
  const cell = random.below(sizes.length);
  const reads = Array.from({ length: at(sizes, cell) }, (_, value): DualTransition => {
    return { from, to, op: { kind: 'read', reads: [{ cell, value }] } };
  });
  return transitions.toSpliced(which, 1, ...reads);
}

/** With one more state that is like another one: of an acyclic kind like the last one. */
function withTwin(random: Random, kind: ProcessKind, { cyclic }: DualGeneratorOptions): ProcessKind {
  const { states, transitions } = kind;
  const model = cyclic ? random.below(states) : states - 1;
  const entry = random.pick(transitions);
  const leaving = transitions.filter(({ from }) => from === model);
  return {
    ...kind,
    states: states + 1,
    transitions: [
      ...transitions,
      { ...entry, to: states },
      ...leaving.map((transition) => ({ ...transition, from: states })),
    ],
  };
}

type ProgramStyle = 'free' | 'store-buffering' | 'observed';

function styled(
  random: Random,
  style: ProgramStyle,
  from: number,
  kind: number,
  sizes: readonly number[],
): Op {
  switch (style) {
    case 'free':
      return operation(random, sizes);
    case 'store-buffering':
      return storeBuffering(random, from, kind, sizes);
    case 'observed':
      return observed(random, from, kind, sizes);
  }
}

/** What TSO allows and SC does not: write something of one's own, then still see what was before in something else. */
function storeBuffering(random: Random, from: number, kind: number, sizes: readonly number[]): Op {
  const cell = kind % sizes.length;
  if (from === 0 || random.chance(0.3)) {
    return { kind: 'write', cell, value: random.between(1, at(sizes, cell) - 1) };
  }
  return { kind: 'read', reads: [{ cell: (cell + 1) % sizes.length, value: 0 }] };
}

/** The first process writes and writes, the others look at it many times. */
function observed(random: Random, from: number, kind: number, sizes: readonly number[]): Op {
  if (kind === 0) return { kind: 'write', ...cellValue(random, sizes, 0.4) };
  if (from === 0 && random.chance(0.5)) return { kind: 'write', ...cellValue(random, sizes, 0.2) };
  return { kind: 'read', reads: cellValues(random, sizes, random.chance(0.6) ? 1 : 2, 0.5) };
}

function operation(random: Random, sizes: readonly number[]): Op {
  const kind = random.weighted([
    ['write', 8],
    ['read', 8],
    ['reads', 2],
    ['nop', 0.5],
    ['fence', 0.5],
    ['arw', 1],
    ['locked', 1],
  ]);
  switch (kind) {
    case 'write':
      return { kind: 'write', ...cellValue(random, sizes, 0.15) };
    case 'read':
      return { kind: 'read', reads: [cellValue(random, sizes, 0.6)] };
    case 'reads':
      return { kind: 'read', reads: cellValues(random, sizes, 2, 0.6) };
    case 'nop':
      return { kind: 'read', reads: [] };
    case 'fence':
      return { kind: 'locked', reads: [], writes: [] };
    case 'arw': {
      const read = cellValue(random, sizes, 0.5);
      const value = random.below(at(sizes, read.cell));
      return { kind: 'locked', reads: [read], writes: [{ cell: read.cell, value }] };
    }
    case 'locked':
      return {
        kind: 'locked',
        reads: cellValues(random, sizes, random.below(3), 0.6),
        writes: cellValues(random, sizes, random.below(3), 0.3),
      };
  }
}

/** Memory mostly begins with 0, so reads mostly want 0 and writes mostly write something else. */
function cellValue(random: Random, sizes: readonly number[], zero: number): CellValue {
  const cell = random.below(sizes.length);
  return { cell, value: valueOf(random, cell, sizes, zero) };
}

function valueOf(random: Random, cell: number, sizes: readonly number[], zero: number): number {
  return random.chance(zero) ? 0 : random.between(1, at(sizes, cell) - 1);
}

/** Of different cells. */
function cellValues(
  random: Random,
  sizes: readonly number[],
  count: number,
  zero: number,
): readonly CellValue[] {
  const first = random.below(sizes.length);
  return Array.from({ length: count }, (_, i) => {
    const cell = (first + i) % sizes.length;
    return { cell, value: valueOf(random, cell, sizes, zero) };
  });
}

function beginning(random: Random, kinds: readonly ProcessKind[], sizes: readonly number[]): Beginning {
  return {
    memory: sizes.map((size) => {
      if (random.chance(0.05)) return null;
      return random.chance(0.9) ? 0 : random.below(size);
    }),
    states: kinds.map(({ states }) => {
      if (random.chance(0.1)) return [0, random.between(1, states - 1)];
      return [random.chance(0.95) ? 0 : random.below(states)];
    }),
  };
}

/** Mostly one state for each process of a fixed number, and one or two processes of any number. */
export function generateTarget(random: Random, program: DualProgram): GlobalTarget {
  const processes = program.kinds.flatMap(({ count, states }, kind) => {
    const wanted = count ?? random.pick([0, 1, 1, 2, 2]);
    return Array.from({ length: wanted }, () => {
      // The later states are harder to reach.
      const state = random.chance(0.6) ? states - 1 : random.below(states);
      return { kind, states: random.chance(0.1) ? [...new Set([state, random.below(states)])] : [state] };
    });
  });
  const memory = program.cells.flatMap(({ values }, cell) =>
    random.chance(0.15) ? [{ cell, value: random.below(values.length) }] : [],
  );
  return { processes: processes.filter(() => random.chance(0.9)), memory };
}
