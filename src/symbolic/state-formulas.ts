import { conjunction, disjunction, equal, falsity, int, truth } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { localId } from '../lang/expr/ids.js';
import type { LocationId, ThreadId } from '../lang/expr/ids.js';
import { simplifiedBinary } from '../lang/expr/simplify.js';
import { initialExpr } from '../lang/program/program.js';
import type { Init } from '../lang/program/program.js';
import type { MemoryModel } from '../memory/model.js';
import { isEnded } from '../step/branches.js';
import { rewriteExpr } from '../lang/program/visit.js';
import { at } from '../support/invariant.js';
import type { SymbolicState } from './symbolic-state.js';
import { FormulaDomain } from './formula-domain.js';
import type { WayDraft } from './formula-domain.js';

/** That the value of a variable is one of its type; `true` where the sort says so. */
export function typed(state: SymbolicState, variable: Expr): Expr {
  const type = state.typeOf(variable);
  if (type.kind !== 'range') return truth;
  return between(variable, type.lo, type.hi);
}

export const between = (value: Expr, lo: bigint, hi: bigint): Expr =>
  lo === hi
    ? equal(value, int(lo))
    : conjunction([simplifiedBinary('>=', value, int(lo)), simplifiedBinary('<=', value, int(hi))]);

/** The cells and locals of the program. */
export const programVariables = (state: SymbolicState): readonly Expr[] => [
  ...state.cells.all().map((cell) => state.cell(cell)),
  ...state.system.locals.map((_, i) => state.local(localId(i))),
];

/** The values that cells and locals begin with. Initial values speak of those of other variables. */
export function initialValuesHold(state: SymbolicState, model: MemoryModel): Expr {
  const { cells, system } = state;
  const begins = (variable: Expr, init: Init, index: number): Expr => {
    const told = initialExpr(init, index);
    const isTyped = typed(state, variable);
    if (told === null) return isTyped;
    const values = valuesInMemory(state, model, told).map(({ facts, value }) =>
      conjunction([...facts, equal(variable, value)]),
    );
    return conjunction([disjunction(values), isTyped]);
  };
  return conjunction([
    ...cells.all().map((cell) => begins(state.cell(cell), cells.variable(cell).init, cells.indexIn(cell))),
    ...system.locals.map(({ init }, i) => begins(state.local(localId(i)), init, 0)),
  ]);
}

/** Where every thread begins, with nothing in its buffer. */
export const atBeginning = (state: SymbolicState): Expr =>
  conjunction(state.system.threads.map(({ id, entry }) => stands(state, id, entry, 0)));

export const stands = (state: SymbolicState, thread: ThreadId, place: LocationId, waiting: number): Expr =>
  conjunction([equal(state.place(thread), int(place)), equal(state.waiting(thread), int(waiting))]);

/** All threads have ended, and nothing waits. */
export const allEnded = (state: SymbolicState): Expr =>
  conjunction(state.system.threads.map(({ id, end }) => stands(state, id, end, 0)));

export const nothingWaits = (state: SymbolicState): Expr =>
  conjunction(state.system.threads.map(({ id }) => equal(state.waiting(id), int(0))));

/** A formula of a property, read from main memory (Machine.holds): where it divides by zero or leaves an array it is false. */
export function holdsInMemory(state: SymbolicState, model: MemoryModel, formula: Expr): Expr {
  const placed = rewriteExpr(formula, (part) =>
    part.kind === 'at' ? standsAtLabel(state, part.thread, part.label) : part,
  );
  const values = valuesInMemory(state, model, placed);
  return disjunction(values.map(({ facts, value }) => conjunction([...facts, value])));
}

interface CaseValue {
  readonly facts: readonly Expr[];
  readonly value: Expr;
}

/** What an expression comes to that nobody's buffer has a say in; nothing where it divides by zero or leaves an array. */
function valuesInMemory(state: SymbolicState, model: MemoryModel, expr: Expr): readonly CaseValue[] {
  const nobody: WayDraft = {
    ...{ facts: [], written: new Map(), chosen: [], violates: null, stuck: null },
    buffer: { entries: [], values: [] },
  };
  const domain = new FormulaDomain(state, model, at(state.system.threads, 0).id, null, null);
  return domain
    .evaluate(nobody, expr)
    .flatMap((branch) => (isEnded(branch) ? [] : [{ facts: branch.state.facts, value: branch.value }]));
}

function standsAtLabel(state: SymbolicState, thread: ThreadId, label: string): Expr {
  const { locations } = at(state.system.threads, thread);
  const places = locations.filter(({ labels }) => labels.includes(label));
  return places.length === 0
    ? falsity
    : disjunction(places.map(({ id }) => equal(state.place(thread), int(id))));
}
