import type { BooleanCommand } from './boolean-program.js';
import type { Formula } from './boolean-formula.js';

/** Whatever the values are, the guard of one of these commands holds. As far as can be seen without solving anything. */
export const someGuardHolds = (commands: readonly BooleanCommand[]): boolean =>
  commands.some(
    ({ guard }, i) => isTrue(guard) || commands.slice(0, i).some((other) => areOpposite(guard, other.guard)),
  );

const isTrue = (formula: Formula): boolean => formula.kind === 'constant' && formula.value;

function areOpposite(a: Formula, b: Formula): boolean {
  if (a.kind === 'literal' && b.kind === 'literal')
    return a.variable === b.variable && a.positive !== b.positive;
  return (a.kind === 'not' && a.part === b) || (b.kind === 'not' && b.part === a);
}
