import { unsupported } from '../../diagnostics/diagnostic.js';
import type { DveAssignment, DveExpr as Ast, DvePlace } from '../../lang/dve/dve-ast.js';
import { all, assign, binary, name, not, number } from '../../lang/dve/make.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Action, Edge } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import { assertNever, at } from '../../support/invariant.js';
import { contains } from '../../lang/expr/interval.js';
import { room, valuesIn } from './wording.js';
import type { DveScope } from './wording.js';

/** What a run does that ends: leaves the range of a type of the source, or what DVE has room for. */
export type DveFault = 'range' | 'too_large';

/** A part of an edge that is one transition: what it tests stands before what it does. */
export interface Segment {
  readonly guards: readonly Ast[];
  /** In order: where one is false, the run ends with that fault. */
  readonly checks: readonly { readonly ok: Ast; readonly fault: DveFault }[];
  /** A value of each number is assigned first, in one transition for each. */
  readonly choice: { readonly target: DvePlace; readonly values: readonly bigint[] } | null;
  readonly effects: readonly DveAssignment[];
}

const empty: Segment = { guards: [], checks: [], choice: null, effects: [] };

/** The values of a type that a choice can try; more are refused. */
export const mostValues = 256n;

/** Cuts an edge before each test that follows something done: a guard is looked at before all effects. */
export function segmentsOf(
  edge: Edge,
  thread: ThreadId,
  scope: DveScope,
  failed: (property: string) => string,
): readonly Segment[] {
  const done: Segment[] = [];
  let here = empty;
  const testing = (): void => {
    if (here.effects.length === 0 && here.choice === null) return;
    done.push(here);
    here = empty;
  };
  const store = (target: DvePlace, value: Expr, type: Type): void => {
    const checks = checksOf(value, type, thread, scope);
    if (checks.length > 0) testing();
    here = {
      ...here,
      checks: [...here.checks, ...checks],
      effects: [...here.effects, assign(target, scope.expr(value, thread))],
    };
  };
  for (const [i, action] of edge.actions.entries()) {
    // What fails counts, also where the run goes wrong in what follows.
    if (edge.actions[i - 1]?.kind === 'assert') testing();
    one(action);
  }
  return [...done, here];

  function one(action: Action): void {
    switch (action.kind) {
      case 'assume':
        testing();
        here = { ...here, guards: [...here.guards, scope.expr(action.cond, thread)] };
        return;
      case 'assign':
        return store(scope.variable(action), action.value, at(scope.system.locals, action.local).type);
      case 'store': {
        const index = action.index === null ? null : scope.expr(action.index, thread);
        const { type } = at(scope.system.shared, action.shared);
        return store(scope.variable({ shared: action.shared, index }), action.value, type);
      }
      case 'assert': {
        const flag = name(failed(action.property));
        const effect = assign(flag, binary('or', flag, not(scope.expr(action.cond, thread))));
        here = { ...here, effects: [...here.effects, effect] };
        return;
      }
      case 'havoc': {
        testing();
        const { type, name: text } = at(scope.system.locals, action.local);
        here = {
          ...here,
          choice: { target: scope.variable(action), values: valuesOf(type, text, edge.span) },
        };
        return;
      }
      case 'fence':
      case 'lock':
        // There is nothing to wait for: buffers are variables here, or there are none.
        return;
      default:
        return assertNever(action);
    }
  }
}

export function valuesOf(type: Type, text: string, span: Edge['span']): readonly bigint[] {
  const { lo, hi } = type.kind === 'int' ? { lo: 0n, hi: mostValues } : room(type);
  if (hi - lo >= mostValues)
    unsupported(
      `'${text}' takes too many values here for a model that lists them`,
      span,
      'give it a range as in int[0..3]',
    );
  return Array.from({ length: Number(hi - lo) + 1 }, (_, i) => lo + BigInt(i));
}

function checksOf(value: Expr, type: Type, thread: ThreadId, scope: DveScope): Segment['checks'] {
  const values = valuesIn(value, scope.system);
  const fits = room(type);
  if (contains(fits, values)) return [];
  const said = scope.expr(value, thread);
  const ok = all([
    ...(contains({ ...fits, hi: null }, values) ? [] : [binary('>=', said, number(fits.lo))]),
    ...(contains({ ...fits, lo: null }, values) ? [] : [binary('<=', said, number(fits.hi))]),
  ]);
  const isWhole = type.kind === 'range' && type.lo >= fits.lo && type.hi <= fits.hi;
  return [{ ok, fault: isWhole ? 'range' : 'too_large' }];
}
