import type { Type } from '../../lang/expr/type.js';
import { firstValues } from '../../lang/expr/type.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import type { SmtModel } from '../../smt/smt.js';
import { at, getOrFail } from '../../support/invariant.js';
import type { Command, CommandPath, StateProperty } from '../command-program.js';
import type { Clock } from '../clock.js';
import { ConcreteRunner } from './concrete-state.js';
import type { ConcreteState } from './concrete-state.js';
import type { LazyPlan } from './lazy-plan.js';

const mostStates = 20_000;
const mostMilliseconds = 2000;
/** Concrete states for each abstract one: more of the same show little that is new. */
const mostAlike = 40;
const mostStarts = 64;
const mostDraws = 16;

export interface Probed {
  readonly property: string;
  readonly path: CommandPath;
  readonly condition: StateProperty | null;
}

interface ProbedState {
  readonly state: ConcreteState;
  readonly parent: ProbedState | null;
  readonly command: Command | null;
}

/**
 * Looks for violations that the abstraction cannot tell from others, by running the program: breadth first over concrete
 * states, but only over so many that the predicates do not tell apart. What it does not find may be there all the same.
 */
export async function probe(
  plan: LazyPlan,
  wanted: ReadonlySet<string>,
  models: readonly SmtModel[],
  clock: Clock,
): Promise<readonly Probed[]> {
  return new Prober(plan, new Set(wanted)).search(models, clock);
}

class Prober {
  readonly #runner: ConcreteRunner;
  readonly #seen = new Set<string>();
  readonly #alike = new Map<string, number>();
  readonly #queue: ProbedState[] = [];
  readonly #found: Probed[] = [];

  constructor(
    private readonly plan: LazyPlan,
    private readonly wanted: Set<string>,
  ) {
    this.#runner = new ConcreteRunner(plan.program);
  }

  async search(models: readonly SmtModel[], clock: Clock): Promise<readonly Probed[]> {
    const until = performance.now() + mostMilliseconds;
    for (const values of starts(this.plan, models)) {
      const state = this.#runner.begin(values);
      if (state !== null) this.#add({ state, parent: null, command: null });
    }
    for (let next = 0; next < this.#queue.length && this.wanted.size > 0; next++) {
      if (clock.isDue && (!(await clock.goOn()) || performance.now() > until)) break;
      this.#expand(at(this.#queue, next));
    }
    return this.#found;
  }

  #expand(node: ProbedState): void {
    const { plan } = this;
    const { locations } = node.state;
    const mover = locations.findIndex((location, t) => plan.atomic[t]?.[location] === 1);
    if (mover < 0) this.#judge(node);
    for (const [t, location] of locations.entries()) {
      if (mover >= 0 && mover !== t) continue;
      for (const { command, violates } of at(at(plan.leaving, t), location)) {
        if (violates !== null && !this.wanted.has(violates)) continue;
        this.#take(node, command, violates);
      }
    }
  }

  #take(node: ProbedState, command: Command, violates: string | null): void {
    for (const drawn of this.#draws(command)) {
      const state = this.#runner.take(command, drawn, node.state);
      if (state === null) continue;
      if (violates === null) this.#add({ state, parent: node, command });
      else if (this.wanted.has(violates)) this.#note(violates, { state, parent: node, command }, null);
    }
  }

  #judge(node: ProbedState): void {
    const { threads } = this.plan.program;
    const hasEnded = node.state.locations.every((location, t) => location === at(threads, t).end);
    for (const { name, isFinal, property } of this.plan.conditions) {
      if (!this.wanted.has(name) || (isFinal && !hasEnded)) continue;
      if (!this.#runner.holds(property.formula, node.state)) this.#note(name, node, property);
    }
  }

  #note(property: string, node: ProbedState, condition: StateProperty | null): void {
    const path: Command[] = [];
    for (let here: ProbedState | null = node; here !== null; here = here.parent) {
      if (here.command !== null) path.push(here.command);
    }
    this.#found.push({ property, path: path.reverse(), condition });
    this.wanted.delete(property);
  }

  #add(node: ProbedState): void {
    if (this.#queue.length >= mostStates) return;
    const { locations, values } = node.state;
    const place = locations.join(',');
    const key = `${place};${values.join(',')}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const truth = this.plan.posts.vocabulary.formulas.map((f) => (this.#runner.holds(f, node.state) ? 1 : 0));
    const cell = `${place};${truth.join('')}`;
    const alike = this.#alike.get(cell) ?? 0;
    if (alike >= mostAlike) return;
    this.#alike.set(cell, alike + 1);
    this.#queue.push(node);
  }

  #draws({ drawn }: Command): readonly (readonly bigint[])[] {
    if (drawn.length === 0) return [[]];
    const { inputs } = this.plan.program;
    const types = new Map(inputs.map(({ expr, type }) => [expr, type]));
    return combinations(
      drawn.map((input) => fewValues(getOrFail(types, input))),
      mostDraws,
    );
  }
}

/** Values to begin with: what models of the initial condition say, and other values of what it leaves open. */
function starts({ program }: LazyPlan, models: readonly SmtModel[]): readonly (readonly bigint[])[] {
  const bound = new Set(program.initial.flatMap((f) => [...variablesOf(f)]));
  return models.flatMap((model) => {
    const choices = program.variables.map(({ expr, type }) => {
      const value = model.value(expr);
      return bound.has(expr) ? [value] : [...new Set([value, ...fewValues(type)])];
    });
    return combinations(choices, Math.ceil(mostStarts / models.length));
  });
}

const fewValues = (type: Type): readonly bigint[] => firstValues(type, 5);

/** One element of each list, in all ways; but only the first of longer lists once there are too many. */
function combinations(lists: readonly (readonly bigint[])[], most: number): readonly (readonly bigint[])[] {
  let all: readonly (readonly bigint[])[] = [[]];
  for (const list of lists) {
    const choices = all.length * list.length > most ? list.slice(0, 1) : list;
    all = all.flatMap((begun) => choices.map((value) => [...begun, value]));
  }
  return all;
}
