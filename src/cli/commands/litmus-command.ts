import { litmusDocument } from '../../report/litmus-json.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import type { ExitCode } from '../exit-codes.js';

type LitmusArgs = Invocation<'litmus'>;

export const litmusCommand = command({
  name: 'litmus',
  files: 'several',
  about: 'find all final states of x86 litmus tests',
  takes: 'the tests',
  examples: [
    ['litmus SB.litmus --model sc,tso', 'the final states under SC and TSO'],
    ['litmus tests/*.litmus --model tso --expect', 'check a folder of tests'],
  ],
  epilogue: 'Exit code 0 unless a test could not be run (2), was cut off (20), or --expect is given.',
  run: litmus,
  failureDocument: (failure, file) =>
    litmusDocument(
      [],
      failure.diagnostics.map((diagnostic) => ({ file, diagnostic })),
    ),
});

async function litmus(args: LitmusArgs, context: CommandContext): Promise<ExitCode> {
  const { runTests } = await import('../litmus-tests.js');
  const request = {
    files: args.files,
    models: args.model ?? ['sc'],
    expect: args.expect,
    json: args.json,
    timeoutSeconds: args.timeout ?? null,
    memoryMB: args.memory ?? null,
  };
  return runTests(request, context);
}
