import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Source } from '../diagnostics/span.js';
import { exploreExplicit } from '../engines/explicit/explore.js';
import { fewStates } from '../engines/explicit/search-in-turns.js';
import type { Limits, ProgressListener } from '../search/limits.js';
import type { UnknownReason } from '../lang/run/verdict.js';
import type { LitmusTest } from '../frontends/litmus/litmus-test.js';
import { outcomeOf } from '../frontends/litmus/outcome.js';
import type { LitmusOutcome } from '../frontends/litmus/outcome.js';
import { parseLitmus } from '../frontends/litmus/parse.js';
import type { MemoryModel } from '../memory/model.js';
import type { Lowered, Pipeline } from '../pass/run-pipeline.js';
import { runPipeline } from '../pass/run-pipeline.js';
import { invariant } from '../support/invariant.js';
import { sourceAt } from './read-source.js';

/** A litmus test that was read, ready to be run under any model. */
export interface LoadedTest {
  readonly path: string;
  readonly test: LitmusTest;
  readonly lowered: Lowered;
  readonly warnings: readonly Diagnostic[];
}

/** Throws InputError if the file is no litmus test. */
export function loadLitmus(place: string | Source, pipeline: Pipeline): LoadedTest {
  const bag = new DiagnosticBag();
  const source = sourceAt(place, bag);
  const test = source === null ? null : parseLitmus(source, bag);
  bag.throwIfErrors();
  invariant(test !== null, 'a front end that gives no test says why');
  const lowered = runPipeline(pipeline, test.program, { procs: null });
  const path = typeof place === 'string' ? place : place.path;
  return { path, test, lowered, warnings: bag.warnings() };
}

export type LitmusRun =
  | { readonly kind: 'complete'; readonly outcome: LitmusOutcome; readonly states: number }
  /** Some final states may be missing. */
  | { readonly kind: 'incomplete'; readonly reason: UnknownReason; readonly detail: string };

export interface LitmusHooks {
  readonly limits: Limits;
  readonly progress: ProgressListener;
}

/** All final states of the test under the model. */
export async function runLitmus(
  loaded: LoadedTest,
  model: MemoryModel,
  hooks: LitmusHooks,
): Promise<LitmusRun> {
  const { test, lowered } = loaded;
  const observed = test.observed.map(({ place }) => place);
  const request = { system: lowered.system, model, properties: [], ...hooks };
  const options = {
    ...{ bound: null, havocRange: null, reductions: true, collectFinals: observed },
    reducing: { beyond: fewStates },
  };
  const result = await exploreExplicit(request, options);
  if (result.incomplete !== null) return { kind: 'incomplete', ...result.incomplete };
  return { kind: 'complete', outcome: outcomeOf(test, result.finals), states: result.stats.states };
}
