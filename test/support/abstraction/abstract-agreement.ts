import { Unsupported } from '../../../src/diagnostics/diagnostic.js';
import type { ProgramQuestion } from '../../../src/engines/question.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { usualAbstraction, usualDiscovery } from '../abstraction-options.js';
import type { AbstractionOptions, DiscoveryChoice } from '../abstraction-options.js';
import { decideProgram } from '../../../src/ask/by-engines.js';
import type { PropertyReport } from '../../../src/ask/report.js';
import { getOrFail } from '../../../src/support/invariant.js';
import { askedAbout } from '../asked.js';

/** A way to decide a program by abstraction. */
export interface Approach {
  readonly model: MemoryModel;
  readonly bound: number;
  readonly abstraction: Partial<AbstractionOptions>;
  /** Absent: predicates are not looked for. */
  readonly discovery?: Partial<DiscoveryChoice>;
  /** Names of the properties to decide; absent: all. */
  readonly only?: ReadonlySet<string>;
}

/** What came of one program and one approach. */
export interface Agreement {
  /** Properties on which both say the same, by verdict: numbers, and the names of those that are violated. */
  readonly safe: number;
  readonly violated: readonly string[];
  readonly unknown: number;
  /** Properties that only the explicit engine decides; the reason says `spurious, really safe` and the like. */
  readonly open: readonly { readonly name: string; readonly reason: string }[];
  /** Wrong verdicts, and refusals of one engine. */
  readonly complaints: readonly string[];
  /** Why one of the engines does not take the program. */
  readonly refused: string | null;
}

const nothing: Agreement = { safe: 0, violated: [], unknown: 0, open: [], complaints: [], refused: null };

/** Remainders of two variables can take Z3 long. */
const seconds = 10;

/** What verify is asked, without a file. */
export function questionOf(
  program: Program,
  engine: 'explicit' | 'abstract',
  { model, bound, abstraction, discovery = { discover: 'none' }, only }: Approach,
): ProgramQuestion {
  return askedAbout(
    program,
    {
      model,
      engine,
      bound,
      procs: 2,
      abstraction: { ...usualAbstraction, ...abstraction },
      discovery: { ...usualDiscovery, ...discovery },
      timeoutSeconds: seconds,
    },
    program.properties.filter((p) => only?.has(p.name) ?? true),
  ).question;
}

/** What an engine says of each property; or why it takes no such program; or what would be exit code 70. */
export type EngineAnswer =
  | { readonly kind: 'decided'; readonly reports: ReadonlyMap<string, PropertyReport> }
  | { readonly kind: 'refused' | 'bug'; readonly why: string };

export async function answerOf(question: ProgramQuestion): Promise<EngineAnswer> {
  try {
    const decision = await decideProgram(question);
    return { kind: 'decided', reports: new Map(decision.properties.map((p) => [p.name, p])) };
  } catch (error) {
    if (error instanceof Unsupported) return { kind: 'refused', why: error.message };
    return { kind: 'bug', why: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

export const explicitAnswer = (program: Program, approach: Approach): Promise<EngineAnswer> =>
  answerOf(questionOf(program, 'explicit', approach));

/**
 * The abstract engine against the explicit engine with the same bound. What is open, the predicates may be too coarse for;
 * what is decided must be decided in the same way.
 */
export async function compareAbstract(
  program: Program,
  approach: Approach,
  known: EngineAnswer | null = null,
): Promise<Agreement> {
  const explicit = known ?? (await explicitAnswer(program, approach));
  if (explicit.kind !== 'decided') return undecided('explicit', explicit);
  const abstract = await answerOf(questionOf(program, 'abstract', approach));
  if (abstract.kind !== 'decided') return undecided('abstract', abstract);
  const counts = { safe: 0, unknown: 0 };
  const violated: string[] = [];
  const open: { name: string; reason: string }[] = [];
  const complaints: string[] = [];
  for (const [name, found] of abstract.reports) {
    const real = getOrFail(explicit.reports, name);
    if (found.verdict === real.verdict) {
      if (real.verdict === 'unsafe') violated.push(name);
      else counts[real.verdict]++;
    } else if (found.verdict === 'unknown')
      open.push({ name, reason: `${found.reason}, really ${real.verdict}` });
    else complaints.push(`${name} is ${found.verdict}, by the explicit engine ${said(real)}`);
  }
  return { ...counts, violated, open, complaints, refused: null };
}

const undecided = (engine: string, { kind, why }: Exclude<EngineAnswer, { kind: 'decided' }>): Agreement => ({
  ...nothing,
  ...(kind === 'bug' ? { complaints: [`the ${engine} engine: ${why}`] } : { refused: `${engine}: ${why}` }),
});

const said = ({ verdict, reason }: PropertyReport): string =>
  reason === null ? verdict : `${verdict} (${reason})`;
