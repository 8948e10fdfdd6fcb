import { generatedBy } from '../../diagnostics/span.js';
import { conjunction, shared } from '../../ir/expr.js';
import type { SharedId, ThreadId } from '../../ir/ids.js';
import type { Block, Thread } from '../../ir/program.js';
import { Maker } from '../make.js';
import type { ThreadBuffer } from './buffer.js';

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
export function flusher({ id, name, source, buffer, done }: Flusher, by: string): Thread {
  const make = new Maker(by, source.span);
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
