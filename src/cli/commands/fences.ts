import type { InferredOptionTypes, Options } from 'yargs';
import { renderDiagnostics } from '../../diagnostics/render.js';
import { fencesDocument } from '../../report/fences-json.js';
import { renderFences } from '../../report/fences-text.js';
import { jsonText } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import type { Algorithm, FencesReport } from '../../synthesis/report.js';
import { usualAbstraction } from '../../verify/abstraction-options.js';
import { UsageError } from '../failure.js';
import type { Command, CommandContext } from '../command.js';
import { ExitCode, exitCodeHelp, exitCodeOf } from '../exit-codes.js';
import { modelOf } from '../model-args.js';
import { limitOptions, outputOption, outputOptions, procsOption, questionOptions } from '../options.js';
import { oneOf, once } from '../parse-values.js';
import { pipelines } from '../pipelines.js';
import { progressPrinter } from '../progress.js';
import { questionOf } from '../question-args.js';
import { writeWhole } from '../write-file.js';

const { model, engine, bound, property, deadlock, lang, ltl, fairness } = questionOptions;

const options = {
  kind: {
    nargs: 1,
    string: true,
    describe: 'what to put in: atomic (writes that go to memory at once)',
    coerce: once('kind', oneOf<'atomic'>(['atomic'])),
  },
  algorithm: {
    nargs: 1,
    string: true,
    describe: 'exact (all smallest sets) or hazard (the loop of paper 004: one set, perhaps too large)',
    defaultDescription: 'exact',
    coerce: once('algorithm', oneOf<Algorithm>(['exact', 'hazard'])),
  },
  first: { boolean: true, describe: 'one smallest set is enough' },
  ...{ model, engine, bound, procs: procsOption, property },
  ...{ invariant: questionOptions.invariant, ltl, fairness, deadlock },
  atomic: questionOptions.atomic,
  'atomic-waits': questionOptions['atomic-waits'],
  'havoc-range': questionOptions['havoc-range'],
  lang,
  output: { ...outputOption, describe: 'write the first set to this file, for --atomic' },
  ...limitOptions,
  ...outputOptions,
} as const satisfies Record<string, Options>;

type FencesArgs = InferredOptionTypes<typeof options> & { readonly file: string };

export const fencesCommand: Command = {
  name: 'fences',
  files: 'one',
  options,
  register: (yargs, start) =>
    yargs.command(
      'fences <file>',
      'find the smallest sets of atomic writes that make the properties hold',
      (y) =>
        y
          .positional('file', { type: 'string', demandOption: true, describe: 'the program' })
          .options(options)
          .example('$0 fences peterson.fp --kind atomic --model tso1', 'all smallest sets')
          .example('$0 fences peterson.fp --kind atomic --model tso --first', 'one of them')
          .example(
            '$0 fences lock.fp --kind atomic --model tso1 --atomic-waits own --json',
            'an atomic write waits for the buffer of its own thread only; JSON',
          )
          .epilogue(`Exit code 10: no set suffices. ${exitCodeHelp()}`),
      (args) => start((context) => fences(args, context)),
    ),
  failureDocument: (failure, file, version) =>
    fencesDocument(
      {
        verify: refusal(file, failure.reason, failure.diagnostics),
        ...{ kind: 'atomic', algorithm: 'exact', waits: 'all', found: null },
      },
      version,
    ),
};

async function fences(args: FencesArgs, context: CommandContext): Promise<ExitCode> {
  if (args.kind === undefined) throw new UsageError('--kind is missing', 'give --kind atomic');
  if (args.algorithm === 'hazard' && args.first === true)
    throw new UsageError('--first is for --algorithm exact: hazard finds one set anyway');
  if (args.engine === 'mcmt') throw new UsageError('the mcmt engine takes no programs with single writes');
  const { fencesOfFile } = await import('../../synthesis/fences-file.js');
  const { languages } = await import('../../frontends/index.js');
  const { output, signal } = context;
  const report = await fencesOfFile(
    { path: args.file, language: args.lang ?? null },
    { ...questionOf(modelOf(args), args), engine: args.engine ?? 'auto', abstraction: usualAbstraction },
    { languages, pipelines: await pipelines(), signal, progress: progressPrinter(output) },
    {
      ...{ algorithm: args.algorithm ?? 'exact', first: args.first === true },
      ...(args.verbose === true ? { heard: (line: string) => output.message(line) } : {}),
    },
  );
  write(report, args);
  print(report, args, context);
  return codeOf(report);
}

function print(report: FencesReport, args: FencesArgs, { output, version }: CommandContext): void {
  const { verify } = report;
  output.message(renderDiagnostics([...verify.errors, ...verify.warnings], verify.file));
  if (args.json === true) {
    output.result(jsonText(fencesDocument(report, version)));
    return;
  }
  const { width, style } = output;
  output.result(renderFences(report, { width, style, trace: args.trace !== 'none' }));
}

/** The writes that were atomic before are not repeated. */
function write({ found, waits, verify }: FencesReport, args: FencesArgs): void {
  const [set] = found?.sets ?? [];
  if (args.output === undefined || set === undefined) return;
  if (args.output === '') throw new UsageError('--output needs the name of a file');
  const about = `# Under ${verify.model ?? '?'}, an atomic write waiting for ${waits} buffers, these are enough.`;
  const pairs = set.map(({ variable, transition }) => `${variable}, ${transition}`);
  writeWhole(args.output, `${[about, ...pairs].join('\n')}\n`, args.file);
}

function codeOf({ verify, found }: FencesReport): ExitCode {
  if (found === null) return exitCodeOf(verify);
  if (found.stop !== null)
    return found.stop.reason === 'interrupted' ? ExitCode.Interrupted : ExitCode.Unknown;
  return found.sets.length > 0 ? ExitCode.Ok : ExitCode.Violation;
}
