import type { Command, CommandProgram } from '../../../src/abstraction/command-program.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { localId } from '../../../src/lang/expr/ids.js';
import { printExpr } from '../../../src/lang/program/print.js';
import { at } from '../../../src/support/invariant.js';

/** The commands of all threads as text: `P 0 -> 1: guard, guard | x := 1`, and `!div` in the place of where it leads. */
export function commandTexts(program: CommandProgram): readonly string[] {
  return program.threads.flatMap(({ name, commands }) =>
    commands.map((command) => `${name} ${textOf(program, command)}`),
  );
}

function textOf({ system, inputs }: CommandProgram, command: Command): string {
  // Inputs print as locals, and all locals with their threads' names.
  const named = {
    ...system,
    locals: [
      ...system.locals,
      ...inputs.map((_, i) => ({
        ...at(system.locals, 0),
        id: localId(system.locals.length + i),
        name: `any_${i + 1}`,
      })),
    ],
  };
  const text = (expr: Expr): string => printExpr(expr, named, command.thread);
  const guard = command.guard.map(text).join(', ');
  const updates = command.updates
    .map(({ variable, value }) => `${text(variable)} := ${text(value)}`)
    .join(', ');
  const target = command.end.kind === 'violates' ? `!${command.end.property}` : `-> ${command.to}`;
  return `${command.from} ${target}: ${guard} | ${updates}`;
}
