import { at, invariant } from '../../support/invariant.js';
import { unknownOutcome } from '../procedure-outcome.js';
import type { ProcedureOutcome } from '../procedure-outcome.js';
import type { FormulaVariables } from '../formula-variables.js';
import { zero } from '../formula-variables.js';
import { satisfiesSome } from './conjunction.js';
import type { Disjunction, Conjunction } from './conjunction.js';
import { ConstraintGraph, byType } from './constraint-graph.js';
import type { DifferenceFormula } from './difference-form.js';
import type { CycleEdge, Refutation } from './refutation.js';

/** Branches that a query may take. */
const mostBranches = 10_000;
/** Edges that a query may look at: a tenth of a second, unless there are thousands of variables. */
const mostWork = 20_000_000;
/** Deeper cases would need a deeper stack; they come from formulas with hundreds of cases each. */
const deepest = 1000;
/** Values down to minus this differ by numbers that are exact. */
const lowest = 2 ** 52;

interface OpenChoice {
  readonly choice: Disjunction;
  readonly reason: number;
  /** One of its alternatives is assumed. */
  isTaken: boolean;
}

/** `given up` covers both an exhausted budget and numbers too large. */
type DifferenceVerdict = 'sat' | 'unsat' | 'given up';

/**
 * Decides conjunctions of difference constraints by a constraint graph, and the cases of other formulas by search: of
 * disequalities and choices only those are split that the values at hand violate.
 *
 * Reasons: a formula goes by its position, the case that was chosen at some depth by -2 - depth.
 */
export class DifferenceProcedure {
  readonly #graph = new ConstraintGraph();
  /** x, y, c, reason of each disequality that the values must meet. */
  readonly #apart: number[] = [];
  readonly #choices: OpenChoice[] = [];
  #conflict: number[] = [];
  #branches = 0;
  #depthLimit = 0;
  /** Why what was looked at last is contradictory; and by depth the formula whose cases are tried. Only if asked for. */
  #refutation: Refutation | null = null;
  #isRecording = false;
  readonly #divided: number[] = [];

  constructor(private readonly variables: FormulaVariables) {}

  /** No formula of the core is needless, unless the budget ran out while trying. */
  check(formulas: readonly DifferenceFormula[]): ProcedureOutcome {
    this.#branches = 0;
    this.#graph.work = 0;
    switch (this.#decide(formulas)) {
      case 'sat':
        return { kind: 'sat', values: this.#valuesOfAll() };
      case 'unsat':
        return { kind: 'unsat', core: this.#irreducible(formulas, this.#sortedConflict()) };
      case 'given up':
        return unknownOutcome;
    }
  }

  /** Why the formulas contradict each other; or that they do not, or that it is not known. */
  refute(formulas: readonly DifferenceFormula[]): Refutation | 'sat' | 'given up' {
    this.#branches = 0;
    this.#graph.work = 0;
    this.#isRecording = true;
    const verdict = this.#decide(formulas);
    this.#isRecording = false;
    if (verdict !== 'unsat') return verdict;
    invariant(this.#refutation !== null, 'what is contradictory has a reason');
    return this.#refutation;
  }

  #decide(formulas: readonly DifferenceFormula[]): DifferenceVerdict {
    const graph = this.#graph;
    graph.clear();
    this.#apart.length = 0;
    this.#choices.length = 0;
    let magnitude = 1;
    for (let position = 0; position < formulas.length; position++) {
      const formula = at(formulas, position);
      if (formula.magnitude > magnitude) magnitude = formula.magnitude;
      for (const { number, bounds } of formula.variables) {
        if (!graph.addVariable(number) || bounds === null) continue;
        graph.addEdge(number, zero, bounds.hi, byType);
        graph.addEdge(zero, number, -bounds.lo, byType);
      }
      this.#assume(formula.conjunction, position);
    }
    // A negated constant is one further from 0. Each settling lowers values by at most the longest simple path.
    const perDepth = graph.variableCount * (magnitude + 1);
    this.#depthLimit = Math.min(deepest, Math.floor(lowest / perDepth) - 1);
    return this.#search(0);
  }

  #assume({ edges, apart, choices }: Conjunction, reason: number): void {
    for (let i = 0; i < edges.length; i += 3) {
      this.#graph.addEdge(edges[i] ?? 0, edges[i + 1] ?? 0, edges[i + 2] ?? 0, reason);
    }
    for (let i = 0; i < apart.length; i += 3) {
      this.#apart.push(apart[i] ?? 0, apart[i + 1] ?? 0, apart[i + 2] ?? 0, reason);
    }
    for (const choice of choices) this.#choices.push({ choice, reason, isTaken: false });
  }

  #search(depth: number): DifferenceVerdict {
    if (depth > this.#depthLimit || this.#branches > mostBranches) return 'given up';
    const settled = this.#graph.settle(mostWork);
    if (settled === 'given up') return settled;
    if (settled === 'contradiction') {
      if (this.#isRecording) {
        this.#graph.fall();
        this.#refutation = { kind: 'cycle', edges: this.#recordedCycle() };
      }
      this.#conflict = this.#graph.conflict();
      return 'unsat';
    }
    const apart = this.#violatedApart();
    if (apart >= 0) return this.#splitApart(apart, depth);
    const open = this.#violatedChoice();
    return open === null ? 'sat' : this.#splitChoice(open, depth);
  }

  #recordedCycle(): readonly CycleEdge[] {
    return this.#graph.contradiction().map(({ x, y, c, reason }) => ({
      ...{ x, y, c },
      formula: reason === byType ? null : this.#formulaOf(reason),
    }));
  }

  /** A case of something goes by the formula that it is from. */
  #formulaOf(reason: number): number {
    return reason >= 0 ? reason : at(this.#divided, -2 - reason);
  }

  #violatedApart(): number {
    const apart = this.#apart;
    const { values } = this.#graph;
    for (let i = 0; i < apart.length; i += 4) {
      const difference = (values[apart[i] ?? 0] ?? 0) - (values[apart[i + 1] ?? 0] ?? 0);
      if (difference === apart[i + 2]) return i;
    }
    return -1;
  }

  #violatedChoice(): OpenChoice | null {
    const { values } = this.#graph;
    for (const open of this.#choices) if (!open.isTaken && !satisfiesSome(values, open.choice)) return open;
    return null;
  }

  #splitApart(i: number, depth: number): DifferenceVerdict {
    const [x = zero, y = zero, c = 0, reason = byType] = this.#apart.slice(i, i + 4);
    const mark = -2 - depth;
    return this.#cases(2, reason, depth, (n) => {
      if (n === 0) this.#graph.addEdge(y, x, -c - 1, mark);
      else this.#graph.addEdge(x, y, c - 1, mark);
    });
  }

  #splitChoice(open: OpenChoice, depth: number): DifferenceVerdict {
    const { choice, reason } = open;
    open.isTaken = true;
    const verdict = this.#cases(choice.length, reason, depth, (n) => this.#assume(at(choice, n), -2 - depth));
    open.isTaken = false;
    return verdict;
  }

  /** Tries all cases of something that is there for `reason`. Those that contradict without the case itself end it. */
  #cases(count: number, reason: number, depth: number, assume: (n: number) => void): DifferenceVerdict {
    const graph = this.#graph;
    const mark = -2 - depth;
    const [edges, aparts, choices] = [graph.edgeCount, this.#apart.length, this.#choices.length];
    const values = graph.copyValues();
    const together = new Set([reason]);
    const refuted: Refutation[] = [];
    if (this.#isRecording) this.#divided[depth] = this.#formulaOf(reason);
    for (let n = 0; n < count; n++) {
      this.#branches++;
      assume(n);
      const verdict = this.#search(depth + 1);
      if (verdict !== 'unsat') return verdict;
      graph.retreat(edges, values);
      this.#apart.length = aparts;
      this.#choices.length = choices;
      if (!this.#conflict.includes(mark)) return 'unsat';
      for (const other of this.#conflict) if (other !== mark) together.add(other);
      if (this.#isRecording && this.#refutation !== null) refuted.push(this.#refutation);
    }
    this.#conflict = [...together];
    if (this.#isRecording)
      this.#refutation = { kind: 'cases', formula: this.#formulaOf(reason), cases: refuted };
    return 'unsat';
  }

  #sortedConflict(): readonly number[] {
    return this.#conflict.toSorted((a, b) => a - b);
  }

  #irreducible(formulas: readonly DifferenceFormula[], core: readonly number[]): readonly number[] {
    let kept = core;
    for (let i = 0; i < kept.length && kept.length > 1;) {
      const fewer = kept.toSpliced(i, 1);
      if (this.#decide(fewer.map((position) => at(formulas, position))) === 'unsat') {
        // What was needed before is in every contradiction that is left, so `i` stays in place.
        kept = this.#sortedConflict().map((position) => at(fewer, position));
      } else i++;
    }
    return kept;
  }

  #valuesOfAll(): number[] {
    const variables = this.variables;
    const values = [0];
    for (let number = 1; number < variables.size; number++)
      values.push(this.#graph.valueOf(number) ?? variables.initial(number));
    return values;
  }
}
