import type { Failure } from '../library/failure-of.js';
import type { Reason, VerifyReport } from '../ask/report.js';

/** `meanings` tells them. 1 is left alone: a crash of Node gives it, and a crash must not look like an answer. */
export enum ExitCode {
  Ok = 0,
  Refused = 2,
  Violation = 10,
  Unknown = 20,
  Bug = 70,
  Interrupted = 130,
}

/** Of several runs. No run at all is fine. */
export function worst(codes: readonly ExitCode[]): ExitCode {
  return worstFirst.find((code) => codes.includes(code)) ?? ExitCode.Ok;
}

export const exitCodeOfFailure = ({ reason }: Failure): ExitCode =>
  reason === 'bug' ? ExitCode.Bug : ExitCode.Refused;

export function exitCodeOf(report: VerifyReport): ExitCode {
  const interrupted = report.properties.some((p) => p.reason === 'interrupted') ? [ExitCode.Interrupted] : [];
  return worst([codeOfVerdict(report), ...interrupted]);
}

function codeOfVerdict(report: VerifyReport): ExitCode {
  switch (report.verdict) {
    case 'safe':
      return ExitCode.Ok;
    case 'unsafe':
      return ExitCode.Violation;
    case 'unknown':
      return report.reason === 'interrupted' ? ExitCode.Interrupted : ExitCode.Unknown;
    case null:
      return refusalCode(report.reason);
  }
}

function refusalCode(reason: Reason | null): ExitCode {
  if (reason === 'interrupted') return ExitCode.Interrupted;
  return reason === 'input' || reason === 'usage' || reason === 'unsupported'
    ? ExitCode.Refused
    : ExitCode.Bug;
}

/** What each code says. The tables of docs are made from it. */
export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  [ExitCode.Ok]: 'every property holds, or the job was done',
  [ExitCode.Refused]:
    'bad usage or bad input, or what an engine does not support; or the output could not be written',
  [ExitCode.Violation]: 'a property is violated (of several: any)',
  [ExitCode.Unknown]: 'no answer and no violation: a limit was reached, or the buffer bound',
  [ExitCode.Bug]: 'a bug of fencepost',
  [ExitCode.Interrupted]: 'interrupted',
};

/** What counts of several runs: the first of these that one of them has. */
export const worstFirst = [
  ExitCode.Bug,
  ExitCode.Refused,
  ExitCode.Interrupted,
  ExitCode.Violation,
  ExitCode.Unknown,
  ExitCode.Ok,
] as const;

/** A line for each code, for help texts. */
export function exitCodeHelp(): string {
  const lines = Object.entries(exitMeanings).map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`);
  return ['Exit codes:', ...lines].join('\n');
}
