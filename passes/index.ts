import type { Pass } from '../src/pass/pass.js';
import { atomicWrites } from './atomic-writes.js';
import { buildAutomata } from './build-automata.js';
import { delayAttacks } from './delay-attacks.js';
import { dropFences } from './drop-fences.js';
import { expandInstances, expandRanges } from './expand-instances.js';
import { foldConstants } from './fold-constants.js';
import { fuseAtOnce, fuseAtomic } from './fuse-atomic.js';
import { isolateLoads } from './isolate-loads.js';
import { lowerRmw } from './lower-rmw.js';
import { psoBuffers } from './pso-buffers.js';
import { resetTemporaries } from './reset-temporaries.js';
import { shapes } from './shapes.js';
import { mergeLoops } from './merge-loops.js';
import { spinsWait } from './spins-wait.js';
import { splitAccesses } from './split-accesses.js';
import { trimArrays } from './trim-arrays.js';
import { tsoBuffers } from './tso-buffers.js';

/** The one registry: a new pass is its file, its golden and a line here. */
export const passes: readonly Pass[] = [
  expandInstances,
  expandRanges,
  foldConstants,
  lowerRmw,
  splitAccesses,
  atomicWrites,
  isolateLoads,
  spinsWait,
  mergeLoops,
  tsoBuffers,
  psoBuffers,
  dropFences,
  buildAutomata,
  trimArrays,
  fuseAtomic,
  fuseAtOnce,
  resetTemporaries,
  shapes,
  delayAttacks,
];
