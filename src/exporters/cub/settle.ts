import type { Span } from '../../diagnostics/span.js';
import { bool, not } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { minus } from '../../lang/expr/linear-sum.js';
import { shiftedOf, sumOf } from './variable-sums.js';
import { splitOn, tooMany } from './knowledge.js';
import type { Knowledge } from './knowledge.js';
import { assuming, isVariable, known } from './edge-ways.js';
import type { CubWay } from './edge-ways.js';

const mostCases = 1024;

/**
 * The same ways with nothing in them that the target cannot say: a new value is a constant or a variable to which a constant
 * is added, and a comparison is one of two such. What is more is computed for each value of its variables.
 */
export function settled(ways: readonly CubWay[], knowledge: Knowledge, span: Span): readonly CubWay[] {
  const done: CubWay[] = [];
  const open = [...ways].reverse();
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const pieces = split(way, knowledge, span);
    if (pieces === null) done.push(mapValues(way, (value) => known(value, way.facts)));
    else open.push(...[...pieces].reverse());
    if (done.length + open.length > mostCases) tooMany(span);
  }
  return done;
}

/** With `f` of the values that are written. */
const mapValues = (way: CubWay, f: (value: Expr) => Expr): CubWay => ({
  ...way,
  locals: new Map([...way.locals].map(([id, v]) => [id, v === null ? null : f(v)])),
  stores: way.stores.map((s) => ({ ...s, value: f(s.value) })),
});

/** The cases to tell apart next; null: none. */
function split(way: CubWay, knowledge: Knowledge, span: Span): readonly CubWay[] | null {
  const values = [...way.locals.values(), ...way.stores.map((s) => s.value)];
  for (const value of values) {
    if (value === null) continue;
    const now = known(value, way.facts);
    if (isTerm(now, knowledge)) continue;
    if (!knowledge.domains.isTruth(now)) return splitOn(now, way, knowledge, span);
    return [true, false].flatMap((truth) => {
      const so = assuming(way, truth ? now : not(now));
      return so === null ? [] : [mapValues(so, (v) => (v === value ? bool(truth) : v))];
    });
  }
  for (const cond of way.conds) {
    const unsayable = firstUnsayable(known(cond, way.facts), knowledge);
    if (unsayable !== null) return splitOn(unsayable, way, knowledge, span);
  }
  return null;
}

/** Whether it can be the new value of something. */
function isTerm(expr: Expr, { domains }: Knowledge): boolean {
  if (domains.isTruth(expr)) return expr.kind === 'bool' || isVariable(expr);
  return shiftedOf(expr) !== null;
}

/** The first part of a condition that no comparison of the target says. */
export function firstUnsayable(cond: Expr, knowledge: Knowledge): Expr | null {
  if (cond.kind === 'unary' && cond.op === '!') return firstUnsayable(cond.arg, knowledge);
  if (cond.kind !== 'binary') return null;
  const { left, right, op } = cond;
  if (['&&', '||', '->'].includes(op) || knowledge.domains.isTruth(left))
    return firstUnsayable(left, knowledge) ?? firstUnsayable(right, knowledge);
  return isComparable(left, right) ? null : cond;
}

function isComparable(left: Expr, right: Expr): boolean {
  const [a, b] = [sumOf(left), sumOf(right)];
  if (a === null || b === null) return false;
  const factors = [...minus(a, b).factors.values()];
  const [first = 1n, second = -first] = factors;
  return factors.length <= 2 && (first === 1n || first === -1n) && second === -first;
}
