import type { Pipeline } from '../src/pass/run.js';
import { buildAutomata } from './build-automata.js';
import { expandInstances } from './expand-instances.js';
import { fuseAtomic } from './fuse-atomic.js';
import { lowerRmw } from './lower-rmw.js';
import { resetTemporaries } from './reset-temporaries.js';
import { splitAccesses } from './split-accesses.js';

/** What engines that execute the program under a memory model take. */
export const toAutomata: Pipeline = {
  name: 'to-automata',
  onProgram: [expandInstances, lowerRmw, splitAccesses],
  lowering: buildAutomata,
  onSystem: [fuseAtomic, resetTemporaries],
};
