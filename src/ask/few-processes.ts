import { Unsupported } from '../diagnostics/diagnostic.js';
import { processesOf } from '../lang/program/program.js';
import type { ProgramQuestion } from '../engines/question.js';
import type { Decision } from './decision.js';
import type { PropertyReport } from './report.js';

/**
 * Of processes there may be any number, and a search for all numbers may take long to a violation that few processes come to at
 * once. So it is held up, the states of a few processes are looked at, and so on with more of either. A violation by N processes is one
 * of the program; that there is none says nothing.
 */

interface Slice {
  /** How long the search for any number may take before. */
  readonly seconds: number;
  readonly procs: readonly number[];
  /** What the states of each number may take. */
  readonly memoryMB: number;
}

/** What is decided soon is decided before any of it. */
const slices: readonly Slice[] = [
  { seconds: 1, procs: [2, 3], memoryMB: 8 },
  { seconds: 10, procs: [2, 3, 4], memoryMB: 128 },
];

export interface FewProcesses {
  /** By the engine that takes any number of processes. */
  readonly ofAny: (question: ProgramQuestion) => Promise<Decision>;
  /** By one that takes a number of them. */
  readonly ofFew: (question: ProgramQuestion) => Promise<Decision>;
  /** Hears what is looked at: clauses. */
  readonly note?: ((clause: string) => void) | undefined;
}

/** Whether nobody has said how many processes there are. */
export const hasAnyNumber = ({ program, options }: ProgramQuestion): boolean =>
  typeof options.procs !== 'number' && processesOf(program).length > 0;

export async function decideWithFew(question: ProgramQuestion, engines: FewProcesses): Promise<Decision> {
  for (const slice of slices) {
    const decision = await engines.ofAny(within(question, slice.seconds));
    if (isOver(question) || !decision.properties.some(isOutOfTime)) return decision;
    for (const procs of slice.procs) {
      const open = decision.properties.filter(isOutOfTime).map(({ name }) => name);
      const found = await violations(question, open, { procs, memoryMB: slice.memoryMB }, engines);
      if (found !== null) return withFound(question, decision, found, engines);
    }
  }
  return engines.ofAny(question);
}

function within(question: ProgramQuestion, seconds: number): ProgramQuestion {
  const { limits } = question;
  const deadline = Math.min(limits.deadline ?? Infinity, performance.now() + seconds * 1000);
  return { ...question, limits: { ...limits, deadline } };
}

const isOver = ({ limits: { deadline, signal } }: ProgramQuestion): boolean =>
  signal.aborted || (deadline !== null && performance.now() >= deadline);

const isOutOfTime = ({ reason }: PropertyReport): boolean => reason === 'timeout';

/** Null: so many processes violate nothing, as far as that was looked at. */
async function violations(
  question: ProgramQuestion,
  open: readonly string[],
  { procs, memoryMB }: { readonly procs: number; readonly memoryMB: number },
  { ofFew, note }: FewProcesses,
): Promise<Decision | null> {
  const { limits } = question;
  try {
    const decision = await ofFew({
      ...question,
      properties: question.properties.filter(({ name }) => open.includes(name)),
      options: { ...question.options, procs },
      limits: { ...limits, memoryMB: Math.min(limits.memoryMB ?? Infinity, memoryMB) },
    });
    const violated = decision.properties.filter(isViolated);
    const states = decision.stats['states'] ?? 0;
    note?.(
      `looked at ${states} states of ${procs} processes: ${violated.length === 0 ? 'no violation' : namesOf(violated)}`,
    );
    const remarks = [`The violation is one of ${procs} processes; other numbers were not needed.`];
    return violated.length === 0 ? null : { ...decision, properties: violated, remarks };
  } catch (error) {
    // Properties may speak of more processes than these.
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/** What was found, with what else is known; what is open is gone on with, as long as anybody asks. */
async function withFound(
  question: ProgramQuestion,
  before: Decision,
  found: Decision,
  { ofAny }: FewProcesses,
): Promise<Decision> {
  const violated = new Set(found.properties.map(({ name }) => name));
  const open = before.properties.filter((p) => isOutOfTime(p) && !violated.has(p.name));
  const names = new Set(open.map(({ name }) => name));
  const properties = question.properties.filter(({ name }) => names.has(name));
  const limits = { ...question.limits, isLost: true };
  const rest = open.length === 0 ? null : await ofAny({ ...question, properties, limits });
  const known = new Map([...found.properties, ...(rest?.properties ?? [])].map((p) => [p.name, p]));
  return {
    ...(rest ?? found),
    properties: before.properties.map((p) => known.get(p.name) ?? p),
    warnings: [...found.warnings, ...(rest?.warnings ?? [])],
    remarks: [...found.remarks, ...(rest ?? before).remarks],
  };
}

const isViolated = ({ verdict }: PropertyReport): boolean => verdict === 'unsafe';

const namesOf = (properties: readonly PropertyReport[]): string =>
  `${properties.map(({ name }) => name).join(', ')} violated`;
