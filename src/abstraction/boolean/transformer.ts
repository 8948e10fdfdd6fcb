import type { BooleanValue, BooleanUpdate } from '../../lang/boolean/boolean-program.js';
import { falsity, not, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { allOf, anyOf, literal, negation, no, yes } from '../../lang/boolean/boolean-formula.js';
import type { Formula } from '../../lang/boolean/boolean-formula.js';
import { booleanId } from '../../lang/expr/ids.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { Command } from '../command-program.js';
import { conjuncts } from '../conjuncts.js';
import type { AskedCubes } from '../cubes/asked-cubes.js';
import { cubeKey, isPositive, predicateOf } from '../cubes/literals.js';
import type { CubeCode } from '../cubes/literals.js';
import { PredicateReach } from '../cubes/predicate-reach.js';
import { precondition } from '../commands/precondition.js';

export interface AbstractStep {
  readonly guard: Formula;
  readonly updates: readonly BooleanUpdate[];
}

const anything: BooleanValue = { kind: 'choose', yes: no, no };

/** Abstracts single steps: which of them can be taken, and what they make of the predicates. */
export class BooleanTransformer {
  readonly #formulas = new CubeFormulas();
  readonly #reach: PredicateReach;
  /** The cubes that values and guards are made of, and those of properties. */
  readonly steps = new CubeTally();
  readonly conditions = new CubeTally();

  constructor(
    private readonly predicates: readonly Expr[],
    private readonly cubes: AskedCubes,
  ) {
    this.#reach = new PredicateReach(predicates);
  }

  /** Null: the command is never enabled. `forgotten`: variables whose values nobody needs afterwards. */
  async step(command: Command, forgotten: ReadonlySet<Expr>): Promise<AbstractStep | null> {
    const guard = command.guard.flatMap(conjuncts);
    const excluding = await this.cubes.excluding(guard);
    if (excluding.some(isEmptyCube)) return null;
    this.steps.add(excluding);
    const updates: BooleanUpdate[] = [];
    const before = precondition(command);
    if (command.end.kind === 'moves') {
      for (const p of this.#written(command)) {
        const predicate = at(this.predicates, p);
        const isForgotten = [...this.#reach.variables(predicate)].some((v) => forgotten.has(v));
        const value = isForgotten ? anything : await this.#value(guard, predicate, before(predicate));
        if (value !== null) updates.push({ target: booleanId(p), value });
      }
    }
    return { guard: negation(this.#formulas.any(excluding)), updates };
  }

  /** Implies the condition. */
  async condition(formula: Expr): Promise<Formula> {
    const implying = await this.cubes.implying([], formula);
    this.conditions.add(implying);
    return this.#formulas.any(implying);
  }

  /** What is known of the predicates at the start. */
  async start(initial: readonly Expr[]): Promise<AbstractStep> {
    const updates: BooleanUpdate[] = [];
    const parts = initial.flatMap(conjuncts);
    const guard = (await this.cubes.entails(parts, falsity)) ? no : yes;
    for (const [p, formula] of this.predicates.entries()) {
      const value: BooleanValue = (await this.cubes.entails(parts, formula))
        ? { kind: 'formula', formula: yes }
        : (await this.cubes.entails(parts, not(formula)))
          ? { kind: 'formula', formula: no }
          : anything;
      updates.push({ target: booleanId(p), value });
    }
    return { guard, updates };
  }

  infeasible(cubes: readonly CubeCode[]): readonly Formula[] {
    return cubes.map((cube) => this.#formulas.any([cube]));
  }

  /** The predicates that speak of what the command updates (the cone of influence). */
  #written({ updates }: Command): readonly number[] {
    return [...this.#reach.mentioning(updates.map((u) => u.variable))].sort((a, b) => a - b);
  }

  /** Null: the predicate stays as it is. `before`: what has to hold before so that it holds afterwards. */
  async #value(guard: readonly Expr[], predicate: Expr, before: Expr): Promise<BooleanValue | null> {
    if (before === predicate) return null;
    if (before === truth) return { kind: 'formula', formula: yes };
    if (before === falsity) return { kind: 'formula', formula: no };
    const isTrue = await this.cubes.implying(guard, before);
    const isFalse = isTrue.some(isEmptyCube) ? [] : await this.cubes.implying(guard, not(before));
    this.steps.add(isTrue);
    this.steps.add(isFalse);
    return chosen(this.#formulas.any(isTrue), this.#formulas.any(isFalse));
  }
}

const isEmptyCube = (cube: CubeCode): boolean => cube.length === 0;

function chosen(isTrue: Formula, isFalse: Formula): BooleanValue {
  if (isTrue === yes) return { kind: 'formula', formula: yes };
  if (isFalse === yes) return { kind: 'formula', formula: no };
  return { kind: 'choose', yes: isTrue, no: isFalse };
}

/** Variable i of the Boolean program stands for predicate i. */
const cubeFormula = (cube: CubeCode): Formula =>
  allOf(cube.map((code) => literal(booleanId(predicateOf(code)), isPositive(code))));

/** Formulas of lists of cubes; of the same list the same formula, so that texts of programs are small. */
class CubeFormulas {
  readonly #cubes = new Map<string, Formula>();
  readonly #known = new Map<string, Formula>();

  /** Some of the cubes holds. */
  any(cubes: readonly CubeCode[]): Formula {
    if (cubes.length === 0) return no;
    if (cubes.some((cube) => cube.length === 0)) return yes;
    const keys = cubes.map(cubeKey);
    const key = keys.join(' ');
    const cubeOf = (cube: CubeCode, i: number): Formula =>
      remembered(this.#cubes, at(keys, i), () => cubeFormula(cube));
    return remembered(this.#known, key, () => anyOf(cubes.map(cubeOf)));
  }
}

/** Counts cubes. */
class CubeTally {
  readonly #cubes = new Map<string, CubeCode>();
  #largest = 0;

  add(cubes: readonly CubeCode[]): void {
    for (const cube of cubes) {
      if (cube.length > this.#largest) this.#largest = cube.length;
      if (cube.length > 1) this.#cubes.set(cubeKey(cube), cube);
    }
  }

  get largest(): number {
    return this.#largest;
  }

  get used(): number {
    return this.#cubes.size;
  }

  /** Those of more than one literal, in the order in which they were met first. */
  all(): readonly CubeCode[] {
    return [...this.#cubes.values()];
  }
}
