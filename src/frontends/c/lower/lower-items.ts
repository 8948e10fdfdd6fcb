import { DiagnosticBag, unsupported } from '../../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../../diagnostics/span.js';
import type { Source, Span } from '../../../diagnostics/span.js';
import { implicitProperties } from '../../../lang/program/implicit.js';
import { falsity, subexpressions, truth } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { Program, Property, SharedVar, Stmt, Thread } from '../../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../../lang/program/walk-statements.js';
import type { PlacedText, PlacesOf } from '../../../lang/program/text-places.js';
import { assertNever, invariant } from '../../../support/invariant.js';
import { nameOfFile } from '../../kit/text.js';
import type { CItem, CStmt } from '../syntax/c-ast.js';
import type { MadeObject } from './made-objects.js';
import type { MemoryArray } from './memory-arrays.js';
import { innerGap } from './object-storage.js';
import { Facts } from './rounds-facts.js';
import { raceProperty, taggedFact, withTag } from './race-watch.js';
import { markRounds, termination } from './ends-of-threads.js';
import { withNarrowChoices } from './narrowed-choices.js';
import { renumbered } from './renumbered.js';
import { CThread } from './thread-lowering.js';
import { withSharedTemporaries } from './shared-temporaries.js';
import { namesInHex } from './shown-objects.js';
import { CWorld } from './c-world.js';
import type { CWishes, FlatThread, TextHints, ThreadEnd } from './c-world.js';
import { addressedIn, namedMembers, namesAsValues } from './unsequenced.js';
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
  wishes: CWishes,
): Program | null {
  const world = settled(items, source, bag, wishes, null);
  return world === null ? null : assembled(world, () => leftAlone);
}

/** The same with the places of its text. */
export function lowerWithPlaces(
  items: readonly CItem[],
  source: Source,
  wishes: CWishes,
  task: Parameters<PlacesOf>[0],
): PlacedText {
  const gaps = textGaps(items, source);
  const world = settled(items, source, new DiagnosticBag(), wishes, gaps);
  invariant(world !== null, 'what was read can be read again');
  const program: MarkedThreads['program'] = (change) => assembled(world, change);
  const marked = { threads: world.threads, gaps, source, program };
  return task === 'add' ? placedForNew(marked) : placedForPresent(marked);
}

const asStatement = (item: CItem): CStmt =>
  item.kind === 'function'
    ? { kind: 'block', body: item.function.body, span: item.function.span }
    : {
        kind: 'declare',
        declarations: item.declarations,
        span: { kind: 'generated', by: 'file', from: null },
      };

/** The last round; null if the bag got errors. */
function settled(
  items: readonly CItem[],
  source: Source,
  bag: DiagnosticBag,
  wishes: CWishes,
  gaps: TextGaps | null,
): CWorld | null {
  const facts = new Facts();
  const all = items.map(asStatement);
  const inHex = namesInHex(items, source);
  const hints: TextHints = {
    inHex,
    isAddressed: addressedIn(all),
    values: namesAsValues(all),
    members: namedMembers(all),
  };
  for (let round = 0; round < maxRounds; round++) {
    const before = facts.count;
    const world = new CWorld(facts, source, bag, wishes, gaps, hints);
    if (!lowerOnce(items, world)) return null;
    if (facts.count === before)
      for (const thread of world.threads) world.storage.noteUnset(writtenThread(thread, leftAlone).body);
    const kinds = world.storage.memoryKinds;
    const made = world.storage.made.found();
    const areWanted = facts.has('moved-pointers') || kinds.includes(innerGap);
    const arrays = areWanted ? world.storage.arrays : [];
    const isSame =
      kinds.join() === facts.memoryKinds.join() &&
      keysOf(made) === keysOf(facts.madeObjects) &&
      placesOf(arrays) === placesOf(facts.memoryArrays);
    facts.memoryKinds = [...kinds];
    facts.memoryArrays = arrays;
    facts.madeObjects = made;
    const threadCount = world.starts.length + 1;
    const isAll = facts.threadCount === threadCount;
    facts.threadCount = threadCount;
    if (facts.count === before && isSame && isAll) return bag.hasErrors ? null : world;
  }
  return unsupported('where the pointers of this program point is not found out', sourceSpan(source, 0, 0));
}

const keysOf = (made: readonly MadeObject[]): string =>
  made.map(({ key, kinds }) => `${key}:${kinds.join()}`).join(';');

const placesOf = (arrays: readonly MemoryArray[]): string =>
  arrays.map(({ layout, first, count }) => `${layout}:${first}:${count}`).join(';');

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
  const { wishes, facts, storage } = world;
  const variables = storage.finished(world.hints.inHex);
  const ends = withEnds(
    world.threads.map((thread) => [thread, writtenThread(thread, change(thread))]),
    world,
  );
  const program: Program = {
    name: nameOfFile(world.source),
    shared: wishes.races ? tagged(variables.shared, facts) : variables.shared,
    locals: withNarrowChoices(ends.threads, variables.locals),
    threads: ends.threads.map((thread) => ({
      ...thread,
      body: withSharedTemporaries(thread.body, variables.locals),
    })),
    properties: [],
    predicates: [],
    asWritten: true,
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
  const ending = wishes.termination ? [termination(world, ends.ends, startOf(world))] : [];
  const asked = { ...program, properties: [...stated, ...ending, ...implicit] };
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

/** The threads with the places where they come round for ever, if anybody asks whether they end. */
function withEnds(
  written: readonly (readonly [FlatThread, Thread])[],
  { wishes, storage }: CWorld,
): { readonly threads: readonly Thread[]; readonly ends: readonly ThreadEnd[] } {
  if (!wishes.termination) return { threads: written.map(([, thread]) => thread), ends: [] };
  const marked = written.map(([{ endless, stopped }, thread]) => {
    const { body, rounds } = markRounds(thread.body, storage.shared, endless, stopped);
    return { thread: { ...thread, body }, end: { thread: thread.id, name: thread.name, rounds } };
  });
  return { threads: marked.map(({ thread }) => thread), ends: marked.map(({ end }) => end) };
}

/** The variables with room for knowledge. */
const tagged = (variables: readonly SharedVar[], facts: Facts): readonly SharedVar[] =>
  variables.map((v) => (facts.has(taggedFact(v.name)) ? withRoom(v) : v));

/** Nobody knows anything at the start. */
function withRoom(given: SharedVar): SharedVar {
  const variable: SharedVar = { ...given, shown: { kind: 'tagged', shown: given.shown ?? null } };
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
