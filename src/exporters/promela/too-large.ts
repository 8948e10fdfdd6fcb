import { unsupported } from '../../diagnostics/diagnostic.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isTemporal } from '../../lang/program/program.js';
import type { Program } from '../../lang/program/program.js';
import { everyStatement, exprsOf } from '../../lang/program/walk-statements.js';
import { at } from '../../support/invariant.js';
import { int32 } from '../../lang/expr/interval.js';

/** Spin has room for 255 processes, the monitor and init among them. */
const maxThreads = 250;

/** Constants that Promela cannot say, values that Spin cannot enumerate, more threads than it can run. */
export function refuseTooLarge(program: Program): void {
  if (program.threads.length > maxThreads) {
    const count = `${program.threads.length} threads, those that flush buffers among them`;
    unsupported(`the program has ${count}; Spin runs at most 255 processes`, null, 'use fewer threads');
  }
  for (const stmt of program.threads.flatMap((t) => [...everyStatement(t.body)])) {
    if (exprsOf(stmt).some(isTooLarge)) {
      unsupported(
        'a number here is beyond 32 bits, which is all that Promela has',
        stmt.span,
        'use smaller numbers',
      );
    }
    if (exprsOf(stmt).some(shifts)) {
      const why = 'a shift here may leave 32 bits, which is all that Promela has';
      unsupported(why, stmt.span, 'multiply or divide instead');
    }
    if (stmt.kind === 'havoc' && at(program.locals, stmt.local).type.kind === 'int') {
      unsupported(
        `'${at(program.locals, stmt.local).name}' takes any integer here, and Spin cannot try all integers`,
        stmt.span,
        'give it a range as in int[0..3]',
      );
    }
  }
  for (const p of program.properties) {
    if ('formula' in p && !isTemporal(p) && isTooLarge(p.formula))
      unsupported(`a number in ${p.name} is beyond 32 bits, which is all that Promela has`, p.span);
  }
}

const shifts = (expr: Expr): boolean =>
  [...subexpressions(expr)].some((e) => e.kind === 'binary' && (e.op === '<<' || e.op === '>>'));

export const isTooLarge = (expr: Expr): boolean =>
  [...subexpressions(expr)].some((e) => e.kind === 'int' && (e.value < int32.lo || e.value > int32.hi));
