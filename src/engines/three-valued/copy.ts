import type { BooleanValue } from '../../lang/boolean/boolean-program.js';
import type { Formula } from '../../lang/boolean/boolean-formula.js';

/** The literal that the value is the same as: `choose(x, !x)` and `x` make a copy. Unknown stays unknown, but the same unknown. */
export function copyOf(value: BooleanValue): Extract<Formula, { kind: 'literal' }> | null {
  if (value.kind === 'formula') return value.formula.kind === 'literal' ? value.formula : null;
  const { yes, no } = value;
  const isCopy =
    yes.kind === 'literal' &&
    no.kind === 'literal' &&
    yes.variable === no.variable &&
    yes.positive !== no.positive;
  return isCopy ? yes : null;
}
