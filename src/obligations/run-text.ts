import { conjunction, equal, int, truth } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { negated } from '../lang/expr/simplify.js';
import type { LocationId, ThreadId } from '../lang/expr/ids.js';
import type { Property } from '../lang/program/program.js';
import type { Execution, Lasso, Step } from '../lang/run/execution.js';
import type { MachineSteps, SymbolicWay } from '../symbolic/machine-steps.js';
import { smtAnd, smtComment, smtOr, smtSymbol, smtTerm, sortOf } from '../symbolic/smt-text.js';
import {
  allEnded,
  atBeginning,
  holdsInMemory,
  initialValuesHold,
  othersOutside,
  placeVariables,
  programVariables,
  typed,
} from '../symbolic/state-formulas.js';
import type { SymbolicState } from '../symbolic/symbolic-state.js';
import { InternalError, at } from '../support/invariant.js';
import { isStuck } from './invariant-obligations.js';
import { asserted, fileName, machineComments } from './obligation-text.js';
import type { SmtFile, TextHeading } from './obligation-text.js';

/** What a run shows. */
export interface ShownByRun {
  /** Null: that there is such a run. */
  readonly property: Property | null;
  /** By how many steps at most: a step that violates the property by itself ends the run. */
  readonly length: number;
}

/**
 * A run as one text that some values satisfy: states and the steps between them. Of a lasso it says too that the cycle comes
 * back to where it began, and neither that it is fair nor what the formula says of it.
 */
export function runText(steps: MachineSteps, lasso: Lasso, shown: ShownByRun, heading: TextHeading): SmtFile {
  const chain = new StepChain(steps, [...lasso.stem.steps, ...lasso.cycle].slice(0, shown.length));
  const says = shown.property === null ? 'there is such a run' : `a run violates ${shown.property.name}`;
  const assertions = [
    ...chain.begin(lasso.stem),
    ...chain.steps(shown.property),
    ...(lasso.cycle.length === 0 ? [] : chain.closed(lasso.stem.steps.length)),
    ...chain.end(shown.property),
  ];
  const text = [
    ...['(set-info :smt-lib-version 2.6)', '(set-logic ALL)', '(set-info :status sat)'],
    ...[...heading.lines, `${says}: some values satisfy what follows.`].map(smtComment),
    ...machineComments(steps.state),
    ...chain.declarations(),
    ...assertions,
    '(check-sat)',
    '',
  ].join('\n');
  return { name: fileName(0, 'run'), expected: 'sat', says, text };
}

/** States are numbered from 0; a variable has a symbol of its own wherever it may have changed. */
class StepChain {
  readonly #state: SymbolicState;
  readonly #declared = new Map<string, string>();
  /** Of each state, by variable the number of the state since which it is what it is. */
  readonly #since: ReadonlyMap<Expr, number>[] = [new Map()];
  readonly #shapes: Set<number>[];
  readonly #places: LocationId[];

  constructor(
    private readonly machine: MachineSteps,
    private readonly path: readonly Step[],
  ) {
    this.#state = machine.state;
    const { threads } = machine.state.system;
    this.#shapes = threads.map(() => new Set([0]));
    this.#places = threads.map(({ entry }) => entry);
  }

  declarations(): readonly string[] {
    return [...this.#declared].map(([symbol, sort]) => `(declare-const ${symbol} ${sort})`);
  }

  begin({ initial }: Execution): readonly string[] {
    const state = this.#state;
    const chosen = [
      ...[...initial.cells].map(([cell, value]) => [state.cell(cell), value] as const),
      ...[...initial.locals].map(([id, value]) => [state.local(id), value] as const),
    ];
    const begins = [
      ...[atBeginning(state), initialValuesHold(state, this.machine.model)],
      ...chosen.map(([variable, value]) => this.#isValue(variable, value)),
    ];
    return begins.map((formula) => asserted(this.#term(formula, 0)));
  }

  /** All steps, but for one at the end that violates the property by itself. */
  steps(property: Property | null): readonly string[] {
    const before = this.#isOfSteps(property) ? this.path.slice(0, -1) : this.path;
    return before.flatMap((step, i) => [
      smtComment(`Step ${i + 1}: ${this.#told(step)}.`),
      this.#step(step, i),
    ]);
  }

  closed(from: number): readonly string[] {
    const last = this.#since.length - 1;
    const variables = [...placeVariables(this.#state), ...programVariables(this.#state)];
    const slots = this.#state.system.threads.flatMap(({ id }) =>
      [...at(this.#shapes, id)].flatMap((shape) => this.#state.slotsOf(id, this.#state.shape(shape))),
    );
    const same = [...new Set([...variables, ...slots])].map(
      (v) => `(= ${this.#symbol(v, from)} ${this.#symbol(v, last)})`,
    );
    return [smtComment('The cycle comes back to where it began.'), asserted(smtAnd(same))];
  }

  end(property: Property | null): readonly string[] {
    const last = this.#since.length - 1;
    const formula = property === null ? null : this.#violation(property);
    if (formula !== null) return [asserted(this.#term(formula, last))];
    const step = this.path.at(-1);
    if (property === null || !this.#isOfSteps(property)) return [];
    if (step === undefined) throw new InternalError('what violates a property of steps has a step');
    const cases = this.#waysOf(step).filter(
      ({ way: { outcome } }) =>
        ('property' in outcome && outcome.kind === 'faults' && outcome.property === property.kind) ||
        ('property' in outcome && outcome.kind === 'fails' && outcome.property === property.name),
    );
    return [
      smtComment(`Step ${last + 1}: ${this.#told(step)}.`),
      asserted(smtOr(cases.map(({ waiting, way }) => this.#begun(step, waiting, way, last)))),
    ];
  }

  #isOfSteps(property: Property | null): boolean {
    switch (property?.kind) {
      case 'assert':
      case 'div':
      case 'bounds':
      case 'range':
        return true;
      default:
        return false;
    }
  }

  /** Null: it is not one of states. */
  #violation(property: Property): Expr | null {
    const { machine } = this;
    const state = this.#state;
    switch (property.kind) {
      case 'invariant':
        return conjunction([
          othersOutside(state, null),
          negated(holdsInMemory(state, machine.model, property.formula)),
        ]);
      case 'final':
        return conjunction([allEnded(state), negated(holdsInMemory(state, machine.model, property.formula))]);
      case 'deadlock':
        return conjunction([othersOutside(state, null), isStuck(machine)]);
      default:
        return null;
    }
  }

  #told(step: Step): string {
    const { names, system } = this.#state;
    const name = at(names.threads, step.thread);
    return step.kind === 'flush'
      ? `a write to ${names.ofCell(step.cell)} leaves the buffer of ${name}`
      : `edge ${at(at(system.threads, step.thread).edges, step.edge).id} of ${name}`;
  }

  #step(step: Step, before: number): string {
    const ways = this.#waysOf(step);
    const { place, waiting } = {
      place: this.#state.place(step.thread),
      waiting: this.#state.waiting(step.thread),
    };
    const moving = ways.flatMap(({ waiting: from, way }) => {
      const { outcome } = way;
      if (outcome.kind !== 'moves') return [];
      const written = new Map(way.written).set(place, int(outcome.place)).set(waiting, int(outcome.waiting));
      return [{ from, way, written, outcome }];
    });
    const changed = new Set(moving.flatMap(({ written }) => [...written.keys()]));
    this.#since.push(
      new Map([...at(this.#since, before), ...[...changed].map((v) => [v, before + 1] as const)]),
    );
    this.#shapes[step.thread] = new Set(moving.map(({ outcome }) => outcome.waiting));
    for (const { outcome } of moving) this.#places[step.thread] = outcome.place;
    const cases = moving.map(({ from, way, written }) =>
      smtAnd([
        this.#begun(step, from, way, before),
        ...[...changed].map(
          (v) => `(= ${this.#symbol(v, before + 1)} ${this.#term(written.get(v) ?? v, before)})`,
        ),
      ]),
    );
    return asserted(smtOr(cases));
  }

  /** The thread's ways, from each shape that its buffer may have by now. */
  #waysOf(step: Step): readonly { readonly waiting: number; readonly way: SymbolicWay }[] {
    const { thread } = step;
    const place = at(this.#places, thread);
    return [...at(this.#shapes, thread)].flatMap((waiting) => {
      const stand = { thread, place, waiting };
      const ways =
        step.kind === 'edge'
          ? this.machine.along(stand, at(at(this.#state.system.threads, thread).edges, step.edge))
          : this.machine
              .flushes(stand)
              .filter(({ moves }) => moves.every((move) => move.kind === 'flush' && move.cell === step.cell));
      return ways.map((way) => ({ waiting, way }));
    });
  }

  /** Where the thread stands, what it waits for, and what it has chosen. */
  #begun(step: Step, waiting: number, { guard, chosen }: SymbolicWay, before: number): string {
    const havoc = step.kind === 'edge' ? step.havoc : [];
    const from = step.kind === 'edge' ? this.#from(step.thread, step.edge) : truth;
    const stands = [
      othersOutside(this.#state, step.thread),
      from,
      equal(this.#state.waiting(step.thread), int(waiting)),
    ];
    const choices = chosen.flatMap((input, i) => [
      this.#isValue(input, at(havoc, i)),
      typed(this.#state, input),
    ]);
    return smtAnd([...stands, guard, ...choices].map((formula) => this.#term(formula, before)));
  }

  #from(thread: ThreadId, edge: number): Expr {
    const { from } = at(at(this.#state.system.threads, thread).edges, edge);
    return equal(this.#state.place(thread), int(from));
  }

  #isValue(variable: Expr, value: bigint): Expr {
    if (this.#state.typeOf(variable).kind !== 'bool') return equal(variable, int(value));
    return value === 0n ? negated(variable) : variable;
  }

  #term(formula: Expr, number: number): string {
    return smtTerm(formula, (variable) => this.#symbol(variable, number));
  }

  /** What is chosen in a step is a variable of the state before it. */
  #symbol(variable: Expr, number: number): string {
    const since = this.#state.isChosen(variable) ? number : (at(this.#since, number).get(variable) ?? 0);
    const symbol = smtSymbol(`${this.#state.nameOf(variable)} @${since}`);
    this.#declared.set(symbol, sortOf(this.#state.typeOf(variable)));
    return symbol;
  }
}
