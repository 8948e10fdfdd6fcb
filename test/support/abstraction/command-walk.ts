import type {
  Command,
  CommandProgram,
  CommandThread,
  CommandVariable,
} from '../../../src/abstraction/command-program.js';
import type { InitialChoice } from '../../../src/lang/run/execution.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { int, local, shared } from '../../../src/lang/expr/expr.js';
import type { SharedId, ThreadId } from '../../../src/lang/expr/ids.js';
import type { Edge } from '../../../src/lang/program/system.js';
import type { Type } from '../../../src/lang/expr/type.js';
import { fits } from '../../../src/lang/expr/type.js';
import { evaluate, isFault } from '../../../src/lang/expr/eval.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MachineState, StepResult } from '../../../src/memory/machine.js';
import { sc } from '../../../src/memory/sc.js';
import { at, getOrFail } from '../../../src/support/invariant.js';
import type { Random } from '../random.js';

export interface WalkCounts {
  /** Steps of the machine that were compared. */
  steps: number;
  violations: number;
  /** Values of dead variables that were changed on the way. */
  forgotten: number;
  complaints: string[];
}

export const noCounts = (): WalkCounts => ({ steps: 0, violations: 0, forgotten: 0, complaints: [] });

/** The values of a command program's variables and inputs; places and labels as the machine has them. */
type WalkValues = Map<Expr, bigint>;

/**
 * Walks through the system of a command program at random, and compares in every state each edge with its commands: the
 * machine blocks where no command is enabled, moves where exactly one is, to the same values of all variables that are not
 * dead, and violates what the enabled commands say. The commands have values of their own, in which dead variables are
 * given other values after every step.
 */
export class CommandWalk {
  readonly #machine: Machine;
  readonly #names: ReadonlyMap<Expr, CommandVariable>;

  constructor(
    private readonly program: CommandProgram,
    private readonly random: Random,
    private readonly counts: WalkCounts,
  ) {
    this.#machine = new Machine(program.system, sc);
    this.#names = new Map(program.variables.map((v) => [v.expr, v]));
  }

  walk(maxSteps: number): void {
    let state = this.#machine.initial(this.#chosen());
    const values: WalkValues = new Map(
      this.program.variables.map((v) => [v.expr, valueIn(this.#machine, state, v.expr)]),
    );
    this.#checkStart(state, values);
    this.#forget(state, values);
    for (let i = 0; i < maxSteps; i++) {
      const candidates = this.#machine.candidates(state).flatMap((c) => ('edge' in c ? [c] : []));
      if (candidates.length === 0) return;
      const results = candidates.map(({ edge, thread }) => this.#compare(state, values, edge, thread));
      this.#checkFormulas(state, values);
      const moved = results.flatMap((r) => (r.next === null ? [] : [r.next]));
      if (moved.length === 0) return;
      const next = this.random.pick(moved);
      for (const [variable, value] of next.written) values.set(variable, value);
      state = next.state;
      this.#compareStates(state, values);
      this.#forget(state, values);
    }
  }

  #complain(text: string): void {
    this.counts.complaints.push(text);
  }

  #chosen(): InitialChoice {
    const { system } = this.program;
    const { cells } = this.#machine;
    return {
      cells: new Map(
        cells
          .all()
          .filter((c) => cells.variable(c).init.kind === 'any')
          .map((c) => [c, this.#some(cells.variable(c).type)]),
      ),
      locals: new Map(
        system.locals.filter((v) => v.init.kind === 'any').map((v) => [v.id, this.#some(v.type)]),
      ),
    };
  }

  #some(type: Type): bigint {
    switch (type.kind) {
      case 'bool':
        return BigInt(this.random.below(2));
      case 'int':
        return BigInt(this.random.between(-3, 4));
      case 'range':
        return type.lo + BigInt(this.random.below(Number(type.hi - type.lo) + 1));
    }
  }

  /** The initial conditions hold, and those of a variable with an initialiser do for no other value of it. */
  #checkStart(state: MachineState, values: WalkValues): void {
    const holds = (): boolean => this.program.initial.every((c) => this.#value(c, state, values) === 1n);
    if (!holds()) this.#complain('an initial state does not satisfy the initial conditions');
    for (const { expr, name, type } of this.program.variables) {
      const value = getOrFail(values, expr);
      const other = value === 0n ? 1n : value - 1n;
      if (!fits(type, other) || isChosen(this.#machine, expr)) continue;
      values.set(expr, other);
      if (holds()) this.#complain(`${name} may start with ${other}`);
      values.set(expr, value);
    }
  }

  #compare(
    state: MachineState,
    values: WalkValues,
    edge: Edge,
    thread: ThreadId,
  ): { readonly next: { readonly state: MachineState; readonly written: WalkValues } | null } {
    const own = at(this.program.threads, thread);
    const drawn = this.#machine.havocTypes(edge).map((type) => this.#some(type));
    const result = this.#machine.take(state, { kind: 'edge', thread, edge: edge.id, havoc: drawn });
    const enabled = own.commands.filter(
      (c) => c.edge === edge.id && this.#isEnabled(c, state, values, drawn),
    );
    const moving = enabled.filter((c) => c.end.kind === 'moves');
    const violated = enabled.flatMap((c) => (c.end.kind === 'violates' ? [c.end.property] : []));
    const where = `${own.name} edge ${edge.id}`;
    this.counts.steps++;
    this.counts.violations += violated.length;
    const expected = violations(result);
    if (violated.toSorted().join() !== expected.toSorted().join())
      this.#complain(`${where} violates [${violated.join()}] instead of [${expected.join()}]`);
    const moves = result.kind === 'moved' && !this.#leadsNowhere(own, edge);
    if (moving.length !== (moves ? 1 : 0))
      this.#complain(`${where} has ${moving.length} commands for a step that is ${result.kind}`);
    const [command] = moving;
    if (result.kind !== 'moved' || command === undefined) return { next: null };
    if (command.to !== edge.to) this.#complain(`${where} leads to ${command.to}`);
    const inputs = withInputs(values, command, drawn);
    const written = command.updates.map(
      ({ variable, value }) => [variable, this.#value(value, state, inputs)] as const,
    );
    return { next: { state: result.state, written: new Map(written) } };
  }

  /** Nothing is read or done at the place of an overflow. */
  #leadsNowhere({ id, locations, end }: CommandThread, { to }: Edge): boolean {
    const { edges } = at(this.program.system.threads, id);
    return at(locations, to).atomic && to !== end && !edges.some((e) => e.from === to);
  }

  #isEnabled(command: Command, state: MachineState, values: WalkValues, drawn: readonly bigint[]): boolean {
    const inputs = withInputs(values, command, drawn);
    return command.guard.every((condition) => this.#value(condition, state, inputs) === 1n);
  }

  #compareStates(state: MachineState, values: WalkValues): void {
    const dead = this.#dead(state);
    for (const [variable, { name }] of this.#names) {
      const value = valueIn(this.#machine, state, variable);
      if (!dead.has(variable) && values.get(variable) !== value)
        this.#complain(`${name} is ${values.get(variable)} instead of ${value}`);
    }
  }

  #checkFormulas(state: MachineState, values: WalkValues): void {
    for (const { property, formula } of this.program.stateProperties) {
      const holds = this.#value(formula, state, values) === 1n;
      if (holds !== this.#machine.holds(state, property.formula))
        this.#complain(`${property.name} is ${holds} as a formula over scalars`);
    }
  }

  #dead(state: MachineState): ReadonlySet<Expr> {
    return new Set(this.program.threads.flatMap((t) => [...at(t.dead, at(state.places, t.id))]));
  }

  #forget(state: MachineState, values: WalkValues): void {
    for (const variable of this.#dead(state)) {
      values.set(variable, this.#some(getOrFail(this.#names, variable).type));
      this.counts.forgotten++;
    }
  }

  #value(expr: Expr, state: MachineState, values: WalkValues): bigint {
    const outcome = evaluate(expr, {
      local: (id) => getOrFail(values, local(id)),
      shared: (id, index) => getOrFail(values, cellExpr(this.#machine, id, index)),
      at: (thread, label) => this.#machine.place(state, thread).labels.includes(label),
    });
    // What the commands say has a value in every state in which it is asked for; else no answer is the right one.
    return isFault(outcome) ? -1n : outcome;
  }
}

const violations = (result: StepResult): readonly string[] => {
  if (result.kind === 'blocked') return [];
  return result.kind === 'fault' ? [...result.failed, result.property] : result.failed;
};

function withInputs(values: WalkValues, { drawn: inputs }: Command, drawn: readonly bigint[]): WalkValues {
  const all = new Map(values);
  for (const [i, input] of inputs.entries()) all.set(input, at(drawn, i));
  return all;
}

function cellExpr({ system }: Machine, id: SharedId, index: bigint): Expr {
  return shared(id, at(system.shared, id).shape.kind === 'scalar' ? null : int(index));
}

function valueIn(machine: Machine, state: MachineState, variable: Expr): bigint {
  if (variable.kind === 'local') return at(state.locals, variable.local);
  if (variable.kind !== 'shared') throw new Error('a variable is a local or a shared one');
  const index = variable.index?.kind === 'int' ? Number(variable.index.value) : 0;
  return at(state.memory, machine.cells.cell(variable.shared, index));
}

function isChosen({ system }: Machine, variable: Expr): boolean {
  if (variable.kind === 'local') return at(system.locals, variable.local).init.kind === 'any';
  return variable.kind === 'shared' && at(system.shared, variable.shared).init.kind === 'any';
}
