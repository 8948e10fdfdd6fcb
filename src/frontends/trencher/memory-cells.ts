import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { sharedId } from '../../lang/expr/ids.js';
import { empty, everything, hull, intervalOf } from '../../lang/expr/interval.js';
import type { Interval } from '../../lang/expr/interval.js';
import { intType } from '../../lang/expr/type.js';
import type { LocalVar, SharedVar, Stmt, Thread } from '../../lang/program/program.js';
import { VariableValues, intervalDomain } from '../../lang/program/variable-values.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import type { Span } from '../../diagnostics/span.js';
import type { TrnExpr, TrnProgram } from './ast.js';

/** The memory is one array. */
export const memoryId = sharedId(0);

/** As many cells as Trencher's manual gives a program that does not say how many it wants. */
const usualSize = 10n;

/** Programs with more are out of reach of every engine. */
const maxSize = 10_000n;

export const memoryOf = (name: string, length: number, span: Span): SharedVar => ({
  ...{ id: memoryId, name, type: intType, shape: { kind: 'array', length } },
  ...{ init: { kind: 'value', value: int(0) }, span },
});

/** How many cells the program may use; null, with a report, if that cannot be. */
export function sizeOf(
  { memorySize }: TrnProgram,
  constants: readonly ConstantAddress[],
  bag: DiagnosticBag,
): number | null {
  if (memorySize !== null && (memorySize.value < 1n || memorySize.value > maxSize)) {
    bag.report('E303', memorySize.span, `memory_size takes a number from 1 to ${maxSize}`);
    return null;
  }
  const largest = memorySize === null ? maxSize : memorySize.value;
  for (const { value, address } of constants)
    if (value < 0n || value >= largest)
      bag.report(
        'E304',
        address.span,
        `there is no cell ${value}`,
        memorySize === null
          ? `Cells are numbered from 0 to ${maxSize - 1n}.`
          : `memory_size gives the cells from 0 to ${largest - 1n}.`,
      );
  const used = constants.reduce((most, { value }) => (value > most ? value : most), 0n) + 1n;
  if (memorySize !== null) return Number(memorySize.value);
  return bag.hasErrors ? null : Number(used > usualSize ? used : usualSize);
}

export interface ConstantAddress {
  readonly value: bigint;
  readonly address: TrnExpr;
}

/** An interval with all addresses that the threads can come to; what lies outside of the array is not accessed. */
export function addressesOf(
  threads: readonly Thread[],
  memory: SharedVar,
  locals: readonly LocalVar[],
): Interval {
  const statements = threads.flatMap((thread) => [...everyStatement(thread.body)]);
  const assignments = statements.flatMap((stmt) => (stmt.kind === 'assign' ? [stmt] : []));
  const domain = intervalDomain(
    () => empty,
    intervalOf,
    () => everything,
  );
  const { known } = new VariableValues({ shared: [memory], locals }, domain, assignments, true);
  return statements
    .flatMap((stmt) => (stmt.kind === 'assign' ? indicesIn(stmt) : []))
    .reduce((all: Interval, index) => hull(all, intervalOf(index, known)), empty);
}

/** Of the cells that an assignment writes and reads: nothing else accesses memory, and it reads one cell at most. */
function indicesIn({ target, value }: Extract<Stmt, { kind: 'assign' }>): readonly Expr[] {
  const places = [target, value].flatMap((part) => (part.kind === 'shared' ? [part.index] : []));
  return places.filter((index) => index !== null);
}
