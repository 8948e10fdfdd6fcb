import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { atLabel, bound, instanceLocal, mapChildren } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { binderId } from '../../lang/expr/ids.js';
import type { BinderId, ThreadId } from '../../lang/expr/ids.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { known } from './edge-ways.js';

/** An instance of a process that a property speaks of. Those with the same group are different. */
interface InstanceRole {
  readonly binder: BinderId;
  readonly thread: ThreadId;
  readonly group: string;
}

/** A formula, and which process each instance in it is one of. */
export interface Instantiated {
  readonly formula: Expr;
  readonly threadOf: ReadonlyMap<BinderId, ThreadId>;
}

/**
 * A property with the instances of processes that it speaks of by number or by `forall` as free variables: it is violated if
 * some choice of them makes the formula false. One formula for each way in which some of them may be the same.
 */
export function withoutForalls(formula: Expr, system: System, span: Span): readonly Instantiated[] {
  const roles: InstanceRole[] = [];
  const matrix = stripped(numbered(formula, system, roles), 1, roles, span);
  const threadOf = new Map(roles.map((r) => [r.binder, r.thread]));
  return choices(roles).map((chosen) => {
    const names = new Map([...chosen].map(([from, to]) => [bound(from), bound(to)]));
    return { formula: known(matrix, names), threadOf };
  });
}

/** By number: any instance is as good as another, but different numbers are different ones. */
function numbered(expr: Expr, system: System, roles: InstanceRole[]): Expr {
  const inside = mapChildren(expr, (child) => numbered(child, system, roles));
  if (inside.kind === 'at' && inside.instance?.kind === 'int') {
    const instance = named(inside.thread, inside.instance.value, roles);
    return atLabel(inside.thread, instance, inside.label);
  }
  if (inside.kind === 'instance-local' && inside.instance.kind === 'int') {
    const { thread } = at(system.locals, inside.local);
    return instanceLocal(inside.local, named(thread, inside.instance.value, roles));
  }
  return inside;
}

/** Binders of the program count from 0. */
function named(thread: ThreadId, number: bigint, roles: InstanceRole[]): Expr {
  const binder = binderId(-1 - 1000 * thread - Number(number));
  if (!roles.some((r) => r.binder === binder)) roles.push({ binder, thread, group: `numbers ${thread}` });
  return bound(binder);
}

/** `sign`: above 0, the formula is violated where the expression is false; below, where it is true; 0: it counts both ways. */
function stripped(expr: Expr, sign: number, roles: InstanceRole[], span: Span): Expr {
  const inside = (child: Expr, flips = 1): Expr => stripped(child, flips * sign, roles, span);
  switch (expr.kind) {
    case 'forall':
      if (sign <= 0)
        unsupported(
          'the property says that some process exists, which .cub cannot say of any number',
          span,
          'take another target',
        );
      for (const binder of expr.binders)
        roles.push({ binder, thread: expr.thread, group: `forall ${expr.binders.join()}` });
      return inside(expr.body);
    case 'unary':
      return mapChildren(expr, (child) => inside(child, expr.op === '!' ? -1 : 1));
    case 'binary':
      if (expr.op === '&&' || expr.op === '||') return mapChildren(expr, (child) => inside(child));
      if (expr.op === '->') return mapChildren(expr, (child) => inside(child, child === expr.left ? -1 : 1));
      return mapChildren(expr, (child) => inside(child, 0));
    case 'int':
    case 'bool':
    case 'shared':
    case 'local':
    case 'param':
    case 'instance-local':
    case 'bound':
    case 'at':
    case 'temporal':
    case 'until':
      return expr;
  }
}

/** All ways to let some of them be the same: for each the one that it is called after. */
function choices(roles: readonly InstanceRole[]): readonly ReadonlyMap<BinderId, BinderId>[] {
  let all: readonly ReadonlyMap<BinderId, InstanceRole>[] = [new Map()];
  for (const role of roles) {
    all = all.flatMap((chosen) => {
      const taken = [...new Set(chosen.values())].filter((other) => other.thread === role.thread);
      const free = taken.filter((other) => !holdsOneOf(chosen, other, role.group, roles));
      return [role, ...free].map((as) => new Map([...chosen, [role.binder, as]]));
    });
  }
  return all.map((chosen) => new Map([...chosen].map(([binder, role]) => [binder, role.binder])));
}

/** Whether one of the group is already taken for that instance. */
function holdsOneOf(
  chosen: ReadonlyMap<BinderId, InstanceRole>,
  instance: InstanceRole,
  group: string,
  roles: readonly InstanceRole[],
): boolean {
  return roles.some((r) => r.group === group && chosen.get(r.binder) === instance);
}
