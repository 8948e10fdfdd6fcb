import { dirname, join, relative } from 'node:path';
import { originOf } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';
import type { RunToTell } from '../evidence/run-to-tell.js';

/** A line of the program, or of a file that it includes. */
export interface StepPlace {
  /** Relative to the same folder as the name of the program. */
  readonly file: string;
  readonly line: number;
}

/** For each step that the trace of a run tells: where it stands; null of a flush. */
export function placesOf({ machine, run, trace, file }: RunToTell): readonly (StepPlace | null)[] {
  // The trace may go round the cycle twice.
  return [...run.stem.steps, ...run.cycle, ...run.cycle]
    .slice(0, trace.steps.length)
    .map((step) => (step.kind === 'edge' ? placeOf(machine.edge(step.thread, step.edge).span, file) : null));
}

function placeOf(span: Span, program: RunToTell['file']): StepPlace | null {
  const origin = originOf(span);
  if (origin === null) return null;
  const { path } = origin.source;
  const beside = join(dirname(program.name), relative(dirname(program.path), path));
  const { line } = origin.source.position(origin.start);
  return { file: path === program.path ? program.name : beside, line };
}
