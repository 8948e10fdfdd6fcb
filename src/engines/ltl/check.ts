import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Execution, Step } from '../../lang/run/execution.js';
import type { BoundedInterval } from '../../lang/expr/interval.js';
import type { PropertyAutomaton, SharedVar, TemporalProperty } from '../../lang/program/program.js';
import type { System } from '../../lang/program/system.js';
import type { Bound } from '../../memory/bound.js';
import type { Fairness } from '../../memory/fairness.js';
import { watching } from '../../search/watch.js';
import { assertNever, at } from '../../support/invariant.js';
import type { EngineRequest, EngineStats } from '../engine-request.js';
import type { Verdict } from '../../lang/run/verdict.js';
import { incompleteness } from '../shared/packed/incompleteness.js';
import { makePlan } from '../shared/packed/plan.js';
import { PackedVariables } from '../shared/packed/packed-variables.js';
import { Atoms } from './automaton/atoms.js';
import type { BuchiAutomaton, BuchiTransition } from './automaton/automaton.js';
import { simplified } from '../shared/temporal/temporal-formulas.js';
import { grouped } from './automaton/joint.js';
import { normalForm } from '../shared/temporal/normal-form.js';
import { reduced } from './automaton/reduce.js';
import { translated } from './automaton/translate.js';
import { likeThreads } from '../shared/symmetry/like-threads.js';
import type { SymmetryWish } from '../shared/symmetry/like-threads.js';
import type { ThreadGroup } from '../shared/symmetry/thread-group.js';
import { fairMarks } from './fair-marks.js';
import type { FairMarks } from './fair-marks.js';
import { mostMarks } from './product.js';
import { TemporalSearch } from './search.js';
import type { LtlFindings, TemporalQuestion } from './search.js';

export interface LtlOptions {
  /** As for the explicit engine. */
  readonly bound: Bound | null;
  readonly havocRange: BoundedInterval | null;
  readonly fairness: Fairness;
  /** Absent: each state is visited. */
  readonly symmetry?: SymmetryWish;
}

/** A violation is a run without end: `cycle` follows again and again; where it is empty nobody can step. */
export type LtlVerdict = Verdict<{ readonly execution: Execution; readonly cycle: readonly Step[] }>;

export interface LtlResult {
  readonly verdicts: ReadonlyMap<string, LtlVerdict>;
  readonly stats: EngineStats;
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
  const { system, properties } = request;
  const ways = { reductions: true, flushesInside: true };
  const variables = new PackedVariables(system);
  const each = makePlan(variables, request, [], options, ways);
  const marks = fairMarks(each, options.fairness);
  const watch = watching(request.limits);
  const questions = properties.map((property): TemporalQuestion => {
    const automaton = violating(property, system, watch);
    if (automaton.marks + marks.count > mostMarks)
      unsupported(
        `${property.name} with so many buffers: fairness and the formula need ${automaton.marks + marks.count} marks, and the engine has ${mostMarks}`,
        property.span,
        'take --model tso or tsoN, which need one for each thread, or --fairness none',
      );
    return { property, automaton };
  });
  const likes = likesFor(system, questions, marks, options);
  const plan =
    likes.length === 0 ? each : makePlan(variables, request, [], options, { ...ways, groups: likes });

  const groups: LtlFindings[] = [];
  for (const group of grouped(questions)) {
    const isLost = request.limits.isLost === true || groups.some((g) => g.lassos.size > 0);
    const { progress } = request;
    const limits = { ...request.limits, isLost };
    groups.push(await new TemporalSearch(plan, { limits, progress }, group, marks).run());
  }

  const lassos = new Map(groups.flatMap((findings) => [...findings.lassos]));
  const incomplete = groups.map((g) => incompleteness(g, plan)).find((i) => i !== null);
  const verdicts = questions.map(({ property, automaton }): [string, LtlVerdict] => {
    const found = lassos.get(property.name);
    if (found !== undefined) return [property.name, { kind: 'unsafe', ...found }];
    const holds = incomplete === undefined || automaton.transitions.length === 0;
    return [property.name, holds ? { kind: 'safe' } : { kind: 'unknown', ...incomplete }];
  });
  const sum = (of: (findings: LtlFindings) => number): number => groups.reduce((n, g) => n + of(g), 0);
  return {
    verdicts: new Map(verdicts),
    stats: {
      states: sum(({ stats }) => stats.states),
      transitions: sum(({ stats }) => stats.transitions),
      checkSeconds: sum(({ stats }) => stats.checkSeconds),
      tableBytes: Math.max(0, ...groups.map(({ stats }) => stats.tableBytes)),
    },
    productStates: sum((g) => g.productStates),
  };
}

/**
 * Threads that are not told apart, not even by what a formula asks of single states: a formula that is the same as a whole with
 * them exchanged may still follow one of them through a run. So does fairness.
 */
function likesFor(
  system: System,
  questions: readonly TemporalQuestion[],
  marks: FairMarks,
  { symmetry, bound }: LtlOptions,
): readonly ThreadGroup[] {
  if (symmetry === undefined) return [];
  if (marks.count > 0) {
    symmetry.note?.('symmetry: off, for fairness follows each buffer or thread through a run');
    return [];
  }
  const asked = questions.flatMap(({ property, automaton }) =>
    automaton.atoms.map((formula) => ({ name: property.name, formula })),
  );
  return likeThreads(system, asked, bound, symmetry);
}

/** Accepts the runs that violate the property. */
function violating(property: TemporalProperty, { shared }: System, watch: () => void): BuchiAutomaton {
  switch (property.kind) {
    case 'ltl':
      return reduced(translated(simplified(normalForm(property.formula, false, shared)), watch), watch);
    case 'never':
      return reduced(claimed(property.automaton, shared), watch);
    default:
      return assertNever(property);
  }
}

/** The automaton beside a program in the terms of this engine: what leaves an accepting state has the one mark. */
function claimed(claim: PropertyAutomaton, shared: readonly SharedVar[]): BuchiAutomaton {
  const atoms = new Atoms();
  const transitions = claim.states.map((): BuchiTransition[] => []);
  for (const { from, to, guard } of claim.edges) {
    const literal = normalForm(guard, true, shared);
    if (literal.kind === 'bool' && !literal.value) continue;
    const asks = literal.kind === 'bool' ? { wants: 0, forbids: 0 } : atoms.guard(literal);
    at(transitions, from).push({ ...asks, to, marks: at(claim.states, from).accepting ? 1 : 0 });
  }
  return { atoms: atoms.all, transitions, initial: claim.initial, marks: 1 };
}
