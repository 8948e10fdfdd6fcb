import { refusal } from '../ask/report.js';
import { renderDiagnostics } from '../diagnostics/render.js';
import { failureOf } from '../library/failure-of.js';
import type { Failure } from '../library/failure-of.js';
import { packageVersion } from '../library/own-package.js';
import { jsonText, verifyDocument } from '../report/report-json.js';
import { named, readTokens } from './check-tokens.js';
import { shownName } from './command.js';
import type { CliCommand, CommandContext, Surroundings } from './command.js';
import { colourAsked } from './output.js';
import { commands } from './commands/index.js';
import { ExitCode, exitCodeOfFailure } from './exit-codes.js';

const asksForHelp: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V']);

/** Understands the command line, does what it says, and tells what went wrong. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { output } = surroundings;
  const context: CommandContext = { ...surroundings, version: packageVersion(), allCommands };
  const options = optionsIn(argv);
  let file: string | null = null;
  try {
    if (options.some((w) => asksForHelp.has(w))) {
      output.result(await helpFor(argv, context.version, output.width));
      return ExitCode.Ok;
    }
    const command = await named(argv[0], commands).load();
    const words = readTokens(argv.slice(1), command);
    const job = command.job(words);
    output.useColour(colourAsked(words.given));
    const [only, ...others] = command.files === 'words' ? [] : words.files;
    file = only === undefined || others.length > 0 ? null : shownName(only);
    return await job(context);
  } catch (error) {
    const failure = failureOf(error);
    await printFailure(failure, file, argv, context);
    if (options.includes('--debug') && error instanceof Error) output.message(error.stack ?? '');
    return exitCodeOfFailure(failure);
  }
}

async function allCommands(): Promise<readonly CliCommand[]> {
  const loaded: CliCommand[] = [];
  for (const { load } of commands) loaded.push(await load());
  return loaded;
}

/** The words before `--`, which are not files for sure. */
function optionsIn(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

/** What `--help` or `--version` asks for. */
export async function helpFor(argv: readonly string[], version: string, width: number): Promise<string> {
  const isGeneral = argv[0] === undefined || argv[0].startsWith('-');
  const chosen = isGeneral ? commands : [named(argv[0], commands)];
  const { helpText } = await import('./help.js');
  const loaded = await Promise.all(chosen.map(async ({ load }) => load()));
  return helpText(argv, loaded, version, width);
}

async function printFailure(
  failure: Failure,
  file: string | null,
  argv: readonly string[],
  { output, version }: CommandContext,
): Promise<void> {
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
