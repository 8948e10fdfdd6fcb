import { diagnosticJson } from '../../diagnostics/render.js';
import { limitsOf } from '../../ask/limits-of-run.js';
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
  const emitted = args['emit-smt2'];
  if (emitted !== undefined) requireNewFolder(emitted);
  const theory = args['emit-why3'];
  if (theory !== undefined) requireWritable(theory, args.file);
  begins(args.timeout ?? null);
  const given = { timeoutSeconds: args.timeout ?? null, memoryMB: args.memory ?? null };
  const limits = limitsOf(given, performance.now(), signal);
  const { replayGiven } = await import('../../library/replaying.js');
  const report = await replayGiven(args.file, watching(limits));
  begins(null);
  if (args.json) output.result(jsonText(documentOf(report)));
  else output.result(textOf(args.file, report));
  if (emitted !== undefined) await emitTexts(args.file, emitted, args, context);
  if (theory !== undefined) saveTheory(report, theory, args.file, output);
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
