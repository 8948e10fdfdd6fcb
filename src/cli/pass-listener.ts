import type { PassListener, PassOutput, Pipeline } from '../pass/run-pipeline.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../options/kit/readers.js';

/** Hooks that hear of passes; nothing where nobody asked. */
export async function listening(
  verbose: ((line: string) => void) | null,
  dumpAfter?: string,
  dump: (text: string) => void = () => undefined,
): Promise<{ readonly listener?: (pipeline: Pipeline) => PassListener }> {
  if (verbose === null && dumpAfter === undefined) return {};
  return { listener: await passListener(verbose, dumpAfter, dump) };
}

/**
 * What `--verbose` and `--dump-after` ask for. `verbose` hears of each pass how long it took (null: nobody does), `dump` gets
 * the program as it is after the pass of that name.
 */
async function passListener(
  verbose: ((line: string) => void) | null,
  dumpAfter: string | undefined,
  dump: (text: string) => void,
): Promise<(pipeline: Pipeline) => PassListener> {
  const { printSystem } = await import('../lang/program/print-system.js');
  const { printProgram } = await import('../lang/program/print.js');
  const { passesOf } = await import('../pass/run-pipeline.js');
  const printed = (output: PassOutput): string =>
    output.kind === 'program' ? printProgram(output.program) : printSystem(output.system);
  return (pipeline) => {
    const names = passesOf(pipeline).map((pass) => pass.name);
    if (dumpAfter !== undefined && !names.includes(dumpAfter)) {
      throw new UsageError(
        `there is no pass '${dumpAfter}' here; the passes are ${names.join(', ')}`,
        didYouMean(dumpAfter, names),
      );
    }
    return (pass, output, milliseconds) => {
      verbose?.(`pass ${pass}: ${milliseconds.toFixed(1)} ms`);
      if (pass === dumpAfter) dump(printed(output));
    };
  };
}
