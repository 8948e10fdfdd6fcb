import { commands } from './commands/index.js';
import { ExitCode } from './exit-codes.js';
import type { Interrupts } from './interrupts.js';
import { Output } from './output.js';
import { readyHelp } from './ready-help.js';

/** Does what the words of the process say, and leaves its exit code. */
export async function main(interrupts: Interrupts): Promise<void> {
  const streams = { stdout: process.stdout, stderr: process.stderr };
  const output = new Output({ ...streams, env: process.env });

  // What escapes every promise. The state is unknown, so nothing more is printed than that.
  process.on('uncaughtException', (error) => {
    output.message(`fencepost: internal error: ${error.message}`);
    if (process.argv.includes('--debug')) output.message(error.stack ?? '');
    process.exit(ExitCode.Bug);
  });

  const code = await done(withHelpAsked(process.argv.slice(2)), output, interrupts);
  // What is left is to write, which may have no end where nobody reads.
  interrupts.leaveAtOnce();
  const trouble = await output.finish();
  if (trouble !== null) output.message(`fencepost: ${trouble}`);
  process.exitCode = trouble === null ? code : ExitCode.Refused;
}

/** `help verify` is `verify --help`. */
const withHelpAsked = (argv: readonly string[]): readonly string[] =>
  argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;

/** By a thread of its own where the work may be long. */
async function done(argv: readonly string[], output: Output, interrupts: Interrupts): Promise<ExitCode> {
  const help = readyHelp(argv, output.width);
  if (help !== null) {
    output.result(help);
    return ExitCode.Ok;
  }
  const command = commands.find(({ name }) => name === argv[0]);
  if (command?.isLong(argv) === true && !argv.some((word) => word === '--help' || word === '-h')) {
    const { supervised } = await import('./apart/supervise.js');
    const { stdout, stderr } = process;
    const code = await supervised(argv, { stdout, stderr, stdin }, output, interrupts);
    letInputGo();
    return code;
  }
  const { run } = await import('./run-command-line.js');
  const controller = new AbortController();
  interrupts.tell(() => controller.abort('interrupted'));
  return run(argv, {
    ...{ output, signal: controller.signal, begins: () => undefined, knows: () => undefined },
    input: async () => (await import('./standard-input.js')).readInput(stdin()),
  });
}

let isInputOpen = false;

function stdin(): NodeJS.ReadableStream {
  isInputOpen = true;
  return process.stdin;
}

/** Work that was ended while it waited for the standard input is not to keep the process. */
function letInputGo(): void {
  if (isInputOpen) process.stdin.destroy();
}
