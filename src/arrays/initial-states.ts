import { conjuncts } from '../lang/arrays/array-formula.js';
import { choicesFor } from './view-choices.js';
import { asTest, Compiler, negation } from './compile-formula.js';
import type { CompiledCode, CompiledTest, Views } from './compile-formula.js';
import type { ArrayInstance } from './instance.js';
import type { ArrayState } from './array-states.js';
import type { ArrayValue, Truth } from './array-values.js';
import { free, no, unsure, yes } from './array-values.js';
import { distinctTuples, tuples } from './walk-system.js';

export interface ArrayInitialStates {
  /** Cells of which nothing is said are free. */
  readonly states: Iterable<ArrayState>;
  /** False once numbers were left out, of infinitely many that might do; known when the states have been gone through. */
  readonly complete: () => boolean;
}

interface Constraint {
  readonly test: CompiledTest;
  /** One comparison for equality: a free side must be what the other side is. */
  readonly equation: boolean;
}

/** `init` for all processes, the same one for two parameters also; no invariant's formula for any different ones. */
export function initialStates(instance: ArrayInstance): ArrayInitialStates {
  // Everybody sees the same at the start.
  const compiler = new Compiler(instance, false);
  const constraints = constraintsOf(instance, compiler);
  const buffers = Array.from({ length: instance.procs }, () => []);
  let complete = true;

  function* solve(before: readonly ArrayValue[]): Generator<ArrayState> {
    const cells = [...before];
    const views: Views = [cells];
    const open = propagate(cells, views, constraints, compiler, instance);
    if (open === 'contradiction') return;
    if (open === null) {
      yield { cells, buffers };
      return;
    }
    open.test(views);
    const { slot } = compiler.blame;
    const choices = choicesFor(instance, cells.entries(), compiler.blame);
    if (!choices.complete) complete = false;
    for (const value of choices.values) yield* solve(cells.with(slot, value));
  }

  const unknown = instance.cells.map(() => free);
  return { states: { [Symbol.iterator]: () => solve(unknown) }, complete: () => complete };
}

/** Whether it is one of them; nothing waits in a buffer, and no value is free. */
export function isInitial(instance: ArrayInstance, { cells, buffers }: ArrayState): boolean {
  const views: Views = [cells];
  return (
    buffers.every((buffer) => buffer.length === 0) &&
    cells.every((value, slot) => fits(instance, slot, value)) &&
    constraintsOf(instance, new Compiler(instance, false)).every(({ test }) => test(views) === yes)
  );
}

/** Writes what equations say into the cells. A constraint that is still open; null: all hold. */
function propagate(
  cells: ArrayValue[],
  views: Views,
  constraints: readonly Constraint[],
  { blame }: Compiler,
  instance: ArrayInstance,
): Constraint | 'contradiction' | null {
  for (;;) {
    let changed = false;
    let open: Constraint | null = null;
    for (const constraint of constraints) {
      const truth = constraint.test(views);
      if (truth === no) return 'contradiction';
      if (truth !== unsure) continue;
      if (!constraint.equation || blame.equal === null) {
        open ??= constraint;
        continue;
      }
      if (!fits(instance, blame.slot, blame.equal)) return 'contradiction';
      cells[blame.slot] = blame.equal;
      changed = true;
    }
    if (!changed) return open;
  }
}

function fits(instance: ArrayInstance, slot: number, value: ArrayValue): boolean {
  const domain = instance.domain(slot);
  if (domain !== null) return domain.includes(value);
  return instance.cells[slot]?.symbol.type.kind === 'real' || value % instance.scale === 0;
}

function constraintsOf({ system, procs }: ArrayInstance, compiler: Compiler): readonly Constraint[] {
  const { init, invariants } = system;
  const wanted = tuples(init.params.length, procs).flatMap((tuple) =>
    conjuncts(init.formula).flatMap((part) =>
      asConstraint(
        compiler.test(part, { procs: tuple, view: 0 }),
        part.kind === 'compare' && part.op === '=',
      ),
    ),
  );
  const unwanted = invariants.flatMap(({ params, formula }) =>
    distinctTuples(params.length, procs).flatMap((tuple) =>
      asConstraint(negation(compiler.test(formula, { procs: tuple, view: 0 })), false),
    ),
  );
  return [...wanted, ...unwanted];
}

const asConstraint = (code: CompiledCode<Truth>, equation: boolean): readonly Constraint[] =>
  'fixed' in code && code.fixed !== no ? [] : [{ test: asTest(code), equation }];
