import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { System } from '../../lang/program/system.js';
import type { Domains } from './domains.js';
import type { ProcNumbers } from './proc-numbers.js';
import { assuming, hasValue, isVariable } from './edge-ways.js';
import type { CubWay } from './edge-ways.js';

/** What is known of the program as a whole. */
export interface Knowledge {
  readonly system: System;
  readonly numbers: ProcNumbers;
  readonly domains: Domains;
}

/** A way for each value of one of the variables in an expression, the one with the fewest. */
export function splitOn(expr: Expr, way: CubWay, knowledge: Knowledge, span: Span): readonly CubWay[] {
  const choice = fewestValues(expr, knowledge);
  if (choice !== null) return assumingEach(way, choice);
  return unsupported(
    'an expression here is more than a variable and a constant, and its variables have no few values to tell apart',
    span,
    'give a variable a small range, or compute it in several steps',
  );
}

export interface ValueChoice {
  readonly variable: Expr;
  readonly values: readonly Expr[];
}

/** The variable in the expression with the fewest values; null: all have too many. */
export function fewestValues(expr: Expr, { domains, numbers }: Knowledge): ValueChoice | null {
  const variables = new Set([...subexpressions(expr)].filter(isVariable));
  const choices = [...variables].flatMap((variable) => {
    const values = numbers.kindOf(variable) === null ? domains.constantsOf(variable) : null;
    return values === null ? [] : [{ variable, values }];
  });
  return choices.sort((a, b) => a.values.length - b.values.length)[0] ?? null;
}

export const assumingEach = (way: CubWay, { variable, values }: ValueChoice): readonly CubWay[] =>
  values.flatMap((value) => assuming(way, hasValue(variable, value)) ?? []);

export function tooMany(span: Span): never {
  return unsupported('this step has too many cases to write down', span, 'make ranges smaller');
}
