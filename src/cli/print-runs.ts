import type { PropertyReport, VerifyReport } from '../ask/report.js';
import { messagesOf, resultText, toJson } from '../library/tell.js';
import type { OptionValues } from '../options/values.js';
import { jsonText } from '../report/report-json.js';
import { timingLine } from '../report/stats.js';
import type { CommandContext } from './command.js';

/** Tells what verify or check found, as they were asked to; of several models in one table or list. */
export function printRuns(
  runs: readonly VerifyReport[],
  options: RunsWishes & Pick<OptionValues<'check'>, 'verbose'>,
  context: CommandContext,
  together = false,
): void {
  const { output } = context;
  // The same of several runs once.
  for (const text of new Set(runs.flatMap(messagesOf))) output.message(text);
  if (options.verbose) for (const run of runs) output.message(engineLine(run));
  output.result(textOfRuns(runs, options, context, together));
}

type RunsWishes = Pick<OptionValues<'check'>, 'json' | 'trace'>;

/** The result alone. */
export function textOfRuns(
  runs: readonly VerifyReport[],
  { json, trace }: RunsWishes,
  { output: { width, style } }: CommandContext,
  together: boolean,
): string {
  const shown = trace === 'none' ? runs.map(withoutTraces) : runs;
  const [first] = shown;
  if (first === undefined) return '';
  const told = together ? shown : first;
  return json ? jsonText(toJson(told)) : resultText(told, { width, style, trace: trace ?? 'text' });
}

function engineLine({ model, engine, why, stats }: VerifyReport): string {
  const told = `engine ${engine ?? '-'}${why === null ? '' : ` (auto: ${why})`}`;
  return `model ${model ?? '-'}: ${told}: ${timingLine(stats)}`;
}

export const withoutTraces = (run: VerifyReport): VerifyReport => ({
  ...run,
  trace: null,
  properties: run.properties.map(withoutTrace),
});

const withoutTrace = ({ name, kind, line, verdict, reason, detail }: PropertyReport): PropertyReport => ({
  ...{ name, kind, line, verdict, reason, detail },
  trace: null,
});
