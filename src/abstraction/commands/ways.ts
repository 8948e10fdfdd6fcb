import { unsupported } from '../../diagnostics/diagnostic.js';
import { conjunction, int, local, shared } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import type { LocalId } from '../../ir/ids.js';
import { lengthOf } from '../../ir/system.js';
import type { Action, Edge, System } from '../../ir/system.js';
import type { Type } from '../../ir/type.js';
import { negated, simplifiedBinary } from '../../logic/simplify.js';
import { assertNever, at } from '../../support/check.js';
import { evaluations, isFaulty, placesOf } from './evaluate.js';
import type { Evaluated, Values } from './evaluate.js';
import { Facts } from './facts.js';
import { typeKey } from './variables.js';
import type { InputSupply } from './variables.js';

/** Beyond this many ways through one edge the program is refused. */
const maxWays = 1024;

/**
 * One way through the actions of an edge, from the state before it: taken where the facts hold. The facts of all ways of an
 * edge exclude each other; where none holds the edge blocks.
 */
export interface Way {
  readonly facts: Facts;
  /** What has been written so far, over the state before. */
  readonly written: ReadonlyMap<Expr, Expr>;
  readonly drawn: readonly Expr[];
  /** The asserts passed: each failed if its conditions hold. */
  readonly asserts: readonly Assertion[];
  /** The implicit property that is violated at the end of the way; null: it ends where the edge does. */
  readonly fault: 'div' | 'bounds' | 'range' | null;
}

export interface Assertion {
  readonly property: string;
  readonly fails: readonly Expr[];
}

export interface World {
  readonly system: System;
  readonly inputs: InputSupply;
  readonly typeOf: (variable: Expr) => Type;
}

export function waysThrough(world: World, edge: Edge): readonly Way[] {
  const start: Way = {
    facts: Facts.none(world.typeOf),
    written: new Map(),
    drawn: [],
    asserts: [],
    fault: null,
  };
  let ways: readonly Way[] = [start];
  for (const action of edge.actions) {
    ways = ways.flatMap((way) => (way.fault === null ? after(world, way, action) : [way]));
    if (ways.length > maxWays)
      unsupported(
        `a step with computed indices has more than ${maxWays} cases`,
        edge.span,
        'split the statement, or use smaller arrays',
      );
  }
  return ways;
}

function after(world: World, way: Way, action: Action): readonly Way[] {
  const evaluated = (expr: Expr, facts = way.facts): readonly Evaluated[] =>
    evaluations(expr, facts, valuesIn(world, way));
  switch (action.kind) {
    case 'assume':
      return onwards(way, evaluated(action.cond), (facts, value) => {
        const holds = facts.assume(value);
        return holds === null ? [] : [{ ...way, facts: holds }];
      });
    case 'assign':
      return onwards(way, evaluated(action.value), (facts, value) => {
        const { type } = at(world.system.locals, action.local);
        return written({ ...way, facts }, local(action.local), type, value);
      });
    case 'store':
      return stored(world, way, action);
    case 'havoc':
      return [drawn(world, way, action.local)];
    case 'assert':
      return asserted(way, action.property, evaluated(action.cond));
    // Under SC there is nothing to wait for.
    case 'fence':
    case 'lock':
      return [way];
    default:
      return assertNever(action);
  }
}

const valuesIn = ({ system }: World, { written: map }: Way): Values => ({
  system,
  valueOf: (variable) => map.get(variable) ?? variable,
});

/** Where the evaluation faults the way ends. */
function onwards(
  way: Way,
  evaluated: readonly Evaluated[],
  go: (facts: Facts, value: Expr) => readonly Way[],
): readonly Way[] {
  return evaluated.flatMap((e) =>
    isFaulty(e) ? [{ ...way, facts: e.facts, fault: e.fault }] : go(e.facts, e.value),
  );
}

/** Index, value, bounds, range: in this order a store may fault. */
function stored(world: World, way: Way, action: Extract<Action, { kind: 'store' }>): readonly Way[] {
  const declared = at(world.system.shared, action.shared);
  const values = valuesIn(world, way);
  const store = (facts: Facts, index: Expr | null, value: Expr): readonly Way[] => {
    if (index === null) return written({ ...way, facts }, shared(action.shared), declared.type, value);
    return placesOf(index, lengthOf(declared), facts).flatMap((place): readonly Way[] =>
      place.element === null
        ? [{ ...way, facts: place.facts, fault: 'bounds' }]
        : written(
            { ...way, facts: place.facts },
            shared(action.shared, int(place.element)),
            declared.type,
            value,
          ),
    );
  };
  if (action.index === null)
    return onwards(way, evaluations(action.value, way.facts, values), (facts, value) =>
      store(facts, null, value),
    );
  return onwards(way, evaluations(action.index, way.facts, values), (before, index) =>
    onwards(way, evaluations(action.value, before, values), (facts, value) => store(facts, index, value)),
  );
}

/** A value outside a finite range is a fault. */
function written(way: Way, variable: Expr, type: Type, value: Expr): readonly Way[] {
  const set = (facts: Facts): Way => ({
    ...way,
    facts,
    written: new Map(way.written).set(variable, value),
  });
  if (type.kind !== 'range') return [set(way.facts)];
  const least = int(type.lo);
  const most = int(type.hi);
  const outside = [simplifiedBinary('<', value, least), simplifiedBinary('>', value, most)];
  const faults = outside.flatMap((condition): readonly Way[] => {
    const facts = way.facts.assume(condition);
    return facts === null ? [] : [{ ...way, facts, fault: 'range' }];
  });
  const within = way.facts.assumeAll(outside.map(negated));
  return within === null ? faults : [set(within), ...faults];
}

function drawn(world: World, way: Way, id: LocalId): Way {
  const { type } = at(world.system.locals, id);
  const earlier = way.drawn.filter((input) => typeKey(world.typeOf(input)) === typeKey(type));
  const input = world.inputs.input(type, earlier.length);
  return {
    ...way,
    drawn: [...way.drawn, input],
    written: new Map(way.written).set(local(id), input),
  };
}

/** A failed assert does not end the execution, so what comes after assumes nothing of it, but that it did not fault. */
function asserted(way: Way, property: string, evaluated: readonly Evaluated[]): readonly Way[] {
  const added = (facts: Facts): readonly Expr[] => facts.conditions.slice(way.facts.conditions.length);
  const asserts = [...way.asserts];
  const faults: Way[] = [];
  let onward: Facts | null = way.facts;
  for (const e of evaluated) {
    if (!isFaulty(e)) {
      const fails = [...added(e.facts), negated(e.value)];
      if (e.facts.assume(negated(e.value)) !== null) asserts.push({ property, fails });
      continue;
    }
    faults.push({ ...way, facts: e.facts, fault: e.fault });
    onward = onward?.assume(negated(conjunction(added(e.facts)))) ?? null;
  }
  return onward === null ? faults : [{ ...way, facts: onward, asserts }, ...faults];
}
