import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { unsupported } from '../../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../../diagnostics/span.js';
import type { Source, Span } from '../../../diagnostics/span.js';
import { implicitProperties } from '../../../lang/program/implicit.js';
import { falsity, subexpressions, truth } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { Program, Property, SharedVar, Stmt, Thread } from '../../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../../lang/program/walk-statements.js';
import { assertNever } from '../../../support/invariant.js';
import { nameOfFile } from '../../kit/text.js';
import type { CItem } from '../syntax/c-ast.js';
import { Facts } from './rounds-facts.js';
import { raceProperty, taggedFact, withTag } from './race-watch.js';
import { termination } from './ends-of-threads.js';
import { renumbered } from './renumbered.js';
import { CThread } from './thread-lowering.js';
import { CWorld } from './c-world.js';
import type { CWishes } from './c-world.js';

/** What one round notes makes another; more rounds than this have no end. */
const maxRounds = 60;

/** The program that the file describes; null if the bag got errors. */
export function lowerItems(
  items: readonly CItem[],
  source: Source,
  bag: DiagnosticBag,
  wishes: CWishes,
): Program | null {
  const facts = new Facts();
  for (let round = 0; round < maxRounds; round++) {
    const before = facts.count;
    const world = new CWorld(facts, source, bag, wishes);
    if (!lowerOnce(items, world)) return null;
    const kinds = world.storage.memoryKinds;
    const isSame = kinds.join() === facts.memoryKinds.join();
    facts.memoryKinds = [...kinds];
    if (facts.count === before && isSame) return bag.hasErrors ? null : assembled(world);
  }
  return unsupported('where the pointers of this program point is not found out', sourceSpan(source, 0, 0));
}

/** One round; false if the bag got errors. */
function lowerOnce(items: readonly CItem[], world: CWorld): boolean {
  const start = sourceSpan(world.source, 0, 0);
  const main = new CThread(world, 0, world.globals);
  main.declareItems(items);
  const entry = world.functions.get('main')?.definition ?? null;
  if (entry === null && !world.bag.hasErrors)
    world.bag.report(
      'E404',
      start,
      'the program has no function main',
      'Write int main(void) { ... }, which makes the threads.',
    );
  if (world.bag.hasErrors || entry === null) return false;
  main.lower(null, 'main', entry.span);
  for (const next of world.starts)
    new CThread(world, next.number, world.globals).lower(next, next.entry, next.span);
  return !world.bag.hasErrors;
}

function assembled(world: CWorld): Program {
  const program: Program = {
    name: nameOfFile(world.source),
    shared: tagged(world),
    locals: world.storage.locals,
    threads: world.threads,
    properties: [],
    predicates: [],
  };
  const implicit = implicitProperties(program).filter(
    (property) => property.kind !== 'div' || mayDivideByZero(program),
  );
  if (world.wishes.races) world.assertion(raceProperty, startOf(world));
  const used = new Set(
    program.threads
      .flatMap(({ body }) => [...everyStatement(body)])
      .flatMap((stmt) => (stmt.kind === 'assert' ? [stmt.property] : [])),
  );
  const stated: readonly Property[] = world.properties.filter(
    ({ name, kind }) =>
      used.has(name) || name === raceProperty || (kind === 'assert' && name.startsWith('assert')),
  );
  const ends = world.wishes.termination ? [termination(world, startOf(world))] : [];
  const asked = { ...program, properties: [...stated, ...ends, ...implicit] };
  return renumbered(world.wishes.races && !used.has(raceProperty) ? withoutConflicts(asked) : asked);
}

/** Where what is asked of the program as a whole stands. */
const startOf = (world: CWorld): Span =>
  world.functions.get('main')?.definition?.span ?? sourceSpan(world.source, 0, 0);

/** Where no two accesses can be in each other's way there is nothing to look at, and the property holds at once. */
function withoutConflicts(program: Program): Program {
  const threads = program.threads.map((thread, i): Thread => {
    const { span } = thread;
    if (i > 0) return thread;
    const holds: Stmt = { kind: 'assert', cond: truth, property: raceProperty, labels: [], span };
    return { ...thread, body: [holds, ...thread.body] };
  });
  return { ...program, threads };
}

/** The variables with room for knowledge, where races are looked for. */
function tagged({ storage, facts, wishes }: CWorld): readonly SharedVar[] {
  const all = storage.finished();
  return wishes.races ? all.map((v) => (facts.has(taggedFact(v.name)) ? withRoom(v) : v)) : all;
}

/** Nobody knows anything at the start. */
function withRoom(variable: SharedVar): SharedVar {
  const { init, name, span } = variable;
  const twice = (value: Expr): Expr => withTag(value, falsity);
  switch (init.kind) {
    case 'any':
      return unsupported(
        `--races with ${name}, which is atomic and starts with any value`,
        span,
        'give it a value',
      );
    case 'value':
      return { ...variable, init: { kind: 'value', value: twice(init.value) } };
    case 'cells':
      return { ...variable, init: { kind: 'cells', values: init.values.map(twice) } };
    default:
      return assertNever(init);
  }
}

/** Remainders of what wraps around divide by constants. */
function mayDivideByZero({ threads }: Program): boolean {
  return threads
    .flatMap(({ body }) => [...everyStatement(body)])
    .flatMap((stmt) => exprsOf(stmt))
    .flatMap((expr) => [...subexpressions(expr)])
    .some(
      (e) =>
        e.kind === 'binary' &&
        (e.op === '/' || e.op === '%') &&
        !(e.right.kind === 'int' && e.right.value !== 0n),
    );
}
