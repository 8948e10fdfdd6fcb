import { listField, textField } from '../compare/json-fields.js';
import { nameOf } from '../compare/run-plan.js';
import { outcomeText, remarks, summaries } from '../compare/summary.js';
import { compareGiven } from '../library/comparing.js';
import type { MadeRuns } from '../library/comparing.js';
import { toTable } from '../library/tell.js';
import type { CompareFormat } from '../options/command-rows.js';
import type { GivenOptions } from '../options/values.js';
import type { CommandContext } from './command.js';
import { CompareProgress } from './compare-progress.js';
import { ExitCode } from './exit-codes.js';

export interface CompareRequest {
  readonly files: readonly string[];
  readonly given: GivenOptions;
  readonly format: CompareFormat;
  readonly resume: string | null;
  readonly verbose: boolean;
}

/** Makes all runs, tells them in one table, and says whether all are there. */
export async function compareRuns(request: CompareRequest, context: CommandContext): Promise<ExitCode> {
  const { output, signal, version } = context;
  const progress = new CompareProgress(output);
  try {
    const made = await compareGiven(request.files, request.given, {
      ...{ signal, version },
      onPlan: (open) => progress.planned(open),
      onStart: (run) => progress.started(run),
      onEnd: (run, document) => {
        progress.ended(run);
        if (document !== null && request.verbose) output.message(`${nameOf(run)}: ${outcomeText(document)}`);
      },
      warn: (text) => output.message(text),
    });
    return tell(made, request, context);
  } finally {
    progress.close();
  }
}

function tell(
  { planned, finished }: MadeRuns,
  request: CompareRequest,
  { output, signal }: CommandContext,
): ExitCode {
  const made = { rows: summaries(finished), documents: finished.map(({ document }) => document) };
  const { style } = output;
  output.result(toTable(made, request.format, { width: Math.max(output.width, comfortable), style }));
  for (const remark of remarks(finished)) output.message(remark);
  const missing = planned.length - finished.length;
  const reached = finished.every(({ document }) => isUnreadable(document)) ? ExitCode.Refused : ExitCode.Ok;
  if (missing === 0) return reached;
  const advice = request.resume === null ? '' : `; with --resume ${request.resume} they follow`;
  output.message(`${missing} of ${planned.length} runs are missing: interrupted${advice}`);
  return signal.aborted || finished.length < planned.length ? ExitCode.Interrupted : reached;
}

/** The file could not be read at all: most likely its name is wrong. */
const isUnreadable = (document: object): boolean =>
  listField(document, 'errors').some((error) => textField(error, 'code') === 'E001');

/** The table has many columns: what is narrower than this breaks its rows. */
const comfortable = 120;
