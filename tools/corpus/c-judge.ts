import { list, member, readJsonText, text, textOrNull } from './json.js';
import type { CSaid } from './c-expected.js';
import { isSettled } from './c-expected.js';
import type { MeasuredRun } from './measured-run.js';

/** What one run says of what the corpus asks: that no assertion fails. */
export interface CAnswer {
  readonly verdict: 'safe' | 'unsafe' | 'unknown' | 'refused' | 'crash';
  /** Why there is no verdict. */
  readonly reason: string;
  readonly seconds: number;
  readonly peakMB: number;
}

/** `overflow` and `memory` are properties of ours: what they say is not what the corpus asks. */
export function answerOf({ out, err, code, seconds, peakMB }: MeasuredRun): CAnswer {
  const measured = { seconds, peakMB };
  const lastLine =
    err
      .trim()
      .split('\n')
      .find((line) => line.includes('error')) ??
    err.trim().split('\n').at(-1) ??
    '';
  if (code === null) return { verdict: 'unknown', reason: 'timeout', ...measured };
  const report = readJsonText(out);
  if (code === 70) return { verdict: 'crash', reason: lastLine, ...measured };
  if (code === 2) return { verdict: 'refused', reason: lastLine, ...measured };
  if (report === null) return { verdict: 'crash', reason: lastLine, ...measured };
  const asked = list(member(report, 'properties')).filter((each) => isAsked(text(each, 'name')));
  const verdicts = asked.map((each) => text(each, 'verdict'));
  if (verdicts.includes('unsafe')) return { verdict: 'unsafe', reason: '', ...measured };
  const open = asked.find((each) => text(each, 'verdict') !== 'safe');
  // Without an assertion that anybody comes to, all must have been decided.
  if (open === undefined && (asked.length > 0 || code === 0))
    return { verdict: 'safe', reason: '', ...measured };
  return { verdict: 'unknown', reason: textOrNull(report, 'reason') ?? '', ...measured };
}

/** The names of what is asked, if it was left because another property is violated. */
export function leftBehindViolation({ out }: MeasuredRun): readonly string[] {
  const report = readJsonText(out);
  if (report === null) return [];
  const asked = list(member(report, 'properties')).filter((each) => isAsked(text(each, 'name')));
  const isLeft = asked.some((each) => textOrNull(each, 'reason') === 'after-violation');
  return isLeft ? asked.map((each) => text(each, 'name')) : [];
}

const isAsked = (name: string): boolean => name.startsWith('assert') || name === 'reach_error';

/** `agrees` where two tools say so; `alone` where one does or none; `differs` needs an explanation. */
export type CJudgement = 'agrees' | 'differs' | 'open' | 'refused' | 'crash' | 'answered';

export function judgeC(answer: CAnswer, said: CSaid | undefined): CJudgement {
  if (answer.verdict === 'refused' || answer.verdict === 'crash') return answer.verdict;
  if (answer.verdict === 'unknown') return 'open';
  if (said === undefined || (said.verdict !== 'safe' && said.verdict !== 'unsafe')) return 'answered';
  if (answer.verdict === said.verdict) return 'agrees';
  return isSettled(said) ? 'differs' : 'answered';
}
