import { mergedComparison, mergedRecordings, recordingText } from '../library/merging.js';
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
  if (path !== undefined && format === undefined) return ExitCode.Ok;
  return tellCompared(mergedComparison(merged), format ?? 'text', path ?? null, context);
}
