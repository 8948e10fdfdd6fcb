import { unsupported } from '../../../diagnostics/diagnostic.js';
import { subexpressions } from '../../../lang/expr/expr.js';
import type { InitialChoice } from '../../../lang/run/execution.js';
import type { CellId, LocalId } from '../../../lang/expr/ids.js';
import { initialExprs } from '../../../lang/program/program.js';
import type { LocalVar } from '../../../lang/program/program.js';
import type { Cells, System } from '../../../lang/program/system.js';
import { defaultOf, fits, printType } from '../../../lang/expr/type.js';
import type { Type } from '../../../lang/expr/type.js';
import { initialValues } from '../../../lang/program/initial-values.js';
import { at } from '../../../support/invariant.js';
import { valuesLeftOpen } from './growth.js';
import type { NamedVariable } from './growth.js';
import { cellsReadBy, cellsThatMatter } from './open-cells.js';
import type { ThreadView } from './thread-view.js';

/** How a system may begin: of several ways, any one. */
export interface SystemBeginning {
  /** Null: any value of `anyCells`. */
  readonly memory: readonly (bigint | null)[];
  /** For each thread the values of its locals, by position, that it may begin with. */
  readonly locals: readonly (readonly (readonly bigint[])[])[];
}

const tooMany = 65_536;

/**
 * What has no initial value stays open, a cell as `any` and a local as several states to begin in, but for what other
 * initial values are computed from: each choice for these is a beginning of its own.
 */
export function beginningsOf(
  system: System,
  cells: Cells,
  views: readonly ThreadView[],
  matters: (view: ThreadView, position: number) => boolean,
): readonly SystemBeginning[] {
  const asked = readByInitialisers(system, cells);
  const important = cellsThatMatter(system, cells);
  const openCells = cells.all().filter((cell) => cells.variable(cell).init.kind === 'any');
  const choices = choicesFor(
    openCells
      .filter((cell) => asked.cells.has(cell))
      .map((cell) => ({ cell, named: namedCell(cell, cells) })),
    system.locals.filter((v) => v.init.kind === 'any' && asked.locals.has(v.id)),
  );
  return choices.map((choice) => {
    const values = initialValues(system, cells, choice);
    const memory = cells.all().map((cell) => {
      const isOpen = openCells.includes(cell) && !asked.cells.has(cell);
      if (isOpen) return initialOfOpen(cells.variable(cell), important.has(cell));
      return checked(namedCell(cell, cells), at(values.cells, cell));
    });
    const locals = views.map((view) =>
      product(
        view.locals.map((variable, position) => {
          if (!matters(view, position)) return [0n];
          const isOpen = variable.init.kind === 'any' && !asked.locals.has(variable.id);
          return isOpen
            ? valuesLeftOpen(variable, 'has no initial value')
            : [checked(variable, at(values.locals, variable.id))];
        }),
        view.automaton.name,
      ),
    );
    return { memory, locals };
  });
}

/** Null: any. An unbounded integer that is written before it is read need not be refused. */
const initialOfOpen = ({ type }: { readonly type: Type }, matters: boolean): bigint | null =>
  matters || type.kind !== 'int' ? null : defaultOf(type);

/** All values of a cell that may begin with any of them. */
export const anyValues = (cell: CellId, cells: Cells): readonly bigint[] =>
  valuesLeftOpen(namedCell(cell, cells), 'has no initial value');

const namedCell = (cell: CellId, cells: Cells): NamedVariable => ({
  ...cells.variable(cell),
  name: cells.nameOf(cell),
});

function checked({ name, type, span }: NamedVariable, value: bigint): bigint {
  if (fits(type, value)) return value;
  return unsupported(
    `the initial value ${value} of '${name}' is not of its type ${printType(type)}`,
    span,
    'initialise it with a value of its type',
  );
}

interface AskedState {
  readonly cells: ReadonlySet<CellId>;
  readonly locals: ReadonlySet<LocalId>;
}

function readByInitialisers(system: System, cells: Cells): AskedState {
  const exprs = [...system.shared, ...system.locals].flatMap((v) => initialExprs(v.init));
  return {
    cells: new Set(exprs.flatMap((e) => cellsReadBy(e, system, cells))),
    locals: new Set(
      exprs.flatMap((e) => [...subexpressions(e)].flatMap((p) => (p.kind === 'local' ? [p.local] : []))),
    ),
  };
}

function choicesFor(
  cells: readonly { readonly cell: CellId; readonly named: NamedVariable }[],
  locals: readonly LocalVar[],
): readonly InitialChoice[] {
  const why = 'has no initial value';
  const lists = [...cells.map((c) => c.named), ...locals].map((named) => valuesLeftOpen(named, why));
  return product(lists, 'the program').map((values) => ({
    cells: new Map(cells.map(({ cell }, i) => [cell, at(values, i)])),
    locals: new Map(locals.map(({ id }, i) => [id, at(values, cells.length + i)])),
  }));
}

/** All ways to take one value of each list. */
function product(lists: readonly (readonly bigint[])[], whose: string): readonly (readonly bigint[])[] {
  if (lists.reduce((n, list) => n * list.length, 1) > tooMany) {
    return unsupported(
      `${whose} may begin in more than ${tooMany} ways, which is too many for the dual engine`,
      null,
      'initialise the variables that need not be open',
    );
  }
  return lists.reduce<readonly (readonly bigint[])[]>(
    (vectors, list) => vectors.flatMap((vector) => list.map((value) => [...vector, value])),
    [[]],
  );
}
