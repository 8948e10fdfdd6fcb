import { conjunction, disjunction, equal, int, truth } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { negated } from '../lang/expr/simplify.js';
import type { ThreadId } from '../lang/expr/ids.js';
import type { AllowedValues, StateBox, StateCover, WaitingWrites } from '../lang/run/state-cover.js';
import { at } from '../support/invariant.js';
import { addTo } from '../support/remembered.js';
import { between, programVariables } from './state-formulas.js';
import type { ThreadStand } from './machine-steps.js';
import type { SymbolicState, WaitingShape } from './symbolic-state.js';

/** States as a formula, and what may wait in them. */
export interface StateFormula {
  /** By threads, the numbers of the shapes that their buffers may have. */
  readonly shapes: readonly (readonly number[])[];
  readonly formula: Expr;
}

/** The states of the boxes. */
export function coverFormula(state: SymbolicState, { boxes, waiting }: StateCover): StateFormula {
  const shapes = state.system.threads.map(() => new Set<number>());
  const formulas = boxes.map((box) => boxFormula(state, box, waiting, shapes));
  return {
    shapes: shapes.map((numbers) => [...numbers].toSorted((a, b) => a - b)),
    formula: disjunction(formulas),
  };
}

function boxFormula(
  state: SymbolicState,
  box: StateBox,
  waiting: readonly WaitingWrites[],
  shapes: readonly Set<number>[],
): Expr {
  const { threads } = state.system;
  const variables = [...threads.map(({ id }) => state.place(id)), ...programVariables(state)];
  const values = variables.map((variable, i) => isOneOf(state, variable, at(box, i)));
  const buffers = threads.map(({ id }) => {
    const words = at(box, variables.length + id) ?? [];
    return waitingFormula(
      state,
      id,
      words.map((word) => at(waiting, Number(word))),
      at(shapes, id),
    );
  });
  return conjunction([...values, ...buffers]);
}

/** That the value of a variable is one of these. */
function isOneOf(state: SymbolicState, variable: Expr, values: AllowedValues): Expr {
  if (values === null) return truth;
  if (state.typeOf(variable).kind !== 'bool')
    return disjunction(runsOf(values).map(([lo, hi]) => between(variable, lo, hi)));
  return disjunction(values.map((value) => (value === 0n ? negated(variable) : variable)));
}

/** Numbers in ascending order as ranges. */
function runsOf(values: readonly bigint[]): readonly (readonly [lo: bigint, hi: bigint])[] {
  const runs: [bigint, bigint][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last !== undefined && value === last[1] + 1n) last[1] = value;
    else runs.push([value, value]);
  }
  return runs;
}

/** That a thread's buffer holds one of these. */
function waitingFormula(
  state: SymbolicState,
  thread: ThreadId,
  words: readonly WaitingWrites[],
  shapes: Set<number>,
): Expr {
  const byShape = new Map<number, WaitingWrites[]>();
  for (const word of words) addTo(byShape, state.shapeNumber(shapeOf(word)), word);
  return disjunction(
    [...byShape].map(([number, held]) => {
      shapes.add(number);
      return conjunction([equal(state.waiting(thread), int(number)), heldIn(state, thread, held)]);
    }),
  );
}

const shapeOf = (word: WaitingWrites): WaitingShape =>
  word.map((entry, i) => (entry.kind === 'marker' ? entry : { ...entry, value: BigInt(i) }));

/** The values of one of these, which have one shape. */
const heldIn = (state: SymbolicState, thread: ThreadId, words: readonly WaitingWrites[]): Expr =>
  disjunction(
    words.map((word) =>
      conjunction(
        word.flatMap((entry, i) =>
          entry.kind === 'marker' ? [] : [isOneOf(state, state.slot(thread, i, entry.cell), [entry.value])],
        ),
      ),
    ),
  );

/** The states of the boxes in which the threads stand so, as a formula over cells, locals and what waits. */
export function coverWithin(
  state: SymbolicState,
  { boxes, waiting }: StateCover,
  stands: readonly ThreadStand[],
): Expr {
  const { threads } = state.system;
  const variables = programVariables(state);
  const formulas = boxes.flatMap((box): readonly Expr[] => {
    if (!stands.every(({ thread, place }) => at(box, thread)?.includes(BigInt(place)))) return [];
    const buffers = stands.map(({ thread, waiting: shape }) => {
      const words = at(box, threads.length + variables.length + thread) ?? [];
      const held = words.map((word) => at(waiting, Number(word)));
      return heldIn(
        state,
        thread,
        held.filter((word) => state.shapeNumber(shapeOf(word)) === shape),
      );
    });
    const values = variables.map((variable, i) => isOneOf(state, variable, at(box, threads.length + i)));
    return [conjunction([...values, ...buffers])];
  });
  return disjunction(formulas);
}
