import type { BufferRequest, ThreadBuffer } from '../src/pass/buffers/buffer.js';
import { LoggedQueues } from '../src/pass/buffers/logged-queues.js';
import { PerLocation } from '../src/pass/buffers/per-location.js';
import { writeBuffers } from '../src/pass/buffers/write-buffers.js';
import type { ReductionPass } from '../src/pass/pass.js';
import { invariant } from '../src/support/invariant.js';
import { ordersWrites } from '../src/memory/model-questions.js';

/**
 * PSO to SC: each thread's queue of writes to each variable becomes variables of the program (paper 003, Fig. 5), for a
 * bound k, or one for each variable. Here k is 2:
 *
 *   BEFORE  x = r;       AFTER  store_1: either { atomic { assume(P_x_cnt == 2); assert overflow: false; } goto store_1; }
 *                               or { atomic { assume(P_x_cnt != 2);
 *                                             P_x_cnt = P_x_cnt + 1;
 *                                             if (P_x_cnt == 1) { P_x_1 = r; } else { P_x_2 = r; } } }
 *           r = x;              atomic { if (P_x_cnt == 1) { r = P_x_1; }
 *                                        else if (P_x_cnt == 2) { r = P_x_2; } else { r = x; } }
 *           fence;              atomic { assume(P_x_cnt == 0 && P_y_cnt == 0); }
 *           locked { B }        atomic { assume(P_x_cnt == 0 && P_y_cnt == 0); B }
 *           (a flush)           atomic { assume(P_x_cnt > 0); x = P_x_1; P_x_1 = P_x_2; P_x_2 = 0; P_x_cnt = P_x_cnt - 1; }
 *
 * Left alone: variables that the thread does not write, which it reads from main memory.
 */
export const psoBuffers: ReductionPass = {
  name: 'pso-buffers',
  summary: 'write one queue of stores a thread and variable into the program',
  level: 'reduction',
  requires: ['resolved', 'no-instances', 'no-rmw', 'single-access', 'isolated-loads'],
  establishes: ['single-access', 'plain', 'straight-steps'],
  run: (program, { buffers }) => {
    invariant(
      buffers !== undefined && !ordersWrites(buffers.model),
      'the memory model has one queue a thread and variable',
    );
    const logs = (request: BufferRequest): ThreadBuffer | null =>
      buffers.ownFlushes === true ? LoggedQueues.of(request) : null;
    return writeBuffers(
      program,
      buffers,
      'pso-buffers',
      (request) => logs(request) ?? new PerLocation(request),
    );
  },
};
