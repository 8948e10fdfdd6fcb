import { neverEnds, noProof, unreachedLabels } from '../../lang/boolean/concrete-vacuity.js';
import { getOrFail } from '../../support/invariant.js';
import type { BooleanQuestion, FindingOf } from '../question.js';
import { requireBound } from '../refusals.js';
import { symmetryWish } from '../shared/symmetry/symmetry-wish.js';
import { exploreExplicit } from './explore.js';
import { workersWanted } from './workers/workers-wanted.js';
import { reducingFor } from './search-in-turns.js';

/** A Boolean program with true and false only, under any memory model. */
export async function decideConcretely(question: BooleanQuestion): Promise<FindingOf<'boolean'>> {
  const { program, options, limits, progress } = question;
  const { system, property, started, localsArePrivate } = question.lowered();
  const own = system.shared.filter((v) => v.id !== started);
  const bound = requireBound(own, options);
  const result = await exploreExplicit(
    { system, model: options.model, properties: property === null ? [] : [property], limits, progress },
    // Whether there is a final state; not what it is like.
    {
      ...{ bound, havocRange: null, reductions: localsArePrivate, collectFinals: [] },
      endsWhenDecided: true,
      workers: workersWanted(options),
      ...reducingFor(options.por),
      // What is never reached proves nothing, so that must be known of each thread.
      ...symmetryWish({ options }, { exact: true }),
    },
  );
  const stats = { ...result.stats };
  const name = program.property?.kind ?? '';
  const verdict = property === null ? null : getOrFail(result.verdicts, property.name);
  if (verdict?.kind === 'unsafe') return { verdicts: new Map([[name, verdict]]), stats };
  const { incomplete } = result;
  const doubt = incomplete ?? noProof(program, result.reached);
  const unreached = incomplete === null ? unreachedLabels(program, result.reached) : [];
  const endless = doubt === null && result.finals.length === 0 ? neverEnds(program) : [];
  return {
    verdicts: new Map([[name, doubt === null ? { kind: 'safe' } : { kind: 'unknown', ...doubt }]]),
    warnings: [...unreached, ...endless],
    stats,
  };
}
