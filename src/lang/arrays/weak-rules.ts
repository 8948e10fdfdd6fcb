import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { comparisons, conjuncts, procVariable, sameProc } from './array-formula.js';
import type {
  ArrayFormula,
  ArraySystem,
  ArrayTerm,
  ArrayTransition,
  CellTerm,
  CellSymbol,
  Clause,
  ProcTerm,
  ArrayUpdate,
  UpdateCase,
} from './array-system.js';

/**
 * What a system must keep to if it is to run under TSO, as Cubicle-W asks for it: who acts is known, and only weak cells are
 * shared. Plain cells are the registers of the process that is their first index. Under SC nothing of this is needed.
 */
export function checkWeakRules(system: ArraySystem, bag: DiagnosticBag): void {
  for (const symbol of system.symbols) checkSymbol(symbol, bag);
  checkInit(system.init, system, bag);
  for (const clause of [...system.unsafe, ...system.invariants]) checkViews(clause, system, bag);
  for (const transition of system.transitions) new TransitionCheck(transition, system, bag).check();
}

function checkSymbol({ name, kind, weak, arity, span }: CellSymbol, bag: DiagnosticBag): void {
  if (kind === 'constant' || weak || arity > 0) return;
  const hint = `Under TSO all processes share it: weak var ${name}. One for each process is array ${name}[proc].`;
  bag.report('E412', span, `${name} is neither weak nor an array`, hint);
}

interface WeakAccess {
  readonly cell: CellTerm;
  readonly span: Span;
}

const isCell = (term: ArrayTerm): term is CellTerm => term.kind === 'cell';

const accesses = (formula: ArrayFormula): readonly WeakAccess[] =>
  comparisons(formula).flatMap(({ left, right, span }) =>
    [left, right].filter(isCell).map((cell) => ({ cell, span })),
  );

function checkInit({ formula }: Clause, system: ArraySystem, bag: DiagnosticBag): void {
  for (const { cell, span } of accesses(formula)) {
    if (cell.view === null) continue;
    const { name } = at(system.symbols, cell.symbol);
    const hint = 'All processes see the same at first: leave out i @.';
    bag.report('E415', span, `${name} is viewed by a process in init`, hint);
  }
}

function checkViews({ formula, params }: Clause, system: ArraySystem, bag: DiagnosticBag): void {
  for (const { cell, span } of accesses(formula)) {
    const { name, weak } = at(system.symbols, cell.symbol);
    if (!weak || cell.view !== null) continue;
    const hint = `Processes may see different values of it: write ${params[0] ?? 'i'} @ ${name}.`;
    bag.report('E414', span, `nobody is said to see the weak ${name}`, hint);
  }
}

class TransitionCheck {
  readonly #actors: readonly ProcTerm[];

  constructor(
    private readonly transition: ArrayTransition,
    private readonly system: ArraySystem,
    private readonly bag: DiagnosticBag,
  ) {
    const { actor, guard } = transition;
    this.#actors = actor === null ? [] : equals(procVariable(actor), guard.formula);
  }

  check(): void {
    const { name, params, actor, guard, updates, span } = this.transition;
    if (actor === null) {
      const [first] = params;
      const hint =
        first === undefined
          ? `Give it a parameter in brackets: transition ${name} ([i]).`
          : `Put the one that acts into brackets: transition ${name} (${[`[${first}]`, ...params.slice(1)].join(' ')}).`;
      this.bag.report('E411', span, `transition ${name} does not say which process acts`, hint);
      return;
    }
    this.#reads(guard.formula, this.#actors);
    for (const { formula } of guard.universals) this.#reads(formula, this.#actors);
    for (const update of updates) this.#update(update);
  }

  #update(update: ArrayUpdate): void {
    const symbol = at(this.system.symbols, update.symbol);
    const own = procVariable(this.transition.params.length);
    for (const one of update.cases) {
      // To leave a plain cell of another process alone no one looks at it, whatever the condition says of it.
      if (keepsItself(one, update, this.transition.params.length)) {
        if (symbol.weak) this.#case(one, update.span);
        else this.#reads(one.when, [...this.#actors, own]);
        continue;
      }
      this.#case(one, update.span);
      if (symbol.weak || equals(own, one.when).some((proc) => this.#isActor(proc))) continue;
      const hint = `It may write ${symbol.name} of its own process only; shared arrays are declared weak.`;
      this.bag.report(
        'E413',
        update.span,
        `transition ${this.transition.name} writes ${symbol.name} of other processes`,
        hint,
      );
    }
  }

  #case({ when, value }: UpdateCase, span: Span): void {
    const actors = [...this.#actors, ...this.#boundTo(when)];
    this.#reads(when, actors);
    if (value !== null && isCell(value)) this.#read({ cell: value, span }, actors);
  }

  /** What the condition says to be the actor. */
  #boundTo(when: ArrayFormula): readonly ProcTerm[] {
    return this.#actors.flatMap((actor) => equals(actor, when));
  }

  #isActor(proc: ProcTerm): boolean {
    return this.#actors.some((actor) => sameProc(actor, proc));
  }

  #reads(formula: ArrayFormula, actors: readonly ProcTerm[]): void {
    for (const access of accesses(formula)) this.#read(access, actors);
  }

  #read({ cell, span }: WeakAccess, actors: readonly ProcTerm[]): void {
    const { name, weak, kind } = at(this.system.symbols, cell.symbol);
    if (cell.view !== null) {
      const hint = 'A transition reads what its actor sees: leave out the view.';
      this.bag.report('E415', span, `${name} is viewed by a process in a transition`, hint);
    }
    const [owner] = cell.indices;
    if (weak || kind === 'constant' || owner === undefined) return;
    if (actors.some((actor) => sameProc(actor, owner))) return;
    const hint = `It may read ${name} of its own process only; shared arrays are declared weak.`;
    this.bag.report(
      'E413',
      span,
      `transition ${this.transition.name} reads ${name} of another process`,
      hint,
    );
  }
}

/** The process and all that the formula says to be the same. */
function equals(proc: ProcTerm, formula: ArrayFormula): readonly ProcTerm[] {
  const others = conjuncts(formula).flatMap((part) => {
    if (part.kind !== 'compare' || part.op !== '=') return [];
    const { left, right } = part;
    if (left.kind !== 'proc' || right.kind !== 'proc') return [];
    if (sameProc(left.proc, proc)) return [right.proc];
    return sameProc(right.proc, proc) ? [left.proc] : [];
  });
  return [proc, ...others];
}

/** `| _ : A[j]` of an update of `A[j]`: the cell stays as it is. */
function keepsItself({ value }: UpdateCase, { symbol, bound }: ArrayUpdate, params: number): boolean {
  return (
    value !== null &&
    isCell(value) &&
    value.symbol === symbol &&
    value.plus === null &&
    value.indices.length === bound.length &&
    value.indices.every((index, i) => sameProc(index, procVariable(params + i)))
  );
}
