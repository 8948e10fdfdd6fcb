import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { coarsest, numbered } from './partition.js';
import { opKey } from './dual-program.js';
import type {
  CellValue,
  DualProgram,
  ProcessKind,
  Op,
  GlobalTarget,
  DualTransition,
} from './dual-program.js';

/** A smaller program that reaches its targets if and only if the given one reaches its own. */
export interface Reduction {
  readonly program: DualProgram;
  readonly targets: readonly GlobalTarget[];
  /** For each kind and state of the given program the state here. */
  readonly classOf: readonly Int32Array[];
}

/**
 * Makes one state of those that behave alike (bisimilar, with the targets to tell them apart). On the way a read that goes
 * to the same place whatever the value is becomes no read at all, and steps that change nothing go.
 */
export function reduce(program: DualProgram, targets: readonly GlobalTarget[]): Reduction {
  const kinds = program.kinds.map((kind, k) => reduceKind(program, kind, memberships(kind, k, targets)));
  const classOf = kinds.map((r) => r.classOf);
  const merged = (kind: number, states: readonly number[]): readonly number[] => [
    ...new Set(states.map((s) => at(at(classOf, kind), s))),
  ];
  return {
    program: {
      cells: program.cells,
      kinds: kinds.map((r) => r.kind),
      beginnings: program.beginnings.map(({ memory, states }) => ({
        memory,
        states: states.map((entries, k) => merged(k, entries)),
      })),
    },
    targets: targets.map(({ processes, memory }) => ({
      memory,
      processes: processes.map((part) => ({ ...part, states: merged(part.kind, part.states) })),
    })),
    classOf,
  };
}

/** For each state a number that tells in which parts of which targets it is. */
function memberships(kind: ProcessKind, k: number, targets: readonly GlobalTarget[]): Int32Array {
  const keys = Array.from({ length: kind.states }, () => '');
  for (const [t, { processes }] of targets.entries()) {
    for (const [p, part] of processes.entries()) {
      if (part.kind !== k) continue;
      for (const state of new Set(part.states)) keys[state] = `${at(keys, state)} ${t}.${p}`;
    }
  }
  return numbered(keys);
}

interface ReducedKind {
  readonly kind: ProcessKind;
  readonly classOf: Int32Array;
}

function reduceKind(program: DualProgram, kind: ProcessKind, membership: Int32Array): ReducedKind {
  let current: ReducedKind = { kind, classOf: Int32Array.from({ length: kind.states }, (_, s) => s) };
  let members = membership;
  for (;;) {
    const { states, transitions } = current.kind;
    const simpler = { ...current.kind, transitions: simplified(program, current.kind) };
    const step = quotient(simpler, members);
    const kinds = step.kind;
    const first = new Int32Array(kinds.states);
    for (let s = states - 1; s >= 0; s--) first[at(step.classOf, s)] = at(members, s);
    members = first;
    current = { kind: kinds, classOf: current.classOf.map((s) => at(step.classOf, s)) };
    if (kinds.states === states && kinds.transitions.length === transitions.length) return current;
  }
}

const nothing: Op = { kind: 'read', reads: [] };

/** Without steps that change nothing; a read of any value is none. */
function simplified(program: DualProgram, { transitions }: ProcessKind): readonly DualTransition[] {
  const values = new Map<string, Set<number>>();
  const keyOf = ({ from, to }: DualTransition, cell: number): string => `${from} ${to} ${cell}`;
  const asked = (op: Op): CellValue | null =>
    op.kind === 'read' && op.reads.length === 1 ? at(op.reads, 0) : null;
  for (const t of transitions) {
    const read = asked(t.op);
    if (read === null) continue;
    remembered(values, keyOf(t, read.cell), () => new Set<number>()).add(read.value);
  }
  const found = new Map<string, DualTransition>();
  for (const t of transitions) {
    const read = asked(t.op);
    const any =
      read !== null && values.get(keyOf(t, read.cell))?.size === at(program.cells, read.cell).values.length;
    const simple = any ? { ...t, op: nothing } : t;
    if (simple.op.kind === 'read' && simple.from === simple.to) continue;
    found.set(`${simple.from} ${simple.to} ${opKey(simple.op)}`, simple);
  }
  return [...found.values()];
}

/** One state for each class of states that are in the same parts of targets and can do the same. */
function quotient(kind: ProcessKind, membership: Int32Array): ReducedKind {
  const classOf = coarsest(kind, membership);
  const found = new Map<string, DualTransition>();
  for (const { from, to, op } of kind.transitions) {
    const t = { from: at(classOf, from), to: at(classOf, to), op };
    found.set(`${t.from} ${t.to} ${opKey(op)}`, t);
  }
  const states = classOf.reduce((most, c) => Math.max(most, c + 1), 0);
  return { kind: { ...kind, states, transitions: [...found.values()] }, classOf };
}
