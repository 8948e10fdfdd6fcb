import type { System } from '../../lang/program/system.js';
import type { CommandProgram } from '../../abstraction/command-program.js';
import { scalarFormula } from '../../abstraction/commands/scalars.js';
import { toCommands } from '../../abstraction/commands/to-commands.js';
import { typesOf, variablesIn } from '../../abstraction/commands/command-variables.js';
import { extrapolate } from '../../abstraction/extrapolate/extrapolate.js';
import type { ExtrapolationRequest, RuleFamily } from '../../abstraction/extrapolate/extrapolate.js';
import { loadedPredicates } from '../../abstraction/extrapolate/temporaries.js';
import type { LoadedPredicate } from '../../abstraction/extrapolate/temporaries.js';
import type { Predicate } from '../../abstraction/predicate.js';
import type { Expr } from '../../lang/expr/expr.js';
import { printExpr } from '../../lang/program/print-expr.js';
import { isImplicit } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import type { Bound } from '../../memory/bound.js';
import type { MemoryModel } from '../../memory/model.js';
import { byBuffering } from '../../memory/model-questions.js';
import { overflowProperty } from '../../pass/overflow.js';
import { rewritten } from '../../pass/lowerings.js';
import type { Lowered } from '../../pass/run-pipeline.js';
import type { ProgramQuestion } from '../question.js';
import { noFormulas, overVariables } from './named-formulas.js';
import type { NamedFormulas } from './named-formulas.js';
import { givenNumber } from '../refusals.js';
import { secondsLeft } from '../../search/limits.js';
import { openSmt } from '../../smt/session.js';
import type { Smt } from '../../smt/smt.js';

/** A program with its store buffers, up to a bound, as commands, and what is tracked of it. */
export interface AbstractionTask {
  readonly model: MemoryModel;
  readonly lowered: Lowered;
  /** Whether the passes can lead back a step without those around it. */
  readonly tellsSteps: boolean;
  readonly commands: CommandProgram;
  /** How the predicates were extrapolated, so that cubes can be in the same way. */
  readonly extrapolation: ExtrapolationRequest;
  readonly predicates: readonly Predicate[];
  /** As the passes have rewritten them. */
  readonly properties: readonly Property[];
  /** The property that a store violates which finds its buffer full; null: none does. */
  readonly overflow: string | null;
  /** Properties that nobody asked about, and whose violation ends an execution: overflows and faults. */
  readonly cuts: readonly string[];
}

export function prepareTask(
  question: ProgramQuestion,
  model: MemoryModel,
  bound: Bound,
  /** Predicates on the program itself, besides those that it states. */
  more: NamedFormulas = noFormulas,
  /** The statements of atomic sections stay steps of their own, so that predicates and cubes speak of each. */
  stepwise = false,
): AbstractionTask {
  const { options, lowerings, properties } = question;
  const { encoding } = options.abstraction;
  const lowered = lowerings.of(encoding, { procs: givenNumber(options), model, bound, stepwise });
  const { system, reference } = lowered;
  const stated = [
    ...system.predicates.map((p) => scalarFormula(system, p)),
    ...overVariables(more, variablesIn({ ...reference, shared: asTrimmed(reference, system) })),
  ];
  const ground = {
    system,
    source: reference,
    rules: byBuffering<RuleFamily>(model, { none: 'sc', fifo: 'tso', 'fifo-per-location': 'pso' }),
    room: 'all' in bound && Number.isFinite(bound.all) ? bound.all : null,
  };
  const { extrapolation, predicates } = tracked(ground, stated);
  const overflow = overflowProperty(lowered);
  const asked = rewritten(properties, lowered);
  const cuts = system.properties.filter((p) => isImplicit(p) || p.name === overflow).map((p) => p.name);
  return {
    model,
    lowered,
    tellsSteps: lowered.tellsSteps,
    commands: toCommands(system),
    ...{ extrapolation, predicates },
    properties: asked,
    overflow,
    cuts: cuts.filter((name) => asked.every((p) => p.name !== name)),
  };
}

/** The variables of the program, as long as engines have them: nobody speaks of cells that nothing touches. */
const asTrimmed = (reference: System, { shared }: System): System['shared'] =>
  reference.shared.map((variable) => {
    const now = shared[variable.id];
    return now?.name === variable.name ? now : variable;
  });

/** What is tracked where these are stated, over the variables of the program. */
export function tracked(
  ground: Omit<ExtrapolationRequest, 'predicates'>,
  stated: readonly Expr[],
): Pick<AbstractionTask, 'extrapolation' | 'predicates'> {
  const loaded = loadedPredicates(ground.system, stated);
  const extrapolation = { ...ground, predicates: [...stated, ...loaded.map(({ formula }) => formula)] };
  return { extrapolation, predicates: explained(extrapolate(extrapolation), loaded) };
}

/** Predicates about loaded values come from those about memory, by no rule of the paper. */
function explained(
  predicates: readonly Predicate[],
  loaded: readonly LoadedPredicate[],
): readonly Predicate[] {
  const origins = new Map(loaded.map(({ formula, from }) => [formula, from]));
  return predicates.map((predicate) => {
    const from = origins.get(predicate.formula);
    return from === undefined ? predicate : { ...predicate, origin: { rule: null, from, loaded: true } };
  });
}

/** A solver that knows the variables of the task. */
export const smtFor = ({ options, limits }: ProgramQuestion, { commands, lowered }: AbstractionTask): Smt =>
  openSmt({
    solver: options.abstraction.solver,
    typeOf: typesOf(commands),
    secondsLeft: () => secondsLeft(limits),
    print: (formula) => printExpr(formula, lowered.system),
  });
