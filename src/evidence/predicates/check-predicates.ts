import { lineOf } from '../../diagnostics/span.js';
import { disjunction, falsity, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocationId, ThreadId } from '../../lang/expr/ids.js';
import { negated } from '../../lang/expr/simplify.js';
import { substitution } from '../../lang/expr/substitute.js';
import { printEdge } from '../../lang/program/print-system.js';
import type { Property } from '../../lang/program/program.js';
import type { Edge, System } from '../../lang/program/system.js';
import type { PredicateBox, PredicateCover, WaitingShape } from '../../lang/run/predicate-cover.js';
import type { MemoryModel } from '../../memory/model.js';
import { openSmt } from '../../smt/session.js';
import type { Smt } from '../../smt/smt.js';
import { assertNever, at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { CoverCheck } from '../cover/check-cover.js';
import { TooWide } from '../cover/coordinates.js';
import { SectionSteps } from './section-steps.js';
import { SymbolicNames, placeKey, shapeOf } from './symbolic-state.js';
import type { SymbolicState } from './symbolic-state.js';
import { SymbolicSteps } from './symbolic-steps.js';

/**
 * Whether the cover proves the properties: it has every initial state; every step from it leads into it; none of its states and
 * none of these steps violates a property. Each of these is a formula that must have no model; Z3 is asked.
 */
export async function checkPredicates(
  system: System,
  model: MemoryModel,
  properties: readonly Property[],
  cover: PredicateCover,
  watch: () => void,
): Promise<CoverCheck> {
  const names = new SymbolicNames(system, cover.slots);
  const smt = openSmt({ solver: 'z3', typeOf: names.typeOf });
  try {
    await smt.prepare([falsity]);
    return new PredicateChecker(new SymbolicSteps(names, model, watch), properties, cover, smt).check();
  } finally {
    smt.dispose();
  }
}

/** What the cover says where threads and buffers are like this: one of these conjunctions. */
interface TupleOfPlaces {
  readonly places: readonly LocationId[];
  readonly shapes: readonly WaitingShape[];
  readonly cubes: (readonly Expr[])[];
}

type Outcome = 'holds' | 'fails' | 'not told';

class PredicateChecker {
  readonly #sections: SectionSteps;
  readonly #tuples = new Map<string, TupleOfPlaces>();
  #obligations = 0;
  #held = 0;
  #reason: string | null = null;

  constructor(
    private readonly steps: SymbolicSteps,
    private readonly properties: readonly Property[],
    cover: PredicateCover,
    private readonly smt: Smt,
  ) {
    const told = new Set<string>();
    for (const box of cover.boxes) {
      const cube = cubeOf(box, cover);
      box.at.forEach((locations, t) => locations.forEach((location) => told.add(`${t} ${location}`)));
      for (const tuple of tuplesOf(box, cover, steps.watch)) {
        const key = placeKey(tuple.places, tuple.shapes);
        remembered(this.#tuples, key, () => ({ ...tuple, cubes: [] })).cubes.push(cube);
      }
    }
    this.#sections = new SectionSteps(steps, (thread, { id }) => told.has(`${thread} ${id}`));
  }

  check(): CoverCheck {
    for (const { kind, name } of this.properties)
      if (kind === 'ltl' || kind === 'never' || kind === 'deadlock')
        this.#oblige(() => `no invariant over predicates decides ${name}`);
    this.#oblige(() => {
      const lost = this.steps.initial().map((state) => this.#isIn(state));
      return worst(
        lost,
        'an initial state is not in the invariant',
        'that initial states are in the invariant',
      );
    });
    for (const tuple of this.#tuples.values()) for (const cube of tuple.cubes) this.#checkCube(tuple, cube);
    return { obligations: this.#obligations, held: this.#held, reason: this.#reason };
  }

  #oblige(wrong: () => string | null): void {
    this.#obligations++;
    const reason = this.#tried(wrong);
    if (reason === null) this.#held++;
    else this.#reason ??= reason;
  }

  #tried(wrong: () => string | null): string | null {
    try {
      return wrong();
    } catch (error) {
      if (error instanceof TooWide) return error.message;
      throw error;
    }
  }

  #checkCube({ places, shapes }: TupleOfPlaces, cube: readonly Expr[]): void {
    this.steps.watch();
    const anywhere = this.steps.names.statesAt(places, shapes);
    const facts = this.#instance(anywhere)(cube);
    // Of no state.
    if (facts.includes(falsity)) return;
    const state: SymbolicState = { ...anywhere, facts };
    const insider = this.#sections.insider(state);
    if (insider === null)
      for (const property of this.properties) {
        const violated = this.#violations(state, property);
        if (violated.length > 0)
          this.#oblige(() => this.#noneOf(violated, `a state of the invariant violates ${property.name}`));
      }
    for (const { id } of this.steps.system.threads)
      if (insider === null || insider === id) this.#closed(state, id);
  }

  #closed(state: SymbolicState, thread: ThreadId): void {
    const { name } = at(this.steps.system.threads, thread);
    for (const flushed of this.steps.flushes(state, thread))
      this.#oblige(() => this.#lost(flushed, `a flush of ${name}`));
    for (const edge of this.#sections.leaving(state, thread))
      this.#oblige(() => this.#leaves(state, thread, edge));
  }

  /** Null: what begins with the edge violates nothing and ends in the invariant. */
  #leaves(from: SymbolicState, thread: ThreadId, edge: Edge): string | null {
    const told = this.#told(thread, edge);
    for (const state of this.#sections.from(from, thread, edge)) {
      for (const { name, kind } of this.properties) {
        const wrong = state.failed.filter(({ property }) => kind === 'assert' && property === name);
        const where = state.end === kind ? [...wrong, { where: truth }] : wrong;
        const violated = where.map((failure) => [...state.facts, failure.where]);
        const reason = this.#noneOf(violated, `${told} violates ${name}`);
        if (reason !== null) return reason;
      }
      if (state.end !== 'moves' || !this.#sections.isEnd(state, thread)) continue;
      const lost = this.#lost(state, told);
      if (lost !== null) return lost;
    }
    return null;
  }

  #lost = (state: SymbolicState, step: string): string | null =>
    worst([this.#isIn(state)], `${step} leads out of the invariant`, `where ${step} leads`);

  #noneOf = (cases: readonly (readonly Expr[])[], otherwise: string): string | null =>
    worst(
      cases.map((facts) => this.#impossible(facts)),
      otherwise,
      `whether ${otherwise}`,
    );

  /** What holds in the states of these places that violate the property. */
  #violations(state: SymbolicState, property: Property): readonly (readonly Expr[])[] {
    switch (property.kind) {
      case 'invariant':
        return this.steps.failures(state, property.formula);
      case 'final':
        return this.#haveEnded(state) ? this.steps.failures(state, property.formula) : [];
      // Of steps, or refused.
      case 'assert':
      case 'div':
      case 'bounds':
      case 'range':
      case 'deadlock':
      case 'ltl':
      case 'never':
        return [];
      default:
        return assertNever(property);
    }
  }

  #haveEnded = ({ places, buffers }: SymbolicState): boolean =>
    this.steps.system.threads.every(({ id, end }) => at(places, id) === end && at(buffers, id).length === 0);

  /** Whether the invariant has all states that are told by this one. */
  #isIn(state: SymbolicState): Outcome {
    const cubes = this.#tuples.get(placeKey(state.places, state.buffers.map(shapeOf)))?.cubes ?? [];
    const instance = this.#instance(state);
    const outside: Expr[] = [];
    for (const cube of cubes) {
      const open = instance(cube).filter((fact) => !state.facts.includes(fact));
      if (open.length === 0) return 'holds';
      outside.push(disjunction(open.map(negated)));
    }
    return this.#impossible([...state.facts, ...outside]);
  }

  #impossible(facts: readonly Expr[]): Outcome {
    this.steps.watch();
    if (facts.includes(falsity)) return 'holds';
    const asked = facts.filter((fact) => fact !== truth);
    const answer = this.smt.check(asked.map((fact) => this.smt.literal(fact)));
    return answer.kind === 'unsat' ? 'holds' : answer.kind === 'sat' ? 'fails' : 'not told';
  }

  /** What formulas over variables and slots say of a state. */
  #instance(state: SymbolicState): (cube: readonly Expr[]) => readonly Expr[] {
    const { names } = this.steps;
    const inside = substitution(new Map([...state.values, ...names.slotsIn(state)]));
    return (cube) => cube.map(inside).filter((fact) => fact !== truth);
  }

  #told(thread: ThreadId, edge: Edge): string {
    const { system } = this.steps;
    const automaton = at(system.threads, thread);
    const line = lineOf(edge.span);
    const place = line === null ? '' : ` (line ${line})`;
    return `the step ${printEdge(system, automaton, edge)} of ${automaton.name}${place}`;
  }
}

/** Null: all hold. */
function worst(outcomes: readonly Outcome[], fails: string, what: string): string | null {
  if (outcomes.includes('fails')) return fails;
  return outcomes.includes('not told') ? `the solver has not told ${what}` : null;
}

const cubeOf = ({ holds, fails }: PredicateBox, { predicates }: PredicateCover): readonly Expr[] => [
  ...holds.map((n) => at(predicates, n)),
  ...fails.map((n) => negated(at(predicates, n))),
];

/** Each way to place the threads that the box allows, with what waits. */
function* tuplesOf(
  box: PredicateBox,
  { shapes }: Pick<PredicateCover, 'shapes'>,
  watch: () => void,
  thread = 0,
): Generator<Omit<TupleOfPlaces, 'cubes'>> {
  const [locations, numbers] = [box.at[thread], box.shapes[thread]];
  if (locations === undefined || numbers === undefined) {
    yield { places: [], shapes: [] };
    return;
  }
  for (const rest of tuplesOf(box, { shapes }, watch, thread + 1)) {
    watch();
    for (const location of locations)
      for (const number of numbers)
        yield { places: [location, ...rest.places], shapes: [at(shapes, number), ...rest.shapes] };
  }
}
