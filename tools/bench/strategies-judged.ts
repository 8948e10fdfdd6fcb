import type { BenchTarget } from './history.js';
import { expectedVerdict } from './strategies-subjects.js';
import { isDecided, isTaken, sum } from './strategies-tables.js';
import type { MeasuredStrategy } from './strategies-tables.js';

/** What the history keeps: of each way what it decides, and what that takes. */
export function figuresOf(measured: readonly MeasuredStrategy[]): readonly (readonly [string, number])[] {
  const groups = new Map<string, MeasuredStrategy[]>();
  for (const one of measured.filter(isTaken)) {
    const { model, encoding, scope, way } = one.question;
    const name = [model, encoding, ...(model === 'sc' ? [] : [scope]), way].join(' ');
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups].flatMap(([name, group]): readonly (readonly [string, number])[] => {
    const decided = group.filter(isDecided);
    return [
      [`${name}, asked`, group.length],
      [`${name}, decided`, decided.length],
      [`${name}, iterations`, sum(decided, 'iterations')],
      [`${name}, queries`, sum(decided, 'queries')],
      [`${name}, CPU seconds`, sum(decided, 'cpuSeconds')],
    ];
  });
}

/** No answer is wrong, and the default strategy decides nearly all. */
export function targetsOf(measured: readonly MeasuredStrategy[]): readonly BenchTarget[] {
  const wrong = measured.filter(({ question, run }) => {
    const expected = expectedVerdict(question.subject, question.model);
    return (
      (run.verdict === 'safe' || run.verdict === 'unsafe') && expected !== null && expected !== run.verdict
    );
  });
  for (const { question, run } of wrong)
    process.stderr.write(
      `WRONG: ${question.subject.name} ${question.model} ${question.way} ${question.scope}: ${run.verdict}\n`,
    );
  const usual = measured
    .filter(isTaken)
    .filter(({ question: q }) => q.way === 'itp' && (q.model === 'sc' || q.scope === 'extrapolate'));
  const own = usual.filter(({ question }) => question.subject.isAuthors);
  return [
    { what: 'answers that are wrong', measured: wrong.length, limit: 0, kind: 'at most' },
    {
      ...{ what: "the default decides of the authors' programs", kind: 'at least' },
      ...{ measured: own.filter(isDecided).length, limit: own.length },
    },
  ];
}
