import { generatedBy } from '../../diagnostics/span.js';
import { conjunction, not, or, shared, sharedReads, truth } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import type { SharedId, ThreadId } from '../../ir/ids.js';
import { threadId } from '../../ir/ids.js';
import { legalForm } from '../../ir/legal-names.js';
import type { Block, Program, Property, Stmt, Thread } from '../../ir/program.js';
import { blocksOf } from '../../ir/statements.js';
import { boolType } from '../../ir/type.js';
import { mapBlocks } from '../../ir/visit.js';
import type { BufferSpec } from '../../memory/bound.js';
import { assertNever, invariant } from '../../support/check.js';
import { bufferedStores, bufferedVariables } from '../buffered.js';
import { FreshLabels } from '../fresh-labels.js';
import { LocalSupply } from '../local-supply.js';
import { Maker, enacting, labelledAs } from '../make.js';
import { SharedSupply } from '../shared-supply.js';
import { AccessWriter } from './accesses.js';
import type { BufferMaker, Flush, StoreCode, ThreadBuffer } from './buffer.js';
import { bufferedPlaces } from './places.js';

/** What the rewriting of all threads shares. */
interface World {
  readonly by: string;
  readonly program: Program;
  readonly spec: BufferSpec;
  readonly buffers: ReadonlyMap<ThreadId, ThreadBuffer>;
  readonly locals: LocalSupply;
  /** Set where a store finds its buffer full; null: no store ever does. */
  readonly overflow: SharedId | null;
}

/**
 * The program with its store buffers as variables (paper 003, Fig. 5 and 12), to be run under SC. Each translated store,
 * load or fence is one step, as the figures demand; the loop of flushes that the paper puts after every statement is a
 * thread of its own beside each thread, which flushes one entry at a time: the same steps, written once.
 */
export function writeBuffers(
  program: Program,
  spec: BufferSpec,
  by: string,
  bufferOf: BufferMaker | null,
): Program {
  const supply = new SharedSupply(program, by);
  const buffers = new Map<ThreadId, ThreadBuffer>();
  for (const thread of program.threads) {
    const places = bufferedPlaces(thread, program);
    if (places.length === 0 || bufferOf === null) continue;
    const stem = legalForm(thread.name);
    buffers.set(thread.id, bufferOf({ thread, stem, places, program, supply, spec }));
  }
  if (buffers.size === 0) {
    const world = { by, program, spec, buffers, locals: new LocalSupply(program), overflow: null };
    return {
      ...program,
      threads: program.threads.map((t) => new ThreadWriter(t, null, null, world).thread()),
    };
  }
  const mayOverflow = [...buffers.values()].some((b) => b.mayOverflow);
  const overflow = mayOverflow ? supply.variable('overflow', boolType) : null;
  const locals = new LocalSupply({ ...program, shared: supply.shared() });
  const world: World = { by, program, spec, buffers, locals, overflow };
  const own = program.threads.map((thread) => {
    const buffer = buffers.get(thread.id) ?? null;
    const done = buffer === null ? null : supply.variable(`${legalForm(thread.name)}_done`, boolType);
    return { thread: new ThreadWriter(thread, buffer, done, world).thread(), buffer, done };
  });
  const flushers = own.flatMap(({ thread, buffer, done }) => {
    if (buffer === null || done === null) return [];
    return [{ source: thread, name: supply.name(`${legalForm(thread.name)}_flush`), buffer, done }];
  });
  return {
    ...program,
    shared: supply.shared(),
    locals: locals.locals(),
    threads: [
      ...own.map((o) => o.thread),
      ...flushers.map((f, i) => flusher(f, threadId(own.length + i), by)),
    ],
    properties: propertiesWith(overflow, program, by),
  };
}

/** An overflow cuts the run short, so that nothing is said of its end. */
function propertiesWith(overflow: SharedId | null, program: Program, by: string): readonly Property[] {
  if (overflow === null) return program.properties;
  const name = freshProperty('overflow', program);
  const formula = not(shared(overflow));
  return [
    ...program.properties.map((p) =>
      p.kind === 'final' ? { ...p, formula: or(shared(overflow), p.formula) } : p,
    ),
    { kind: 'invariant', name, formula, span: generatedBy(by, null) },
  ];
}

function freshProperty(stem: string, { properties }: Program): string {
  const taken = new Set(properties.map((p) => p.name));
  let name = stem;
  for (let n = 2; taken.has(name); n++) name = `${stem}_${n}`;
  return name;
}

interface Flusher {
  readonly source: Thread;
  readonly name: string;
  readonly buffer: ThreadBuffer;
  readonly done: SharedId;
}

/** Flushes one entry after another, in every possible order; ends when its thread has and nothing is left. */
function flusher({ source, name, buffer, done }: Flusher, id: ThreadId, by: string): Thread {
  const make = new Maker(by, source.span);
  const next = 'next';
  const choices = buffer.flushes.map(({ ready, body }): Block => [
    make.atomic([make.assume(ready), ...body(make)]),
    make.goto(next),
  ]);
  const end: Block = [make.atomic([make.assume(conjunction([shared(done), buffer.isEmpty]))])];
  const body: Block = [{ ...make.either([...choices, end]), labels: [next] }];
  return {
    id,
    name,
    instances: { kind: 'one' },
    body,
    madeLabels: [next],
    span: generatedBy(by, source.span),
  };
}

/**
 * What surrounds a statement. Inside an atomic section with several stores, own flushes between them matter: they make
 * room. With one, they may as well come before the section.
 */
type Context = 'plain' | 'atomic' | 'atomic-with-stores';

class ThreadWriter {
  readonly #labels: FreshLabels;
  readonly #accesses: AccessWriter;
  readonly #buffered: ReadonlySet<SharedId>;
  /** Where the thread ends, also by an overflow. */
  readonly #stop: string | null;

  constructor(
    private readonly original: Thread,
    private readonly buffer: ThreadBuffer | null,
    private readonly done: SharedId | null,
    private readonly world: World,
  ) {
    this.#labels = new FreshLabels(original);
    this.#stop = done === null || world.overflow === null ? null : this.#labels.named('stop');
    const { program, locals } = world;
    this.#buffered = bufferedVariables(original);
    this.#accesses = new AccessWriter(program, original.id, locals);
  }

  thread(): Thread {
    const body = this.block(this.original.body, 'plain');
    if (this.done === null) return { ...this.original, body };
    const make = this.maker(this.original);
    const end = make.setShared(this.done, truth);
    const labels = this.#stop === null ? [] : [this.#stop];
    return this.#labels.labelled(this.original, [...body, { ...end, labels }]);
  }

  private maker({ span }: Pick<Stmt, 'span'>): Maker {
    return new Maker(this.world.by, span);
  }

  private block(block: Block, context: Context): Block {
    return block.flatMap((stmt) => this.stmt(stmt, context));
  }

  private stmt(stmt: Stmt, context: Context): Block {
    switch (stmt.kind) {
      case 'assign':
        return this.assign(stmt, context);
      case 'fence':
        return stmt.fence === 'full' ? this.fence(stmt, context) : [this.storeFence(stmt, context)];
      case 'locked':
        return this.locked(stmt, context);
      case 'atomic':
        return [mapBlocks(stmt, (block) => this.block(block, innerContext(stmt.body, context)))];
      case 'if':
      case 'while':
      case 'either':
        return [mapBlocks(stmt, (block) => this.block(block, context))];
      case 'skip':
      case 'havoc':
      case 'rmw':
      case 'assume':
      case 'assert':
      case 'goto':
        return [stmt];
      default:
        return assertNever(stmt);
    }
  }

  private assign(stmt: Extract<Stmt, { kind: 'assign' }>, context: Context): Block {
    const { buffer } = this;
    if (buffer === null) return [stmt];
    const make = this.maker(stmt);
    if (stmt.target.kind === 'shared') {
      const { before, operand, value } = this.#accesses.store(stmt.target, stmt.value, stmt.span, make);
      if (operand === null) return step(stmt, before, context, make);
      const code = buffer.store(operand, value, make);
      const [first, ...rest] = code.put;
      const room = awaiting(code, context, make);
      const full = this.overflowing(code, context, make);
      return step(stmt, [...before, ...room, ...full, enacting(first, stmt), ...rest], context, make);
    }
    if (stmt.value.kind !== 'shared' || !this.#buffered.has(stmt.value.shared)) return [stmt];
    const { before, operand } = this.#accesses.load(stmt.value, stmt.span, make);
    const cases = buffer.load(operand);
    if (cases.length === 0) return [stmt];
    const { local } = stmt.target;
    const read = (value: Expr): Block => [enacting(make.setLocal(local, value), stmt)];
    const chosen = make.cases(
      cases.map(({ cond, value }) => ({ cond, then: read(value) })),
      read(shared(operand.shared, operand.index)),
    );
    return step(stmt, [...before, ...chosen], context, make);
  }

  /** Fig. 5 and 12: `abort("overflow")`. */
  private overflowing({ isFull, makesRoom }: StoreCode, context: Context, make: Maker): Block {
    if (isFull === null) return [];
    const { overflow } = this.world;
    invariant(overflow !== null && this.#stop !== null, 'a store that may overflow says so beforehand');
    const abort: Block = [make.setShared(overflow, truth), make.goto(this.#stop)];
    if (context !== 'atomic-with-stores') return [make.when(isFull, abort)];
    return [make.while(isFull, [make.either([abort, ...flushChoices(makesRoom, make)])])];
  }

  /** Fig. 5 and 12: `assume(cnt.t = 0)`, of all counters. */
  private fence(stmt: Stmt, context: Context): Block {
    const make = this.maker(stmt);
    if (this.buffer === null) return [asSkip(stmt, make)];
    const wait = enacting(make.assume(this.buffer.isEmpty), stmt);
    if (context === 'plain' && sharedReads(this.buffer.isEmpty).length === 1) return [labelledAs(wait, stmt)];
    const drain = context !== 'plain' ? this.buffer.drain(make) : [];
    return step(stmt, [...drain, wait], context, make);
  }

  private storeFence(stmt: Stmt, context: Context): Stmt {
    const make = this.maker(stmt);
    const mark = this.buffer?.storeFence(make) ?? null;
    if (mark === null) return asSkip(stmt, make);
    const marked = enacting(mark, stmt);
    return context !== 'plain' ? labelledAs(marked, stmt) : labelledAs(make.atomic([marked]), stmt);
  }

  /** Once the buffers are empty, all inside goes to and comes from main memory. */
  private locked(stmt: Extract<Stmt, { kind: 'locked' }>, context: Context): Block {
    const make = this.maker(stmt);
    const drain = context !== 'plain' && this.buffer !== null ? this.buffer.drain(make) : [];
    const { lockedWaits } = this.world.spec.model;
    const waited = lockedWaits === 'all' ? [...this.world.buffers.values()] : [this.buffer];
    const empty = conjunction(waited.flatMap((b) => (b === null ? [] : [b.isEmpty])));
    const wait = empty === truth ? [] : [make.assume(empty)];
    const body = [...drain, ...wait, ...stmt.body.map((s) => unlocked(s, make))];
    const { enacts } = stmt;
    return [
      {
        ...labelledAs(make.atomic(body), stmt),
        ...(enacts === undefined ? {} : { enacts }),
        span: stmt.span,
      },
    ];
  }
}

function innerContext(body: Block, outer: Context): Context {
  if (outer === 'atomic-with-stores') return outer;
  const loops = (block: Block): boolean =>
    block.some((s) => s.kind === 'while' || s.kind === 'goto' || blocksOf(s).some(loops));
  return bufferedStores(body).length > 1 || loops(body) ? 'atomic-with-stores' : 'atomic';
}

/** tsoN: a store waits for room. */
function awaiting({ hasRoom, makesRoom }: StoreCode, context: Context, make: Maker): Block {
  if (hasRoom === null) return [];
  if (context !== 'atomic-with-stores') return [make.assume(hasRoom)];
  const choices = flushChoices(makesRoom, make);
  const [only = []] = choices;
  return [make.while(not(hasRoom), choices.length === 1 ? only : [make.either(choices)])];
}

/** A single one is surely possible where it is needed. */
function flushChoices(flushes: readonly Flush[], make: Maker): readonly Block[] {
  return flushes.map(({ ready, body }) => [
    ...(flushes.length === 1 ? [] : [make.assume(ready)]),
    ...body(make),
  ]);
}

/** Inside `locked` there is nothing to wait for. */
function unlocked(stmt: Stmt, make: Maker): Stmt {
  const inner = mapBlocks(stmt, (block) => block.map((s) => unlocked(s, make)));
  if (inner.kind === 'locked') return { ...inner, kind: 'atomic' };
  return inner.kind === 'fence' ? asSkip(inner, make) : inner;
}

/** A statement that still takes its place, but does nothing. */
const asSkip = (stmt: Stmt, make: Maker): Stmt => ({
  ...labelledAs(enacting(make.skip(), stmt), stmt),
  span: stmt.span,
});

/** The parts of a statement as one step: inside an atomic section they are that already. */
function step(original: Stmt, parts: Block, context: Context, make: Maker): Block {
  if (context === 'plain') return [{ ...labelledAs(make.atomic(parts), original), span: original.span }];
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  const continues = [...(original.continues ?? []), ...original.labels];
  return [labelledAs(first, original), ...rest.map((s) => continuing(s, continues))];
}

function continuing(stmt: Stmt, continues: readonly string[]): Stmt {
  return mapBlocks({ ...stmt, continues }, (block) => block.map((s) => continuing(s, continues)));
}
