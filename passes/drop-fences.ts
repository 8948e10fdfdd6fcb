import { writeBuffers } from '../src/pass/buffers/write-buffers.js';
import type { ReductionPass } from '../src/pass/pass.js';
import { invariant } from '../src/support/check.js';

/**
 * SC has no buffers, so there is nothing to wait for: what remains is what other languages can say.
 *
 *   BEFORE  L: fence;          AFTER  L: skip;
 *           locked { B }              atomic { B }
 */
export const dropFences: ReductionPass = {
  name: 'drop-fences',
  summary: 'leave out fences and locks, which mean nothing under sc',
  level: 'reduction',
  requires: ['resolved', 'no-instances', 'no-rmw', 'single-access'],
  establishes: ['single-access', 'plain'],
  run: (program, { buffers }) => {
    invariant(buffers?.model.buffering === 'none', 'the memory model has no buffers');
    return writeBuffers(program, buffers, 'drop-fences', null);
  },
};
