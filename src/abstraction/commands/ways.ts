import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { conjunction, int, local, shared } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr, UnaryOp } from '../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import { includes } from '../../lang/expr/interval.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Edge, System } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import { negated, simplifiedBinary, simplifiedUnary } from '../../lang/expr/simplify.js';
import { found, isEnded } from '../../step/branches.js';
import type { Branches, OpenBranch } from '../../step/branches.js';
import { evaluateIn } from '../../step/evaluate-branches.js';
import type { ExprDomain } from '../../step/evaluate-branches.js';
import { runActions } from '../../step/run-actions.js';
import { InternalError, at } from '../../support/invariant.js';
import { WayFacts } from './way-facts.js';
import { InputSupply, typeKey } from './command-variables.js';

/** Beyond this many ways through one edge the program is refused; and beyond this many cases an expression. */
const maxWays = 1024;

/**
 * One way through the actions of an edge, from the state before it: taken where the facts hold. The facts of all ways of an
 * edge exclude each other; where none holds the edge blocks.
 */
export interface EdgeWay {
  readonly facts: WayFacts;
  /** What has been written so far, over the state before. */
  readonly written: ReadonlyMap<Expr, Expr>;
  readonly drawn: readonly Expr[];
  /** The asserts passed: each failed if its conditions hold. */
  readonly asserts: readonly EdgeAssertion[];
  /** The implicit property that is violated at the end of the way; null: it ends where the edge does. */
  readonly fault: 'div' | 'bounds' | 'range' | null;
}

export interface EdgeAssertion {
  readonly property: string;
  readonly fails: readonly Expr[];
}

export interface CommandWorld {
  readonly system: System;
  readonly inputs: InputSupply;
  readonly typeOf: (variable: Expr) => Type;
}

export const waysThrough = (world: CommandWorld, edge: Edge): readonly EdgeWay[] =>
  runActions(new FactsDomain(world, edge.span), edge, beginning(world));

/** All ways to evaluate an expression in a state. */
export function evaluations(
  system: System,
  typeOf: CommandWorld['typeOf'],
  expr: Expr,
): Branches<EdgeWay, Expr> {
  const world = { system, inputs: new InputSupply(system), typeOf };
  return new FactsDomain(world, null).evaluate(beginning(world), expr);
}

/** The only way, if nothing needs to hold for it: the expression has a value in every state. */
export function onlyWay(ways: Branches<EdgeWay, Expr>): OpenBranch<EdgeWay, Expr> | null {
  const [only, ...others] = ways;
  if (only === undefined || others.length > 0 || isEnded(only)) return null;
  return only.state.facts.conditions.length === 0 ? only : null;
}

const beginning = ({ typeOf }: CommandWorld): EdgeWay => ({
  ...{ facts: WayFacts.none(typeOf), written: new Map(), drawn: [], asserts: [], fault: null },
});

/** Values are expressions over the state before, and cells the expressions that read them. */
class FactsDomain implements ExprDomain<EdgeWay, Expr> {
  readonly system: System;

  constructor(
    private readonly world: CommandWorld,
    private readonly span: Span | null,
  ) {
    this.system = world.system;
  }

  limit(count: number): void {
    refuseMany('a step', count, this.span);
  }

  evaluate(way: EdgeWay, expr: Expr): Branches<EdgeWay, Expr> {
    const ways = evaluateIn(this, way, expr);
    refuseMany('an expression', ways.length, null);
    return ways;
  }

  leaf(way: EdgeWay, expr: Expr): Expr {
    switch (expr.kind) {
      case 'int':
      case 'bool':
      case 'at':
        return expr;
      case 'local':
        return this.load(way, expr);
      default:
        throw new InternalError(`a program without instances has no ${expr.kind} in a state`);
    }
  }

  load(way: EdgeWay, cell: Expr): Expr {
    return way.written.get(cell) ?? cell;
  }

  unary(_: EdgeWay, op: UnaryOp, arg: Expr): Expr {
    return simplifiedUnary(op, arg);
  }

  binary(_: EdgeWay, op: BinaryOp, left: Expr, right: Expr): Expr {
    return simplifiedBinary(op, left, right);
  }

  divisors(way: EdgeWay, value: Expr): Branches<EdgeWay, Expr> {
    return [
      ...faulty(way, simplifiedBinary('==', value, int(0)), 'div'),
      ...found(this.assume(way, simplifiedBinary('!=', value, int(0)), true), value),
    ];
  }

  unasked(way: EdgeWay, right: Expr): Branches<EdgeWay, Expr> | null {
    const branches = this.evaluate(way, right);
    const [only, ...others] = branches;
    const isAlone = only !== undefined && others.length === 0;
    return isAlone && !isEnded(only) && only.state.facts === way.facts ? branches : null;
  }

  /** The elements in ascending order. */
  cells(way: EdgeWay, id: SharedId, index: Expr | null): Branches<EdgeWay, Expr> {
    if (index === null) return found(way, shared(id));
    const length = lengthOf(at(this.system.shared, id));
    const bounds = way.facts.interval(index);
    const elements = Array.from({ length }, (_, i) => i).filter((i) => includes(bounds, BigInt(i)));
    return [
      ...elements.flatMap((i) =>
        found(this.assume(way, simplifiedBinary('==', index, int(i)), true), shared(id, int(i))),
      ),
      ...faulty(way, simplifiedBinary('<', index, int(0)), 'bounds'),
      ...faulty(way, simplifiedBinary('>=', index, int(length)), 'bounds'),
    ];
  }

  fitting(way: EdgeWay, value: Expr, type: Type): Branches<EdgeWay, Expr> {
    if (type.kind !== 'range') return found(way, value);
    const outside = [simplifiedBinary('<', value, int(type.lo)), simplifiedBinary('>', value, int(type.hi))];
    return [
      ...found(withFacts(way, way.facts.assumeAll(outside.map(negated))), value),
      ...outside.flatMap((condition) => faulty(way, condition, 'range')),
    ];
  }

  assume(way: EdgeWay, cond: Expr, holds: boolean): EdgeWay | null {
    return withFacts(way, way.facts.assume(holds ? cond : negated(cond)));
  }

  /** A failed assert does not end the execution, so what comes after assumes nothing of it, but that it did not fault. */
  assert(way: EdgeWay, property: string, cond: Branches<EdgeWay, Expr>): Branches<EdgeWay> {
    const added = ({ facts }: EdgeWay): readonly Expr[] =>
      facts.conditions.slice(way.facts.conditions.length);
    const asserts = [...way.asserts];
    let onward: WayFacts | null = way.facts;
    for (const branch of cond) {
      if (isEnded(branch)) {
        onward = onward?.assume(negated(conjunction(added(branch.ended)))) ?? null;
        continue;
      }
      const fails = negated(branch.value);
      if (branch.state.facts.assume(fails) !== null)
        asserts.push({ property, fails: [...added(branch.state), fails] });
    }
    return [...found(withFacts({ ...way, asserts }, onward), null), ...cond.filter(isEnded)];
  }

  assign(way: EdgeWay, id: LocalId, value: Expr): EdgeWay {
    return this.store(way, local(id), value);
  }

  store(way: EdgeWay, cell: Expr, value: Expr): EdgeWay {
    return { ...way, written: new Map(way.written).set(cell, value) };
  }

  havoc(way: EdgeWay, id: LocalId): Branches<EdgeWay> {
    const { type } = at(this.system.locals, id);
    const earlier = way.drawn.filter((input) => typeKey(this.world.typeOf(input)) === typeKey(type));
    const input = this.world.inputs.input(type, earlier.length);
    return found(this.assign({ ...way, drawn: [...way.drawn, input] }, id, input), null);
  }

  /** Under SC there is nothing to wait for. */
  wait(way: EdgeWay): EdgeWay {
    return way;
  }
}

function refuseMany(what: string, cases: number, span: Span | null): void {
  if (cases <= maxWays) return;
  const hint = 'split the statement, or use smaller arrays';
  unsupported(`${what} with computed indices has more than ${maxWays} cases`, span, hint);
}

const withFacts = (way: EdgeWay, facts: WayFacts | null): EdgeWay | null =>
  facts === null ? null : { ...way, facts };

/** The fault where the condition holds, if it can. */
function faulty(way: EdgeWay, condition: Expr, fault: EdgeWay['fault']): Branches<EdgeWay, never> {
  const so = withFacts({ ...way, fault }, way.facts.assume(condition));
  return so === null ? [] : [{ ended: so }];
}
