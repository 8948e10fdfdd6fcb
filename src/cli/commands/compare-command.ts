import { UsageError } from '../../diagnostics/diagnostic.js';
import type { CompareFormat } from '../../options/command-rows.js';
import { runsDocument, verifyDocument } from '../../report/report-json.js';
import { refusal } from '../../report/refusal.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import type { ExitCode } from '../exit-codes.js';

type CompareArgs = Invocation<'compare'>;

export const compareCommand = command({
  name: 'compare',
  files: 'several',
  about: 'verify several programs in several ways and print one table',
  takes: 'the programs',
  examples: [
    ['compare samples/mutex/*.fp --engines explicit', 'all programs under SC, TSO and PSO'],
    ['compare ticket.fp --models tso,pso --methods lazy,ce,pe', 'methods of abstraction'],
    ['compare *.fp --timeout 60 --resume runs.jsonl', 'to be continued if interrupted'],
    ['compare *.fp --format csv > runs.csv', 'for a spreadsheet'],
  ],
  epilogue:
    'Exit code 0 if all runs were made, whatever they found; 2 if no file can be read; 130 if interrupted.',
  run: compare,
  failureDocument: (failure, file, version) =>
    runsDocument([verifyDocument(refusal(file, failure.reason, failure.diagnostics), version)]),
});

async function compare(args: CompareArgs, context: CommandContext): Promise<ExitCode> {
  const { files, given, resume = null, verbose } = args;
  const { compareRuns } = await import('../compare-runs.js');
  return compareRuns({ files, given, format: formatOf(args), resume, verbose }, context);
}

function formatOf({ format, json }: CompareArgs): CompareFormat {
  if (!json) return format ?? 'text';
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} exclude each other`);
  return 'json';
}
