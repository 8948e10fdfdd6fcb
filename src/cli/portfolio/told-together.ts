import { blankReport, refusal } from '../../ask/report.js';
import type { VerifyReport } from '../../ask/report.js';
import { diagnosticOf } from '../../diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../diagnostics/render.js';
import type { Contradiction, MemberEnd } from '../../portfolio/member-answer.js';
import { jsonText, verifyDocument } from '../../report/report-json.js';
import { verdictLine } from '../../report/report-text.js';
import { assertNever } from '../../support/invariant.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import type { Output } from '../output.js';
import { isProgressLine } from '../progress-view.js';
import { writeWhole } from '../write-file.js';

/** `portfolio: explicit says safe after 0.41 s; dual was stopped; mcmt: unsupported`. */
export function tellOutcomes(ends: readonly MemberEnd[], output: Output): void {
  output.message(`portfolio: ${ends.map(outcomeText).join('; ')}`);
  for (const { name, answer, end } of ends)
    if (answer.kind === 'failed')
      output.message(`${name}: ${answer.reason}; a bug of fencepost\n${end.stderr}`);
}

function outcomeText({ name, answer, end }: MemberEnd): string {
  const after = `after ${end.seconds.toFixed(2)} s`;
  switch (answer.kind) {
    case 'answered':
      return `${name} says ${answer.verdict} ${after}`;
    case 'unknown':
      return `${name} gave up (${answer.reason}) ${after}`;
    case 'refused':
      return `${name} does not take it (${answer.reason})`;
    case 'failed':
      return `${name} failed`;
    case 'stopped':
      return `${name} was stopped`;
    default:
      return assertNever(answer);
  }
}

/** The same for programs: a field of the document. */
const outcomeJson = ({ name, answer, end }: MemberEnd): object => ({
  member: name,
  outcome: answer.kind,
  verdict: answer.kind === 'answered' ? answer.verdict : null,
  reason: 'reason' in answer ? answer.reason : null,
  seconds: end.seconds,
});

/** Prints what the member has printed, as the answer of all. */
export function tellMember(
  member: MemberEnd,
  ends: readonly MemberEnd[],
  args: Invocation<'verify'>,
  { output, version }: CommandContext,
): ExitCode {
  const { end, document, answer } = member;
  if (!args.verbose) output.message(withoutProgress(end.stderr));
  const reason = answer.kind === 'unknown' ? answer.reason : null;
  // Who was ended from outside has printed nothing.
  const report = lost(args.file, reason);
  const printed =
    typeof document === 'object' && document !== null ? document : verifyDocument(report, version);
  saveDocument(printed, ends, args);
  if (args.json) output.result(jsonText(withOutcomes(printed, ends)));
  // What is refused is said on stderr, as without a portfolio.
  else if (end.stdout !== '') output.result(end.stdout);
  else if (answer.kind !== 'refused') output.result(verdictLine(report, output.style));
  return codeOf(answer);
}

const withOutcomes = (document: object, ends: readonly MemberEnd[]): object => ({
  ...document,
  portfolio: ends.map(outcomeJson),
});

function saveDocument(document: object, ends: readonly MemberEnd[], args: Invocation<'verify'>): void {
  if (args.document !== undefined)
    writeWhole(args.document, jsonText(withOutcomes(document, ends)), args.file);
}

const lost = (file: string, reason: string | null): VerifyReport =>
  reason === 'timeout' || reason === 'memory'
    ? { ...blankReport(file), verdict: 'unknown', reason }
    : refusal(file, 'bug', []);

const withoutProgress = (text: string): string =>
  text
    .trim()
    .split('\n')
    .filter((line) => !isProgressLine(line))
    .join('\n');

function codeOf(answer: MemberEnd['answer']): ExitCode {
  switch (answer.kind) {
    case 'answered':
      return answer.verdict === 'safe' ? ExitCode.Ok : ExitCode.Violation;
    case 'unknown':
      return ExitCode.Unknown;
    case 'refused':
      return ExitCode.Refused;
    case 'failed':
      return ExitCode.Bug;
    case 'stopped':
      return ExitCode.Interrupted;
    default:
      return assertNever(answer);
  }
}

export function tellInterrupted(
  ends: readonly MemberEnd[],
  args: Invocation<'verify'>,
  { output, version }: CommandContext,
): ExitCode {
  const report: VerifyReport = { ...blankReport(args.file), verdict: 'unknown', reason: 'interrupted' };
  const document = verifyDocument(report, version);
  saveDocument(document, ends, args);
  output.result(args.json ? jsonText(withOutcomes(document, ends)) : verdictLine(report, output.style));
  return ExitCode.Interrupted;
}

/** One of the two is wrong, and nobody knows which: there is no verdict. */
export function tellContradiction(
  { safe, unsafe, property }: Contradiction,
  folder: string,
  ends: readonly MemberEnd[],
  args: Invocation<'verify'>,
  { output, version }: CommandContext,
): ExitCode {
  const what = property === null ? 'the program' : `property ${property}`;
  const message = `${safe.name} says that ${what} is safe, ${unsafe.name} that it is unsafe`;
  const note = `what both say, and why, is in ${folder}: please report it`;
  const report = refusal(args.file, 'bug', [diagnosticOf('E901', null, message, note)]);
  tellOutcomes(ends, output);
  output.message(renderDiagnostics(report.errors, args.file));
  const document = verifyDocument(report, version);
  saveDocument(document, ends, args);
  output.result(args.json ? jsonText(withOutcomes(document, ends)) : verdictLine(report, output.style));
  return ExitCode.Bug;
}
