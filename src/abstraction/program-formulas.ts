import { equal, subexpressions } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import type { CommandProgram } from './command-program.js';

/** All that a program says: of its start, of its steps (updates as equations), and in its properties. */
export const formulasOf = ({ threads, stateProperties, initial }: CommandProgram): readonly Expr[] => [
  ...initial,
  ...threads.flatMap(({ commands }) =>
    commands.flatMap(({ guard, updates }) => [...guard, ...updates.map((u) => equal(u.variable, u.value))]),
  ),
  ...stateProperties.map(({ formula }) => formula),
];

/** The numbers that a program mentions. */
export function constantsIn(program: CommandProgram): ReadonlySet<bigint> {
  const found = new Set<bigint>();
  for (const formula of formulasOf(program))
    for (const part of subexpressions(formula)) if (part.kind === 'int') found.add(part.value);
  return found;
}
