import type { Span } from '../../../diagnostics/span.js';
import type { CellId, LocalId, SharedId, ThreadId } from '../../../lang/expr/ids.js';
import { cellId, localId } from '../../../lang/expr/ids.js';
import { intervalOfType } from '../../../lang/expr/interval.js';
import type { Interval } from '../../../lang/expr/interval.js';
import type { Init } from '../../../lang/program/program.js';
import { Cells, lengthOf } from '../../../lang/program/system.js';
import type { System } from '../../../lang/program/system.js';
import type { Type } from '../../../lang/expr/type.js';
import { at } from '../../../support/invariant.js';
import { asDoubles } from './doubles.js';

/** One integer or truth value of a state: a memory cell or a local. */
export interface PackedVariable {
  /** Its position in `PackedVariables.all`. */
  readonly index: number;
  /** `x`, `flag[0]`, `P.r`. */
  readonly name: string;
  readonly type: Type;
  /** The values of its type. */
  readonly domain: Interval;
  readonly place: VariablePlace;
  readonly init: Init;
  readonly span: Span;
}

type VariablePlace =
  | { readonly kind: 'cell'; readonly cell: CellId; readonly shared: SharedId }
  | { readonly kind: 'local'; readonly local: LocalId; readonly thread: ThreadId };

/** The memory cells and locals of a system under one numbering: cells first. */
export class PackedVariables {
  readonly cells: Cells;
  readonly all: readonly PackedVariable[];

  constructor(readonly system: System) {
    this.cells = new Cells(system.shared);
    const cellVariables = this.cells.all().map((cell) => cellVariable(this.cells, cell));
    const locals = system.locals.map((_, i) => localVariable(system, localId(i), cellVariables.length + i));
    this.all = [...cellVariables, ...locals];
  }

  ofCell(cell: CellId): PackedVariable {
    return at(this.all, cell);
  }

  ofLocal(local: LocalId): PackedVariable {
    return at(this.all, this.cells.count + local);
  }

  /** The cells of a shared variable, in order. */
  ofShared(shared: SharedId): readonly PackedVariable[] {
    const first = this.cells.cell(shared, 0);
    return this.all.slice(first, first + lengthOf(at(this.system.shared, shared)));
  }
}

function cellVariable(cells: Cells, cell: CellId): PackedVariable {
  const { id, type, init, span } = cells.variable(cell);
  return {
    index: cell,
    name: cells.nameOf(cell),
    type,
    domain: asDoubles(intervalOfType(type)),
    place: { kind: 'cell', cell: cellId(cell), shared: id },
    init,
    span,
  };
}

function localVariable(system: System, id: LocalId, index: number): PackedVariable {
  const { name, thread, type, init, span } = at(system.locals, id);
  return {
    index,
    name: `${at(system.threads, thread).name}.${name}`,
    type,
    domain: asDoubles(intervalOfType(type)),
    place: { kind: 'local', local: id, thread },
    init,
    span,
  };
}
