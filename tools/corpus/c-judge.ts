import { list, member, text, textOrNull } from './json.js';
import { parsedJson } from '../../src/support/json-fields.js';
import type { CAsked, CSaid } from './c-expected.js';
import { isSettled } from './c-expected.js';
import type { MeasuredRun } from './measured-run.js';

/** What one run says of what the corpus asks. */
export interface CAnswer {
  readonly verdict: 'safe' | 'unsafe' | 'unknown' | 'refused' | 'crash';
  /** Why there is no verdict. */
  readonly reason: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMB: number;
}

/** `overflow` and `memory` are properties of ours: what they say is not what the corpus asks. */
export function answerOf(run: MeasuredRun, asked: CAsked): CAnswer {
  const { out, err, code, seconds, cpuSeconds, peakMB } = run;
  const measured = { seconds, cpuSeconds, peakMB };
  const lastLine =
    err
      .trim()
      .split('\n')
      .find((line) => line.includes('error')) ??
    err.trim().split('\n').at(-1) ??
    '';
  if (code === null) return { verdict: 'unknown', reason: 'timeout', ...measured };
  const report = parsedJson(out);
  if (code === 70) return { verdict: 'crash', reason: lastLine, ...measured };
  if (code === 2) return { verdict: 'refused', reason: lastLine, ...measured };
  if (report === undefined) return { verdict: 'crash', reason: lastLine, ...measured };
  const own = list(member(report, 'properties')).filter((each) => isAsked(text(each, 'name'), asked));
  const verdicts = own.map((each) => text(each, 'verdict'));
  if (verdicts.includes('unsafe')) return { verdict: 'unsafe', reason: '', ...measured };
  const open = own.find((each) => text(each, 'verdict') !== 'safe');
  // Without an assertion that anybody comes to, all must have been decided.
  if (open === undefined && (own.length > 0 || (code === 0 && asked === 'assertion')))
    return { verdict: 'safe', reason: '', ...measured };
  return { verdict: 'unknown', reason: textOrNull(report, 'reason') ?? '', ...measured };
}

const isAsked = (name: string, asked: CAsked): boolean =>
  asked === 'assertion' ? name.startsWith('assert') || name === 'reach_error' : name === asked;

/** The names of what is asked, if it was left because another property is violated. */
export function leftBehindViolation({ out }: MeasuredRun, asked: CAsked): readonly string[] {
  const report = parsedJson(out);
  if (report === undefined) return [];
  const own = list(member(report, 'properties')).filter((each) => isAsked(text(each, 'name'), asked));
  const isLeft = own.some((each) => textOrNull(each, 'reason') === 'after-violation');
  return isLeft ? own.map((each) => text(each, 'name')) : [];
}

/** `agrees` where two tools say so; `alone` where one does or none; `differs` needs an explanation. */
export type CJudgement = 'agrees' | 'differs' | 'open' | 'refused' | 'crash' | 'answered';

export function judgeC(answer: CAnswer, said: CSaid | undefined): CJudgement {
  if (answer.verdict === 'refused' || answer.verdict === 'crash') return answer.verdict;
  if (answer.verdict === 'unknown') return 'open';
  if (said === undefined || (said.verdict !== 'safe' && said.verdict !== 'unsafe')) return 'answered';
  if (answer.verdict === said.verdict) return 'agrees';
  return isSettled(said) ? 'differs' : 'answered';
}
