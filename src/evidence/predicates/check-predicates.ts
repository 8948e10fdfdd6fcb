import { Unsupported } from '../../diagnostics/diagnostic.js';
import { lineOf } from '../../diagnostics/span.js';
import { disjunction, falsity, isBitOp, partsOf, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { negated } from '../../lang/expr/simplify.js';
import { substitution } from '../../lang/expr/substitute.js';
import { printEdge } from '../../lang/program/print-system.js';
import type { Property } from '../../lang/program/program.js';
import type { Edge, System } from '../../lang/program/system.js';
import type { PredicateCover } from '../../lang/run/predicate-cover.js';
import type { MemoryModel } from '../../memory/model.js';
import { openSmt } from '../../smt/session.js';
import type { Smt } from '../../smt/smt.js';
import { MachineSteps } from '../../symbolic/machine-steps.js';
import type { SymbolicWay, ThreadStand } from '../../symbolic/machine-steps.js';
import { holdsInMemory, initialValuesHold } from '../../symbolic/state-formulas.js';
import { SymbolicState } from '../../symbolic/symbolic-state.js';
import { assertNever, at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { ObligationsCheck } from '../cover/check-cover.js';
import { StatesOfCover } from './told-states.js';

/**
 * Whether the cover proves the properties: it has every initial state; every step from it leads into it (of a thread that
 * enters an atomic section of which it says nothing, all ways to the section's end); none of its states and none of these
 * steps violates a property. Each of these is a formula that must have no model; Z3 is asked.
 */
export async function checkPredicates(
  system: System,
  model: MemoryModel,
  properties: readonly Property[],
  cover: PredicateCover,
  watch: () => void,
): Promise<ObligationsCheck> {
  const state = new SymbolicState(system);
  const smt = openSmt({ solver: 'z3', typeOf: (variable) => state.typeOf(variable) });
  try {
    await smt.prepare([falsity]);
    const steps = new MachineSteps(state, model, null, watch);
    return new PredicateChecker(
      steps,
      properties,
      new StatesOfCover(state, cover, watch),
      smt,
      watch,
    ).check();
  } finally {
    smt.dispose();
  }
}

type ObligationOutcome = 'holds' | 'fails' | 'not told';

/** States that are in the invariant: where threads stand, and what holds. */
interface CheckedStates {
  readonly stands: readonly ThreadStand[];
  readonly facts: readonly Expr[];
  /** What formulas over places say there. */
  readonly known: (formula: Expr) => Expr;
}

class PredicateChecker {
  readonly #ways = new Map<string, readonly SymbolicWay[]>();
  readonly #meant = new Map<Property, Expr>();
  readonly #isForSolver = new Map<Expr, boolean>();
  #obligations = 0;
  #held = 0;
  #reason: string | null = null;

  constructor(
    private readonly steps: MachineSteps,
    private readonly properties: readonly Property[],
    private readonly told: StatesOfCover,
    private readonly smt: Smt,
    private readonly watch: () => void,
  ) {}

  check(): ObligationsCheck {
    for (const { kind, name } of this.properties)
      if (kind === 'ltl' || kind === 'never' || kind === 'deadlock')
        this.#oblige(() => `no invariant over predicates decides ${name}`);
    this.#oblige(() => this.#initial());
    for (const { stands, cubes } of this.told.all()) {
      const known = this.told.known(stands);
      const types = this.told.typesOfWaiting(stands);
      for (const cube of cubes)
        // Of no state.
        if (!cube.includes(falsity)) this.#checkStates({ stands, known, facts: [...cube, types] });
    }
    const isOpen = this.#reason?.startsWith(notTold) === true;
    return { obligations: this.#obligations, held: this.#held, reason: this.#reason, isOpen };
  }

  get #system(): System {
    return this.steps.state.system;
  }

  #oblige(wrong: () => string | null): void {
    this.#obligations++;
    const reason = this.#tried(wrong);
    if (reason === null) this.#held++;
    else this.#reason ??= reason;
  }

  #tried(wrong: () => string | null): string | null {
    this.watch();
    try {
      return wrong();
    } catch (error) {
      if (error instanceof Unsupported) return error.diagnostic.message;
      throw error;
    }
  }

  #initial(): string | null {
    const { state, model } = this.steps;
    const stands = this.#system.threads.map(({ id, entry }) => ({ thread: id, place: entry, waiting: 0 }));
    const outcome = this.#isIn(stands, [initialValuesHold(state, model)], new Map());
    return worst(outcome, 'an initial state is not in the invariant');
  }

  #checkStates(states: CheckedStates): void {
    const insider = states.stands.find(({ thread, place }) => this.steps.location(thread, place).atomic);
    if (insider === undefined)
      for (const property of this.properties) {
        const violated = this.#violated(states, property);
        if (violated !== null)
          this.#oblige(() =>
            worst(
              this.#impossible([...states.facts, violated]),
              `a state of the invariant violates ${property.name}`,
            ),
          );
      }
    for (const stand of states.stands)
      if (insider === undefined || insider === stand) this.#closed(states, stand);
  }

  #closed(states: CheckedStates, stand: ThreadStand): void {
    const { thread, place, waiting } = stand;
    for (const way of this.steps.flushes(stand))
      this.#oblige(() =>
        this.#leads(states, thread, way, `a flush of ${at(this.#system.threads, thread).name}`),
      );
    for (const edge of this.steps.leaving(thread, place))
      this.#oblige(() => {
        const step = this.#toldStep(thread, edge);
        const ways = remembered(this.#ways, [thread, waiting, edge.id].join(), () =>
          this.steps.complete(stand, edge, (to) => this.told.hasPlace(thread, to)),
        );
        return firstOf(ways, (way) => this.#leads(states, thread, way, step));
      });
  }

  /** Null: nothing is violated on the way, and it ends in the invariant. */
  #leads(
    { stands, facts, known }: CheckedStates,
    thread: ThreadId,
    way: SymbolicWay,
    step: string,
  ): string | null {
    const { outcome, guard, written } = way;
    const here = [...facts, known(guard)];
    switch (outcome.kind) {
      case 'moves': {
        const { place, waiting } = outcome;
        const after = stands.with(thread, { thread, place, waiting });
        return worst(this.#isIn(after, here, written), `${step} leads out of the invariant`);
      }
      case 'fails':
      case 'faults': {
        const isClaimed = this.properties.some(
          ({ kind, name }) => (kind === 'assert' ? name : kind) === outcome.property,
        );
        return isClaimed ? worst(this.#impossible(here), `${step} violates ${outcome.property}`) : null;
      }
      case 'overflows':
        return `${step} finds no room`;
      default:
        return assertNever(outcome);
    }
  }

  /** What holds of the states there that violate the property; null: none do, as far as states tell. */
  #violated({ stands, known }: CheckedStates, property: Property): Expr | null {
    switch (property.kind) {
      case 'invariant':
      case 'final': {
        if (property.kind === 'final' && !this.#haveEnded(stands)) return null;
        const { state, model } = this.steps;
        const meant = remembered(this.#meant, property, () => holdsInMemory(state, model, property.formula));
        return negated(known(meant));
      }
      // Of steps, or refused.
      case 'assert':
      case 'div':
      case 'bounds':
      case 'range':
      case 'deadlock':
      case 'ltl':
      case 'never':
        return null;
      default:
        return assertNever(property);
    }
  }

  #haveEnded = (stands: readonly ThreadStand[]): boolean =>
    stands.every(
      ({ thread, place, waiting }) => place === at(this.#system.threads, thread).end && waiting === 0,
    );

  /** Whether all states that the facts allow are, with what was written, in the invariant. */
  #isIn(
    stands: readonly ThreadStand[],
    facts: readonly Expr[],
    written: ReadonlyMap<Expr, Expr>,
  ): ObligationOutcome {
    const after = substitution(written);
    const outside: Expr[] = [];
    for (const cube of this.told.where(stands)) {
      const open = cube.map(after).filter((fact) => fact !== truth && !facts.includes(fact));
      if (open.length === 0) return 'holds';
      outside.push(disjunction(open.map(negated)));
    }
    return this.#impossible([...facts, ...outside]);
  }

  #impossible(facts: readonly Expr[]): ObligationOutcome {
    this.watch();
    if (facts.includes(falsity)) return 'holds';
    const asked = facts.filter((fact) => fact !== truth);
    if (!asked.every((fact) => remembered(this.#isForSolver, fact, isForSolver))) return 'not told';
    const answer = this.smt.check(asked.map((fact) => this.smt.literal(fact)));
    return answer.kind === 'unsat' ? 'holds' : answer.kind === 'sat' ? 'fails' : 'not told';
  }

  #toldStep(thread: ThreadId, edge: Edge): string {
    const automaton = at(this.#system.threads, thread);
    const line = lineOf(edge.span);
    const place = line === null ? '' : ` (line ${line})`;
    return `the step ${printEdge(this.#system, automaton, edge)} of ${automaton.name}${place}`;
  }
}

/** Z3 is told of the integers of mathematics. */
const isForSolver = (formula: Expr): boolean =>
  ![...partsOf(formula)].some(
    (part) => (part.kind === 'binary' && isBitOp(part.op)) || (part.kind === 'unary' && part.op === 'int'),
  );

const notTold = 'the solver has not told whether';

/** Null: it holds. */
const worst = (outcome: ObligationOutcome, fails: string): string | null =>
  outcome === 'holds' ? null : outcome === 'fails' ? fails : `${notTold} ${fails}`;

function firstOf<T>(items: readonly T[], reasonOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const reason = reasonOf(item);
    if (reason !== null) return reason;
  }
  return null;
}
