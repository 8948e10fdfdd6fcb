import type { Pipeline } from '../pass/run.js';

/** The same pipeline, telling of each pass how long it took. */
export function observed(pipeline: Pipeline, tell: (line: string) => void): Pipeline {
  const timed = <T>(name: string, work: () => T): T => {
    const started = performance.now();
    const result = work();
    tell(`pass ${name}: ${(performance.now() - started).toFixed(1)} ms`);
    return result;
  };
  const { lowering } = pipeline;
  return {
    ...pipeline,
    onProgram: pipeline.onProgram.map((pass) => ({
      ...pass,
      run: (program, context) => timed(pass.name, () => pass.run(program, context)),
    })),
    lowering: {
      ...lowering,
      run: (program, context) => timed(lowering.name, () => lowering.run(program, context)),
    },
    onSystem: pipeline.onSystem.map((pass) => ({
      ...pass,
      run: (system, context) => timed(pass.name, () => pass.run(system, context)),
    })),
  };
}
