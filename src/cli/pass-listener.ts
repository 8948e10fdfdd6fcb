import { printSystem } from '../lang/program/print-system.js';
import { printProgram } from '../lang/program/print.js';
import { passesOf } from '../pass/run-pipeline.js';
import type { PassListener, PassOutput, Pipeline } from '../pass/run-pipeline.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../options/readers.js';

interface Wishes {
  /** The pass after which the program is printed, or null. */
  readonly dumpAfter: string | null;
  readonly dump: (text: string) => void;
  /** Hears of each pass how long it took; null: nobody does. */
  readonly verbose: ((line: string) => void) | null;
}

/** What `--dump-after` and `--verbose` ask for. */
export function passListener(pipeline: Pipeline, { dumpAfter, dump, verbose }: Wishes): PassListener {
  const names = passesOf(pipeline).map((pass) => pass.name);
  if (dumpAfter !== null && !names.includes(dumpAfter)) {
    throw new UsageError(
      `there is no pass '${dumpAfter}' here; the passes are ${names.join(', ')}`,
      didYouMean(dumpAfter, names),
    );
  }
  return (pass, output, milliseconds) => {
    verbose?.(`pass ${pass}: ${milliseconds.toFixed(1)} ms`);
    if (pass === dumpAfter) dump(printed(output));
  };
}

const printed = (output: PassOutput): string =>
  output.kind === 'program' ? printProgram(output.program) : printSystem(output.system);
