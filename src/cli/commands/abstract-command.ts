import { renderDiagnostics } from '../../diagnostics/render.js';
import { abstractDocument, jsonText } from '../../report/report-json.js';
import { verdictLine } from '../../report/report-text.js';
import type { AbstractedFile } from '../../ask/abstract-file.js';
import { usualOptions } from '../../ask/verify-options.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode, exitCodeOf } from '../exit-codes.js';
import { explainer } from '../explainer.js';
import { listening } from '../pass-listener.js';
import { progressPrinter } from '../progress-view.js';
import { writeWhole } from '../write-file.js';

type AbstractArgs = Invocation<'abstract'>;

export const abstractCommand = command({
  name: 'abstract',
  files: 'one',
  about: 'write the Boolean program of a program and its predicates',
  takes: 'the program',
  readsInput: true,
  examples: [
    ['abstract bakery.fp --method trad', 'under SC, from the predicates of the file'],
    ['abstract bakery.fp --model pso --method ce -o bakery.bl', 'for fencepost check'],
    ['abstract bakery.fp --model tso --explain-predicates', 'and tell where predicates come from'],
  ],
  epilogue: 'fencepost check decides the program that is written, as verify does with that method.',
  run: abstract,
  failureDocument: (report, version) => abstractDocument(report, null, null, version),
});

async function abstract(args: AbstractArgs, context: CommandContext): Promise<ExitCode> {
  const { output, version } = context;
  const { report, text } = await abstracted(args, context);
  context.begins(null);
  const path = args.output === undefined || args.output === '-' ? null : args.output;
  if (text !== null && path !== null) writeWhole(path, text, args.file);
  output.message(renderDiagnostics([...report.errors, ...report.warnings], args.file));
  if (args.json) {
    output.result(jsonText(abstractDocument(report, path === null ? text : null, path, version)));
  } else if (text === null) {
    for (const { name, detail } of report.properties)
      if (detail !== null) output.message(`${name}: ${detail}`);
    if (report.verdict !== null) output.message(verdictLine(report, output.style));
  } else if (path === null) output.result(text);
  return text === null ? exitCodeOf(report) : ExitCode.Ok;
}

async function abstracted(
  args: AbstractArgs,
  { output, signal, begins }: CommandContext,
): Promise<AbstractedFile> {
  const heading = `model ${args.model ?? usualOptions.model.name}`;
  const { abstractGiven } = await import('../../library/asking.js');
  begins(args.timeout ?? null);
  return abstractGiven(args.place, args.given, {
    ...{ signal, progress: progressPrinter(output) },
    ...(args['explain-predicates'] ? { explain: await explainer(heading, output) } : {}),
    ...(await listening(args.verbose ? (line) => output.message(line) : null)),
  });
}
