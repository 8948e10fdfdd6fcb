import { DiagnosticBag, unsupported } from '../../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../../diagnostics/span.js';
import type { Source } from '../../../diagnostics/span.js';
import { subexpressions } from '../../../lang/expr/expr.js';
import { implicitProperties } from '../../../lang/program/implicit.js';
import type { Program, Property } from '../../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../../lang/program/walk-statements.js';
import type { PlacedText, PlacesOf } from '../../../lang/program/text-places.js';
import { invariant } from '../../../support/invariant.js';
import { nameOfFile } from '../../kit/text.js';
import type { CItem } from '../syntax/c-ast.js';
import { Facts } from './rounds-facts.js';
import { renumbered } from './renumbered.js';
import { CThread } from './thread-lowering.js';
import { namesInHex } from './shown-objects.js';
import { CWorld } from './c-world.js';
import type { FlatThread } from './c-world.js';
import { textGaps } from '../edit/gaps.js';
import type { TextGaps } from '../edit/gaps.js';
import { placedForNew, placedForPresent } from './placed-threads.js';
import type { MarkedThreads } from './placed-threads.js';
import { leftAlone, writtenThread } from './written-threads.js';
import type { ItemChange } from './written-threads.js';

/** What one round notes makes another; more rounds than this have no end. */
const maxRounds = 60;

/** The program that the file describes; null if the bag got errors. */
export function lowerItems(
  items: readonly CItem[],
  source: Source,
  bag: DiagnosticBag,
  wrap: boolean,
): Program | null {
  const world = settled(items, source, bag, wrap, null);
  return world === null ? null : assembled(world, () => leftAlone);
}

/** The same with the places of its text. */
export function lowerWithPlaces(
  items: readonly CItem[],
  source: Source,
  wrap: boolean,
  task: Parameters<PlacesOf>[0],
): PlacedText {
  const gaps = textGaps(items, source);
  const world = settled(items, source, new DiagnosticBag(), wrap, gaps);
  invariant(world !== null, 'what was read can be read again');
  const program: MarkedThreads['program'] = (change) => assembled(world, change);
  const marked = { threads: world.threads, gaps, source, program };
  return task === 'add' ? placedForNew(marked) : placedForPresent(marked);
}

/** The last round; null if the bag got errors. */
function settled(
  items: readonly CItem[],
  source: Source,
  bag: DiagnosticBag,
  wrap: boolean,
  gaps: TextGaps | null,
): CWorld | null {
  const facts = new Facts();
  const inHex = namesInHex(items, source);
  for (let round = 0; round < maxRounds; round++) {
    const before = facts.count;
    const world = new CWorld(facts, source, bag, wrap, gaps, inHex);
    if (!lowerOnce(items, world)) return null;
    const kinds = world.storage.memoryKinds;
    const isSame = kinds.join() === facts.memoryKinds.join();
    facts.memoryKinds = [...kinds];
    if (facts.count === before && isSame) return bag.hasErrors ? null : world;
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

function assembled(world: CWorld, change: (thread: FlatThread) => ItemChange): Program {
  const program: Program = {
    name: nameOfFile(world.source),
    ...world.storage.finished(world.inHex),
    threads: world.threads.map((thread) => writtenThread(thread, change(thread))),
    properties: [],
    predicates: [],
    asWritten: true,
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
