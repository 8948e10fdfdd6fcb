import { fieldsOf } from '../../options/values.js';
import { verifyDocument } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodeHelp, exitCodeOf } from '../exit-codes.js';
import type { ExitCode } from '../exit-codes.js';
import { modelOf } from '../model-args.js';
import { pipelines } from '../pipelines.js';
import { printRuns } from '../print-runs.js';
import { progressPrinter } from '../progress.js';

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
  const model = modelOf(args);
  const { checkFile } = await import('../../verify/check.js');
  const { languages } = await import('../../frontends/index.js');
  const asked = { ...fieldsOf('check', 'boolean', args.given), model };
  const input = { path: args.file, language: args.lang ?? null };
  const run = await checkFile(input, asked, {
    languages,
    pipelines,
    signal: context.signal,
    progress: progressPrinter(context.output),
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
