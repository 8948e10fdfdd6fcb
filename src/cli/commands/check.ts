import type { InferredOptionTypes, Options } from 'yargs';
import { verifyDocument } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import type { Command, CommandContext } from '../command.js';
import { exitCodeHelp, exitCodeOf } from '../exit-codes.js';
import type { ExitCode } from '../exit-codes.js';
import { modelOf } from '../model-args.js';
import {
  atomicWaitsOption,
  boundOption,
  langOption,
  limitOptions,
  modelOption,
  outputOptions,
  propertyOption,
  semanticsOption,
} from '../options.js';
import { pipelines } from '../pipelines.js';
import { printRuns } from '../print-runs.js';
import { progressPrinter } from '../progress.js';

const options = {
  semantics: semanticsOption,
  model: modelOption,
  bound: boundOption,
  merge: { boolean: true, describe: 'join the states at a place: fewer states, less precise' },
  property: propertyOption,
  'atomic-waits': atomicWaitsOption,
  lang: langOption,
  ...limitOptions,
  ...outputOptions,
} as const satisfies Record<string, Options>;

type CheckArgs = InferredOptionTypes<typeof options> & { readonly file: string };

export const checkCommand: Command = {
  name: 'check',
  files: 'one',
  options,
  register: (yargs, start) =>
    yargs.command(
      'check <file>',
      'decide the property of a Boolean program',
      (y) =>
        y
          .positional('file', { type: 'string', demandOption: true, describe: 'the program' })
          .options(options)
          .example('$0 check dekker.bl', 'by the three-valued semantics')
          .example('$0 check dekker.bl --semantics concrete', 'with true and false only, exhaustively')
          .example('$0 check dekker.bl --model tso --bound 2', 'with buffers of Boolean variables')
          .example('$0 check dekker.bl --timeout 60 --json', 'at most a minute; JSON')
          .epilogue(exitCodeHelp()),
      (args) => start((context) => check(args, context)),
    ),
  failureDocument: (failure, file, version) =>
    verifyDocument(refusal(file, failure.reason, failure.diagnostics), version),
};

async function check(args: CheckArgs, context: CommandContext): Promise<ExitCode> {
  const model = modelOf(args);
  const { checkFile } = await import('../../verify/check.js');
  const { languages } = await import('../../frontends/index.js');
  const asked = {
    semantics: args.semantics ?? null,
    model,
    bound: args.bound ?? null,
    merge: args.merge === true,
    properties: args.property ?? [],
    timeoutSeconds: args.timeout ?? null,
    memoryMB: args.memory ?? null,
  };
  const input = { path: args.file, language: args.lang ?? null };
  const run = await checkFile(input, asked, {
    languages,
    pipelines,
    signal: context.signal,
    progress: progressPrinter(context.output),
  });
  const how = {
    together: false,
    json: args.json === true,
    trace: args.trace !== 'none',
    verbose: args.verbose === true,
  };
  printRuns([run], how, context);
  return exitCodeOf(run);
}
