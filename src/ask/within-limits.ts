import type { ProgramQuestion } from '../engines/question.js';
import { lineOf } from '../diagnostics/span.js';
import { isLimit, isOfEnds } from '../lang/program/limit-properties.js';
import type { LimitProperty } from '../lang/program/limit-properties.js';
import type { Decision } from './decision.js';
import type { PropertyReport } from './report.js';

/**
 * What a program leaves out of what it stands for is told by properties of its own (`limit`). They are asked with all
 * others: a run that violates one is no mistake, but then, or where that is not known, nothing else is proved.
 */
export async function decideWithinLimits(
  question: ProgramQuestion,
  /** Whether the answer to each property is one by itself. */
  decide: (question: ProgramQuestion, isWhole: boolean) => Promise<Decision>,
): Promise<Decision> {
  const limits = question.program.properties.filter(isLimit);
  if (limits.length === 0) return decide(question, true);
  const asked = question.properties;
  const missing = limits.filter((limit) => !asked.includes(limit));
  const decision = await decide({ ...question, properties: [...asked, ...missing] }, false);
  const reached = limits.find(
    ({ name }) => decision.properties.find((p) => p.name === name)?.verdict !== 'safe',
  );
  const properties = decision.properties
    .filter(({ name }) => asked.some((property) => property.name === name))
    .map((report) => (reached === undefined ? report : withoutProof(report, reached, limits)));
  return { ...decision, properties };
}

function withoutProof(
  report: PropertyReport,
  reached: LimitProperty,
  limits: readonly LimitProperty[],
): PropertyReport {
  const own = limits.find(({ name }) => name === report.name);
  if (own === undefined)
    return report.verdict === 'safe' || (report.verdict === 'unsafe' && isOfEnds(report))
      ? asOpen(report, reached)
      : report;
  return report.verdict === 'unsafe' ? asOpen(report, own) : report;
}

const asOpen = (report: PropertyReport, { limit, span }: LimitProperty): PropertyReport => {
  const { trace: _, run: __, ...rest } = report;
  const reason = limit ?? 'allocations';
  return { ...rest, trace: null, verdict: 'unknown', reason, detail: detailOf(reason, lineOf(span)) };
};

function detailOf(reason: 'allocations' | 'unset', line: number | null): string {
  const where = line === null ? '' : ` (line ${line})`;
  return reason === 'allocations'
    ? `some run makes more objects at one place${where} than --allocations says`
    : `some run uses memory that nothing was written to, or a pointer without a certain value${where}`;
}
