import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Automaton, Edge, Location, System } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import type {
  Command,
  CommandProgram,
  CommandThread,
  CommandUpdate,
  StateProperty,
} from '../command-program.js';
import { initialConditions } from './initial-conditions.js';
import { deadVariables, privateVariables } from './command-liveness.js';
import { scalarFormula } from './scalars.js';
import { InputSupply, typesOf, variablesIn } from './command-variables.js';
import { waysThrough } from './ways.js';
import type { EdgeWay, CommandWorld } from './ways.js';

const nothing: ReadonlySet<Expr> = new Set();

/** Beyond this many commands a program is refused. */
const maxCommands = 500_000;

/**
 * A system that runs under SC as guarded parallel commands. Each edge becomes one command for each way through its actions,
 * and one for each way in which it violates an assert or an implicit property. In a state before an edge, the guards of at
 * most one of its commands that move hold. What is written to variables that are dead afterwards is left out; so are
 * steps to where nothing can follow and nothing is read (the place of an overflow). Unless it `forgets`, no variable is dead.
 */
export function toCommands(system: System, { forgets = true } = {}): CommandProgram {
  const variables = variablesIn(system);
  const inputs = new InputSupply(system);
  const declared = typesOf({ system, variables, inputs: [] });
  const typeOf = (variable: Expr): Type => inputs.typeOf(variable) ?? declared(variable);
  const world: CommandWorld = { system, inputs, typeOf };
  const stateProperties = system.properties.flatMap((property): readonly StateProperty[] =>
    property.kind === 'invariant' || property.kind === 'final'
      ? [{ property, formula: scalarFormula(system, property.formula) }]
      : [],
  );
  let count = 0;
  const drafts = system.threads.map((thread) => {
    const commands = commandsOf(world, thread);
    count += commands.length;
    if (count > maxCommands)
      unsupported(`the program has more than ${maxCommands} commands`, thread.span, 'try a smaller --bound');
    return commands;
  });
  const shared = privateVariables(variables, drafts, system.properties);
  const threads = system.threads.map((thread, i) => {
    const dead = deadVariables(thread, at(drafts, i), forgets ? at(shared, i) : nothing);
    return threadOf(thread, at(drafts, i), dead);
  });
  return {
    ...{ system, variables, threads, stateProperties },
    inputs: inputs.all(),
    initial: initialConditions(system, variables),
  };
}

function threadOf(
  thread: Automaton,
  drafts: readonly Command[],
  dead: readonly ReadonlySet<Expr>[],
): CommandThread {
  const { id, name, locations, entry, end } = thread;
  const commands = drafts.map((draft): Command => {
    const deadThen = at(dead, draft.to);
    return { ...draft, updates: draft.updates.filter((u) => !deadThen.has(u.variable)) };
  });
  return { id, name, locations, entry, end, commands, dead };
}

function commandsOf(world: CommandWorld, thread: Automaton): readonly Command[] {
  const leaves = new Set(thread.edges.map((e) => e.from));
  const leadsNowhere = ({ id, atomic }: Location): boolean => atomic && id !== thread.end && !leaves.has(id);
  return thread.edges.flatMap((edge) => {
    const stops = leadsNowhere(at(thread.locations, edge.to));
    return waysThrough(world, edge).flatMap((way) => [
      ...(way.fault !== null || stops ? [] : [moving(thread, edge, way)]),
      ...violating(thread, edge, way),
    ]);
  });
}

function moving(thread: Automaton, edge: Edge, way: EdgeWay): Command {
  const updates = [...way.written].flatMap(([variable, value]): readonly CommandUpdate[] =>
    value === variable ? [] : [{ variable, value: way.facts.settled(value) }],
  );
  return { ...base(thread, edge, way), guard: way.facts.essential(), updates, end: { kind: 'moves' } };
}

function violating(thread: Automaton, edge: Edge, way: EdgeWay): readonly Command[] {
  const command = (guard: readonly Expr[], property: string): Command => ({
    ...base(thread, edge, way),
    ...{ guard, updates: [], end: { kind: 'violates', property } },
  });
  const failed = way.asserts.flatMap(({ property, fails }) => {
    const facts = way.facts.assumeAll(fails);
    return facts === null ? [] : [command(facts.essential(), property)];
  });
  return way.fault === null ? failed : [...failed, command(way.facts.essential(), way.fault)];
}

const base = (thread: Automaton, { id, from, to, span }: Edge, { drawn }: EdgeWay) => ({
  ...{ thread: thread.id, edge: id, from, to, span, drawn },
});
