import { subexpressions } from '../ir/expr.js';
import type { Expr } from '../ir/expr.js';
import type { Init, LValue, Program, Stmt } from '../ir/program.js';
import { everyStatement } from '../ir/statements.js';
import type { Type } from '../ir/type.js';
import type { VerifyOptions } from './options.js';

/**
 * `auto`: the abstract engine for programs that come with predicates and have values without end, which no search of all
 * states comes to the end of; the explicit engine for all others.
 */
export function chooseEngine(
  program: Program,
  { engine, abstraction }: Pick<VerifyOptions, 'engine' | 'abstraction'>,
): 'explicit' | 'abstract' {
  if (engine !== 'auto') return engine;
  const hasPredicates = program.predicates.length > 0 || abstraction.predicatesFile !== null;
  return hasPredicates && mayGrow(program) ? 'abstract' : 'explicit';
}

/** A variable, as the key of a map. */
type Key = string;

/**
 * Whether some unbounded variable may take values without end: it starts with any, or what it is assigned depends by way of
 * arithmetic on itself.
 */
export function mayGrow(program: Program): boolean {
  const flows: Flow[] = [];
  for (const thread of program.threads) {
    for (const stmt of everyStatement(thread.body)) flows.push(...flowsOf(stmt));
  }
  const unbounded = new Set<Key>([
    ...program.shared.filter((v) => isUnbounded(v.type)).map((v) => `shared ${v.id}`),
    ...program.locals.filter((v) => isUnbounded(v.type)).map((v) => `local ${v.id}`),
  ]);
  if (program.shared.some((v) => isUnbounded(v.type) && isAny(v.init))) return true;
  if (flows.some((flow) => flow.from === 'anything' && unbounded.has(flow.to))) return true;
  return flows.some(
    (flow) =>
      flow.from !== 'anything' &&
      flow.computes &&
      unbounded.has(flow.to) &&
      flow.from.some((key) => reaches(flows, flow.to, key)),
  );
}

const isUnbounded = (type: Type): boolean => type.kind === 'int';

const isAny = (init: Init): boolean => init.kind === 'any';

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
    default:
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
  computes: [...subexpressions(value)].some(
    (e) => (e.kind === 'binary' && arithmetic.has(e.op)) || (e.kind === 'unary' && e.op === '-'),
  ),
});

const keysIn = (value: Expr): readonly Key[] =>
  [...subexpressions(value)].flatMap((e): readonly Key[] => {
    if (e.kind === 'shared') return [`shared ${e.shared}`];
    return e.kind === 'local' || e.kind === 'instance-local' ? [`local ${e.local}`] : [];
  });

/** Whether the value of `to` may come to depend on that of `from`. */
function reaches(flows: readonly Flow[], from: Key, to: Key): boolean {
  const seen = new Set<Key>([from]);
  const open = [from];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (here === to) return true;
    for (const next of flows) {
      if (next.from === 'anything' || !next.from.includes(here) || seen.has(next.to)) continue;
      seen.add(next.to);
      open.push(next.to);
    }
  }
  return false;
}
