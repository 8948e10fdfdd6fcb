import { binary, equal, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { System } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import type { Predicate, RuleNumber } from '../predicate.js';
import { typeOf } from './buffer-variables.js';
import type { Count, BufferVariables } from './buffer-variables.js';

/**
 * Rules 1 and 8: how many writes to a place, or in the thread's one queue, wait, for each number that there can be (the paper
 * starts at 1, but its lists have 0). There is no predicate for an overflow: that is an error of the program. Where the counts
 * are control there is nothing to add. Of one queue also which of the cells that the thread writes each entry is for. The
 * paper has no types: where a cell holds less than an entry, it also matters whether what the entry holds is within the limits.
 */
export const generic = (buffer: BufferVariables, system: System, rule: RuleNumber): readonly Predicate[] =>
  [
    ...buffer.counts.flatMap(countValues),
    ...buffer.targets.flatMap(({ variable, cells }) =>
      cells.map((_, number) => equal(variable, int(number))),
    ),
    ...cellLimits(buffer, system),
  ].map((formula) => ({ formula, origin: { rule, from: null } }));

function cellLimits({ entries, written }: BufferVariables, system: System): readonly Expr[] {
  return entries
    .filter(({ cell }) => cell === null)
    .flatMap(({ variable }) => written.flatMap((cell) => limits(variable, typeOf(cell, system), system)));
}

/** That the variable is of the type, as far as its own does not say so. Truth values are coded, and always fit. */
function limits(variable: Expr, type: Type, system: System): readonly Expr[] {
  const own = typeOf(variable, system);
  if (type.kind !== 'range' || own.kind === 'bool') return [];
  const reaches = (value: bigint): boolean => own.kind === 'int' || (own.lo <= value && value <= own.hi);
  return [
    ...(reaches(type.lo - 1n) ? [binary('>=', variable, int(type.lo))] : []),
    ...(reaches(type.hi + 1n) ? [binary('<=', variable, int(type.hi))] : []),
  ];
}

const countValues = ({ variable, bound }: Count): readonly Expr[] =>
  Array.from({ length: bound + 1 }, (_, i) => equal(variable, int(i)));
