import { listField, textField } from '../support/json-fields.js';
import { disagreementText } from '../compare/disagreements.js';
import { nameOf } from '../compare/run-plan.js';
import { outcomeText } from '../compare/summary.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { compareGiven } from '../library/comparing.js';
import type { ComparedPrograms } from '../library/comparing.js';
import { leftOutLines, toTable, wrongTexts } from '../library/comparison-table.js';
import type { CompareFormat } from '../options/command-rows.js';
import type { CommandContext, Invocation } from './command.js';
import { CompareProgress } from './compare-progress.js';
import { ExitCode } from './exit-codes.js';

type CompareArgs = Invocation<'compare'>;

/** Makes all runs, tells them in one table, and says whether all are there. */
export async function compareRuns(args: CompareArgs, context: CommandContext): Promise<ExitCode> {
  const { output, signal, version } = context;
  const format = formatOf(args);
  const progress = new CompareProgress(output);
  try {
    const made = await compareGiven(args.files, args.given, {
      ...{ signal, version },
      onPlan: (open) => progress.planned(open),
      onStart: (job) => progress.started(job),
      onEnd: (job, record) => {
        progress.ended(job, record !== null && isSolvedRun(record.document));
        if (record !== null && args.verbose)
          output.message(`${nameOf(job.run)}: ${outcomeText(record.document)}`);
      },
      warn: (text) => output.message(text),
    });
    return tellCompared(made, format, args.resume ?? null, context);
  } finally {
    progress.close();
  }
}

function formatOf({ format, json }: CompareArgs): CompareFormat {
  if (!json) return format ?? 'text';
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} exclude each other`);
  return 'json';
}

/** Prints the table, and what there is to say of it; whether all is well. */
export function tellCompared(
  made: ComparedPrograms,
  format: CompareFormat,
  resume: string | null,
  { output, signal }: CommandContext,
): ExitCode {
  const { documents, missing, remarks } = made;
  const ofAll = `${missing} of ${made.made + missing}`;
  const { style } = output;
  const hasFound = made.rows.some(({ iterations }) => iterations !== null);
  const width = Math.max(output.width, hasFound ? comfortable.withFound : comfortable.usual);
  output.result(toTable(made, format, { width, style }));
  for (const remark of remarks) output.message(remark);
  output.message(leftOutLines(made.leftOut).join('\n  '));
  for (const each of made.disagreements) output.message(disagreementText(each));
  const wrong = wrongTexts(made.rows);
  for (const each of wrong) output.message(each);
  if (made.disagreements.length > 0) return ExitCode.Bug;
  if (missing === 0 && documents.every(isUnreadable)) return ExitCode.Refused;
  if (missing === 0) return wrong.length > 0 ? ExitCode.Violation : ExitCode.Ok;
  if (!signal.aborted) {
    output.message(`${ofAll} runs are missing`);
    return ExitCode.Refused;
  }
  const advice = resume === null ? '' : `; with --resume ${resume} they follow`;
  output.message(`${ofAll} runs are missing: interrupted${advice}`);
  return ExitCode.Interrupted;
}

const isSolvedRun = (document: object): boolean =>
  ['safe', 'unsafe'].includes(textField(document, 'verdict') ?? '');

/** The file could not be read at all: most likely its name is wrong. */
const isUnreadable = (document: object): boolean =>
  listField(document, 'errors').some((error) => textField(error, 'code') === 'E001');

/** The table has many columns: what is narrower than this breaks its rows. */
const comfortable = { usual: 120, withFound: 190 };
