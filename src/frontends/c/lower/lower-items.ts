import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { unsupported } from '../../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../../diagnostics/span.js';
import type { Source } from '../../../diagnostics/span.js';
import { subexpressions } from '../../../lang/expr/expr.js';
import { implicitProperties } from '../../../lang/program/implicit.js';
import type { Program, Property } from '../../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../../lang/program/walk-statements.js';
import type { ReadingOptions } from '../../frontend.js';
import { nameOfFile } from '../../kit/text.js';
import type { CItem } from '../syntax/c-ast.js';
import type { MadeObject } from './made-objects.js';
import { Facts } from './rounds-facts.js';
import { withNarrowChoices } from './narrowed-choices.js';
import { renumbered } from './renumbered.js';
import { CThread } from './thread-lowering.js';
import { withSharedTemporaries } from './shared-temporaries.js';
import { CWorld } from './c-world.js';

/** What one round notes makes another; more rounds than this have no end. */
const maxRounds = 60;

/** The program that the file describes; null if the bag got errors. */
export function lowerItems(
  items: readonly CItem[],
  source: Source,
  bag: DiagnosticBag,
  options: Pick<ReadingOptions, 'wrap' | 'allocations'>,
): Program | null {
  const facts = new Facts();
  for (let round = 0; round < maxRounds; round++) {
    const before = facts.count;
    const world = new CWorld(facts, source, bag, options);
    if (!lowerOnce(items, world)) return null;
    if (facts.count === before) for (const { body } of world.threads) world.storage.noteUnset(body);
    const kinds = world.storage.memoryKinds;
    const made = world.storage.made.found();
    const isSame = kinds.join() === facts.memoryKinds.join() && keysOf(made) === keysOf(facts.madeObjects);
    facts.memoryKinds = [...kinds];
    facts.madeObjects = made;
    const threadCount = world.starts.length + 1;
    const isAll = facts.threadCount === threadCount;
    facts.threadCount = threadCount;
    if (facts.count === before && isSame && isAll) return bag.hasErrors ? null : assembled(world);
  }
  return unsupported('where the pointers of this program point is not found out', sourceSpan(source, 0, 0));
}

const keysOf = (made: readonly MadeObject[]): string =>
  made.map(({ key, kinds }) => `${key}:${kinds.join()}`).join(';');

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
    shared: world.storage.finished(),
    locals: withNarrowChoices(world.threads, world.storage.locals),
    threads: world.threads.map((thread) => ({
      ...thread,
      body: withSharedTemporaries(thread.body, world.storage.locals),
    })),
    properties: [],
    predicates: [],
  };
  const implicit = implicitProperties(program).filter(
    (property) => property.kind !== 'div' || mayDivideByZero(program),
  );
  const used = new Set(
    program.threads
      .flatMap(({ body }) => [...everyStatement(body)])
      .flatMap((stmt) => (stmt.kind === 'assert' ? [stmt.property] : [])),
  );
  const stated: readonly Property[] = world.properties.filter(
    ({ name, kind }) => used.has(name) || (kind === 'assert' && name.startsWith('assert')),
  );
  return renumbered({ ...program, properties: [...stated, ...implicit] });
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
