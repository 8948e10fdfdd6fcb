import type { CellValue, DualProgram, Op, GlobalTarget } from '../../../src/engines/dual/dual-program.js';
import { at } from '../../../src/support/invariant.js';

/** For messages: one line for each thing. */
export function printDual(program: DualProgram): string {
  const names = program.cells.map(({ name }) => name);
  return [
    `cells ${program.cells.map(({ name, values }) => `${name}:${values.length}`).join(' ')}`,
    ...program.beginnings.map(
      ({ memory, states }) =>
        `begin ${memory.map((value, cell) => `${at(names, cell)}=${value ?? '*'}`).join(' ')}; states ${JSON.stringify(states)}`,
    ),
    ...program.kinds.flatMap(({ name, count, states, transitions }) => [
      `kind ${name} (${count ?? 'any number'}), ${states} states`,
      ...transitions.map(({ from, to, op }) => `  ${from} -> ${to}: ${printOp(op, names)}`),
    ]),
  ].join('\n');
}

export function printTarget(program: DualProgram, { processes, memory }: GlobalTarget): string {
  const names = program.cells.map(({ name }) => name);
  return [
    ...processes.map(({ kind, states }) => `${at(program.kinds, kind).name} at ${states.join('/')}`),
    ...(memory.length > 0 ? [printValues(memory, names)] : []),
  ].join(', ');
}

function printOp(op: Op, names: readonly string[]): string {
  switch (op.kind) {
    case 'read':
      return `read ${printValues(op.reads, names)}`;
    case 'write':
      return `write ${printValues([op], names)}`;
    case 'locked':
      return `locked ${printValues(op.reads, names)} / ${printValues(op.writes, names)}`;
  }
}

function printValues(values: readonly CellValue[], names: readonly string[]): string {
  return values.length === 0 ? '-' : values.map(({ cell, value }) => `${at(names, cell)}=${value}`).join(' ');
}
