import { asInvariant } from '../engines/ltl/as-invariant.js';
import { exploreExplicit } from '../engines/explicit/explore.js';
import type { SearchPause } from '../engines/explicit/search.js';
import type { Property } from '../ir/program.js';
import type { Lowered } from '../pass/run.js';
import { getOrFail } from '../support/check.js';
import { bufferBound } from './bound.js';
import { automataOf } from './automata.js';
import { confirmed } from './confirm.js';
import type { Decision, Question } from './decision.js';
import { propertyReport } from './property-report.js';
import { refuseTemporal } from './select.js';
import { givenNumber } from './unbounded.js';

/** By exploring all states. Null if the bag of the question says what is wrong. */
export async function decideExplicitly(
  question: Question,
  /** Absent: made here. */
  automata?: Lowered,
  pause?: SearchPause,
): Promise<Decision | null> {
  const { options, hooks, properties, usage, limits, started } = question;
  const lowered = automata ?? automataOf(question, givenNumber(options.procs, 'explicit'));
  const bound = bufferBound(lowered.system.shared, options, usage);
  if (usage.hasErrors) return null;
  const asked = rewritten(properties, lowered).map((p) => asInvariant(p, lowered.system.shared) ?? p);
  refuseTemporal(asked, 'explicit');
  const request = {
    system: lowered.system,
    model: options.model,
    properties: asked,
    limits,
    progress: hooks.progress,
  };
  const kinds = new Map(properties.map((p) => [p.name, p.kind]));
  const built = performance.now();
  const result = await exploreExplicit(request, {
    bound,
    havocRange: options.havocRange,
    reductions: true,
    collectFinals: null,
    ...(pause === undefined ? {} : { pause }),
  });
  return {
    engine: 'explicit',
    method: null,
    encoding: null,
    bound: typeof options.bound === 'number' ? options.bound : null,
    properties: asked.map((p) => ({
      ...propertyReport(p, getOrFail(result.verdicts, p.name), ({ execution }) =>
        confirmed(lowered, options.model, p, execution),
      ),
      kind: getOrFail(kinds, p.name),
    })),
    warnings: result.warnings,
    remarks: result.incomplete === null ? [] : safeAllTheSame(result.proven),
    stats: {
      buildSeconds: (built - started) / 1000,
      states: result.stats.states,
      transitions: result.stats.transitions,
      checkSeconds: result.stats.checkSeconds,
      tableBytes: result.stats.tableBytes,
    },
  };
}

/** Of a search that left states out. */
function safeAllTheSame(proven: readonly string[]): readonly string[] {
  if (proven.length === 0) return [];
  return [
    `Safe whatever was not searched, since no step can violate ${proven.length === 1 ? 'it' : 'them'}: ${proven.join(', ')}.`,
  ];
}

/** The properties as the passes have rewritten them: a forall is spelt out there. */
export function rewritten(properties: readonly Property[], { system }: Lowered): readonly Property[] {
  const chosen = new Set(properties.map((p) => p.name));
  const all = [...system.properties, ...properties.filter((p) => p.kind === 'deadlock')];
  return all.filter((p) => chosen.has(p.name));
}
