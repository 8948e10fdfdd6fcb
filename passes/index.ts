import type { Pass } from '../src/pass/pass.js';
import { buildAutomata } from './build-automata.js';
import { expandInstances } from './expand-instances.js';
import { fuseAtomic } from './fuse-atomic.js';
import { lowerRmw } from './lower-rmw.js';
import { resetTemporaries } from './reset-temporaries.js';
import { splitAccesses } from './split-accesses.js';

/** The one registry: a new pass is its file, its golden and a line here. */
export const passes: readonly Pass[] = [
  expandInstances,
  lowerRmw,
  splitAccesses,
  buildAutomata,
  fuseAtomic,
  resetTemporaries,
];
