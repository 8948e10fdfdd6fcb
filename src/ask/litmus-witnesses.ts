import { exploreExplicit } from '../engines/explicit/explore.js';
import { fewStates } from '../engines/explicit/search-in-turns.js';
import type { LitmusFinal } from '../frontends/litmus/outcome.js';
import type { ObservedPlace } from '../frontends/litmus/litmus-test.js';
import { binary, conjunction, int, local, not, shared } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import type { Property } from '../lang/program/program.js';
import type { MemoryModel } from '../memory/model.js';
import { at } from '../support/invariant.js';
import { confirmedRun } from './confirm.js';
import type { LitmusHooks, LoadedTest } from './litmus-run.js';
import type { PropertyReport } from './report.js';

/** A run to a final state, as the violation of the property that it is none. */
export type LitmusWitness = Pick<PropertyReport, 'name' | 'trace' | 'run'>;

/** Of each of these final states a shortest run that ends there; fewer where a limit is reached. */
export async function witnessesOf(
  { test, lowered }: LoadedTest,
  model: MemoryModel,
  finals: readonly LitmusFinal[],
  hooks: LitmusHooks,
): Promise<readonly LitmusWitness[]> {
  const properties = finals.map(({ text, values }): Property => {
    const isIt = conjunction(
      test.observed.map(({ place }, i) => binary('==', valueOf(place), int(at(values, i)))),
    );
    return { kind: 'final', name: text, formula: not(isIt), whenViolated: `it is ${text}`, span: test.span };
  });
  const system = { ...lowered.system, properties };
  const { verdicts } = await exploreExplicit(
    { system, model, properties, ...hooks },
    {
      ...{ bound: null, havocRange: null, reductions: true, collectFinals: null },
      reducing: { beyond: fewStates },
    },
  );
  return properties.flatMap((property): readonly LitmusWitness[] => {
    const verdict = verdicts.get(property.name);
    if (verdict?.kind !== 'unsafe') return [];
    const { execution } = verdict;
    const shown = confirmedRun({ lowered, property, execution, cycle: null, shows: 'reference' }, { model });
    return shown.kind === 'unsafe' ? [{ name: property.name, ...shown }] : [];
  });
}

const valueOf = (place: ObservedPlace): Expr =>
  place.kind === 'local' ? local(place.local) : shared(place.shared, null);
