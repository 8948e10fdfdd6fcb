import { verifyDocument } from '../../report/report-json.js';
import { refusal } from '../../report/refusal.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodeHelp, exitCodeOf } from '../exit-codes.js';
import type { ExitCode } from '../exit-codes.js';
import { checkGiven } from '../../library/asking.js';
import { printRuns } from '../print-runs.js';
import { progressPrinter } from '../progress-view.js';

type CheckArgs = Invocation<'check'>;

export const checkCommand = command({
  name: 'check',
  files: 'one',
  about: 'decide the property of a Boolean program',
  takes: 'the program',
  examples: [
    ['check dekker.bl', 'by the three-valued semantics'],
    ['check dekker.bl --semantics concrete', 'with true and false only, exhaustively'],
    ['check dekker.bl --model tso --bound 2', 'with buffers of Boolean variables'],
    ['check dekker.bl --timeout 60 --json', 'at most a minute; JSON'],
  ],
  epilogue: exitCodeHelp(),
  run: check,
  failureDocument: (failure, file, version) =>
    verifyDocument(refusal(file, failure.reason, failure.diagnostics), version),
});

async function check(args: CheckArgs, context: CommandContext): Promise<ExitCode> {
  const { signal, output } = context;
  const run = await checkGiven({ path: args.file }, args.given, {
    signal,
    progress: progressPrinter(output),
  });
  const how = {
    together: false,
    json: args.json,
    trace: args.trace !== 'none',
    verbose: args.verbose,
  };
  printRuns([run], how, context);
  return exitCodeOf(run);
}
