import { expressionsRead } from '../../../lang/program/actions.js';
import { subexpressions } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { constantValue } from '../../../lang/expr/constant.js';
import type { CellId, SharedId } from '../../../lang/expr/ids.js';
import { propagate } from '../../../lang/program/liveness.js';
import { lengthOf } from '../../../lang/program/system.js';
import type { Action, Automaton, Cells, System } from '../../../lang/program/system.js';
import { at } from '../../../support/invariant.js';

/**
 * The cells whose initial value may be read. One that a single thread uses, which writes it before it reads it on every
 * path, may as well begin with any fixed value.
 */
export function cellsThatMatter(system: System, cells: Cells): ReadonlySet<CellId> {
  const found = new Set(
    system.properties.flatMap((p) => ('formula' in p ? cellsReadBy(p.formula, system, cells) : [])),
  );
  const users = new Map<CellId, number>();
  for (const thread of system.threads) {
    for (const cell of readBeforeWritten(thread, system, cells)) found.add(cell);
    for (const cell of usedBy(thread, system, cells)) users.set(cell, (users.get(cell) ?? 0) + 1);
  }
  for (const [cell, count] of users) if (count > 1) found.add(cell);
  return found;
}

/** The cells that an expression may read. */
export function cellsReadBy(expr: Expr, system: System, cells: Cells): readonly CellId[] {
  return [...subexpressions(expr)].flatMap((e) =>
    e.kind === 'shared' ? cellsTouched(e.shared, e.index, system, cells) : [],
  );
}

function cellsTouched(shared: SharedId, index: Expr | null, system: System, cells: Cells): readonly CellId[] {
  const length = lengthOf(at(system.shared, shared));
  const fixed = index === null ? 0n : constantValue(index);
  if (typeof fixed === 'bigint')
    return fixed >= 0n && fixed < BigInt(length) ? [cells.cell(shared, Number(fixed))] : [];
  return Array.from({ length }, (_, i) => cells.cell(shared, i));
}

function usedBy({ edges }: Automaton, system: System, cells: Cells): ReadonlySet<CellId> {
  const actions = edges.flatMap((e) => e.actions);
  return new Set(actions.flatMap((a) => [...readBy(a, system, cells), ...writtenBy(a, system, cells)]));
}

const readBy = (action: Action, system: System, cells: Cells): readonly CellId[] =>
  expressionsRead(action).flatMap((e) => cellsReadBy(e, system, cells));

const writtenBy = (action: Action, system: System, cells: Cells): readonly CellId[] =>
  action.kind === 'store' ? cellsTouched(action.shared, action.index, system, cells) : [];

/** The cells that are live at the entry of a thread. */
function readBeforeWritten(thread: Automaton, system: System, cells: Cells): ReadonlySet<CellId> {
  const live = thread.locations.map(() => new Set<CellId>());
  propagate(live, thread.edges, ({ actions }, after) => {
    const before = new Set(after);
    for (const action of actions.toReversed()) {
      const [written, ...others] = writtenBy(action, system, cells);
      if (written !== undefined && others.length === 0) before.delete(written);
      for (const cell of readBy(action, system, cells)) before.add(cell);
    }
    return before;
  });
  return at(live, thread.entry);
}
