import { unsupported } from '../diagnostics/diagnostic.js';
import type { ArrayTransition, ArrayUpdate } from '../lang/arrays/array-system.js';
import { at } from '../support/invariant.js';
import { asRead, asTest, conjunction } from './compile-formula.js';
import type { Binding, CompiledCode, Compiler, CellReading, CompiledTest, Views } from './compile-formula.js';
import { slotsOf } from './footprint.js';
import type { Footprint } from './footprint.js';
import type { ArrayInstance } from './instance.js';
import { no } from './array-values.js';
import type { Truth } from './array-values.js';
import { distinctTuples, termsOfTransition, tuples } from './walk-system.js';

/** A transition with its processes, ready to run. */
export interface TransitionInstance {
  /** Its place in the system's list. */
  readonly transition: number;
  readonly procs: readonly number[];
  /** The process whose step it is; 0: the transition has no actor. */
  readonly actor: number;
  /** `t_req(#1)` */
  readonly name: string;
  readonly guard: CompiledTest;
  /** Waits until the actor's buffer is empty. */
  readonly drains: boolean;
  /** Its writes to weak cells reach memory at once. */
  readonly locked: boolean;
  readonly writes: readonly CellWrite[];
  readonly footprint: Footprint;
}

export interface CellWrite {
  readonly slot: number;
  readonly weak: boolean;
  readonly cases: readonly WriteCase[];
}

export interface WriteCase {
  readonly when: CompiledTest;
  readonly value: NewValue | null;
}

export interface NewValue {
  readonly read: CellReading;
  /** Says which free value it is. */
  readonly explain: (views: Views) => void;
}

/** All ways to take a transition; without those whose guard is false whatever the state. */
export function transitionInstances(
  instance: ArrayInstance,
  compiler: Compiler,
  hasBuffers: boolean,
): readonly TransitionInstance[] {
  const found: TransitionInstance[] = [];
  for (const [number, transition] of instance.system.transitions.entries()) {
    const access = weakAccess(instance, transition);
    if (hasBuffers && transition.actor === null && (access.reads || access.writes || transition.guard.fence))
      unsupported(
        `the transition ${transition.name} touches weak memory but has no actor`,
        transition.span,
        'put the parameter that acts into brackets: ([i])',
      );
    const locked = hasBuffers && access.reads && access.writes;
    const drains = locked || (hasBuffers && transition.guard.fence);
    for (const procs of distinctTuples(transition.params.length, instance.procs)) {
      const actor = transition.actor === null ? 0 : at(procs, transition.actor);
      const binding: Binding = { procs, view: actor };
      compiler.reads.clear();
      const guard = guardOf(transition, instance, compiler, binding);
      if ('fixed' in guard && guard.fixed === no) continue;
      const writes = transition.updates
        .flatMap((update) => writesOf(update, instance, compiler, binding))
        .sort((a, b) => a.slot - b.slot);
      const name = `${transition.name}(${procs.map((p) => `#${p}`).join(', ')})`;
      const footprint = { reads: slotsOf(compiler.reads), writes: slotsOf(writes.map(({ slot }) => slot)) };
      found.push({
        ...{ transition: number, procs, actor, name, guard: asTest(guard), drains, locked },
        ...{ writes, footprint },
      });
    }
  }
  return found;
}

/** Whether the text of a transition reads and writes weak cells; both make it a locked instruction (paper 000, section 2). */
export function weakAccess(
  instance: Pick<ArrayInstance, 'symbol'>,
  transition: ArrayTransition,
): { reads: boolean; writes: boolean } {
  return {
    reads: termsOfTransition(transition).some(
      ({ term }) => term.kind === 'cell' && instance.symbol(term.symbol).weak,
    ),
    writes: transition.updates.some(({ symbol }) => instance.symbol(symbol).weak),
  };
}

function guardOf(
  { guard }: ArrayTransition,
  instance: ArrayInstance,
  compiler: Compiler,
  binding: Binding,
): CompiledCode<Truth> {
  const others = tuples(1, instance.procs).filter(([p]) => p !== undefined && !binding.procs.includes(p));
  return conjunction([
    compiler.test(guard.formula, binding),
    ...guard.universals.flatMap(({ formula }) =>
      others.map((other) => compiler.test(formula, { ...binding, procs: [...binding.procs, ...other] })),
    ),
  ]);
}

/** One write for each cell of the symbol that some case may apply to. */
function writesOf(
  { symbol, cases, span }: ArrayUpdate,
  instance: ArrayInstance,
  compiler: Compiler,
  binding: Binding,
): readonly CellWrite[] {
  const { arity, weak } = instance.symbol(symbol);
  return tuples(arity, instance.procs).flatMap((indices) => {
    const inside = { ...binding, procs: [...binding.procs, ...indices] };
    const possible = cases.flatMap(({ when, value }): readonly WriteCase[] => {
      const code = compiler.test(when, inside);
      const read = value === null ? null : asRead(compiler.term(value, inside, span));
      if ('fixed' in code && code.fixed === no) return [];
      if (value === null || read === null) return [{ when: asTest(code), value: null }];
      return [{ when: asTest(code), value: { read, explain: compiler.explain(value, inside, span) } }];
    });
    return possible.length === 0 ? [] : [{ slot: instance.slot(symbol, indices), weak, cases: possible }];
  });
}
