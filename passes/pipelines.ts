import type { MemoryModel } from '../src/memory/model.js';
import { byBuffering, hasBuffers } from '../src/memory/model-questions.js';
import type { ReductionPass } from '../src/pass/pass.js';
import type { Pipeline } from '../src/pass/run-pipeline.js';
import { delayAttacks } from './delay-attacks.js';
import { dropFences } from './drop-fences.js';
import { expandInstances, expandRanges } from './expand-instances.js';
import { foldConstants } from './fold-constants.js';
import { fuseAtOnce, fuseAtomic } from './fuse-atomic.js';
import { isolateLoads } from './isolate-loads.js';
import { lowerRmw } from './lower-rmw.js';
import { mergeLoops } from './merge-loops.js';
import { plainAutomata } from './plain-automata.js';
import { psoBuffers } from './pso-buffers.js';
import { resetTemporaries } from './reset-temporaries.js';
import { shapes } from './shapes.js';
import { spinsWait } from './spins-wait.js';
import { splitAccesses } from './split-accesses.js';
import { trimArrays } from './trim-arrays.js';
import { tsoBuffers } from './tso-buffers.js';

/** What engines that execute the program under a memory model take. */
export const toAutomata: Pipeline = {
  ...plainAutomata,
  name: 'to-automata',
  onSystem: [trimArrays, fuseAtomic, resetTemporaries],
};

/**
 * What engines take that look at runs and not only at states. A section whose steps are joined has no place where its own
 * flushes could happen; whether others ever see the memory before these is something that runs tell apart. In sections that are
 * one step there are none.
 */
export const toRuns = (model: MemoryModel): Pipeline =>
  hasBuffers(model)
    ? { ...toAutomata, name: 'to-runs', onSystem: [trimArrays, fuseAtOnce, resetTemporaries] }
    : toAutomata;

/** The program with its store buffers as variables (paper 003, section 3): what exports and SC engines take. */
export const withCounters = (model: MemoryModel): Pipeline => ({
  ...toAutomata,
  name: 'with-counters',
  reductions: byBuffering<readonly ReductionPass[]>(model, {
    none: [foldConstants, dropFences],
    fifo: [foldConstants, isolateLoads, tsoBuffers],
    'fifo-per-location': [foldConstants, isolateLoads, psoBuffers],
  }),
});

/**
 * The same for verifiers that unwind loops and have a price for each thread and each place where threads meet: loops that only
 * look are waits. Where the buffers of the context say so, each thread makes its own flushes (paper 003, Fig. 5).
 */
export const forVerifiers = (model: MemoryModel): Pipeline => ({
  ...withCounters(model),
  name: 'for-verifiers',
  reductions: byBuffering<readonly ReductionPass[]>(model, {
    none: [foldConstants, spinsWait, mergeLoops, dropFences],
    fifo: [foldConstants, isolateLoads, spinsWait, mergeLoops, tsoBuffers],
    'fifo-per-location': [foldConstants, isolateLoads, spinsWait, mergeLoops, psoBuffers],
  }),
});

/**
 * The program with the shapes of its store buffers as control: what engines take that abstract from values. What comes out
 * is to be run under SC, as it is where there are no buffers: fences and locks have nothing to wait for then. Sections are
 * joined under the memory model of the context, before there are any shapes. Dead temporaries stay: resetting them would
 * only be more to abstract.
 */
export const withShapes = (model: MemoryModel): Pipeline => ({
  ...toAutomata,
  name: 'with-shapes',
  onSystem: hasBuffers(model) ? [trimArrays, fuseAtomic, shapes] : [trimArrays, fuseAtomic],
});

/** The program with the attacks on its robustness against TSO: what is to be run under SC. */
export const withAttacks: Pipeline = {
  ...toAutomata,
  name: 'with-attacks',
  onSystem: [trimArrays, fuseAtomic, resetTemporaries, delayAttacks],
};

/**
 * The automata of the user's own program, for targets with weak memory of their own: no buffers are written into it. The
 * steps of atomic sections are joined as if there were none, because such targets say what a section does with them.
 * Temporaries keep their values. Where `keepsProcesses` is set each process stays one automaton for all its instances.
 */
export const toTemplates = (keepsProcesses: boolean): Pipeline => ({
  ...toAutomata,
  name: 'to-templates',
  onProgram: [keepsProcesses ? expandRanges : expandInstances, lowerRmw, splitAccesses],
  onSystem: [fuseAtomic],
});
