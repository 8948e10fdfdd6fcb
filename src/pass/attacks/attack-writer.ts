import { edgeId, locationId } from '../../lang/expr/ids.js';
import { disjunction, falsity, mapChildren, not, shared, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { EdgeId, LocationId } from '../../lang/expr/ids.js';
import { mayFail } from '../../lang/expr/eval.js';
import type { Action, Automaton, Edge, Location, StoreAction, System } from '../../lang/program/system.js';
import { unsupported } from '../../diagnostics/diagnostic.js';
import { generatedBy } from '../../diagnostics/span.js';
import { assertNever, at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { AttackPlan, AttackerPlan } from './attack-plan.js';
import type { AttackVariables, CellNote } from './attack-variables.js';
import { withoutClaim } from './edge-accesses.js';
import type { CellAccess, MemoryWay, MemoryEdge, MemorySection } from './edge-accesses.js';
import { cellFacts, cellsAccessed } from './cell-facts.js';
import type { CellFacts } from './cell-facts.js';

/** The name of the property that an attack violates. */
export const robustProperty = 'robust';

/** Whether there is an attack in a system that they were written into. */
export const claimsRobustness = ({ threads }: Pick<System, 'threads'>): boolean =>
  threads.some(({ edges }) =>
    edges.some(({ actions }) =>
      actions.some((action) => action.kind === 'assert' && action.property === robustProperty),
    ),
  );

/** What an edge of the output does in terms of the input. */
export interface AttackStep {
  readonly edge: EdgeId;
  /** What it stores waits until the end. */
  readonly delays: boolean;
}

export interface AttackAutomaton {
  readonly automaton: Automaton;
  /** For each edge of the automaton. */
  readonly steps: readonly AttackStep[];
}

export interface AttackContext {
  readonly system: System;
  readonly plan: AttackPlan;
  readonly variables: AttackVariables;
}

/**
 * Writes one thread: as it is while nobody attacks, as the attacker, and as a helper of another one's attack.
 * docs/robustness.md has the rules.
 */
export class AttackWriter {
  readonly #locations: Location[];
  readonly #edges: Edge[] = [];
  readonly #steps: AttackStep[] = [];
  /** Where the thread stands as the attacker, by where it would stand otherwise. */
  readonly #attacking = new Map<LocationId, LocationId>();
  readonly #facts: CellFacts;
  readonly #attacker: AttackerPlan | undefined;
  readonly #helps: boolean;

  constructor(
    private readonly context: AttackContext,
    private readonly input: Automaton,
  ) {
    const { system, plan } = context;
    this.#locations = [...input.locations];
    this.#facts = cellFacts(system, plan);
    this.#attacker = plan.attackers.find(({ thread }) => thread === input.id);
    this.#helps = plan.attackers.some(({ thread }) => thread !== input.id);
  }

  written(): AttackAutomaton {
    for (const memoryEdge of at(this.context.plan.edges, this.input.id)) {
      this.#plain(memoryEdge);
      if (this.#helps) for (const way of memoryEdge.ways) this.#helping(memoryEdge, way);
      if (this.#attacker?.starts.has(memoryEdge.edge) === true) this.#starting(memoryEdge);
      if (this.#attacker?.during.has(memoryEdge.edge) === true) this.#attackingAlong(memoryEdge);
    }
    return {
      automaton: { ...this.input, locations: this.#locations, edges: this.#edges },
      steps: this.#steps,
    };
  }

  /** Nobody attacks: what the program does under SC. */
  #plain({ edge }: MemoryEdge): void {
    const { variables } = this.context;
    const guard = this.context.plan.attackers.length === 0 ? [] : [assume(not(variables.isOn()))];
    this.#edge(edge, edge.from, edge.to, [...guard, ...edge.actions.map(withoutClaim)], false);
  }

  /** A store that waits from now on, with all that the thread stores later. */
  #starting({ edge, ways }: MemoryEdge): void {
    const { variables } = this.context;
    const begin = [assume(not(variables.isOn())), variables.turnOn()];
    for (const { actions, accesses } of ways) {
      const kept = actions
        .map(withoutClaim)
        .flatMap((action) =>
          action.kind === 'store'
            ? [...this.#delayed(action), variables.note('delayed', action.shared, action.index)]
            : [action],
        );
      if (accesses.length > 0)
        this.#edge(edge, edge.from, this.#attackPlace(edge.to), [...begin, ...kept], true);
    }
  }

  /** A store of the attacker. What it stores is kept where it may still read it, or where storing it may fault. */
  #delayed(store: StoreAction): readonly Action[] {
    const { variables, system } = this.context;
    const { shared: variable, index, value } = store;
    const matters = this.#attacker !== undefined && this.#facts.readsOwn(this.input.id, variable);
    const { type } = at(system.shared, variable);
    const isHarmless = type.kind !== 'range' && !mayFail(value);
    const kept = matters || !isHarmless ? [variables.note('own', variable, index, value)] : [];
    return [...kept, variables.note('waiting', variable, index)];
  }

  /** The attacker goes on while its stores wait. */
  #attackingAlong({ edge, ways }: MemoryEdge): void {
    const from = this.#attackPlace(edge.from);
    const to = this.#attackPlace(edge.to);
    for (const way of ways)
      for (const actions of this.#attackActions(way, edge)) this.#edge(edge, from, to, actions, true);
  }

  /** One list for each choice of the loads that read the attacker's own stores. */
  #attackActions({ actions, parts, accesses }: MemoryWay, { span }: Edge): readonly (readonly Action[])[] {
    const loads = distinct(accesses.filter(({ kind }) => kind === 'load'));
    let choices: readonly (readonly CellAccess[])[] = [[]];
    for (const load of loads) {
      if (this.#facts.delays(this.input.id, load.shared))
        choices = choices.flatMap((early) => [early, [...early, load]]);
      if (choices.length > mostChoices)
        unsupported('trace robustness takes no atomic block with so many loads', span, 'split the block');
    }
    return choices.map((early) => {
      const seen = (expr: Expr, part: number): Expr =>
        this.#asSeen(
          expr,
          early.filter((load) => load.part === part),
        );
      const loading = (load: CellAccess): readonly Action[] => {
        const index = load.index === null ? null : seen(load.index, load.part);
        return this.#loading({ ...load, index }, early.includes(load));
      };
      return actions.flatMap((action, place) => [
        ...loads.filter((load) => load.place === place).flatMap(loading),
        ...this.#asAttacker(action, (expr) => seen(expr, at(parts, place))),
      ]);
    });
  }

  /** With what the attacker has stored itself for the loads that read it, also where they tell which cell another one reads. */
  #asSeen(expr: Expr, early: readonly CellAccess[]): Expr {
    if (expr.kind !== 'shared') return mapChildren(expr, (part) => this.#asSeen(part, early));
    const index = expr.index === null ? null : this.#asSeen(expr.index, early);
    const isEarly = early.some((load) => load.shared === expr.shared && load.index === expr.index);
    return isEarly ? this.context.variables.noted('own', expr.shared, index) : shared(expr.shared, index);
  }

  /** A load from memory begins a chain: what conflicts with it later happens after it. */
  #loading({ shared: variable, index }: CellAccess, isEarly: boolean): readonly Action[] {
    const { variables } = this.context;
    const waiting = variables.noted('waiting', variable, index);
    if (isEarly) return [assume(waiting)];
    const guard = this.#facts.delays(this.input.id, variable) ? [assume(not(waiting))] : [];
    return [...guard, ...this.#noting({ kind: 'load', shared: variable, index })];
  }

  #asAttacker(action: Action, seen: (expr: Expr) => Expr): readonly Action[] {
    switch (action.kind) {
      case 'assert':
      case 'assume':
        return [withoutClaim({ ...action, cond: seen(action.cond) })];
      case 'assign':
        return [{ ...action, value: seen(action.value) }];
      case 'store':
        return this.#delayed(action);
      case 'havoc':
      case 'fence':
      case 'lock':
        return [action];
      default:
        return assertNever(action);
    }
  }

  /** Somebody else attacks: only what happens after a load of the attacker matters. */
  #helping({ edge, section }: MemoryEdge, way: MemoryWay): void {
    const { variables } = this.context;
    const kept = { ...way, actions: way.actions.map(withoutClaim) };
    const all = section?.accesses ?? way.accesses;
    const ends = !at(this.#locations, edge.to).atomic;
    const claims = ends && all.some(({ shared: variable }) => this.#facts.isTarget(variable));
    const actions = [
      assume(variables.isOn()),
      ...(section === null ? this.#helpingAlone(kept) : this.#helpingInside(kept, ends ? section : null)),
      ...(claims ? [claimed(not(variables.isClosed()))] : []),
    ];
    this.#edge(edge, edge.from, edge.to, actions, false);
  }

  #helpingAlone(way: MemoryWay): readonly Action[] {
    const { actions, accesses } = way;
    const { variables } = this.context;
    const thread = this.input.id;
    const chained = variables.isChained(thread);
    const [only, ...more] = accesses;
    if (only === undefined) return [assume(chained), ...actions];
    // Several accesses are one event: what there was before decides whether it is in the chain, so the notes come last.
    if (more.length > 0)
      return [
        ...this.#testing(way, () => []),
        assume(chained),
        ...accesses.flatMap((access) => [...this.#noting(access), ...this.#closing(access)]),
      ];
    const noted = [
      assume(disjunction([chained, ...this.#joining(only)])),
      variables.chain(thread, truth),
      ...this.#noting(only),
      ...this.#closing(only),
    ];
    return [...actions.slice(0, only.place), ...noted, ...actions.slice(only.place)];
  }

  /**
   * A part of an event. If at the end of the event none of its accesses was found to be in the chain, it is not gone through
   * at all; else all of them are.
   */
  #helpingInside(way: MemoryWay, ended: MemorySection | null): readonly Action[] {
    const { variables } = this.context;
    const tested = this.#testing(way, (access) => [
      ...this.#noting(access, inside),
      ...this.#closing(access),
    ]);
    if (ended === null) return tested;
    return [...tested, assume(variables.isChained(this.input.id)), ...this.#settling(ended)];
  }

  /** Before each action, whether one of its accesses happens after what is in the chain. */
  #testing(
    { actions, accesses }: MemoryWay,
    more: (access: CellAccess) => readonly Action[],
  ): readonly Action[] {
    const { variables } = this.context;
    const thread = this.input.id;
    const joined = (access: CellAccess): readonly Action[] => [
      variables.chain(thread, disjunction([variables.isChained(thread), ...this.#joining(access)])),
      ...more(access),
    ];
    return actions.flatMap((action, place) => [
      ...accesses.filter((access) => access.place === place).flatMap(joined),
      action,
    ]);
  }

  /** What a section has noted of itself is noted for all. */
  #settling({ accesses }: MemorySection): readonly Action[] {
    const { variables, system } = this.context;
    return cellsAccessed(system, accesses).flatMap(({ shared: variable, index, kinds }) => {
      if (!this.#facts.isShared(variable)) return [];
      const settle = (own: CellNote, all: CellNote): readonly Action[] => {
        const before = variables.noted(all, variable, index);
        return [
          variables.note(all, variable, index, disjunction([before, variables.noted(own, variable, index)])),
          variables.note(own, variable, index, falsity),
        ];
      };
      return [
        ...settle(inside.touched, 'touched'),
        ...(kinds.has('store') ? settle(inside.written, 'written') : []),
      ];
    });
  }

  /** When an access happens after one that is in the chain: a store after any, a load after a store. */
  #joining({ kind, shared: variable, index }: CellAccess): readonly Expr[] {
    if (!this.#facts.isShared(variable)) return [];
    return [this.context.variables.noted(kind === 'store' ? 'touched' : 'written', variable, index)];
  }

  #noting(
    { kind, shared: variable, index }: Pick<CellAccess, 'kind' | 'shared' | 'index'>,
    as = forAll,
  ): readonly Action[] {
    const { variables } = this.context;
    if (!this.#facts.isShared(variable)) return [];
    const touched = variables.note(as.touched, variable, index);
    return kind === 'store' ? [touched, variables.note(as.written, variable, index)] : [touched];
  }

  /** Whether the chain has come back to the store that was delayed first: told when the step is sure to be taken. */
  #closing({ shared: variable, index }: CellAccess): readonly Action[] {
    if (!this.#facts.isTarget(variable)) return [];
    const { variables } = this.context;
    return [
      variables.close(disjunction([variables.isClosed(), variables.noted('delayed', variable, index)])),
    ];
  }

  #attackPlace(place: LocationId): LocationId {
    return remembered(this.#attacking, place, () => {
      const id = locationId(this.#locations.length);
      const { span, atomic } = at(this.#locations, place);
      this.#locations.push({ id, labels: [], atomic, span: generatedBy('delay-attacks', span) });
      return id;
    });
  }

  #edge(like: Edge, from: LocationId, to: LocationId, actions: readonly Action[], delays: boolean): void {
    const id = edgeId(this.#edges.length);
    this.#edges.push({ id, from, to, actions, span: like.span });
    this.#steps.push({ edge: like.id, delays });
  }
}

const claimed = (cond: Expr): Action => ({ kind: 'assert', cond, property: robustProperty });

const assume = (cond: Expr): Action => ({ kind: 'assume', cond });

interface NoteNames {
  readonly touched: CellNote;
  readonly written: CellNote;
}

const forAll: NoteNames = { touched: 'touched', written: 'written' };
const inside: NoteNames = { touched: 'touching', written: 'writing' };

/** Loads of one cell by one action see the same. */
const distinct = (loads: readonly CellAccess[]): readonly CellAccess[] =>
  loads.filter(
    (load, i) =>
      !loads
        .slice(0, i)
        .some(
          ({ part, shared: variable, index }) =>
            part === load.part && variable === load.shared && index === load.index,
        ),
  );

/** More choices of loads are refused. */
const mostChoices = 256;
