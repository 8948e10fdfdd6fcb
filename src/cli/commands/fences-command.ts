import { renderDiagnostics } from '../../diagnostics/render.js';
import { fencesDocument } from '../../report/fences-json.js';
import { jsonText } from '../../report/report-json.js';
import type { AtomicWritesReport, FencesReport } from '../../synthesis/synthesis-report.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode, exitCodeHelp, exitCodeOf } from '../exit-codes.js';
import { resultText, toJson } from '../../library/tell.js';
import { progressPrinter } from '../progress-view.js';
import { writeWhole } from '../write-file.js';

type FencesArgs = Invocation<'fences'>;

export const fencesCommand = command({
  name: 'fences',
  files: 'one',
  about: 'find where fences must be put, and prove that fewer do not suffice',
  takes: 'the program',
  examples: [
    ['fences peterson.fp --model tso', 'all smallest sets of fences, and why each is needed'],
    ['fences peterson.fp --model pso --first', 'one of them'],
    ['fences ticket.fp --model pso --goal bound --bound 1', 'so that no buffer holds more than one write'],
    ['fences peterson-fenced.fp --model tso --remove', 'fences that are not needed'],
    ['fences peterson.fp --kind atomic --model tso1', 'writes to be made atomic instead (paper 004)'],
  ],
  epilogue: `Exit code 10: no set suffices. ${exitCodeHelp()}`,
  run: fences,
  failureDocument: (verify, version) =>
    fencesDocument(
      { verify, kind: 'fence', goal: 'property', task: 'add', algorithm: 'exact', found: null },
      version,
    ),
});

async function fences(args: FencesArgs, { output, signal }: CommandContext): Promise<ExitCode> {
  const { fencesGiven } = await import('../../library/asking.js');
  const report = await fencesGiven({ path: args.file }, args.given, {
    ...{ signal, progress: progressPrinter(output) },
    ...(args.verbose ? { note: (line: string) => output.message(line) } : {}),
  });
  if (report.kind === 'atomic') writeAtomic(report, args);
  const { verify } = report;
  output.message(renderDiagnostics([...verify.errors, ...verify.warnings], verify.file));
  const { width, style } = output;
  const settings = { width, style, trace: args.trace !== 'none' };
  output.result(args.json ? jsonText(toJson(report)) : resultText(report, settings));
  return codeOf(report);
}

/** The writes that were atomic before are not repeated. */
function writeAtomic({ found, waits, verify }: AtomicWritesReport, args: FencesArgs): void {
  const [set] = found?.sets ?? [];
  if (args.output === undefined || set === undefined) return;
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
