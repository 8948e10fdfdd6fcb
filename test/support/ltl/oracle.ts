import type { Expr } from '../../../src/lang/expr/expr.js';
import type { Fairness } from '../../../src/memory/fairness.js';
import type { Machine } from '../../../src/memory/machine.js';
import { InternalError, at } from '../../../src/support/invariant.js';
import type { PlainEdge, PlainGraph } from './plain-graph.js';

/**
 * Whether all fair runs of the graph satisfy the formula, by the tableau of Clarke, Grumberg and Hamaguchi: a node is a state
 * with a guess for each temporal operator whether it will hold of what comes next; a run whose guesses come true, and which
 * puts nothing off for ever, shows which formulas hold. It is large and slow, and shares nothing with the engine.
 */
export function holdsOfAllRuns(
  machine: Machine,
  graph: PlainGraph,
  formula: Expr,
  fairness: Fairness,
): boolean {
  const tableau = new OracleTableau(machine, graph, formula);
  return !tableau.hasFairRun(fairness);
}

type Operator = Extract<Expr, { kind: 'temporal' | 'until' }>;

class OracleTableau {
  readonly #operators: readonly Operator[];
  readonly #guesses: number;
  readonly #truths = new Map<string, boolean>();

  constructor(
    private readonly machine: Machine,
    private readonly graph: PlainGraph,
    private readonly formula: Expr,
  ) {
    this.#operators = [...new Set(operatorsIn(formula))];
    this.#guesses = 2 ** this.#operators.length;
  }

  /** Whether there is a fair run of which the formula is false. */
  hasFairRun(fairness: Fairness): boolean {
    const { graph } = this;
    const nodes = graph.states.length * this.#guesses;
    const successors = Array.from({ length: nodes }, (_, node) => this.#successors(node));
    const component = components(successors.map((list) => list.map(({ to }) => to)));
    const starts = Array.from({ length: this.#guesses }, (_, guess) => guess).filter(
      (guess) => !this.#holds(0, guess, this.formula),
    );
    const reached = new Set(starts);
    for (const node of reached) for (const { to } of at(successors, node)) reached.add(to);
    const members = new Map<number, number[]>();
    for (const node of reached)
      members.set(at(component, node), [...(members.get(at(component, node)) ?? []), node]);
    return [...members].some(([number, list]) => {
      const inner = list.flatMap((from) =>
        at(successors, from)
          .filter(({ to }) => at(component, to) === number)
          .map(({ edge }) => ({ from, edge })),
      );
      return inner.length > 0 && this.#comesTrue(list) && this.#isFair(inner, fairness);
    });
  }

  #successors(node: number): readonly { readonly to: number; readonly edge: PlainEdge }[] {
    const [state, guess] = [Math.floor(node / this.#guesses), node % this.#guesses];
    return at(this.graph.edges, state).flatMap((edge) =>
      Array.from({ length: this.#guesses }, (_, next) => next)
        .filter((next) =>
          this.#operators.every((operator, i) => {
            const later = operator.kind === 'temporal' && operator.op === 'X' ? operator.arg : operator;
            return this.#holds(edge.to, next, later) === ((guess & (1 << i)) !== 0);
          }),
        )
        .map((next) => ({ to: edge.to * this.#guesses + next, edge })),
    );
  }

  #holds(state: number, guess: number, formula: Expr): boolean {
    const i = this.#operators.findIndex((operator) => operator === formula);
    if (i < 0 && operatorsIn(formula).length === 0)
      return this.machine.holds(at(this.graph.states, state), formula);
    const key = `${state} ${guess} ${this.#keyOf(formula)}`;
    const known = this.#truths.get(key);
    if (known !== undefined) return known;
    const value = this.#evaluate(state, guess, formula, i);
    this.#truths.set(key, value);
    return value;
  }

  readonly #keys = new Map<Expr, number>();
  #keyOf(formula: Expr): number {
    const known = this.#keys.get(formula) ?? this.#keys.size;
    this.#keys.set(formula, known);
    return known;
  }

  #evaluate(state: number, guess: number, formula: Expr, i: number): boolean {
    const of = (part: Expr): boolean => this.#holds(state, guess, part);
    const later = (guess & (1 << i)) !== 0;
    switch (formula.kind) {
      case 'temporal':
        if (formula.op === 'X') return later;
        return formula.op === 'F' ? of(formula.arg) || later : of(formula.arg) && later;
      case 'until':
        if (formula.op === 'R') return of(formula.right) && (of(formula.left) || later);
        return of(formula.right) || (of(formula.left) && later);
      case 'unary':
        return !of(formula.arg);
      case 'binary': {
        const [left, right] = [of(formula.left), of(formula.right)];
        if (formula.op === '&&') return left && right;
        if (formula.op === '||') return left || right;
        if (formula.op === '->') return !left || right;
        return (left === right) === (formula.op === '==');
      }
      default:
        throw new InternalError(`${formula.kind} has no temporal part`);
    }
  }

  /** No `U` or `F` is put off for ever, and what is for ever is not denied (the opposites of `G`, `R` and `W`). */
  #comesTrue(nodes: readonly number[]): boolean {
    return this.#operators.every((operator) =>
      nodes.some((node) => {
        const of = (part: Expr): boolean =>
          this.#holds(Math.floor(node / this.#guesses), node % this.#guesses, part);
        switch (operator.op) {
          case 'X':
            return true;
          case 'F':
            return !of(operator) || of(operator.arg);
          case 'G':
            return of(operator) || !of(operator.arg);
          case 'U':
            return !of(operator) || of(operator.right);
          case 'R':
            return of(operator) || !of(operator.right);
          case 'W':
            return of(operator) || (!of(operator.left) && !of(operator.right));
        }
      }),
    );
  }

  #isFair(
    inner: readonly { readonly from: number; readonly edge: PlainEdge }[],
    { flush, weak }: Fairness,
  ): boolean {
    const { graph, machine } = this;
    const stateOf = (node: number): number => Math.floor(node / this.#guesses);
    const threads = machine.system.threads.map((t) => t.id);
    const flushes =
      !flush ||
      threads.every((thread) =>
        machine.cells
          .all()
          .every((cell) =>
            inner.some(
              ({ from, edge }) =>
                !at(at(graph.states, stateOf(from)).buffers, thread).some(
                  (entry) => entry.kind === 'write' && entry.cell === cell,
                ) || edge.steps.some((s) => s.kind === 'flush' && s.thread === thread && s.cell === cell),
            ),
          ),
      );
    const moves = (edge: PlainEdge, thread: number): boolean =>
      edge.steps.some((s) => s.kind === 'edge' && s.thread === thread);
    return (
      flushes &&
      (!weak ||
        threads.every((thread) =>
          inner.some(
            ({ from, edge }) =>
              moves(edge, thread) || !at(graph.edges, stateOf(from)).some((other) => moves(other, thread)),
          ),
        ))
    );
  }
}

function operatorsIn(formula: Expr): readonly Operator[] {
  switch (formula.kind) {
    case 'temporal':
      return [...operatorsIn(formula.arg), formula];
    case 'until':
      return [...operatorsIn(formula.left), ...operatorsIn(formula.right), formula];
    case 'unary':
      return operatorsIn(formula.arg);
    case 'binary':
      return [...operatorsIn(formula.left), ...operatorsIn(formula.right)];
    default:
      return [];
  }
}

/** By Kosaraju: an order of leaving, then the reversed graph. */
function components(successors: readonly (readonly number[])[]): readonly number[] {
  const order: number[] = [];
  const seen = successors.map(() => false);
  for (const root of successors.keys()) {
    if (at(seen, root)) continue;
    seen[root] = true;
    const path = [{ node: root, next: 0 }];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const to = at(successors, here.node)[here.next++];
      if (to === undefined) order.push(path.pop()?.node ?? 0);
      else if (!at(seen, to)) {
        seen[to] = true;
        path.push({ node: to, next: 0 });
      }
    }
  }
  const before = successors.map((): number[] => []);
  for (const [from, list] of successors.entries()) for (const to of list) at(before, to).push(from);
  const component = successors.map(() => -1);
  for (const root of order.reverse()) {
    if (at(component, root) >= 0) continue;
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (at(component, node) >= 0) continue;
      component[node] = root;
      open.push(...at(before, node));
    }
  }
  return component;
}
