import { assertNever, at } from '../../support/invariant.js';
import type { Expr } from '../expr/expr.js';
import { printExpr } from './print.js';
import type { Action, Automaton, Edge, Location, System } from './system.js';

/** Automata as text, one line a location and one an edge; for goldens, --verbose and bug reports. */
export function printSystem(system: System): string {
  return system.threads.map((thread) => printAutomaton(system, thread)).join('\n');
}

function printAutomaton(system: System, thread: Automaton): string {
  const lines = [`automaton ${thread.name}`];
  for (const location of thread.locations) {
    lines.push(`  ${location.id}${notes(thread, location)}`);
    for (const edge of thread.edges.filter((e) => e.from === location.id)) {
      lines.push(`    ${printEdge(system, thread, edge)} -> ${edge.to}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function notes(thread: Automaton, location: Location): string {
  const facts = [
    location.labels.length === 0 ? null : `[${location.labels.join(' ')}]`,
    location.id === thread.entry ? 'entry' : null,
    location.id === thread.end ? 'end' : null,
    location.atomic ? 'atomic' : null,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? '' : ` ${facts.join(' ')}`;
}

/** All that an edge does. */
export const printEdge = (system: System, thread: Automaton, { actions }: Edge): string =>
  actions.map((action) => printAction(system, thread, action)).join('; ') || 'skip';

/** As in `store x = 1`. */
export function printAction(system: System, thread: Automaton, action: Action): string {
  const text = (expr: Expr): string => printExpr(expr, system, thread.id);
  switch (action.kind) {
    case 'assume':
      return `assume ${text(action.cond)}`;
    case 'assign':
      return `${at(system.locals, action.local).name} = ${text(action.value)}`;
    case 'store': {
      const { name } = at(system.shared, action.shared);
      const place = action.index === null ? name : `${name}[${text(action.index)}]`;
      return `store ${place} = ${text(action.value)}${action.locked ? ' locked' : ''}`;
    }
    case 'fence':
      return action.fence === 'ww' ? 'fence(ww)' : 'fence';
    case 'lock':
      return 'lock';
    case 'havoc':
      return `havoc ${at(system.locals, action.local).name}`;
    case 'assert':
      return `assert ${text(action.cond)}`;
    default:
      return assertNever(action);
  }
}
