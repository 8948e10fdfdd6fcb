import type { Property } from '../../lang/program/program.js';
import type { Execution } from '../../lang/run/execution.js';
import { rewritten } from '../../pass/lowerings.js';
import type { Lowered } from '../../pass/run-pipeline.js';
import { getOrFail } from '../../support/invariant.js';
import type { Verdict } from '../../lang/run/verdict.js';
import type { FindingOf, ProgramEvidence, ProgramQuestion } from '../question.js';
import { givenNumber, noRuns, refuseIf, requireBound } from '../refusals.js';
import { asInvariant } from '../shared/temporal/as-invariant.js';
import { symmetryWish } from '../shared/symmetry/symmetry-wish.js';
import { exploreExplicit } from './explore.js';
import type { RunVerdict } from './explore.js';
import { workersWanted } from './workers/workers-wanted.js';
import { reducingFor } from './search-in-turns.js';

/** By exploring all states. */
export async function decideByStates(question: ProgramQuestion): Promise<FindingOf<'program'>> {
  const { options, properties, limits, progress, pause } = question;
  const lowered = question.lowerings.of('automata', { procs: givenNumber(options) });
  const { system } = lowered;
  const bound = requireBound(system.shared, options);
  const asked = rewritten(properties, lowered).map((p) => asInvariant(p, system.shared) ?? p);
  refuseIf(noRuns('explicit'), { ...question, properties: asked });
  // Where nothing is asked, what is learnt besides (labels that nobody reaches, deadlocks) is worth as much work as after
  // a violation: a program without bounds has no end.
  const patience = asked.length === 0 ? { ...limits, isLost: true } : limits;
  const found = (name: string, execution: Execution): void => {
    const property = asked.find((p) => p.name === name);
    if (property !== undefined) question.found?.(name, violation(lowered, property, execution));
  };
  const result = await exploreExplicit(
    { system, model: options.model, properties: asked, limits: patience, progress, found },
    {
      ...{ bound, havocRange: options.havocRange, reductions: true, collectFinals: null },
      workers: workersWanted(options),
      ...(pause === undefined ? {} : { pause }),
      ...reducingFor(options.por, question.note),
      ...symmetryWish(question, { exact: false }),
    },
  );
  return {
    verdicts: new Map(asked.map((p) => [p.name, evident(lowered, p, getOrFail(result.verdicts, p.name))])),
    warnings: result.warnings,
    remarks: result.incomplete === null ? [] : safeAllTheSame(result.proven),
    stats: { ...result.stats },
  };
}

const evident = (lowered: Lowered, property: Property, verdict: RunVerdict): Verdict<ProgramEvidence> =>
  verdict.kind === 'unsafe'
    ? { kind: 'unsafe', ...violation(lowered, property, verdict.execution) }
    : verdict;

const violation = (lowered: Lowered, property: Property, execution: Execution): ProgramEvidence => ({
  ...{ lowered, property, execution },
  cycle: null,
  shows: 'system',
});

/** Of a search that left states out. */
function safeAllTheSame(proven: readonly string[]): readonly string[] {
  if (proven.length === 0) return [];
  return [
    `Safe whatever was not searched, since no step can violate ${proven.length === 1 ? 'it' : 'them'}: ${proven.join(', ')}.`,
  ];
}
