import { printExpr } from '../print-expr.js';
import { not } from '../make.js';
import { indexOf, isBuffered, locations } from './buffer-layout.js';
import type { BufferLayout } from './buffer-layout.js';

/** What a reader of the text must know of it. */
export function heading(file: string, layout: BufferLayout): readonly string[] {
  const { spec, memoryProcess, overflow } = layout;
  const entries = spec.limit.entries === 1 ? 'one write' : `${spec.limit.entries} writes`;
  const room =
    spec.limit.kind === 'waits'
      ? `each process has room for ${entries} to each location, and waits for room`
      : `each queue has room for ${entries}`;
  return [
    `${file} under ${spec.model}, to be run under sequential consistency: ${room}.`,
    `sb_g_P holds what process P has written to g and memory has not, i_g_P says whether (how many) there are;`,
    `${memoryProcess} flushes. The reads of a transition find their values in the own buffer or in memory: one transition for each way.`,
    ...(overflow === null
      ? []
      : [
          `A write that finds no room fails the assertion of the process ${overflow.process} and does nothing: then nothing is known.`,
        ]),
    ...fairness(layout),
    '',
  ];
}

/** The premise of paper 004 that no write is delayed for ever. */
function fairness(layout: BufferLayout): readonly string[] {
  const { spec, entries } = layout;
  if (spec.limit.kind === 'overflows')
    return ['Temporal properties of infinite runs need a bound that is never reached.'];
  if (entries > 1) {
    return [
      'For a temporal property f: every write is flushed in the end if the flushes of each process are weakly fair. (That',
      'buffers are empty again and again would say too much where there is room for several writes.)',
    ];
  }
  const premises = layout
    .all()
    .flatMap((buffer) =>
      locations(buffer).map((place) => `G F ${printExpr(not(isBuffered(buffer, indexOf(place), 1)), 14)}`),
    );
  if (premises.length === 0) return [];
  return [
    'For a temporal property f check (no write is delayed for ever):',
    `  ${premises.join(' && ')} -> f`,
  ];
}
