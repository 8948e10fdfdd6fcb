import { diagnosticJson } from '../../diagnostics/render.js';
import { limitsOf } from '../../ask/limits-of-run.js';
import type { AskedReplay } from '../../library/replaying.js';
import { jsonText } from '../../report/report-json.js';
import { watching } from '../../search/watch.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import { UsageError } from '../../diagnostics/diagnostic.js';
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
    ['replay dekker.json --to litmus -o dekker.litmus', 'the run as an x86 litmus test'],
  ],
  epilogue:
    'Exit code 0: accepted; 10: rejected; 2: the file is no evidence; 20: not done within the limits.',
  run: replay,
  failureDocument: ({ file, reason, errors }) => ({
    schema: 1,
    ...{ accepted: false, obligations: 0, held: 0, reason, asked: null, shows: null },
    errors: errors.map((diagnostic) => diagnosticJson(diagnostic, file === '' ? null : file)),
  }),
});

async function replay(args: ReplayArgs, context: CommandContext): Promise<ExitCode> {
  const { output, signal, begins } = context;
  begins(args.timeout ?? null);
  const given = { timeoutSeconds: args.timeout ?? null, memoryMB: args.memory ?? null };
  const limits = limitsOf(given, performance.now(), signal);
  const { replayGiven, replayedTo } = await import('../../library/replaying.js');
  if (args.to !== undefined) {
    refuseWithFormat(args);
    if (args.output !== undefined) requireWritable(args.output, args.file);
    const { text, ...report } = await replayedTo(args.file, args.to, watching(limits));
    begins(null);
    if (text === null) output.result(textOf(args.file, report));
    else if (args.output === undefined) output.result(text);
    else writeWhole(args.output, text, args.file);
    return report.accepted ? ExitCode.Ok : ExitCode.Violation;
  }
  if (args.output !== undefined)
    throw new UsageError('-o says where a run in another format goes', 'give --to');
  const report = await replayGiven(args.file, watching(limits));
  begins(null);
  if (args.json) output.result(jsonText(documentOf(report)));
  else output.result(textOf(args.file, report));
  return report.accepted ? ExitCode.Ok : ExitCode.Violation;
}

function refuseWithFormat({ json, to }: ReplayArgs): void {
  if (json) throw new UsageError(`--json and --to ${to} exclude each other`);
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
