import { withCounters, withShapes } from '../../../passes/pipelines.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { BufferSpec } from '../../../src/memory/bound.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import type { Lowered } from '../../../src/pass/run-pipeline.js';

/** A program with its store buffers written into it, to be run under SC. */
export function encoded(program: Program, buffers: BufferSpec, encoding: 'shapes' | 'counters'): Lowered {
  const { model } = buffers;
  const pipeline = encoding === 'shapes' ? withShapes : withCounters;
  return runPipeline(pipeline(model), program, { procs: 2, model, buffers });
}
