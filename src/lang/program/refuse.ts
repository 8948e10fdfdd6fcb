import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { constantValue } from '../expr/constant.js';
import { isBitOp, subexpressions } from '../expr/expr.js';
import type { Expr } from '../expr/expr.js';
import { formulasOf, initialExprs, isGoal } from './program.js';
import type { Program, Property } from './program.js';
import { everyStatement, exprsOf } from './walk-statements.js';

/** For what computes with the integers of mathematics: `who` has no operators on bits, and no numbers made of truth values. */
export function refuseBits(program: Program, who: string): void {
  const { shared, locals, threads, properties, predicates } = program;
  const refuse = (exprs: readonly Expr[], span: Span | null): void => {
    for (const e of exprs.flatMap((expr) => [...subexpressions(expr)])) {
      if (e.kind === 'binary' && isBitOp(e.op))
        unsupported(`${who} has no ${e.op} on the bits of integers`, span, 'the explicit engine has');
      if (e.kind === 'unary' && e.op === 'int')
        unsupported(`${who} makes no numbers of truth values`, span, 'the explicit engine does');
    }
  };
  for (const stmt of threads.flatMap(({ body }) => [...everyStatement(body)]))
    refuse(exprsOf(stmt), stmt.span);
  for (const property of properties) if ('span' in property) refuse(formulasOf(property), property.span);
  for (const { init, span } of [...shared, ...locals])
    refuse(
      initialExprs(init).filter((value) => constantValue(value) === null),
      span,
    );
  refuse(predicates, null);
}

/** For what gives every shared variable a store buffer under a weak memory model. */
export function refuseUnbuffered({ shared }: Pick<Program, 'shared'>, who: string): void {
  const found = shared.find(({ buffered }) => buffered === false);
  if (found === undefined) return;
  unsupported(
    `${who} buffers all shared variables, and '${found.name}' is no memory`,
    found.span,
    'take --engine explicit, or --model sc',
  );
}

/** For every use of a program under a memory model with store buffers. */
export function refuseWeak({ onlySc }: Pick<Program, 'onlySc'>): void {
  if (onlySc === undefined) return;
  unsupported(`this has a meaning under SC only: ${onlySc.why}`, onlySc.span, 'take --model sc');
}

/** For what keeps properties that hold, and knows nothing of what must happen. */
export function refuseGoals(properties: readonly Property[], who: string, isChosen = true): void {
  const goal = properties.find(isGoal);
  if (goal === undefined) return;
  const others = properties.filter((property) => !isGoal(property)).map(({ name }) => name);
  const note =
    others.length === 0 || !isChosen ? null : `choose others with --property: ${others.join(', ')}`;
  unsupported(`${who} for the goal ${goal.name}, which says that something can happen`, spanOf(goal), note);
}

const spanOf = (property: Property): Span | null => ('span' in property ? property.span : null);
