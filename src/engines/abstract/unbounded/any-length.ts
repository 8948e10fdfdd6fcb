import type { Verdict } from '../../../lang/run/verdict.js';
import { buffersGrow } from '../../../memory/model-questions.js';
import type { SmtCounts } from '../../../smt/smt.js';
import type { ProgramEvidence, ProgramQuestion } from '../../question.js';
import { noFormulas } from '../named-formulas.js';
import type { NamedFormulas } from '../named-formulas.js';
import { nothingSpent } from '../task-program.js';
import { proveUnbounded } from './prove-unbounded.js';

/** What is proved for buffers of any length, where bounded ones may overflow. */
export interface AnyLengthFinding {
  /** Only what is safe. */
  readonly verdicts: ReadonlyMap<string, Verdict<ProgramEvidence>>;
  /** Nothing is open any more. */
  readonly isDecided: boolean;
  readonly counts: SmtCounts;
  /** A sentence. */
  readonly remark: string;
  readonly prove: () => Promise<string>;
}

/** Whether nobody has said otherwise, and the question is one that summaries are for. */
export function isForAnyLength({ options }: ProgramQuestion): boolean {
  const { model, abstraction, unbounded = null, bound, discovery } = options;
  const { method, encoding } = abstraction;
  const isWanted = unbounded ?? bound === null;
  return isWanted && buffersGrow(model) && method === 'lazy' && encoding === 'shapes' && discovery !== undefined;
}

/** Decides what is open after a bound was too small. A violation would have to come from a run, so nothing is unsafe here. */
export async function decideForAnyLength(
  question: ProgramQuestion,
  settled: ReadonlyMap<string, { readonly kind: string }>,
  underSc: NamedFormulas = noFormulas,
): Promise<AnyLengthFinding> {
  const { discovery } = question.options;
  const open = question.properties.filter(({ name }) => settled.get(name)?.kind === 'unknown');
  if (discovery === undefined) return nothingFound;
  const mode = discovery.discover ?? 'both';
  const { safe: names, counts, facts } = await proveUnbounded(
    question,
    open,
    { ...discovery, discover: mode === 'none' ? 'both' : mode },
    underSc,
  );
  const safe = new Map<string, Verdict<ProgramEvidence>>();
  for (const name of names) safe.set(name, { kind: 'safe' });
  return {
    verdicts: safe,
    isDecided: open.every(({ name }) => safe.has(name)),
    counts,
    remark: remarkOf(facts),
    prove: () => Promise.resolve(noEvidence),
  };
}

const nothingFound: AnyLengthFinding = {
  ...{ verdicts: new Map(), isDecided: false, counts: nothingSpent, remark: '' },
  prove: () => Promise.resolve(noEvidence),
};

const remarkOf = (facts: readonly string[]): string =>
  facts.length === 0
    ? 'This holds for buffers of any length; nothing had to be known of what waits in them.'
    : `This holds for buffers of any length, by ${facts.length} facts of what waits in them.`;

const noEvidence =
  'the proof is about buffers of any length, and evidence of that form is not written: --unbounded off with --bound asks for a bounded one';
