import { falsity, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isVariable } from '../../lang/expr/substitute.js';
import type { Type } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import { randomFrom } from '../../support/random-from.js';
import type { SmtModel } from '../../smt/smt.js';
import { constantsIn } from '../program-formulas.js';
import type { Command, CommandPath, CommandProgram, StateProperty } from '../command-program.js';
import { CompiledCommands } from './compiled-commands.js';
import type { CompiledCommand, ProbedValues } from './compiled-commands.js';

export interface Probed {
  readonly property: string;
  readonly path: CommandPath;
  readonly condition: StateProperty | null;
}

const mostStates = 200_000;
const mostStarts = 16;
const mostDraws = 16;
const mostConstants = 8;
const shortestWalk = 500;
const longestWalk = 200_000;
/** States that are looked at between two looks at the clock. */
const stride = 64;

interface ProbedState {
  readonly values: ProbedValues;
  readonly parent: ProbedState | null;
  readonly command: Command | null;
}

/**
 * Looks for violations by running the program: breadth first, so that short ones are found, and in long walks, in which each
 * thread goes on as long as it can or threads take turns, for those that take many steps. What it does not find may be there
 * all the same.
 */
export class ConcreteProbe {
  readonly #commands: CompiledCommands;
  readonly #properties: readonly StateProperty[];
  readonly #types: ReadonlyMap<number, Type>;
  readonly #constants: readonly number[];
  readonly #starts: readonly ProbedState[];
  readonly #queue: ProbedState[] = [];
  readonly #seen = new Set<string>();
  #next = 0;
  #walks = 0;
  #found: Probed[] = [];
  readonly #below = randomFrom(1);

  constructor(
    private readonly program: CommandProgram,
    private readonly wanted: Set<string>,
    /** States that the program may begin in, besides those that are guessed. */
    models: readonly SmtModel[] = [],
  ) {
    this.#commands = new CompiledCommands(program);
    this.#properties = program.stateProperties.filter(({ property }) => wanted.has(property.name));
    this.#types = new Map(program.inputs.map(({ expr, type }) => [this.#commands.numberOf(expr), type]));
    this.#constants = fewConstants(program);
    this.#starts = [...models.map((model) => this.#modelled(model)), ...this.#beginnings()]
      .filter(({ values }) => this.#commands.initial.every((holds) => holds(values) === true))
      .map((values) => ({ values, parent: null, command: null }));
    for (const start of this.#starts) this.#add(start);
  }

  /** All states were seen, or as many as there is room for, and all walks were made. */
  get isDone(): boolean {
    return this.wanted.size === 0 || this.#starts.length === 0;
  }

  /** Goes on until the time is up; each property is found violated once. */
  run(until: number): readonly Probed[] {
    this.#found = [];
    while (!this.isDone && performance.now() < until) {
      for (let i = 0; i < stride && this.#next < this.#queue.length; i++)
        this.#expand(at(this.#queue, this.#next++));
      if (this.#next >= this.#queue.length || this.#next > (this.#walks + 1) * 10 * stride) this.#walk(until);
    }
    return this.#found;
  }

  #expand(node: ProbedState): void {
    this.#judge(node);
    for (const compiled of this.#enabled(node.values)) {
      for (const drawn of this.#draws(compiled)) {
        const next = this.#step(node, compiled, drawn);
        if (next !== null) this.#add(next);
      }
    }
  }

  *#enabled({ locations }: ProbedValues): Generator<CompiledCommand> {
    const mover = this.#atomicThread(locations);
    for (const [t, location] of locations.entries()) {
      if (mover < 0 || mover === t) yield* at(at(this.#commands.leaving, t), location);
    }
  }

  #atomicThread(locations: readonly number[]): number {
    return locations.findIndex((location, t) => at(at(this.program.threads, t).locations, location).atomic);
  }

  /** The state after a step; null if it cannot be taken, or is one that violates a property. */
  #step(node: ProbedState, compiled: CompiledCommand, drawn: readonly number[]): ProbedState | null {
    const { command, inputs, violates } = compiled;
    if (violates !== null && !this.wanted.has(violates)) return null;
    let { values } = node.values;
    for (const [i, input] of inputs.entries()) values = values.with(input, at(drawn, i));
    const after = this.#commands.take(compiled, { ...node.values, values });
    if (after === null) return null;
    const next = { values: after, parent: node, command };
    if (violates === null) return next;
    this.#note(violates, next, null);
    return null;
  }

  #judge(node: ProbedState): void {
    const { locations } = node.values;
    if (this.#properties.length === 0 || this.#atomicThread(locations) >= 0) return;
    const hasEnded = locations.every((location, t) => location === at(this.program.threads, t).end);
    for (const state of this.#properties) {
      const { name, kind } = state.property;
      if (!this.wanted.has(name) || (kind === 'final' && !hasEnded)) continue;
      if (!this.#commands.holds(state, node.values)) this.#note(name, node, state);
    }
  }

  #note(property: string, node: ProbedState, condition: StateProperty | null): void {
    const path: Command[] = [];
    for (let here: ProbedState | null = node; here !== null; here = here.parent)
      if (here.command !== null) path.push(here.command);
    this.#found.push({ property, path: path.reverse(), condition });
    this.wanted.delete(property);
  }

  #add(node: ProbedState): void {
    if (this.#queue.length >= mostStates) return;
    const { locations, values } = node.values;
    const key = `${locations.join()};${values.join()}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#queue.push(node);
  }

  /** Each walk is of another kind than the one before, and each three are longer. */
  #walk(until: number): void {
    const walk = this.#walks++;
    const length = Math.min(longestWalk, shortestWalk * 2 ** Math.floor(walk / 3));
    const count = this.program.threads.length;
    const patience = [Math.ceil(length / count), 1, 8][walk % 3] ?? 1;
    let node = at(this.#starts, walk % this.#starts.length);
    let thread = walk % count;
    let since = 0;
    for (let step = 0; step < length && this.wanted.size > 0; step++) {
      if (step % stride === 0 && performance.now() > until) return;
      this.#judge(node);
      const steps = this.#possible(node);
      if (steps.length === 0) return;
      const own = steps.filter(({ command }) => command?.thread === thread);
      if (own.length === 0 || since++ >= patience) {
        since = 0;
        const others = steps.filter(({ command }) => command?.thread !== thread);
        node = this.#pick(others.length > 0 ? others : steps);
        thread = node.command?.thread ?? 0;
      } else node = this.#pick(own);
    }
  }

  #possible(node: ProbedState): readonly ProbedState[] {
    return [...this.#enabled(node.values)].flatMap((compiled) => {
      const drawn = compiled.inputs.map((input) => this.#any(this.#candidates(this.#typeOf(input))));
      return this.#step(node, compiled, drawn) ?? [];
    });
  }

  #pick(nodes: readonly ProbedState[]): ProbedState {
    return nodes.length === 1 ? at(nodes, 0) : this.#any(nodes);
  }

  #any<T>(items: readonly T[]): T {
    return at(items, this.#below(items.length));
  }

  #typeOf(input: number): Type {
    return this.#types.get(input) ?? { kind: 'int' };
  }

  #draws({ inputs }: CompiledCommand): readonly (readonly number[])[] {
    return combinations(
      inputs.map((input) => this.#candidates(this.#typeOf(input))),
      mostDraws,
    );
  }

  /** Few values of a type, those that the program compares with among them. */
  #candidates(type: Type): readonly number[] {
    const [lo, hi] =
      type.kind === 'int'
        ? [-Infinity, Infinity]
        : type.kind === 'bool'
          ? [0, 1]
          : [Number(type.lo), Number(type.hi)];
    const near = [0, 1, lo, hi, ...this.#constants];
    return [...new Set(near)].filter((value) => Number.isSafeInteger(value) && lo <= value && value <= hi);
  }

  #modelled(model: SmtModel): ProbedValues {
    const values = this.#zeros();
    for (const { expr } of this.program.variables)
      values[this.#commands.numberOf(expr)] = Number(model.value(expr));
    return { locations: this.program.threads.map((t) => t.entry), values };
  }

  #zeros(): number[] {
    const { variables, inputs } = this.program;
    return Array.from({ length: 1 + variables.length + inputs.length }, () => 0);
  }

  /** States that the program begins in: what is fixed has its value, the rest a few values. */
  #beginnings(): readonly ProbedValues[] {
    const { program } = this;
    const locations = program.threads.map((t) => t.entry);
    const fixed = fixedBy(program.initial);
    const free = program.variables.filter(({ expr }) => !fixed.has(expr));
    const choices = free.map(({ type }) => this.#candidates(type).slice(0, 4));
    const starts = combinations(choices, mostStarts).map((chosen) => {
      const values = this.#zeros();
      for (const [i, { expr }] of free.entries()) values[this.#commands.numberOf(expr)] = at(chosen, i);
      return { locations, values };
    });
    for (const { values } of starts) this.#commands.settle(values, fixed);
    return starts;
  }
}

/** One element of each list, in all ways; but only the first of longer lists once there are too many. */
function combinations(lists: readonly (readonly number[])[], most: number): readonly (readonly number[])[] {
  let all: readonly (readonly number[])[] = [[]];
  for (const list of lists) {
    const room = Math.max(1, Math.floor(most / all.length));
    all = all.flatMap((chosen) => list.slice(0, room).map((value) => [...chosen, value]));
  }
  return all;
}

/** Variables that are said to be equal to something, one side of each equation: `x == 0`, `y == x`. */
function fixedBy(initial: readonly Expr[]): ReadonlyMap<Expr, Expr> {
  const fixed = new Map<Expr, Expr>();
  for (const condition of initial) {
    if (isVariable(condition)) fixed.set(condition, truth);
    else if (condition.kind === 'unary' && condition.op === '!' && isVariable(condition.arg))
      fixed.set(condition.arg, falsity);
    else if (condition.kind === 'binary' && condition.op === '==' && isVariable(condition.left)) {
      if (!fixed.has(condition.left)) fixed.set(condition.left, condition.right);
      else if (isVariable(condition.right)) fixed.set(condition.right, condition.left);
    }
  }
  return fixed;
}

/** And their neighbours. */
const fewConstants = (program: CommandProgram): readonly number[] =>
  [...constantsIn(program)]
    .slice(0, mostConstants)
    .flatMap((value) => [Number(value), Number(value) + 1, Number(value) - 1]);
