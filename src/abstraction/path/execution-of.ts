import type { Expr } from '../../lang/expr/expr.js';
import type { Execution } from '../../lang/run/execution.js';
import type { CellId, LocalId } from '../../lang/expr/ids.js';
import { Cells } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import type { CommandPath, CommandProgram } from '../command-program.js';
import type { PathValues } from '../abstraction-request.js';

/** The run of the program's system that a path is, with these values. */
export function executionOf(
  { system }: Pick<CommandProgram, 'system'>,
  path: CommandPath,
  values: PathValues,
): Execution {
  const cells = new Map<CellId, bigint>();
  const locals = new Map<LocalId, bigint>();
  for (const [variable, value] of values.initial) {
    if (!isChosen(system, variable)) continue;
    if (variable.kind === 'local') locals.set(variable.local, value);
    if (variable.kind === 'shared') cells.set(cellOf(system, variable), value);
  }
  return {
    initial: { cells, locals },
    steps: path.map(({ thread, edge }, i) => ({
      ...{ kind: 'edge', thread, edge },
      havoc: at(values.drawn, i),
    })),
  };
}

/** Whether the initial value of the variable is a choice: it has no initialiser. */
export function isChosen(system: System, variable: Expr): boolean {
  if (variable.kind === 'local') return system.locals[variable.local]?.init.kind === 'any';
  return variable.kind === 'shared' && at(system.shared, variable.shared).init.kind === 'any';
}

function cellOf({ shared }: System, { shared: id, index }: Extract<Expr, { kind: 'shared' }>): CellId {
  return new Cells(shared).cell(id, index?.kind === 'int' ? Number(index.value) : 0);
}
