import type { BenchTarget } from './history.js';
import { expectedVerdict } from './strategies-subjects.js';
import { isDecided, isDefault, isTaken, sum } from './strategies-tables.js';
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

/** Answers that contradict what is known of the program. */
export const wrongAnswers = (measured: readonly MeasuredStrategy[]): readonly MeasuredStrategy[] =>
  measured.filter((one) => {
    const { question, run } = one;
    const expected = expectedVerdict(question.subject, question.model);
    return isDecided(one) && expected !== null && expected !== run.verdict;
  });

/** No answer is wrong, and the default decides all that the paper is about. */
export function targetsOf(measured: readonly MeasuredStrategy[]): readonly BenchTarget[] {
  const own = measured.filter(({ question }) => question.subject.isAuthors && isDefault(question));
  return [
    { what: 'answers that are wrong', measured: wrongAnswers(measured).length, limit: 0, kind: 'at most' },
    {
      ...{ what: "the default decides of the authors' programs", kind: 'at least' },
      ...{ measured: own.filter(isDecided).length, limit: own.length },
    },
  ];
}
