import type { InferredOptionTypes, Options } from 'yargs';
import { litmusDocument } from '../../report/litmus-json.js';
import type { Command, CommandContext } from '../command.js';
import type { ExitCode } from '../exit-codes.js';
import { debugOption, jsonOption, limitOptions, modelsOption } from '../options.js';

const options = {
  model: modelsOption,
  expect: { boolean: true, describe: 'exit with 10 if the verdict of any test is No' },
  ...limitOptions,
  json: jsonOption,
  debug: debugOption,
} as const satisfies Record<string, Options>;

type LitmusArgs = InferredOptionTypes<typeof options> & { readonly files: readonly string[] };

export const litmusCommand: Command = {
  name: 'litmus',
  files: 'several',
  options,
  register: (yargs, start) =>
    yargs.command(
      'litmus <files..>',
      'find all final states of x86 litmus tests',
      (y) =>
        y
          .positional('files', { type: 'string', array: true, demandOption: true, describe: 'the tests' })
          .options(options)
          .example('$0 litmus SB.litmus --model sc,tso', 'the final states under SC and TSO')
          .example('$0 litmus tests/*.litmus --model tso --expect', 'check a folder of tests')
          .epilogue(
            'Exit code 0 unless a test could not be run (2), was cut off (20), or --expect is given.',
          ),
      (args) => start((context) => litmus(args, context)),
    ),
  failureDocument: (failure, file) =>
    litmusDocument(
      [],
      failure.diagnostics.map((diagnostic) => ({ file, diagnostic })),
    ),
};

async function litmus(args: LitmusArgs, context: CommandContext): Promise<ExitCode> {
  const { runTests } = await import('../litmus-tests.js');
  const request = {
    files: args.files,
    models: args.model ?? ['sc'],
    expect: args.expect === true,
    json: args.json === true,
    timeoutSeconds: args.timeout ?? null,
    memoryMB: args.memory ?? null,
  };
  return runTests(request, context);
}
