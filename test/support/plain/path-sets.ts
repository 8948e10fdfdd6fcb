import type { Command, CommandProgram, StateProperty } from '../../../src/abstraction/command-program.js';
import { valuesOf } from '../../../src/evidence/step-choices.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { evaluate } from '../../../src/lang/expr/eval.js';
import { Machine, stateKey } from '../../../src/memory/machine.js';
import type { MachineState } from '../../../src/memory/machine.js';
import { sc } from '../../../src/memory/sc.js';
import { at } from '../../../src/support/invariant.js';
import { initialChoices } from './exhaustive.js';

/**
 * All states that a program with finitely many choices can be in after the steps of a path: the reference for what can be
 * followed. Guards are read by the plain evaluation, and what the steps do is up to the machine.
 */
export class PathSets {
  readonly #machine: Machine;
  #states: readonly MachineState[];

  constructor(private readonly program: CommandProgram) {
    this.#machine = new Machine(program.system, sc);
    this.#states = initialChoices(this.#machine).map((choice) => this.#machine.initial(choice));
  }

  /** Empty: no run takes the path so far. */
  get size(): number {
    return this.#states.length;
  }

  /** How many states there would be after one step more. */
  wouldBe(command: Command): number {
    return this.#after(command).length;
  }

  take(command: Command): void {
    this.#states = this.#after(command);
  }

  /** Whether the property is false in some of the states. */
  canBeFalse({ property }: StateProperty): boolean {
    return this.#states.some((state) => !this.#machine.holds(state, property.formula));
  }

  #after(command: Command): readonly MachineState[] {
    const found = new Map<string, MachineState>();
    for (const state of this.#states) {
      for (const havoc of this.#choices(command)) {
        if (!command.guard.every((condition) => this.#holds(condition, state, command, havoc))) continue;
        const step = { kind: 'edge', thread: command.thread, edge: command.edge, havoc } as const;
        const result = this.#machine.take(state, step);
        if (result.kind === 'blocked') throw new Error('a command is enabled where its edge is blocked');
        const next = result.kind === 'moved' ? result.state : state;
        found.set(stateKey(next), next);
      }
    }
    return [...found.values()];
  }

  #choices({ drawn }: Command): readonly (readonly bigint[])[] {
    const types = drawn.map(
      (input) =>
        at(
          this.program.inputs.filter((i) => i.expr === input),
          0,
        ).type,
    );
    return types.reduce<readonly (readonly bigint[])[]>(
      (all, type) => all.flatMap((values) => valuesOf(type).map((v) => [...values, v])),
      [[]],
    );
  }

  #holds(condition: Expr, state: MachineState, command: Command, havoc: readonly bigint[]): boolean {
    const { cells } = this.#machine;
    const input = (id: number): number =>
      command.drawn.findIndex((d) => d.kind === 'local' && d.local === id);
    const value = evaluate(condition, {
      local: (id) => state.locals[id] ?? at(havoc, input(id)),
      shared: (id, index) => at(state.memory, cells.cell(id, Number(index))),
      at: () => false,
    });
    return value === 1n;
  }
}
