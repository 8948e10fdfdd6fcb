import { children, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isTemporal } from '../../lang/program/program.js';
import type { LValue, Program, Property, Stmt } from '../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../lang/program/walk-statements.js';
import { componentsOf } from '../../support/components.js';
import { at } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import { remembered } from '../../support/remembered.js';
import type { ProgramQuestion } from '../question.js';

/** A variable, as the key of a map. */
type Key = string;

/**
 * The names of unbounded variables that may take values without end: they start with any, or what they are assigned depends
 * by way of arithmetic on themselves.
 */
export function growing(program: Program): readonly string[] {
  const flows = allFlows(program);
  const component = cyclesOf(flows);
  const endless = new Set(
    flows.flatMap(({ to, from, computes }) => {
      const isEndless =
        from === 'anything' ||
        (computes && from.some((source) => component.get(source) === component.get(to)));
      return isEndless ? [to] : [];
    }),
  );
  const grows = (key: Key): boolean => endless.has(key);
  const shared = program.shared.filter(
    (v) => v.type.kind === 'int' && (v.init.kind === 'any' || grows(`shared ${v.id}`)),
  );
  const locals = program.locals.filter(
    (v) => v.type.kind === 'int' && v.counts !== true && grows(`local ${v.id}`),
  );
  return [...shared, ...locals].map(({ name }) => name);
}

/** Whether some unbounded variable gets any integer: so many states have no list. */
export function drawsAnything(program: Program): boolean {
  const unbounded = new Set(program.locals.filter((v) => v.type.kind === 'int').map((v) => `local ${v.id}`));
  return (
    program.shared.some((v) => v.type.kind === 'int' && v.init.kind === 'any') ||
    allFlows(program).some(({ to, from }) => from === 'anything' && unbounded.has(to))
  );
}

/** Where values may grow without end: the properties that predicates can be found for. */
export function ofGrowing({ program, properties, options }: ProgramQuestion): readonly Property[] {
  const isAsked = (options.discovery?.discover ?? 'both') !== 'none' && options.havocRange === null;
  if (!isAsked || isOfAddresses(program) || growing(program).length === 0) return [];
  return properties.filter((property) => property.kind !== 'deadlock' && !isTemporal(property));
}

/** More cells than these are no few variables that predicates could speak of one by one. */
const fewCells = 16;

/** Whether it computes which cells of a long array it accesses, as where pointers are numbers: predicates say little of that. */
const isOfAddresses = ({ shared, threads }: Program): boolean => {
  const long = new Set(
    shared.filter(({ shape }) => shape.kind === 'array' && shape.length > fewCells).map(({ id }) => id),
  );
  return threads
    .flatMap(({ body }) => [...everyStatement(body)])
    .flatMap((stmt) => exprsOf(stmt))
    .flatMap((expr) => [...subexpressions(expr)])
    .some((e) => e.kind === 'shared' && long.has(e.shared) && e.index !== null && e.index.kind !== 'int');
};

const allFlows = (program: Program): readonly Flow[] =>
  program.threads.flatMap(({ body }) => [...everyStatement(body)].flatMap(flowsOf));

/** The value of `to` is made from `from`, by more than a copy if it `computes`. */
interface Flow {
  readonly to: Key;
  readonly from: readonly Key[] | 'anything';
  readonly computes: boolean;
}

function flowsOf(stmt: Stmt): readonly Flow[] {
  switch (stmt.kind) {
    case 'assign':
      return [flow(keyOf(stmt.target), stmt.value)];
    case 'rmw': {
      const place = keyOf(stmt.place);
      const result = stmt.result === null ? [] : [copy(`local ${stmt.result}`, place)];
      if (stmt.op.kind === 'fetch_add') {
        const added = keysIn(stmt.op.value);
        return [{ to: place, from: [place, ...added], computes: true }, ...result];
      }
      return [flow(place, stmt.op.value), ...result];
    }
    case 'havoc':
      return [{ to: `local ${stmt.local}`, from: 'anything', computes: false }];
    case 'skip':
    case 'fence':
    case 'assume':
    case 'assert':
    case 'goto':
    case 'if':
    case 'while':
    case 'either':
    case 'atomic':
    case 'locked':
      return [];
  }
}

const copy = (to: Key, from: Key): Flow => ({ to, from: [from], computes: false });

const keyOf = (target: LValue): Key =>
  target.kind === 'local' ? `local ${target.local}` : `shared ${target.shared}`;

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*']);

const flow = (to: Key, value: Expr): Flow => ({
  to,
  from: keysIn(value),
  computes: valueParts(value).some(
    (e) => (e.kind === 'binary' && arithmetic.has(e.op)) || (e.kind === 'unary' && e.op === '-'),
  ),
});

const keysIn = (value: Expr): readonly Key[] =>
  valueParts(value).flatMap((e): readonly Key[] => {
    if (e.kind === 'shared') return [`shared ${e.shared}`];
    return e.kind === 'local' || e.kind === 'instance-local' ? [`local ${e.local}`] : [];
  });

/** An index says which value it is, and not how large. */
const valueParts = (expr: Expr): readonly Expr[] =>
  expr.kind === 'shared' ? [expr] : [expr, ...children(expr).flatMap(valueParts)];

/** Two variables have the same number where the value of each may come to depend on that of the other. */
function cyclesOf(flows: readonly Flow[]): ReadonlyMap<Key, number> {
  const numbers = new Map<Key, number>();
  const numberOf = (key: Key): number => remembered(numbers, key, () => numbers.size);
  const edges = flows.flatMap(({ to, from }) =>
    (from === 'anything' ? [] : from).map((source) => [numberOf(source), numberOf(to)] as const),
  );
  const successors = byNumber(edges, numbers.size, ([source]) => source).map((list) =>
    list.map(([, to]) => to),
  );
  const component = componentsOf(successors);
  return new Map([...numbers].map(([key, number]) => [key, at(component, number)]));
}
