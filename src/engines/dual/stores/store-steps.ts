import { at } from '../../../support/invariant.js';
import { byNumber } from '../../../support/lists.js';
import { remembered } from '../../../support/remembered.js';
import type { CellValue, DualProgram, DualTransition } from '../dual-program.js';
import { opKey } from '../dual-program.js';
import type { Box, Boxes } from '../search/boxes.js';

/** Transitions of a kind that differ at most in which value they read of one cell. */
export interface StoreStep {
  readonly from: number;
  readonly to: number;
  /** Of the kind, by their positions. */
  readonly transitions: readonly number[];
  readonly op: StoreOp;
}

export type StoreOp =
  | { readonly kind: 'read'; readonly reads: Box }
  | { readonly kind: 'store'; readonly cell: number; readonly value: number }
  /** Without writes it waits for the own buffers. */
  | { readonly kind: 'locked'; readonly reads: Box; readonly writes: readonly CellValue[] };

/**
 * The program with one state more in each kind, its last: somewhere. A process that nobody has looked at may be there; it has come
 * by a store, or by writing under a lock. Transitions into it come after those of the program, in their order.
 */
export function withSomewhere(program: DualProgram): DualProgram {
  return {
    ...program,
    kinds: program.kinds.map((kind) => ({
      ...kind,
      states: kind.states + 1,
      transitions: [
        ...kind.transitions,
        ...kind.transitions.filter(isOfUse).map((t) => ({ ...t, to: kind.states })),
      ],
    })),
  };
}

const isOfUse = ({ op }: DualTransition): boolean =>
  op.kind === 'write' || (op.kind === 'locked' && op.writes.length > 0);

/** The transition of the program itself that one of `withSomewhere` stands for. */
export function withoutSomewhere(transitions: readonly DualTransition[], transition: number): number {
  if (transition < transitions.length) return transition;
  const ofUse = [...transitions.keys()].filter((t) => isOfUse(at(transitions, t)));
  return at(ofUse, transition - transitions.length);
}

/** For each kind and state the steps into it. */
export function stepsInto(
  program: DualProgram,
  boxes: Boxes,
): readonly (readonly (readonly StoreStep[])[])[] {
  return program.kinds.map(({ states, transitions }) => {
    const groups = new Map<string, number[]>();
    for (const [i, t] of transitions.entries()) remembered(groups, groupKey(t), (): number[] => []).push(i);
    const steps = [...groups.values()].map((group) => stepOf(transitions, group, boxes));
    return byNumber(steps, states, (step) => step.to);
  });
}

function groupKey({ from, to, op }: DualTransition): string {
  if (op.kind === 'write') return `${from} ${to} ${opKey(op)}`;
  const [read, ...others] = op.reads;
  if (read === undefined || others.length > 0) return `${from} ${to} ${opKey(op)}`;
  return `${from} ${to} one ${opKey({ ...op, reads: [] })} of ${read.cell}`;
}

function stepOf(transitions: readonly DualTransition[], group: readonly number[], boxes: Boxes): StoreStep {
  const members = group.map((i) => at(transitions, i));
  const { from, to, op } = at(members, 0);
  const step = { from, to, transitions: group };
  if (op.kind === 'write') return { ...step, op: { kind: 'store', cell: op.cell, value: op.value } };
  const [read, ...others] = op.reads;
  const reads =
    read === undefined || others.length > 0
      ? boxes.exactly(op.reads)
      : boxes.oneOf(
          read.cell,
          members.flatMap((t) => (t.op.kind === 'write' ? [] : t.op.reads.map((r) => r.value))),
        );
  if (op.kind === 'read') return { ...step, op: { kind: 'read', reads } };
  return { ...step, op: { kind: 'locked', reads, writes: op.writes } };
}
