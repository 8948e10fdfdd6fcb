import { unsupported } from '../diagnostics/diagnostic.js';
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

/** The states that are in every part. */
export function coverFormula(state: SymbolicState, { parts, waiting }: StateCover): StateFormula {
  const { threads } = state.system;
  const formulas = parts.map((boxes) => disjunction(boxes.map((box) => boxFormula(state, box, waiting))));
  const shapes = threads.map(({ id, name }) => {
    const told = parts.flatMap((boxes) => shapesIn(state, boxes, bufferAt(state, id), waiting) ?? []);
    if (told.length === 0) unsupported(`the invariant does not say what may wait in the buffer of ${name}`);
    return [...new Set(told)].toSorted((one, other) => one - other);
  });
  return { shapes, formula: conjunction(formulas) };
}

/** The shapes that a buffer may have in one of the boxes; null: any. */
function shapesIn(
  state: SymbolicState,
  boxes: readonly StateBox[],
  coordinate: number,
  waiting: readonly WaitingWrites[],
): readonly number[] | null {
  const found: number[] = [];
  for (const box of boxes) {
    const words = at(box, coordinate);
    if (words === null) return null;
    found.push(...words.map((word) => state.shapeNumber(shapeOf(at(waiting, Number(word))))));
  }
  return found;
}

const bufferAt = (state: SymbolicState, thread: ThreadId): number =>
  state.system.threads.length + programVariables(state).length + thread;

function boxFormula(state: SymbolicState, box: StateBox, waiting: readonly WaitingWrites[]): Expr {
  const { threads } = state.system;
  const variables = [...threads.map(({ id }) => state.place(id)), ...programVariables(state)];
  const values = variables.map((variable, i) => isOneOf(state, variable, at(box, i)));
  const buffers = threads.map(({ id }) => waitingFormula(state, id, at(box, bufferAt(state, id)), waiting));
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
  words: AllowedValues,
  waiting: readonly WaitingWrites[],
): Expr {
  if (words === null) return truth;
  const byShape = new Map<number, WaitingWrites[]>();
  for (const number of words) {
    const word = at(waiting, Number(number));
    addTo(byShape, state.shapeNumber(shapeOf(word)), word);
  }
  return disjunction(
    [...byShape].map(([number, held]) =>
      conjunction([equal(state.waiting(thread), int(number)), heldIn(state, thread, held)]),
    ),
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

/** The states of a cover in which the threads stand so, as a formula over cells, locals and what waits. */
export function coverWithin(
  state: SymbolicState,
  { parts, waiting }: StateCover,
  stands: readonly ThreadStand[],
): Expr {
  const within = (box: StateBox): readonly Expr[] => {
    const isThere = stands.every(({ thread, place }) => at(box, thread)?.includes(BigInt(place)) !== false);
    return isThere ? [boxWithin(state, box, waiting, stands)] : [];
  };
  return conjunction(parts.map((boxes) => disjunction(boxes.flatMap(within))));
}

function boxWithin(
  state: SymbolicState,
  box: StateBox,
  waiting: readonly WaitingWrites[],
  stands: readonly ThreadStand[],
): Expr {
  const buffers = stands.map(({ thread, waiting: shape }) => {
    const words = at(box, bufferAt(state, thread));
    if (words === null) return truth;
    const held = words.map((word) => at(waiting, Number(word)));
    return heldIn(
      state,
      thread,
      held.filter((word) => state.shapeNumber(shapeOf(word)) === shape),
    );
  });
  const first = state.system.threads.length;
  const values = programVariables(state).map((variable, i) => isOneOf(state, variable, at(box, first + i)));
  return conjunction([...values, ...buffers]);
}
