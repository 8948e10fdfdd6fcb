import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { SharedId } from '../../lang/expr/ids.js';
import type { Property } from '../../lang/program/program.js';
import type { Automaton } from '../../lang/program/system.js';
import { propagate } from '../../lang/program/liveness.js';
import { remembered } from '../../support/remembered.js';
import { isVariable, variablesOf } from '../../lang/expr/substitute.js';
import type { Command, CommandVariable } from '../command-program.js';

type Commands = readonly Pick<Command, 'from' | 'to' | 'guard' | 'updates' | 'end'>[];

/** For each thread the variables that only its commands mention, and no property does. */
export function privateVariables(
  variables: readonly CommandVariable[],
  threads: readonly Commands[],
  properties: readonly Property[],
): readonly ReadonlySet<Expr>[] {
  const isPublic = spokenOf(properties);
  const mentioned = threads.map((commands) => mentionedIn(commands));
  return mentioned.map((own, thread) => {
    const elsewhere = (variable: Expr): boolean => mentioned.some((m, t) => t !== thread && m.has(variable));
    const all = variables.map(({ expr }) => expr);
    return new Set(all.filter((v) => own.has(v) && !isPublic(v) && !elsewhere(v)));
  });
}

function mentionedIn(commands: Commands): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  for (const { guard, updates } of commands) {
    for (const part of guard) addAll(found, variablesOf(part));
    for (const { variable, value } of updates) addAll(found.add(variable), variablesOf(value));
  }
  return found;
}

function addAll<T>(set: Set<T>, items: Iterable<T>): void {
  for (const item of items) set.add(item);
}

/** Whether a property may read the variable: with a computed index that is any cell of the array. */
function spokenOf(properties: readonly Property[]): (variable: Expr) => boolean {
  const variables = new Set<Expr>();
  const arrays = new Set<SharedId>();
  for (const property of properties) {
    if (!('formula' in property)) continue;
    for (const part of subexpressions(property.formula)) {
      if (isVariable(part)) variables.add(part);
      else if (part.kind === 'shared') arrays.add(part.shared);
    }
  }
  return (variable) => variables.has(variable) || (variable.kind === 'shared' && arrays.has(variable.shared));
}

/**
 * For each location those of the variables that are dead there: on every way from there they are written before they are
 * read, where what is written to a dead variable is not read for it.
 */
export function deadVariables(
  { locations }: Pick<Automaton, 'locations'>,
  commands: Commands,
  variables: ReadonlySet<Expr>,
): readonly ReadonlySet<Expr>[] {
  const live = liveVariables(locations.length, commands, variables);
  const sets = new Map<string, ReadonlySet<Expr>>();
  const list = [...variables];
  return live.map((here) => {
    const key = list.map((v) => (here.has(v) ? '1' : '0')).join('');
    return remembered(sets, key, () => new Set(list.filter((v) => !here.has(v))));
  });
}

function liveVariables(
  places: number,
  commands: Commands,
  variables: ReadonlySet<Expr>,
): readonly ReadonlySet<Expr>[] {
  const live = Array.from({ length: places }, () => new Set<Expr>());
  const edges = commands.map((command) => ({ ...command, ...usesOf(command, variables) }));
  propagate(live, edges, ({ end, always, writes }, after) => {
    if (end.kind !== 'moves') return always;
    return [...always, ...[...after].flatMap((variable) => [...(writes.get(variable) ?? [variable])])];
  });
  return live;
}

interface Uses {
  /** Read whatever is live afterwards: by the guard, or for what others may see. */
  readonly always: ReadonlySet<Expr>;
  /** For each of the variables that is written, what is read for it. */
  readonly writes: ReadonlyMap<Expr, ReadonlySet<Expr>>;
}

function usesOf({ guard, updates }: Pick<Command, 'guard' | 'updates'>, variables: ReadonlySet<Expr>): Uses {
  const always = new Set<Expr>();
  const writes = new Map<Expr, ReadonlySet<Expr>>();
  const readIn = (expr: Expr): ReadonlySet<Expr> =>
    new Set([...variablesOf(expr)].filter((v) => variables.has(v)));
  for (const part of guard) addAll(always, readIn(part));
  for (const { variable, value } of updates) {
    if (variables.has(variable)) writes.set(variable, readIn(value));
    else addAll(always, readIn(value));
  }
  return { always, writes };
}
