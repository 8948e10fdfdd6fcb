import type { DveExpr, DveModel } from '../dve-ast.js';
import { holdingStates, isCommitted } from '../committed.js';
import { not, word } from '../make.js';
import type { DveTable } from '../name-table.js';

/** The model with guards in place of `commit`: while a process is in such a state and has a way out, others wait. */
export function withoutCommit(model: DveModel, table: DveTable): DveModel {
  const holding = model.processes.map((process) => ({
    process,
    states: holdingStates(process, model.processes, table),
  }));
  return {
    ...model,
    processes: model.processes.map((process) => {
      const others = holding.filter((other) => other.process !== process);
      const isFree = others.flatMap(({ process: { name }, states }) =>
        states.map((state): DveExpr =>
          not({ kind: 'state', process: name, state: word(state), span: name.span }),
        ),
      );
      const transitions = process.transitions.map((t) =>
        isCommitted(process, t.from) || isFree.length === 0 ? t : { ...t, guards: [...isFree, ...t.guards] },
      );
      return { ...process, commit: [], transitions };
    }),
  };
}
