import { failureOf } from '../library/failure-of.js';
import type { Failure } from '../library/failure-of.js';
import { packageVersion } from '../library/version.js';
import { renderDiagnostics } from '../diagnostics/render.js';
import { jsonText, verifyDocument } from '../report/report-json.js';
import { refusal } from '../ask/report.js';
import type { CommandContext } from './command.js';
import { optionsIn, understand } from './command-line.js';
import { commands } from './commands/index.js';
import { ExitCode, exitCodeOfFailure } from './exit-codes.js';
import type { Output } from './output.js';

/** Understands the command line, does what it says, and tells what went wrong. */
export async function run(argv: readonly string[], output: Output, signal: AbortSignal): Promise<ExitCode> {
  const context: CommandContext = { output, signal, version: packageVersion() };
  let file: string | null = null;
  try {
    const request = await understand(argv, context.version, output.width);
    if (request.kind === 'text') {
      output.result(request.text);
      return ExitCode.Ok;
    }
    file = request.file;
    return await request.job(context);
  } catch (error) {
    const failure = failureOf(error);
    await printFailure(failure, file, argv, context);
    if (optionsIn(argv).includes('--debug') && error instanceof Error) output.message(error.stack ?? '');
    return exitCodeOfFailure(failure);
  }
}

async function printFailure(
  failure: Failure,
  file: string | null,
  argv: readonly string[],
  context: CommandContext,
): Promise<void> {
  const { output, version } = context;
  const command = commands.find((c) => c.name === argv[0]);
  if (optionsIn(argv).includes('--json')) {
    const documentOf = (await command?.load())?.failureDocument ?? verifyDocument;
    output.result(jsonText(documentOf(refusal(file, failure.reason, failure.diagnostics), version)));
  }
  const isAboutFile = failure.reason === 'input' || failure.reason === 'unsupported';
  output.message(renderDiagnostics(failure.diagnostics, isAboutFile ? file : null));
  if (failure.reason === 'usage') {
    output.message(`See 'fencepost ${command === undefined ? '' : `${command.name} `}--help'.`);
  }
  if (failure.advice !== null) output.message(failure.advice);
}
