import { Fifo } from '../src/pass/buffers/fifo.js';
import { writeBuffers } from '../src/pass/buffers/write-buffers.js';
import type { ReductionPass } from '../src/pass/pass.js';
import { invariant } from '../src/support/invariant.js';
import { ordersWrites } from '../src/memory/model-questions.js';

/**
 * TSO to SC: each thread's queue of writes becomes variables of the program (paper 003, Fig. 12), for a bound k. Here k is
 * 2, and P writes x (code 0) and y (code 1):
 *
 *   BEFORE  x = r;       AFTER  store_1: either { atomic { assume(P_cnt == 2); assert overflow: false; } goto store_1; }
 *                               or { atomic { assume(P_cnt != 2);
 *                                             P_cnt = P_cnt + 1;
 *                                             if (P_cnt == 1) { P_lhs_1 = 0; P_rhs_1 = r; }
 *                                             else { P_lhs_2 = 0; P_rhs_2 = r; } } }
 *           r = x;              atomic { if (P_cnt >= 2 && P_lhs_2 == 0) { r = P_rhs_2; }
 *                                        else if (P_cnt >= 1 && P_lhs_1 == 0) { r = P_rhs_1; }
 *                                        else { r = x; } }
 *           fence;              assume(P_cnt == 0);
 *           locked { B }        atomic { assume(P_cnt == 0); B }
 *           (a flush)           atomic { assume(P_cnt > 0);
 *                                        if (P_lhs_1 == 0) { x = P_rhs_1; } else { y = P_rhs_1; }
 *                                        P_lhs_1 = P_lhs_2; P_rhs_1 = P_rhs_2; P_lhs_2 = 0; P_rhs_2 = 0;
 *                                        P_cnt = P_cnt - 1; }
 *
 * Under tsoN (paper 004, section III) a counter for each variable is kept besides, and a store waits while it is at N.
 * Left alone: variables that the thread does not write, which it reads from main memory.
 */
export const tsoBuffers: ReductionPass = {
  name: 'tso-buffers',
  summary: 'write one queue of stores a thread into the program',
  level: 'reduction',
  requires: ['resolved', 'no-instances', 'no-rmw', 'single-access', 'isolated-loads'],
  establishes: ['single-access', 'plain', 'straight-steps'],
  run: (program, { buffers }) => {
    invariant(
      buffers !== undefined && ordersWrites(buffers.model),
      'the memory model has one queue a thread',
    );
    return writeBuffers(program, buffers, 'tso-buffers', (request) => new Fifo(request));
  },
};
