import { lineOf } from '../diagnostics/span.js';
import { unsupported } from '../diagnostics/diagnostic.js';
import { bool, conjunction, disjunction, equal, int } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { negated } from '../lang/expr/simplify.js';
import { substitution, variablesOf } from '../lang/expr/substitute.js';
import { cardinality, firstValues } from '../lang/expr/type.js';
import { printEdge } from '../lang/program/print-system.js';
import type { Property } from '../lang/program/program.js';
import type { Automaton, Edge } from '../lang/program/system.js';
import type { MachineSteps } from '../symbolic/machine-steps.js';
import { allEnded, holdsInMemory, nothingWaits, stands } from '../symbolic/state-formulas.js';
import type { SymbolicState } from '../symbolic/symbolic-state.js';
import { InternalError, assertNever, at } from '../support/invariant.js';
import type { Obligation, StandingWay } from './obligation.js';

/** More values than these are not gone through where it matters that some choice lets a step go on. */
const mostChoices = 64;

/**
 * What must hold for a set of states to prove the properties: it has every initial state; it speaks of no others than those
 * that the steps here begin in; every step from it, and every section as one, ends in it; nothing in it is violated.
 */
export function invariantObligations(
  steps: MachineSteps,
  shapes: readonly (readonly number[])[],
  properties: readonly Property[],
): readonly Obligation[] {
  const { state } = steps;
  const { threads } = state.system;
  return [
    { kind: 'begins', name: 'begins', says: 'every initial state is in the invariant' },
    {
      ...{ kind: 'never', name: 'known', chosen: [] },
      says: 'outside of these places, and with other buffers than these, there is no state in the invariant',
      bad: negated(
        conjunction(threads.map((thread) => standsSomewhere(steps, thread, at(shapes, thread.id)))),
      ),
    },
    ...threads.flatMap((thread) => threadObligations(steps, thread, at(shapes, thread.id), properties)),
    ...properties.flatMap((property) => stateObligations(steps, property)),
  ];
}

const outsideOf = ({ locations }: Automaton) => locations.filter(({ atomic }) => !atomic);

function standsSomewhere({ state }: MachineSteps, thread: Automaton, shapes: readonly number[]): Expr {
  const places = outsideOf(thread).map(({ id }) => equal(state.place(thread.id), int(id)));
  const waits = shapes.map((shape) => equal(state.waiting(thread.id), int(shape)));
  return conjunction([disjunction(places), disjunction(waits)]);
}

function threadObligations(
  steps: MachineSteps,
  thread: Automaton,
  shapes: readonly number[],
  properties: readonly Property[],
): readonly Obligation[] {
  const places = outsideOf(thread);
  const flushes = places.flatMap(({ id: place }) =>
    shapes.flatMap((waiting) => {
      const stand = { thread: thread.id, place, waiting };
      return steps.flushes(stand).map((way) => ({ stand, way }));
    }),
  );
  const edges = places.flatMap(({ id }) => steps.leaving(thread.id, id));
  return [
    ...edges.flatMap((edge) => edgeObligations(steps, thread, edge, shapes, properties)),
    ...flushObligations(steps.state, thread, flushes),
  ];
}

function edgeObligations(
  steps: MachineSteps,
  thread: Automaton,
  edge: Edge,
  shapes: readonly number[],
  properties: readonly Property[],
): readonly Obligation[] {
  const { state } = steps;
  const ways = shapes.flatMap((waiting) => {
    const stand = { thread: thread.id, place: edge.from, waiting };
    return steps.complete(stand, edge).map((way) => ({ stand, way }));
  });
  const step = printEdge(state.system, thread, edge);
  const line = lineOf(edge.span);
  const name = `${thread.name}-edge-${edge.id}-${step}`;
  const told = `the step ${step} of ${thread.name}${line === null ? '' : ` (line ${line})`}`;
  const moving = ways.filter(({ way }) => way.outcome.kind === 'moves');
  return [
    { kind: 'stays', name, thread: thread.id, says: `${told} stays in the invariant`, ways: moving },
    ...properties.flatMap((property): readonly Obligation[] => {
      const bad = ways.filter((standing) => violates(standing, property));
      if (bad.length === 0) return [];
      const says = `${told} does not violate ${property.name}`;
      const chosen = bad.flatMap(({ way }) => way.chosen);
      return [{ kind: 'never', name: `${name}-${property.name}`, says, bad: canGo(state, bad), chosen }];
    }),
  ];
}

function violates({ way: { outcome } }: StandingWay, property: Property): boolean {
  if (outcome.kind === 'faults') return outcome.property === property.kind;
  return outcome.kind === 'fails' && property.kind === 'assert' && outcome.property === property.name;
}

/** That one of the ways can be gone. */
const canGo = (state: SymbolicState, ways: readonly StandingWay[]): Expr =>
  disjunction(
    ways.map(({ stand: { thread, place, waiting }, way }) =>
      conjunction([stands(state, thread, place, waiting), way.guard]),
    ),
  );

function flushObligations(
  state: SymbolicState,
  thread: Automaton,
  flushes: readonly StandingWay[],
): readonly Obligation[] {
  return state.cells.all().flatMap((cell): readonly Obligation[] => {
    const ways = flushes.filter(({ way }) =>
      way.moves.some((move) => move.kind === 'flush' && move.cell === cell),
    );
    if (ways.length === 0) return [];
    const variable = state.names.ofCell(cell);
    const says = `a write to ${variable} that leaves the buffer of ${thread.name} stays in the invariant`;
    return [{ kind: 'stays', name: `${thread.name}-flush-${variable}`, thread: thread.id, says, ways }];
  });
}

/** What no state may be. */
function stateObligations(steps: MachineSteps, property: Property): readonly Obligation[] {
  const { state, model } = steps;
  const never = (says: string, bad: Expr): readonly Obligation[] => [
    { kind: 'never', name: property.name, says, bad, chosen: [] },
  ];
  switch (property.kind) {
    case 'invariant':
      return never(`${property.name} holds`, negated(holdsInMemory(state, model, property.formula)));
    case 'final': {
      const fails = negated(holdsInMemory(state, model, property.formula));
      return never(`${property.name} holds at the end`, conjunction([allEnded(state), fails]));
    }
    case 'deadlock':
      return never('some thread can go on, or all have ended', isStuck(steps));
    // Of steps.
    case 'assert':
    case 'div':
    case 'bounds':
    case 'range':
      return [];
    case 'ltl':
    case 'never':
      throw new InternalError('no invariant of states decides a property of runs');
    default:
      return assertNever(property);
  }
}

/** Nothing waits, not all have ended, and no thread can take a step and come to where no section is entered any more. */
export function isStuck(steps: MachineSteps): Expr {
  const { state } = steps;
  const moves = state.system.threads.flatMap((thread) =>
    outsideOf(thread).flatMap(({ id: place }) =>
      steps.leaving(thread.id, place).map((edge) => {
        const stand = { thread: thread.id, place, waiting: 0 };
        const ways = steps
          .complete(stand, edge)
          .filter(({ outcome }) => outcome.kind === 'moves' || outcome.kind === 'faults');
        const guards = ways.map(({ guard, chosen }) => forSomeChoice(state, guard, chosen));
        return conjunction([stands(state, thread.id, place, 0), disjunction(guards)]);
      }),
    ),
  );
  return conjunction([nothingWaits(state), negated(allEnded(state)), negated(disjunction(moves))]);
}

/** The guard for one value after another of what is chosen. */
function forSomeChoice(state: SymbolicState, guard: Expr, chosen: readonly Expr[]): Expr {
  const spoken = variablesOf(guard);
  return chosen
    .filter((input) => spoken.has(input))
    .reduce<Expr>((formula, input) => {
      const type = state.typeOf(input);
      const count = cardinality(type);
      if (count === null || count > BigInt(mostChoices))
        return unsupported('a step that waits for what it has chosen is no formula without quantifiers');
      const values = firstValues(type, mostChoices).map((value) =>
        type.kind === 'bool' ? bool(value !== 0n) : int(value),
      );
      return disjunction(values.map((value) => substitution(new Map([[input, value]]))(formula)));
    }, guard);
}
