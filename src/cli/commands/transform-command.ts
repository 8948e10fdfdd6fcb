import { renderDiagnostics } from '../../diagnostics/render.js';
import { jsonText } from '../../report/report-json.js';
import { transformDocument } from '../../report/transform-json.js';
import type { Transformed } from '../../transform/transform.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import { TransformLimit } from '../../library/transform-limit.js';
import { listening } from '../pass-listener.js';
import { writeWhole } from '../write-file.js';

type TransformArgs = Invocation<'transform'>;

export const transformCommand = command({
  name: 'transform',
  files: 'one',
  about: 'write a program with its store buffers as variables, for other tools',
  takes: 'the program',
  readsInput: true,
  examples: [
    ['transform sb.fp --model tso --bound 2 --to fp', 'as a program for SC'],
    ['transform sb.fp --model pso --to promela -o sb.pml', 'for SPIN'],
    ['transform sb.fp --to c -o sb.c', 'the program itself (sc), for C tools'],
    ['transform lock.fp --model tso --to cub', 'the program itself, for tools that know TSO'],
    ['transform mp.fp --model tso --bound 2 --to smt2', 'Horn clauses, for Spacer and the like'],
    ['transform lock.dve --model tso1 --to dve', 'a DiVinE model with its store buffers'],
    ['transform sb.fp --model tso --dump-after isolate-loads', 'what a pass makes of it'],
  ],
  epilogue:
    'An overflow of the buffers is an assertion of its own name: a tool that fails on it knows nothing.',
  run: transform,
  failureDocument: ({ file, reason, errors }, version) =>
    transformDocument({ file: file === '' ? null : file, reason, errors }, version),
});

async function transform(args: TransformArgs, context: CommandContext): Promise<ExitCode> {
  const started = performance.now();
  const { output, version, begins, signal } = context;
  begins(args.timeout ?? null);
  const dumps: string[] = [];
  const { transformGiven } = await import('../../library/transforming.js');
  let transformed: Transformed;
  try {
    const verbose = args.verbose ? (line: string) => output.message(line) : null;
    const asker = await listening(verbose, args['dump-after'], (text) => void dumps.push(text));
    transformed = await transformGiven(args.place, args.given, { ...asker, signal });
  } catch (error) {
    if (!(error instanceof TransformLimit)) throw error;
    if (args.json)
      output.result(jsonText(transformDocument({ file: args.file, reason: error.reason }, version)));
    output.message(error.message);
    return error.reason === 'interrupted' ? ExitCode.Interrupted : ExitCode.Unknown;
  }
  begins(null);
  const { language, warnings, text } = transformed;
  const [result = text] = dumps;
  const to = dumps.length > 0 ? null : (args.to ?? null);
  const path = args.output === undefined || args.output === '-' ? null : args.output;
  if (path !== null) writeWhole(path, result, args.file);
  output.message(renderDiagnostics(warnings, args.file));
  if (args.json) {
    const seconds = (performance.now() - started) / 1000;
    const written = path === null ? { text: result } : { output: path };
    const outcome = {
      file: args.file,
      language,
      model: args.model ?? 'sc',
      to,
      ...written,
      warnings,
      seconds,
    };
    output.result(jsonText(transformDocument(outcome, version)));
  } else if (path === null) output.result(result);
  return ExitCode.Ok;
}
