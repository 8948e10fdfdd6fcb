import { printExpr } from '../../lang/program/print.js';
import { printEdge } from '../../lang/program/print-system.js';
import { initialExpr } from '../../lang/program/program.js';
import type { LocalVar, SharedVar } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Automaton, Location, System } from '../../lang/program/system.js';
import { printType } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import { StateNames } from '../../lang/program/state-names.js';

/** What a program means, line by line: its variables, and for each thread its locations and edges with their numbers. */
export function automataText(system: System): readonly string[] {
  const names = new StateNames(system);
  return [
    ...system.shared.map((variable) => sharedText(system, variable)),
    ...system.locals.map((local) => localText(system, local, names.ofLocal(local.id))),
    ...system.threads.flatMap((thread) => threadText(system, thread, at(names.threads, thread.id))),
  ];
}

function sharedText(system: System, variable: SharedVar): string {
  const { name, type, shape } = variable;
  const length = lengthOf(variable);
  const cells = shape.kind === 'scalar' ? '' : `[${length}]`;
  const values = Array.from({ length }, (_, i) => initialText(system, variable, i));
  const [first = '?'] = values;
  const shown = values.every((value) => value === first) ? first : `{ ${values.join(', ')} }`;
  return `shared ${printType(type)} ${name}${cells} = ${shown}${variable.buffered === false ? ' unbuffered' : ''}`;
}

const localText = (system: System, local: LocalVar, name: string): string =>
  `local ${printType(local.type)} ${name} = ${initialText(system, local, 0)}`;

function initialText(system: System, { init }: Pick<SharedVar, 'init'>, cell: number): string {
  const value = initialExpr(init, cell);
  return value === null ? 'any' : printExpr(value, system, null);
}

const threadText = (system: System, thread: Automaton, name: string): readonly string[] => [
  `thread ${name}: begins at ${thread.entry}, ends at ${thread.end}`,
  ...thread.locations.flatMap((location) => locationText(location)),
  ...thread.edges.map(
    (edge) => `  edge ${edge.id}: ${edge.from} -> ${edge.to}: ${printEdge(system, thread, edge)}`,
  ),
];

const locationText = ({ id, labels, atomic }: Location): readonly string[] =>
  labels.length === 0 && !atomic
    ? []
    : [`  location ${id}:${labels.length === 0 ? '' : ` ${labels.join(' ')}`}${atomic ? ' atomic' : ''}`];
