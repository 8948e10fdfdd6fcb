import type { InferredOptionTypes, Options } from 'yargs';
import { renderDiagnostics } from '../../diagnostics/render.js';
import { abstractDocument } from '../../report/abstract-json.js';
import { jsonText } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import { verdictLine } from '../../report/text.js';
import type { Method } from '../../verify/abstraction-options.js';
import type { AbstractedFile } from '../../verify/abstract-file.js';
import { abstractionOf } from '../abstraction-args.js';
import type { Command, CommandContext } from '../command.js';
import { ExitCode, exitCodeOf } from '../exit-codes.js';
import { explainer } from '../explainer.js';
import { UsageError } from '../failure.js';
import { modelOf } from '../model-args.js';
import {
  abstractionOptions,
  debugOption,
  jsonOption,
  limitOptions,
  outputOption,
  procsOption,
  questionOptions,
  verboseOption,
} from '../options.js';
import { oneOf, once } from '../parse-values.js';
import { passListener } from '../pass-listener.js';
import { pipelines } from '../pipelines.js';
import { progressPrinter } from '../progress.js';
import { questionOf } from '../question-args.js';
import { writeWhole } from '../write-file.js';

const { model, bound, property, invariant: invariantOption, lang } = questionOptions;
const { 'atomic-waits': atomicWaits } = questionOptions;

const options = {
  ...{
    model,
    bound,
    procs: procsOption,
    property,
    invariant: invariantOption,
    'atomic-waits': atomicWaits,
    lang,
  },
  ...abstractionOptions,
  method: {
    ...abstractionOptions.method,
    describe: 'trad (sc), pe or ce',
    defaultDescription: 'pe',
    coerce: once('method', oneOf<Method>(['trad', 'pe', 'ce'])),
  },
  output: outputOption,
  ...limitOptions,
  json: jsonOption,
  verbose: verboseOption,
  debug: debugOption,
} as const satisfies Record<string, Options>;

type AbstractArgs = InferredOptionTypes<typeof options> & { readonly file: string };

export const abstractCommand: Command = {
  name: 'abstract',
  files: 'one',
  options,
  register: (yargs, start) =>
    yargs.command(
      'abstract <file>',
      'write the Boolean program of a program and its predicates',
      (y) =>
        y
          .positional('file', { type: 'string', demandOption: true, describe: 'the program' })
          .options(options)
          .example('$0 abstract bakery.fp --method trad', 'under SC, from the predicates of the file')
          .example('$0 abstract bakery.fp --model pso --method ce -o bakery.bl', 'for fencepost check')
          .example(
            '$0 abstract bakery.fp --model tso --explain-predicates',
            'and tell where predicates come from',
          )
          .epilogue('fencepost check decides the program that is written, as verify does with that method.'),
      (args) => start((context) => abstract(args, context)),
    ),
  failureDocument: (failure, file, version) =>
    abstractDocument(refusal(file, failure.reason, failure.diagnostics), null, null, version),
};

async function abstract(args: AbstractArgs, context: CommandContext): Promise<ExitCode> {
  const { output, version } = context;
  if (args.output === '') throw new UsageError('--output needs the name of a file');
  const made = await abstracted(args, context);
  const { report, text } = made;
  const path = args.output === undefined || args.output === '-' ? null : args.output;
  if (text !== null && path !== null) writeWhole(path, text, args.file);
  output.message(renderDiagnostics([...report.errors, ...report.warnings], args.file));
  if (args.json === true) {
    output.result(jsonText(abstractDocument(report, path === null ? text : null, path, version)));
  } else if (text === null) {
    for (const { name, detail } of report.properties)
      if (detail !== null) output.message(`${name}: ${detail}`);
    if (report.verdict !== null) output.message(verdictLine(report, output.style));
  } else if (path === null) output.result(text);
  return text === null ? exitCodeOf(report) : ExitCode.Ok;
}

async function abstracted(args: AbstractArgs, { output, signal }: CommandContext): Promise<AbstractedFile> {
  const memory = modelOf(args);
  const { languages } = await import('../../frontends/index.js');
  const { abstractFile } = await import('../../verify/abstract-file.js');
  const all = await pipelines();
  const abstraction = abstractionOf({ ...args, method: args.method ?? 'pe' });
  const listener = passListener(all[abstraction.encoding](memory), {
    dumpAfter: null,
    dump: () => undefined,
    verbose: args.verbose === true ? (line) => output.message(line) : null,
  });
  const explain =
    args['explain-predicates'] === true ? { explain: explainer(`model ${memory.name}`, output) } : {};
  return abstractFile(
    { path: args.file, language: args.lang ?? null },
    { ...questionOf(memory, args), engine: 'abstract', abstraction },
    { languages, pipelines: all, signal, progress: progressPrinter(output), listener, ...explain },
  );
}
