import { atomicRows, atomicSheet } from '../bench/atomic.js';
import type { Reproduced } from './reproduced.js';

/** Table I of paper 004, under both readings of its rule 3. */
export const atomicTable: Reproduced = {
  name: '004',
  measure: async ({ limits }) => [
    { ...atomicSheet(await atomicRows(limits)), name: 'reproduced 004 table I' },
  ],
};
