import { renderDiagnostics } from '../../diagnostics/render.js';
import { fencesDocument } from '../../report/fences-json.js';
import { jsonText } from '../../report/report-json.js';
import type { FencesReport } from '../../synthesis/synthesis-report.js';
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
  about: 'find the smallest sets of atomic writes that make the properties hold',
  takes: 'the program',
  examples: [
    ['fences peterson.fp --kind atomic --model tso1', 'all smallest sets'],
    ['fences peterson.fp --kind atomic --model tso --first', 'one of them'],
    [
      'fences lock.fp --kind atomic --model tso1 --atomic-waits own --json',
      'an atomic write waits for the buffer of its own thread only; JSON',
    ],
  ],
  epilogue: `Exit code 10: no set suffices. ${exitCodeHelp()}`,
  run: fences,
  failureDocument: (verify, version) =>
    fencesDocument({ verify, kind: 'atomic', algorithm: 'exact', waits: 'all', found: null }, version),
});

async function fences(args: FencesArgs, { output, signal }: CommandContext): Promise<ExitCode> {
  const { fencesGiven } = await import('../../library/asking.js');
  const report = await fencesGiven({ path: args.file }, args.given, {
    ...{ signal, progress: progressPrinter(output) },
    ...(args.verbose ? { note: (line: string) => output.message(line) } : {}),
  });
  write(report, args);
  const { verify } = report;
  output.message(renderDiagnostics([...verify.errors, ...verify.warnings], verify.file));
  const { width, style } = output;
  const settings = { width, style, trace: args.trace !== 'none' };
  output.result(args.json ? jsonText(toJson(report)) : resultText(report, settings));
  return codeOf(report);
}

/** The writes that were atomic before are not repeated. */
function write({ found, waits, verify }: FencesReport, args: FencesArgs): void {
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
