import { renderDiagnostics } from '../../diagnostics/render.js';
import { fieldsOf } from '../../options/values.js';
import { abstractDocument, jsonText } from '../../report/json.js';
import { refusal } from '../../report/refusal.js';
import { verdictLine } from '../../report/text.js';
import type { AbstractedFile } from '../../verify/abstract-file.js';
import { usualOptions } from '../../verify/options.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode, exitCodeOf } from '../exit-codes.js';
import { explainer } from '../explainer.js';
import { modelOf } from '../model-args.js';
import { passListener } from '../pass-listener.js';
import { pipelines } from '../pipelines.js';
import { progressPrinter } from '../progress.js';
import { writeWhole } from '../write-file.js';

type AbstractArgs = Invocation<'abstract'>;

export const abstractCommand = command({
  name: 'abstract',
  files: 'one',
  about: 'write the Boolean program of a program and its predicates',
  takes: 'the program',
  examples: [
    ['abstract bakery.fp --method trad', 'under SC, from the predicates of the file'],
    ['abstract bakery.fp --model pso --method ce -o bakery.bl', 'for fencepost check'],
    ['abstract bakery.fp --model tso --explain-predicates', 'and tell where predicates come from'],
  ],
  epilogue: 'fencepost check decides the program that is written, as verify does with that method.',
  run: abstract,
  failureDocument: (failure, file, version) =>
    abstractDocument(refusal(file, failure.reason, failure.diagnostics), null, null, version),
});

async function abstract(args: AbstractArgs, context: CommandContext): Promise<ExitCode> {
  const { output, version } = context;
  const made = await abstracted(args, context);
  const { report, text } = made;
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

async function abstracted(args: AbstractArgs, { output, signal }: CommandContext): Promise<AbstractedFile> {
  const memory = modelOf(args);
  const { languages } = await import('../../frontends/index.js');
  const { abstractFile } = await import('../../verify/abstract-file.js');
  const all = await pipelines();
  const asked = { ...usualOptions, ...fieldsOf('abstract', 'program', args.given), model: memory };
  const listener = passListener(all[asked.abstraction.encoding](memory), {
    dumpAfter: null,
    dump: () => undefined,
    verbose: args.verbose ? (line) => output.message(line) : null,
  });
  const explain = args['explain-predicates'] ? { explain: explainer(`model ${memory.name}`, output) } : {};
  return abstractFile(
    { path: args.file, language: args.lang ?? null },
    { ...asked, engine: 'abstract' },
    { languages, pipelines: all, signal, progress: progressPrinter(output), listener, ...explain },
  );
}
