import { lengthOf } from '../../lang/program/system.js';
import type { Action, Automaton, Edge } from '../../lang/program/system.js';
import type { MemoryModel } from '../../memory/model.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { assertNever, at } from '../../support/invariant.js';
import type { Coordinates } from './coordinates.js';

/** What may change where a thread takes an edge; where it enters an atomic section, whatever the thread can change. */
export function touchedBy(
  coordinates: Coordinates,
  thread: Automaton,
  edge: Edge,
  model: MemoryModel,
): readonly number[] {
  const place = coordinates.place(thread.id);
  const by = ({ actions }: Edge): readonly number[] =>
    actions.flatMap((action) => touchedByAction(coordinates, thread, action, model));
  if (!at(thread.locations, edge.to).atomic) return [place, ...by(edge)];
  // Own writes may leave the buffer inside.
  const cells = coordinates.cells.all().map((cell) => coordinates.cell(cell));
  return [place, coordinates.buffer(thread.id), ...cells, ...thread.edges.flatMap(by)];
}

function touchedByAction(
  coordinates: Coordinates,
  { id }: Automaton,
  action: Action,
  model: MemoryModel,
): readonly number[] {
  switch (action.kind) {
    case 'assign':
    case 'havoc':
      return [coordinates.local(action.local)];
    case 'store': {
      if (!action.locked && hasBuffers(model)) return [coordinates.buffer(id)];
      const length = lengthOf(at(coordinates.system.shared, action.shared));
      return Array.from({ length }, (_, i) => coordinates.cell(coordinates.cells.cell(action.shared, i)));
    }
    case 'fence':
      return action.fence === 'full' ? [] : [coordinates.buffer(id)];
    case 'assume':
    case 'assert':
    case 'lock':
      return [];
    default:
      return assertNever(action);
  }
}
