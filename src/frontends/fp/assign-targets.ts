import type { Word } from '../../diagnostics/span.js';
import type { LValue } from '../../lang/program/program.js';
import type { LocalId } from '../../lang/expr/ids.js';
import type { Type } from '../../lang/expr/type.js';
import type { PlaceAst } from './ast.js';
import { checkSort } from './check-expr.js';
import { isParam, resolveOwn, unknownName } from './names.js';
import { wrongUse } from './name-reports.js';
import { describeGlobal, textOf } from './scope.js';
import type { ExprPlace } from './scope.js';
import type { LocalInfo } from './variable-infos.js';

/** What a statement writes to. */
export interface StoreTarget {
  readonly to: LValue;
  readonly type: Type;
  readonly name: string;
}

/** An own local, a shared variable, a cell or a member of one. */
export function resolveTarget(ast: PlaceAst, place: ExprPlace): StoreTarget | null {
  const { name, path } = ast;
  const { thread, world } = place;
  if (path.length === 0) {
    if (thread !== null && isParam(thread, name.text))
      return wrongUse(place, name.span, `\`${name.text}\` is the number of the thread; it does not change`);
    const isLocal = thread?.locals.has(name.text) === true || thread?.records.has(name.text) === true;
    const global = isLocal ? undefined : world.globals.get(name.text);
    if (global !== undefined && global.kind !== 'shared' && global.kind !== 'record')
      return wrongUse(place, name.span, `\`${name.text}\` is ${describeGlobal(global)}, not a variable`);
  }
  const found = resolveOwn(ast, place, (part, who) => checkSort(part, 'int', who, place));
  if (found === null) return null;
  const { to, variable } = found;
  if (!('kind' in variable) && isCounting(variable, name, place)) return null;
  return { to, type: variable.type, name: variable.name };
}

/** Whether it is the variable of a `for`, which is reported. */
function isCounting({ counts }: LocalInfo, name: Word, place: ExprPlace): boolean {
  if (counts !== true) return false;
  wrongUse(place, name.span, `\`${name.text}\` counts the rounds of a \`for\`; it does not change in them`);
  return true;
}

/** A local of the thread, or a cell of one that is known; `rule` says why it must be one. */
export function ownLocal(ast: PlaceAst, rule: string, place: ExprPlace): OwnLocal | null {
  const { name } = ast;
  const { thread } = place;
  if (thread?.locals.has(name.text) !== true && thread?.records.has(name.text) !== true) {
    const global = place.world.globals.get(name.text);
    if (global === undefined) return unknownName(name, place);
    const note = global.kind === 'shared' ? `use a local and then store it: \`${name.text} = r;\`` : null;
    return wrongUse(place, name.span, `${rule}, but \`${name.text}\` is ${describeGlobal(global)}`, note);
  }
  const target = resolveTarget(ast, place);
  if (target === null) return null;
  const { to, type, name: text } = target;
  if (to.kind === 'local') return { id: to.local, type, name: text };
  const note = `use another local, and then \`${textOf(ast.span)} = r;\``;
  return wrongUse(place, ast.span, `${rule}, and which cell that is must be constant`, note);
}

export interface OwnLocal {
  readonly id: LocalId;
  readonly type: Type;
  readonly name: string;
}
