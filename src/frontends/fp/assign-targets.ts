import type { Word } from '../../diagnostics/span.js';
import type { LValue } from '../../lang/program/program.js';
import type { Type } from '../../lang/expr/type.js';
import type { PlaceAst } from './ast.js';
import { checkSort } from './check-expr.js';
import { isDeclaredBefore, isParam, resolveCell, unknownName, wrongUse } from './names.js';
import { describeGlobal } from './scope.js';
import type { LocalInfo, ExprPlace } from './scope.js';

/** What a statement writes to. */
export interface StoreTarget {
  readonly to: LValue;
  readonly type: Type;
  readonly name: string;
}

/** An own local, a shared variable or a cell. */
export function resolveTarget(ast: PlaceAst, place: ExprPlace): StoreTarget | null {
  const { name, index } = ast;
  if (index !== null) {
    const cell = resolveCell(name, index, place, (part, who) => checkSort(part, 'int', who, place));
    if (cell === null) return null;
    const { variable } = cell;
    return {
      to: { kind: 'shared', shared: variable.id, index: cell.index },
      type: variable.type,
      name: variable.name,
    };
  }
  const own = place.thread?.locals.get(name.text);
  if (own !== undefined) {
    if (!isDeclaredBefore(own, name, place) || isCounting(own, name, place)) return null;
    return { to: { kind: 'local', local: own.id }, type: own.type, name: own.name };
  }
  return sharedTarget(name, place);
}

function sharedTarget(name: Word, place: ExprPlace): StoreTarget | null {
  if (place.thread !== null && isParam(place.thread, name.text)) {
    return wrongUse(place, name.span, `\`${name.text}\` is the number of the thread; it does not change`);
  }
  const global = place.world.globals.get(name.text);
  if (global === undefined) return unknownName(name, place);
  if (global.kind !== 'shared') {
    return wrongUse(place, name.span, `\`${name.text}\` is ${describeGlobal(global)}, not a variable`);
  }
  if (global.shape.kind !== 'scalar') {
    return wrongUse(place, name.span, `\`${name.text}\` is an array`, `choose a cell: \`${name.text}[...]\``);
  }
  return { to: { kind: 'shared', shared: global.id, index: null }, type: global.type, name: global.name };
}

/** Whether it is the variable of a `for`, which is reported. */
function isCounting({ counts }: LocalInfo, name: Word, place: ExprPlace): boolean {
  if (counts !== true) return false;
  wrongUse(place, name.span, `\`${name.text}\` counts the rounds of a \`for\`; it does not change in them`);
  return true;
}

/** A local of the thread; `rule` says why it must be one. */
export function ownLocal(name: Word, rule: string, place: ExprPlace): LocalInfo | null {
  const own = place.thread?.locals.get(name.text);
  if (own !== undefined)
    return isDeclaredBefore(own, name, place) && !isCounting(own, name, place) ? own : null;
  const global = place.world.globals.get(name.text);
  if (global === undefined) return unknownName(name, place);
  const note = global.kind === 'shared' ? `use a local and then store it: \`${name.text} = r;\`` : null;
  return wrongUse(place, name.span, `${rule}, but \`${name.text}\` is ${describeGlobal(global)}`, note);
}
