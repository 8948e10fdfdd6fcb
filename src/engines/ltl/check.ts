import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Execution, Step } from '../../ir/execution.js';
import type { BoundedInterval } from '../../ir/interval.js';
import type { TemporalProperty } from '../../ir/program.js';
import type { System } from '../../ir/system.js';
import type { Bound } from '../../memory/bound.js';
import type { Fairness } from '../../memory/fairness.js';
import { assertNever, invariant } from '../../support/check.js';
import type { EngineRequest, EngineResult } from '../engine.js';
import type { Verdict } from '../../ir/verdict.js';
import { Choices } from '../shared/packed/choices.js';
import { incompleteness } from '../shared/packed/incompleteness.js';
import { mentioned } from '../shared/packed/liveness.js';
import { makePlan } from '../shared/packed/plan.js';
import { Variables } from '../shared/packed/variables.js';
import type { Automaton } from './automaton/automaton.js';
import { claimed } from './automaton/claim.js';
import { simplified } from '../shared/temporal/formulas.js';
import { grouped } from './automaton/joint.js';
import { normalForm } from '../shared/temporal/normal-form.js';
import { reduced } from './automaton/reduce.js';
import { translated } from './automaton/translate.js';
import { fairMarks } from './fairness.js';
import { mostMarks } from './product.js';
import { TemporalSearch } from './search.js';
import type { Findings, Question } from './search.js';

export interface LtlOptions {
  /** As for the explicit engine. */
  readonly bound: Bound | null;
  readonly havocRange: BoundedInterval | null;
  readonly fairness: Fairness;
}

/** A violation is a run without end: `cycle` follows again and again; where it is empty nobody can step. */
export type LtlVerdict = Verdict<{ readonly execution: Execution; readonly cycle: readonly Step[] }>;

export interface LtlResult extends Omit<EngineResult, 'verdicts'> {
  readonly verdicts: ReadonlyMap<string, LtlVerdict>;
  /** Nodes of products that were visited, of all properties together. */
  readonly productStates: number;
}

/**
 * Decides temporal properties: looks for fair runs of the system that an automaton for the opposite accepts. Limits give
 * `unknown`; nothing is thrown for them.
 */
export async function checkTemporal(
  request: Omit<EngineRequest, 'properties'> & { readonly properties: readonly TemporalProperty[] },
  options: LtlOptions,
): Promise<LtlResult> {
  const { system, model, properties } = request;
  invariant(
    system.threads.every((t) => t.locations[t.entry]?.atomic === false),
    'threads start outside atomic sections',
  );
  const variables = new Variables(system);
  const choices = new Choices(variables, mentioned(properties, [], variables), options.havocRange);
  const plan = makePlan(variables, model, options.bound, choices, { reductions: true, flushesInside: true });
  const marks = fairMarks(plan, options.fairness);
  const questions = properties.map((property): Question => {
    const automaton = violating(property, system);
    if (automaton.marks + marks.count > mostMarks)
      unsupported(
        `${property.name} with so many buffers: fairness and the formula need ${automaton.marks + marks.count} marks, and the engine has ${mostMarks}`,
        property.span,
        'take --model tso or tsoN, which need one for each thread, or --fairness none',
      );
    return { property, automaton };
  });

  const groups: Findings[] = [];
  for (const group of grouped(questions)) {
    const isLost = request.limits.isLost === true || groups.some((g) => g.record.lassos.size > 0);
    const { progress } = request;
    const limits = { ...request.limits, isLost };
    groups.push(await new TemporalSearch(plan, { limits, progress }, group, marks).run());
  }

  const lassos = new Map(groups.flatMap((findings) => [...findings.record.lassos]));
  const incomplete = groups
    .map((g) => incompleteness(g, options.bound, choices.narrowed))
    .find((i) => i !== null);
  const verdicts = questions.map(({ property, automaton }): [string, LtlVerdict] => {
    const found = lassos.get(property.name);
    if (found !== undefined) return [property.name, { kind: 'unsafe', ...found }];
    const holds = incomplete === undefined || automaton.transitions.length === 0;
    return [property.name, holds ? { kind: 'safe' } : { kind: 'unknown', ...incomplete }];
  });
  const sum = (of: (findings: Findings) => number): number => groups.reduce((n, g) => n + of(g), 0);
  return {
    verdicts: new Map(verdicts),
    warnings: [],
    stats: {
      states: sum((g) => g.states),
      transitions: sum((g) => g.transitions),
      checkSeconds: sum((g) => g.seconds),
      tableBytes: Math.max(0, ...groups.map((g) => g.bytes)),
    },
    productStates: sum((g) => g.productStates),
  };
}

/** Accepts the runs that violate the property. */
function violating(property: TemporalProperty, { shared }: System): Automaton {
  switch (property.kind) {
    case 'ltl':
      return reduced(translated(simplified(normalForm(property.formula, false, shared))));
    case 'never':
      return reduced(claimed(property.automaton, shared));
    default:
      return assertNever(property);
  }
}
