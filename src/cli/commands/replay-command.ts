import { UsageError } from '../../diagnostics/diagnostic.js';
import { diagnosticJson } from '../../diagnostics/render.js';
import { leftOpen } from '../../ask/left-open.js';
import { limitsOf } from '../../ask/limits-of-run.js';
import type { VerifyReport } from '../../ask/report.js';
import type { AskedReplay } from '../../library/replaying.js';
import { jsonText } from '../../report/report-json.js';
import { watching } from '../../search/watch.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { emitTexts, requireNewFolder } from '../emit-texts.js';
import { ExitCode } from '../exit-codes.js';
import { requireWritable, writeWhole } from '../write-file.js';

type ReplayArgs = Invocation<'replay'>;

export const replayCommand = command({
  name: 'replay',
  files: 'one',
  about: 'check the evidence of an answer, without the engine that found it',
  takes: 'what `verify --evidence` wrote',
  examples: [
    ['verify dekker.fp --model tso --evidence dekker.json', 'write evidence'],
    ['replay dekker.json', 'check it'],
    ['replay dekker.json --emit-smt2 dekker', 'and write what z3 or cvc5 can check'],
    ['replay mutex.json --emit-why3 mutex.why', 'and write its obligations for Why3'],
    ['replay dekker.json --to litmus -o dekker.litmus', 'the run as an x86 litmus test'],
  ],
  epilogue:
    'Exit code 0: accepted; 10: rejected; 2: the file is no evidence; 20: not done within the limits.',
  run: replay,
  failureDocument: documentOfFailure,
});

function documentOfFailure({
  file,
  reason,
  errors,
}: Pick<VerifyReport, 'file' | 'reason' | 'errors'>): object {
  return {
    schema: 1,
    ...{ accepted: false, obligations: 0, held: 0, reason, asked: null, shows: null },
    errors: errors.map((diagnostic) => diagnosticJson(diagnostic, file === '' ? null : file)),
  };
}

async function replay(args: ReplayArgs, context: CommandContext): Promise<ExitCode> {
  const { signal } = context;
  const given = { timeoutSeconds: args.timeout ?? null, memoryMB: args.memory ?? null };
  const watch = watching(limitsOf(given, performance.now(), signal));
  try {
    return await (args.to === undefined
      ? checked(args, watch, context)
      : retold(args.to, args, watch, context));
  } catch (error) {
    return stopped(error, args, context);
  }
}

/** A limit that was reached says nothing of the evidence. */
function stopped(error: unknown, args: ReplayArgs, { output }: CommandContext): ExitCode {
  const open = leftOpen(error);
  const isLimit = open?.reason === 'timeout' || open?.reason === 'memory';
  if (open === null || (!isLimit && open.reason !== 'interrupted')) throw error;
  if (args.json)
    output.result(jsonText(documentOfFailure({ reason: open.reason, errors: [], file: args.file })));
  output.message(open.detail);
  return isLimit ? ExitCode.Unknown : ExitCode.Interrupted;
}

/** Checks it, and tells others what to check. */
async function checked(args: ReplayArgs, watch: () => void, context: CommandContext): Promise<ExitCode> {
  const { output, begins } = context;
  if (args.output !== undefined)
    throw new UsageError('-o says where a run in another format goes', 'give --to');
  const { 'emit-smt2': folder, 'emit-why3': theory } = args;
  if (folder !== undefined) requireNewFolder(folder);
  if (theory !== undefined) requireWritable(theory, args.file);
  const { replayGiven } = await import('../../library/replaying.js');
  begins(args.timeout ?? null);
  const report = await replayGiven(args.file, watch);
  begins(null);
  if (args.json) output.result(jsonText(documentOf(report)));
  else {
    if (report.accepted) await tellRun(args, watch, context);
    output.result(textOf(args.file, report));
  }
  if (folder !== undefined) await emitTexts(args.file, folder, args, context);
  if (theory !== undefined) saveTheory(report, theory, args.file, output);
  return report.accepted ? ExitCode.Ok : ExitCode.Violation;
}

/** Its run, if it has one, as verify tells it. */
async function tellRun(
  { file, trace = 'none' }: ReplayArgs,
  watch: () => void,
  { output }: CommandContext,
): Promise<void> {
  if (trace === 'none') return;
  const { explainedRun } = await import('../../library/replaying.js');
  const { renderTrace } = await import('../../report/trace-table.js');
  const told = await explainedRun(file, watch);
  const { width, style } = output;
  output.result(`${renderTrace(told.trace, { width, style }, trace)}\n\n`);
}

/** Writes its run in another format, if it is accepted. */
async function retold(
  format: Exclude<ReplayArgs['to'], undefined>,
  args: ReplayArgs,
  watch: () => void,
  { output, begins }: CommandContext,
): Promise<ExitCode> {
  refuseWithFormat(args);
  if (args.output !== undefined) requireWritable(args.output, args.file);
  const { replayedTo } = await import('../../library/replaying.js');
  begins(args.timeout ?? null);
  const { text, ...report } = await replayedTo(args.file, format, watch);
  begins(null);
  if (text === null) output.result(textOf(args.file, report));
  else if (args.output === undefined) output.result(text);
  else writeWhole(args.output, text, args.file);
  return report.accepted ? ExitCode.Ok : ExitCode.Violation;
}

/** What is rejected is written, too: whoever wants to see what does not hold can. */
function saveTheory(
  { why3 }: AskedReplay,
  path: string,
  source: string,
  output: CommandContext['output'],
): void {
  if (why3 === undefined) output.message(`${path} is not written: ${noTheory}`);
  else writeWhole(path, why3(), source);
}

const noTheory = 'only cubes of systems without buffers are told to Why3';

function refuseWithFormat(args: ReplayArgs): void {
  const others = [
    args.json && '--json',
    args['emit-smt2'] !== undefined && '--emit-smt2',
    args['emit-why3'] !== undefined && '--emit-why3',
  ];
  const other = others.find((name) => typeof name === 'string');
  if (other !== undefined) throw new UsageError(`${other} and --to ${args.to} exclude each other`);
}

const documentOf = ({ accepted, obligations, held, reason, asked, shows }: AskedReplay): object => ({
  schema: 1,
  ...{ accepted, obligations, held, reason, asked },
  shows: accepted ? shows : null,
  errors: [],
});

function textOf(file: string, report: AskedReplay): string {
  const { accepted, obligations, held, reason, asked, shows } = report;
  const counted = `${held} of ${obligations} obligation${obligations === 1 ? '' : 's'} held`;
  return accepted
    ? `${file}: ${shows}\nasked: ${asked}\n${counted}\nACCEPTED`
    : `${file}: ${reason ?? 'it shows nothing'}\nasked: ${asked}\n${counted}\nREJECTED`;
}
