import { expandInstances } from '../../../passes/expand-instances.js';
import { lowerRmw } from '../../../passes/lower-rmw.js';
import { splitAccesses } from '../../../passes/split-accesses.js';
import { choices } from '../../../src/evidence/step-choices.js';
import { equal, int, local, shared } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { localId, sharedId } from '../../../src/lang/expr/ids.js';
import type { Program } from '../../../src/lang/program/program.js';
import { lengthOf } from '../../../src/lang/program/system.js';
import type { Type } from '../../../src/lang/expr/type.js';
import type { BufferSpec } from '../../../src/memory/bound.js';
import { Machine, stateKey } from '../../../src/memory/machine.js';
import type { MachineState } from '../../../src/memory/machine.js';
import { sc } from '../../../src/memory/sc.js';
import { overflowProperty } from '../../../src/pass/overflow.js';
import { at } from '../../../src/support/invariant.js';
import { encoded } from './encoded.js';
import { initialChoices } from './exhaustive.js';

/** The program with one load a step, so that what is read on the way has a name that predicates can speak of. */
export function spelledOut(program: Program, procs: number): Program {
  const passes = [expandInstances, lowerRmw, splitAccesses];
  const spelled = passes.reduce((before, pass) => pass.run(before, { procs }), program);
  return { ...spelled, locals: spelled.locals.map((v) => ({ ...v, temporary: false })) };
}

/** Values that variables have, by variable of the source. */
interface ReachedValues {
  readonly shared: readonly Set<bigint>[];
  readonly locals: readonly Set<bigint>[];
  readonly isCut: boolean;
  /** Threads that take a step. */
  readonly moved: ReadonlySet<number>;
}

export interface Determined {
  readonly predicates: readonly Expr[];
  /** Some execution ends before its time: at a fault, or where a store finds its buffer full. */
  readonly isCut: boolean;
  /** Some thread never takes a step: a Boolean program of which that is true is called vacuous. */
  readonly isIdle: boolean;
}

/**
 * For each variable and each value that it ever has in memory or in a buffer, the predicate that it has it: whoever knows
 * these knows the state. Null if there are more states than said. The program is spelled out.
 */
export function determining(program: Program, buffers: BufferSpec, maxStates: number): Determined | null {
  const reached = valuesOf(program, buffers, maxStates);
  if (reached === null) return null;
  const named = (expr: Expr, type: Type, values: ReadonlySet<bigint>): readonly Expr[] =>
    type.kind === 'bool' ? [expr] : [...values].sort(ascending).map((v) => equal(expr, int(v)));
  const predicates = [
    ...program.shared.flatMap((v) =>
      (v.shape.kind === 'scalar' ? [null] : Array.from({ length: lengthOf(v) }, (_, i) => int(i))).flatMap(
        (index) => named(shared(v.id, index), v.type, at(reached.shared, v.id)),
      ),
    ),
    ...program.locals.flatMap((v) => named(local(v.id), v.type, at(reached.locals, v.id))),
  ];
  return { predicates, isCut: reached.isCut, isIdle: reached.moved.size < program.threads.length };
}

const ascending = (a: bigint, b: bigint): number => Number(a - b);

function valuesOf(program: Program, buffers: BufferSpec, maxStates: number): ReachedValues | null {
  const lowered = encoded(program, buffers, 'shapes');
  const machine = new Machine(lowered.system, sc);
  const overflow = overflowProperty(lowered);
  let isCut = false;
  const moved = new Set<number>();
  const reached = {
    shared: program.shared.map(() => new Set<bigint>()),
    locals: program.locals.map(() => new Set<bigint>()),
  };
  const seen = new Set<string>();
  const queue: MachineState[] = [];
  const add = (state: MachineState): void => {
    const key = stateKey(state);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(state);
    note(state, machine, reached);
  };
  for (const choice of initialChoices(machine)) add(machine.initial(choice));
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    if (seen.size > maxStates) return null;
    for (const step of choices(machine, state).steps) {
      const result = machine.take(state, step);
      if (result.kind !== 'blocked') moved.add(step.thread);
      if (result.kind === 'moved') add(result.state);
      if (result.kind === 'fault') isCut = true;
      if (result.kind !== 'blocked' && overflow !== null && result.failed.includes(overflow)) isCut = true;
    }
  }
  return { ...reached, isCut, moved };
}

function note(
  state: MachineState,
  { cells }: Machine,
  reached: Pick<ReachedValues, 'shared' | 'locals'>,
): void {
  for (const cell of cells.all()) {
    const { id, buffer } = cells.variable(cell);
    const source = buffer?.kind === 'entry' && buffer.of !== null ? buffer.of.shared : sharedId(id);
    reached.shared[source]?.add(at(state.memory, cell));
  }
  state.locals.forEach((value, i) => reached.locals[localId(i)]?.add(value));
}
