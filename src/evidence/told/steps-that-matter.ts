import { localsOf, partsOf } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { CellId, LocalId } from '../../lang/expr/ids.js';
import { expressionsRead } from '../../lang/program/actions.js';
import type { Property } from '../../lang/program/program.js';
import type { Aside, RunBlame } from '../../lang/run/trace.js';
import type { Machine, MachineState } from '../../memory/machine.js';
import { isFault } from '../../lang/expr/eval.js';
import { assertNever, at } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import { nextOf } from '../happens-before.js';
import type { MadeStore, RunAccesses, RecordedStep } from '../accesses-of-run.js';

/** What a run violates, in which state, and what is said about why. */
export interface RunsEnd {
  readonly property: Property;
  readonly state: MachineState;
  readonly blame: RunBlame | null;
}

/**
 * Which steps of a run may be left out when it is told in short; by step, null: it is told. A step matters if what is wrong in
 * the end depends on it (dynamic slicing: Agrawal and Horgan, PLDI 1990), by
 *
 *   data      it wrote a local or a cell that a step which matters reads, or that the formula speaks of; it brought that
 *             write to memory; or it is the write that a load which matters came too early for,
 *   control   it is a test that its thread passed on the way to a step that matters, not counting ways round that came
 *             back to the place where they began with nothing done that matters.
 *
 * So steps that do not matter may write what they like where they write: those that do are the same, and the end is. Steps that
 * matter but only compute, where nobody else can look, are left out, too: what they come to is seen in the steps after.
 */
export function asides(machine: Machine, accesses: RunAccesses, end: RunsEnd): readonly (Aside | null)[] {
  const needed = new MatteringSteps(machine, accesses).neededFor(end);
  const last = accesses.steps.length - 1;
  return accesses.steps.map((taken, i) => {
    if (i === last) return null;
    if (!needed.has(i)) return 'unneeded';
    return isLocal(taken) ? 'local' : null;
  });
}

/** It only computes with locals, or jumps. */
export const isLocal = ({ edge, loads }: Pick<RecordedStep, 'edge' | 'loads'>): boolean =>
  edge !== null && loads.length === 0 && edge.actions.every(({ kind }) => kind === 'assign');

class MatteringSteps {
  readonly #needed = new Set<number>();
  readonly #open: number[] = [];
  /** By thread, the numbers of the steps along its edges. */
  readonly #ways: readonly (readonly number[])[];
  /** By step, the last one before it that wrote each local it reads. */
  readonly #writers: readonly (readonly number[])[];
  readonly #lastWriter = new Map<LocalId, number>();

  constructor(
    private readonly machine: Machine,
    private readonly accesses: RunAccesses,
  ) {
    const numbers = accesses.steps.flatMap(({ edge }, i) => (edge === null ? [] : [i]));
    this.#ways = byNumber(numbers, machine.system.threads.length, (i) => at(accesses.steps, i).step.thread);
    this.#writers = accesses.steps.map((taken, i) => this.#writersFor(taken, i));
  }

  neededFor({ property, state, blame }: RunsEnd): ReadonlySet<number> {
    this.#need(this.accesses.steps.length - 1);
    // What fails on the way is told, and how it came to that.
    for (const [i, { result }] of this.accesses.steps.entries()) if (result.failed.length > 0) this.#need(i);
    for (const step of blameSteps(blame)) this.#need(step);
    this.#needEnd(property, state);
    do this.#needData();
    while (this.#needControl());
    return this.#needed;
  }

  #need(step: number): void {
    // A write that waits in the end arrives with no step.
    if (step < 0 || step >= this.accesses.steps.length || this.#needed.has(step)) return;
    this.#needed.add(step);
    this.#open.push(step);
  }

  #needEnd(property: Property, state: MachineState): void {
    switch (property.kind) {
      case 'invariant':
      case 'final':
        this.#needFormula(property.formula, state);
        break;
      case 'deadlock':
        for (const { id, edges } of this.machine.system.threads) {
          this.#need(at(this.#ways, id).at(-1) ?? -1);
          const waiting = edges.filter(({ from }) => from === at(state.places, id));
          for (const expr of waiting.flatMap(({ actions }) => actions.flatMap(expressionsRead)))
            this.#needFormula(expr, state);
        }
        break;
      case 'assert':
      case 'div':
      case 'bounds':
      case 'range':
      case 'ltl':
      case 'never':
        break;
      default:
        assertNever(property);
    }
  }

  #needFormula(formula: Expr, state: MachineState): void {
    for (const part of partsOf(formula)) {
      if (part.kind === 'local') this.#need(this.#lastWriter.get(part.local) ?? -1);
      if (part.kind === 'at') this.#need(at(this.#ways, part.thread).at(-1) ?? -1);
      if (part.kind !== 'shared') continue;
      const index = part.index === null ? 0n : this.machine.valueInMemory(state, part.index);
      const { shape } = at(this.machine.system.shared, part.shared);
      const length = shape.kind === 'array' ? BigInt(shape.length) : 1n;
      if (isFault(index) || index < 0n || index >= length) continue;
      this.#needCell(this.machine.cells.cell(part.shared, Number(index)));
    }
  }

  /** What memory holds in the end, and what still waits to change that. */
  #needCell(cell: CellId): void {
    const last = this.accesses.memory.get(cell)?.at(-1) ?? null;
    if (last !== null) this.#needStore(last, true);
    for (const next of nextOf(this.accesses, cell, last)) this.#needStore(next, true);
  }

  #needStore(store: MadeStore, inMemory: boolean): void {
    this.#need(store.step);
    if (inMemory) this.#need(store.arrives);
  }

  #needData(): void {
    for (let step = this.#open.pop(); step !== undefined; step = this.#open.pop()) {
      const taken = at(this.accesses.steps, step);
      for (const writer of at(this.#writers, step)) this.#need(writer);
      if (taken.arrived !== null) this.#needStore(taken.arrived, false);
      for (const { of, isOwn, cell } of taken.loads) {
        if (of !== null) this.#needStore(of, !isOwn);
        for (const missed of nextOf(this.accesses, cell, of)) this.#needStore(missed, true);
      }
    }
  }

  /** Whether there is more now that matters. */
  #needControl(): boolean {
    for (const way of this.#ways) {
      let open: number[] = [];
      for (const step of way) {
        const { edge } = at(this.accesses.steps, step);
        if (edge === null) continue;
        if (this.#needed.has(step)) {
          for (const test of open) if (this.#isTest(test)) this.#need(test);
          open = [];
        } else {
          // A way round ends where it began: what is next could have been next then.
          const before = open.findIndex((i) => at(this.accesses.steps, i).edge?.from === edge.to);
          open = before < 0 ? (edge.from === edge.to ? open : [...open, step]) : open.slice(0, before);
        }
      }
    }
    return this.#open.length > 0;
  }

  #isTest(step: number): boolean {
    const { edge } = at(this.accesses.steps, step);
    return edge !== null && edge.actions.some(({ kind }) => kind === 'assume');
  }

  #writersFor({ edge, result }: RecordedStep, step: number): readonly number[] {
    const found = new Set<number>();
    for (const action of edge?.actions ?? []) {
      for (const id of expressionsRead(action).flatMap((expr) => [...localsOf(expr)]))
        found.add(this.#lastWriter.get(id) ?? -1);
      if (result.kind === 'moved' && (action.kind === 'assign' || action.kind === 'havoc'))
        this.#lastWriter.set(action.local, step);
    }
    found.delete(step);
    return [...found];
  }
}

function blameSteps(blame: RunBlame | null): readonly number[] {
  switch (blame?.kind) {
    case 'reordering':
      return [blame.write, blame.passed, ...(blame.seen === null ? [] : [blame.seen])];
    case 'waiting':
      return [blame.write];
    case 'sc':
    case undefined:
      return [];
  }
}
