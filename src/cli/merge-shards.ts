import { mergedComparison, mergedRecordings, missingIn, recordingText } from '../library/merging.js';
import type { CommandContext, Invocation } from './command.js';
import { tellCompared } from './compare-runs.js';
import { ExitCode } from './exit-codes.js';
import { requireWritable, writeWhole } from './write-file.js';

/** Joins recordings: into a file, or into a table. */
export async function mergeShards(args: Invocation<'merge'>, context: CommandContext): Promise<ExitCode> {
  const { files, output: path, format } = args;
  // One of them may be what is written to: it is read whole before.
  if (path !== undefined) requireWritable(path, '');
  const merged = mergedRecordings(files, (text) => context.output.message(text));
  if (path !== undefined) writeWhole(path, recordingText(merged), '');
  const missing = missingIn(merged);
  if (path !== undefined && format === undefined) {
    if (missing > 0)
      context.output.message(`${missing} of ${merged.records.length + missing} runs are missing`);
    return missing === 0 ? ExitCode.Ok : ExitCode.Refused;
  }
  return tellCompared(mergedComparison(merged), format ?? 'text', path ?? null, context);
}
