import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import type {
  BooleanCommand,
  BooleanLocation,
  BooleanProgram,
  BooleanProperty,
  BooleanThread,
} from '../boolean-program.js';
import type { BooleanRun, BooleanStep } from '../boolean-run.js';
import type { Execution, Step } from '../../run/execution.js';
import { atLabel, binary, conjunction, not, shared, truth } from '../../expr/expr.js';
import type { Expr } from '../../expr/expr.js';
import { atomsOf, variablesOf } from '../boolean-formula.js';
import type { Formula } from '../boolean-formula.js';
import { edgeId, threadId } from '../../expr/ids.js';
import type { BooleanId, SharedId } from '../../expr/ids.js';
import type { Property } from '../../program/program.js';
import type { Action, Automaton, Edge, Location, System } from '../../program/system.js';
import { InternalError, assertNever, at } from '../../../support/invariant.js';
import { lowerCommand } from './to-system-command.js';
import type { HavocSource } from './to-system-command.js';
import { expressionOf } from './to-system-formula.js';
import { Holders } from './to-system-variables.js';
import type { Holder } from './to-system-variables.js';

/** A Boolean program as a system, with two truth values. Threads, locations and commands keep their numbers. */
export interface BooleanSystem {
  readonly system: System;
  /** Called `always` or `final`; one of the system's. */
  readonly property: Property | null;
  /** Of several assertions that the property is made of each by itself; else none. */
  readonly assertions: readonly LoweredAssertion[];
  /** The variables of the system that stand for those of the program; it has others besides. */
  readonly holders: readonly Holder[];
  /** Whether the end of the initialisation has come. */
  readonly started: SharedId;
  /** Whether a thread's locals matter to itself and the property alone. */
  readonly localsArePrivate: boolean;
  executionOf(run: BooleanRun): Execution;
}

interface LoweredAssertion {
  readonly formula: Expr;
  readonly span: Span;
}

/** The label of where a thread has ended. */
const endLabel = '-1';
/** The label of where a jump to a label leads that does not exist. */
const astrayLabel = 'astray';

/**
 * Each command is one edge. The initialisation stores to main memory at once, and the others wait for its end. What
 * cannot be (the infeasible cubes) is judged by what the moving thread sees.
 */
export function toSystem(program: BooleanProgram): BooleanSystem {
  refuseDrawn(program);
  const init = at(program.threads, 0);
  const holders = new Holders(program, init.span, init.entry === init.end);
  const context: LoweringContext = { holders, possible: possibleStates(program, holders) };
  const lowered = program.threads.map((thread, i) => lowerThread(thread, i, context));
  const property =
    program.property === null ? null : lowerProperty(program.property, holders, program.threads);
  const system: System = {
    name: program.name,
    shared: holders.shared,
    locals: holders.locals,
    threads: lowered.map((l) => l.automaton),
    properties: property === null ? [] : [property],
    predicates: [],
  };
  const havocs = lowered.map((l) => l.havocs);
  return {
    system,
    property,
    assertions: (program.property?.parts ?? []).map((part) => ({
      formula: stateFormula(part.condition, holders),
      span: part.span,
    })),
    holders: holders.all,
    started: holders.started,
    localsArePrivate: !program.infeasible.some((cube) => mentionsLocal(cube, program)),
    executionOf: (run) => executionOf(program, havocs, run),
  };
}

interface LoweringContext {
  readonly holders: Holders;
  /** Holds in every state that is not infeasible. */
  readonly possible: Expr;
}

function possibleStates({ infeasible }: BooleanProgram, holders: Holders): Expr {
  return conjunction(infeasible.map((cube) => not(stateFormula(cube, holders))));
}

/** A formula about one state: nothing is drawn in it. */
function stateFormula(formula: Formula, holders: Holders): Expr {
  return expressionOf(formula, {
    read: (variable) => holders.read(variable),
    any: () => {
      throw new InternalError('a formula about a state has no *');
    },
  });
}

const mentionsLocal = (cube: Formula, { variables }: BooleanProgram): boolean =>
  [...variablesOf(cube)].some((id) => at(variables, id).thread !== null);

/** What is drawn anew each time it is looked at cannot be asserted. */
export function refuseDrawn({ property }: BooleanProgram): void {
  if (property !== null && atomsOf(property.condition).some(({ kind }) => kind === 'any'))
    unsupported('an assertion with * in it', property.span, 'say what must hold');
}

/** The property says nothing about states in which a thread has gone astray: nobody knows what those are. */
function lowerProperty(
  { kind, condition, span }: BooleanProperty,
  holders: Holders,
  threads: readonly BooleanThread[],
): Property {
  const formula = stateFormula(condition, holders);
  const astray = threads.flatMap((thread, i) =>
    thread.locations.some((l) => l.astray) ? [not(atLabel(threadId(i), null, astrayLabel))] : [],
  );
  return kind === 'final'
    ? { kind: 'final', name: 'final', formula, span, whenViolated: 'the assertion is false' }
    : {
        kind: 'invariant',
        name: 'always',
        formula: binary('->', conjunction([shared(holders.started), ...astray]), formula),
        span,
      };
}

interface LoweredThread {
  readonly automaton: Automaton;
  readonly havocs: readonly (readonly HavocSource[])[];
}

function lowerThread(thread: BooleanThread, position: number, context: LoweringContext): LoweredThread {
  const lowered = thread.commands.map((command) => lowerEdge(command, thread, position, context));
  const automaton: Automaton = {
    id: threadId(position),
    name: shownName(thread, position),
    locations: thread.locations.map((location) => lowerLocation(location, thread)),
    edges: lowered.map((l) => l.edge),
    entry: thread.entry,
    end: thread.end,
    span: thread.span,
  };
  return { automaton, havocs: lowered.map((l) => l.havocs) };
}

/** Threads are told apart by their position: the number in the text may be wrong. */
const shownName = ({ name }: BooleanThread, position: number): string =>
  /^\d+$/.test(name) ? `process ${position}` : name;

function lowerLocation(
  { id, label, atomic, astray, span }: BooleanLocation,
  { end }: BooleanThread,
): Location {
  const labels = label !== null ? [String(label)] : id === end ? [endLabel] : [];
  return { id, labels: astray ? [...labels, astrayLabel] : labels, atomic, span };
}

function lowerEdge(
  command: BooleanCommand,
  thread: BooleanThread,
  position: number,
  { holders, possible }: LoweringContext,
): { readonly edge: Edge; readonly havocs: readonly HavocSource[] } {
  const { id, from, to, span } = command;
  const isInit = position === 0;
  const lowered = lowerCommand(command, position, holders, isInit);
  const started = shared(holders.started);
  const ends: Action = { kind: 'store', shared: holders.started, index: null, value: truth, locked: true };
  const outside = isInit ? to === thread.end : !at(thread.locations, to).atomic;
  const actions: readonly Action[] = [
    ...(isInit ? [{ kind: 'lock' } as const] : []),
    ...(!isInit && from === thread.entry ? [{ kind: 'assume', cond: started } as const] : []),
    ...lowered.actions,
    ...(outside && possible !== truth ? [{ kind: 'assume', cond: possible } as const] : []),
    ...(isInit && to === thread.end ? [ends] : []),
  ];
  return { edge: { id: edgeId(id), from, to, actions, span }, havocs: lowered.havocs };
}

/** The same run on the system; `havocs` has for each thread and command what its havocs mean. */
function executionOf(
  program: BooleanProgram,
  havocs: readonly (readonly (readonly HavocSource[])[])[],
  run: BooleanRun,
): Execution {
  const values = new Map<BooleanId, boolean>();
  const steps = run.steps.map((step): Step => {
    const { updates } = at(at(program.threads, step.thread).commands, step.command);
    for (const [i, { target }] of updates.entries()) values.set(target, at(step.values, i));
    const havoc = at(at(havocs, step.thread), step.command).map((source) => drawn(source, step, values));
    return { kind: 'edge', thread: threadId(step.thread), edge: edgeId(step.command), havoc };
  });
  return { initial: { cells: new Map(), locals: new Map() }, steps };
}

/** `after` has the variables as they are after the step. */
function drawn(source: HavocSource, step: BooleanStep, after: ReadonlyMap<BooleanId, boolean>): bigint {
  switch (source.kind) {
    case 'any':
      return at(step.anys, source.index) ? 1n : 0n;
    case 'value':
      return at(step.values, source.update) ? 1n : 0n;
    case 'number': {
      const set = source.holder.digits.filter(({ variable }) => after.get(variable) === true);
      return BigInt(set.reduce((sum, { weight }) => sum + weight, 0));
    }
    default:
      return assertNever(source);
  }
}
