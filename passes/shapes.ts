import { generatedBy } from '../src/diagnostics/span.js';
import type { Step } from '../src/lang/run/execution.js';
import { stepByStep } from '../src/pass/pass.js';
import type { SystemPass } from '../src/pass/pass.js';
import { overflowName } from '../src/pass/overflow.js';
import { Contents } from '../src/pass/shapes/contents.js';
import { Shaper } from '../src/pass/shapes/shaper.js';
import type { Shaped } from '../src/pass/shapes/shaper.js';
import { boundedKind } from '../src/pass/shapes/bounded-kind.js';
import { shapingOf } from '../src/pass/shapes/shaping-of.js';
import { assertNever, at, invariant } from '../src/support/invariant.js';

/**
 * A system for a memory model becomes one for SC that carries the store buffers, up to a bound. What is buffered is
 * control: a location is one of the input and a shape, the sequence (PSO: the counts) of the cells written. What the
 * entries hold is data: `P_x_2` is what the second oldest entry of P for x holds.
 *
 *   BEFORE  0  store x = r -> 1        AFTER  0        store P_x_1 = r -> 1.x                      (PSO, bound 1)
 *           1  s = x -> 2                     1.x      s = P_x_1 -> 2.x,  store x = P_x_1; store P_x_1 = 0 -> 1
 *           2  store x = 1 -> 3               2.x      assert false -> overflow,  store x = P_x_1; ... -> 2
 *
 * By Semantics 1 and 2 and the bounds of Fig. 5 and 12 of paper 003. A computed index becomes one edge for each cell that it
 * may mean. The place of an overflow is atomic, so that nothing happens and nothing is read after it. An edge may buffer one
 * store, and wait for no flush after it: fuse-atomic keeps to that. Left alone: locked stores, and all stores where the
 * model has no buffers.
 */
export const shapes: SystemPass = {
  name: 'shapes',
  summary: 'write store buffers into the automata: their shapes as control, their contents as data',
  level: 'system',
  run: (system, context) => {
    const { buffers } = context;
    invariant(buffers !== undefined, 'shapes is told the memory model and the bound');
    const overflow = overflowName(system.properties);
    const contents = new Contents(system);
    const threads = system.threads.map((t) => {
      const kind = boundedKind(t.id, buffers, contents, overflow);
      return new Shaper(
        { ...shapingOf(system, buffers.model, contents, t, context.watch), kind },
        t,
      ).shaped();
    });
    return {
      system: {
        ...system,
        shared: contents.variables().shared,
        threads: threads.map((t) => t.automaton),
        properties: [
          ...system.properties,
          { kind: 'assert', name: overflow, span: generatedBy('shapes', null) },
        ],
      },
      // What was there before keeps its number, so the initial values stay as they are.
      mapBack: stepByStep((step) => original(step, threads)),
    };
  },
};

function original(step: Step, threads: readonly Shaped[]): readonly Step[] {
  invariant(step.kind === 'edge', 'under SC nothing is flushed');
  const origin = at(at(threads, step.thread).origins, step.edge);
  switch (origin.kind) {
    case 'edge':
      return [{ ...step, edge: origin.edge.id }];
    case 'flush':
      return [{ kind: 'flush', thread: step.thread, cell: origin.cell }];
    case 'none':
      return [];
    default:
      return assertNever(origin);
  }
}
