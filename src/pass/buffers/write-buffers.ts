import { generatedBy } from '../../diagnostics/span.js';
import { conjunction, shared } from '../../lang/expr/expr.js';
import { threadId } from '../../lang/expr/ids.js';
import type { SharedId, ThreadId } from '../../lang/expr/ids.js';
import { legalForm } from '../../lang/program/legal-names.js';
import type { Block, Program, Property, Thread } from '../../lang/program/program.js';
import { refuseUnbuffered } from '../../lang/program/refuse.js';
import { boolType } from '../../lang/expr/type.js';
import type { BufferSpec } from '../../memory/bound.js';
import { ControlFlow } from '../../lang/program/control-flow.js';
import { at, invariant } from '../../support/invariant.js';
import { hasLoop } from './flush-plan.js';
import { LocalSupply } from '../local-supply.js';
import { StmtMaker } from '../make-statements.js';
import { SharedSupply } from '../shared-supply.js';
import type { BufferMaker, QueueFlusher, ThreadBuffer } from './buffer.js';
import { bufferedPlaces } from './written-places.js';
import { overflowName } from '../overflow.js';
import { ThreadWriter } from './thread-writer.js';
import type { RewritingWorld } from './thread-writer.js';

/** The program with its store buffers as variables (paper 003, Fig. 5 and 12), to be run under SC. */
export function writeBuffers(program: Program, spec: BufferSpec, by: string, bufferOf: BufferMaker): Program {
  refuseUnbuffered(program, 'the text of store buffers');
  const supply = new SharedSupply(program, by);
  const buffers = new Map<ThreadId, ThreadBuffer>();
  for (const thread of program.threads) {
    const places = bufferedPlaces(thread, program);
    if (places.length === 0) continue;
    const stem = legalForm(thread.name);
    buffers.set(thread.id, bufferOf({ thread, stem, places, program, supply, spec }));
  }
  const locals = new LocalSupply({ ...program, shared: supply.shared() });
  const overflow = [...buffers.values()].some((b) => b.mayOverflow) ? overflowName(program.properties) : null;
  const world: RewritingWorld = { by, program, spec, buffers, locals, overflow };
  const written = program.threads.map((thread) => {
    const buffer = buffers.get(thread.id) ?? null;
    const done =
      buffer === null || spec.ownFlushes === true
        ? null
        : supply.variable(`${legalForm(thread.name)}_done`, boolType);
    return { thread: new ThreadWriter(thread, buffer, done, world).thread(), buffer, done };
  });
  const flushers = written.flatMap(({ thread, buffer, done }) => {
    if (buffer === null || done === null) return [];
    return [{ source: thread, name: supply.name(`${legalForm(thread.name)}_flush`), buffer, done }];
  });
  const ofQueues = written.flatMap(({ thread, buffer }) =>
    (buffer?.flushers ?? []).map((queue) => ({
      queue,
      source: thread,
      name: supply.name(`${legalForm(thread.name)}_flush_${queue.name}`),
      goesRound: goesRound(program, thread.id),
    })),
  );
  const check: readonly Property[] =
    overflow === null ? [] : [{ kind: 'assert', name: overflow, span: generatedBy(by, null) }];
  return {
    ...program,
    shared: supply.shared(),
    locals: locals.locals(),
    threads: [
      ...written.map((w) => w.thread),
      ...flushers.map((f, i) => flusher({ ...f, id: threadId(written.length + i) }, by)),
      ...ofQueues.map((f, i) => queueFlusher({ ...f, id: threadId(written.length + i) }, by)),
    ],
    properties: [...program.properties, ...check],
  };
}

interface Flusher {
  readonly id: ThreadId;
  readonly name: string;
  /** The thread whose writes it flushes. */
  readonly source: Thread;
  readonly buffer: ThreadBuffer;
  /** True once the source has ended. */
  readonly done: SharedId;
}

/**
 * A thread that flushes one entry after another, in every possible order, and ends when its source has and nothing is
 * left. Paper 003 has a loop of flushes after every statement instead: the same steps.
 */
function flusher({ id, name, source, buffer, done }: Flusher, by: string): Thread {
  const make = new StmtMaker(by, source.span);
  const next = 'next';
  const flushes = buffer.flushes.map(({ ready, body }): Block => [
    make.atomic([make.assume(ready), ...body(make)]),
    make.goto(next),
  ]);
  const end: Block = [make.atomic([make.assume(conjunction([shared(done), buffer.isEmpty]))])];
  return {
    id,
    name,
    instances: { kind: 'one' },
    body: [{ ...make.either([...flushes, end]), labels: [next] }],
    madeLabels: [next],
    span: generatedBy(by, source.span),
  };
}

interface OfQueue {
  readonly id: ThreadId;
  readonly name: string;
  readonly source: Thread;
  readonly queue: QueueFlusher;
  /** Whether the source may come to one of its statements twice. */
  readonly goesRound: boolean;
}

const goesRound = (program: Program, id: ThreadId): boolean =>
  hasLoop(new ControlFlow(at(program.threads, id)));

/**
 * Flushes one queue for a verifier. It may end at any time: a thread that waits in vain would take its execution with it. A
 * round flushes as much as a round of the source stores, so that where loops are unwound N times enough is flushed for that.
 *
 *   next: either { (flush) either { (flush) goto next; } or { } } or { }
 */
function queueFlusher({ id, name, source, queue, goesRound: again }: OfQueue, by: string): Thread {
  const make = new StmtMaker(by, source.span);
  const next = 'next';
  const rounds = Array.from({ length: queue.most }, () => make.atomic(queue.flush(make)));
  const body = rounds.reduceRight<Block>(
    (more, flush) => [make.either([[flush].concat(more), []])],
    again ? [make.goto(next)] : [],
  );
  const [first, ...rest] = body;
  invariant(first !== undefined && rest.length === 0, 'a queue that is flushed is stored to');
  return {
    id,
    name,
    instances: { kind: 'one' },
    body: again ? [{ ...first, labels: [next] }] : body,
    madeLabels: again ? [next] : [],
    span: generatedBy(by, source.span),
  };
}
