import type { Pipeline } from '../src/pass/run-pipeline.js';
import { atomicWrites } from './atomic-writes.js';
import { buildAutomata } from './build-automata.js';
import { expandInstances } from './expand-instances.js';
import { lowerRmw } from './lower-rmw.js';
import { splitAccesses } from './split-accesses.js';

/** What a program means: its instances and accesses spelt out, and nothing left out or joined. Evidence speaks of these automata. */
export const plainAutomata: Pipeline = {
  name: 'plain-automata',
  onProgram: [expandInstances, lowerRmw, splitAccesses, atomicWrites],
  reductions: [],
  lowering: buildAutomata,
  onSystem: [],
};
