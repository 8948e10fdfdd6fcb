import type { Word } from '../../diagnostics/span.js';
import { checkModel } from '../../lang/dve/check-model.js';
import type { DveModel } from '../../lang/dve/dve-ast.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { unsupported } from '../../diagnostics/diagnostic.js';
import { implicitProperties } from '../../lang/program/implicit.js';
import type { ProcessTable } from '../../lang/dve/name-table.js';
import { getOrFail } from '../../support/invariant.js';
import { binary, conjunction, falsity } from '../../lang/expr/expr.js';
import type { Block, Program, Property, Stmt, Thread } from '../../lang/program/program.js';
import { ExprLowerer } from './exprs.js';
import type { OnlySc } from './step-effects.js';
import { TransitionLowerer } from './transitions.js';
import type { DveStep } from './transitions.js';
import { DveWorld } from './world.js';
import type { Actor } from './world.js';

/** `name` is that of the program. */
export function lowerWorld(world: DveWorld, name: string): Program {
  refuseSynchronous(world.model);
  const lowered = world.actors.map((actor) => lowerActor(actor, world));
  const onlySc = lowered.find((l) => l.onlySc !== null)?.onlySc ?? null;
  const program: Program = {
    name,
    shared: world.shared,
    locals: world.locals,
    threads: lowered.map((l) => l.thread),
    properties: world.actors.flatMap((actor) => assertsOf(actor, world)),
    predicates: [],
    ...(onlySc === null ? {} : { onlySc }),
  };
  // What is assigned is cut to its type, so ranges are never left.
  const never = world.table.property === null ? [] : [neverOf(world.table.property, world)];
  const implicit = implicitProperties(program).filter(({ kind }) => kind !== 'range');
  return { ...program, properties: [...program.properties, ...never, ...implicit] };
}

/** What the names of the model mean; null if the bag got errors. */
export function worldOf(model: DveModel, bag: DiagnosticBag): DveWorld | null {
  const table = checkModel(model, bag);
  return table === null ? null : new DveWorld(model, table);
}

function refuseSynchronous({ system, processes }: DveModel): void {
  const acting = processes.filter(({ name }) => name.text !== system.property?.text);
  if (system.mode === 'async' || acting.length === 1) return;
  unsupported('in a synchronous system all processes move at once', system.span, 'take system async');
}

interface LoweredActor {
  readonly thread: Thread;
  readonly onlySc: OnlySc | null;
}

function lowerActor(actor: Actor, world: DveWorld): LoweredActor {
  const { name, states, initial } = actor.table.process;
  const lowerer = new TransitionLowerer(world, actor);
  const steps = lowerer.steps();
  const base = { id: actor.thread, name: name.text, instances: { kind: 'one' }, span: name.span } as const;
  const thread: Thread =
    actor.place === null
      ? { ...base, body: bodyOf([initial, ...states.filter(({ text }) => text !== initial.text)], steps) }
      : { ...base, madeLabels: [around], body: loopOf(steps, name) };
  return { thread, onlySc: lowerer.onlySc };
}

/** Where the state is a variable, all transitions are offered all the time. */
const around = 'any_state';

function loopOf(steps: readonly DveStep[], name: Word): Block {
  const branches = steps.map(({ stmt }): Block => [stmt, jump(around, stmt)]);
  return offered(branches, around, name);
}

/** One label a state, the initial one first: a place of the automaton, which offers the transitions of the state. */
const bodyOf = (states: readonly Word[], steps: readonly DveStep[]): Block =>
  states.flatMap((state) => {
    const own = steps.filter(({ from }) => from.text === state.text);
    const branches = own.map(({ stmt, to }): Block => [stmt, jump(to.text, stmt)]);
    return offered(branches, state.text, state);
  });

function offered(branches: readonly Block[], label: string, { span }: Word): Block {
  const [first, ...more] = branches;
  // Who is here stays here, and has not ended.
  if (first === undefined) return [{ kind: 'assume', cond: falsity, labels: [label], span }];
  if (more.length > 0) return [{ kind: 'either', branches, labels: [label], span }];
  return first.map((stmt, i) => (i === 0 ? { ...stmt, labels: [label] } : stmt));
}

const jump = (target: string, { span }: Stmt): Stmt => ({ kind: 'goto', target, labels: [], span });

/** The process that is a property: no run of the system may be one that it accepts. */
function neverOf({ process, states }: ProcessTable, world: DveWorld): Property {
  const { name, accept, initial } = process;
  const formulas = new ExprLowerer(world, null);
  const numbered = (state: Word): number => getOrFail(states, state.text);
  return {
    kind: 'never',
    name: name.text,
    automaton: {
      states: process.states.map(({ text }) => ({
        name: text,
        accepting: accept.some((s) => s.text === text),
      })),
      initial: numbered(initial),
      edges: process.transitions.map(({ from, to, guards }) => ({
        from: numbered(from),
        to: numbered(to),
        guard: conjunction(guards.map((guard) => formulas.truth(guard))),
      })),
    },
    span: name.span,
  };
}

/** Named by the state: `P.q`; of several about one state the later ones are numbered. */
function assertsOf(actor: Actor, world: DveWorld): readonly Property[] {
  const { name, asserts } = actor.table.process;
  const view = new ExprLowerer(world, actor);
  const counts = new Map<string, number>();
  return asserts.map(({ state, cond }): Property => {
    const count = (counts.get(state.text) ?? 0) + 1;
    counts.set(state.text, count);
    const own = `${name.text}.${state.text}`;
    const { span } = cond;
    const isThere = view.truth({ kind: 'state', process: name, state, span });
    const formula = binary('->', isThere, view.truth(cond));
    return { kind: 'invariant', name: count === 1 ? own : `${own}#${count}`, formula, span };
  });
}
