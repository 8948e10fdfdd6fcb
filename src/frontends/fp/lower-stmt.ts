import { constantValue } from '../../lang/expr/constant.js';
import { sharedReads } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Block, RmwOp, Stmt } from '../../lang/program/program.js';
import { assertNever } from '../../support/invariant.js';
import type { BlockAst, ExprAst, LockedCallAst, PlaceAst, StmtAst } from './ast.js';
import { checkExpr, checkSort } from './check-expr.js';
import { wrongUse } from './names.js';
import type { NameProperty } from './property-names.js';
import type { LocalInfo, ExprPlace, ThreadInfo } from './scope.js';
import { checkStored } from './check-stored.js';
import { ownLocal, resolveTarget } from './assign-targets.js';
import type { StoreTarget } from './assign-targets.js';
import { sortOf, sortTitle } from './types.js';

/** What the statements of one thread are lowered in. */
export interface StmtPlace extends ExprPlace {
  readonly thread: ThreadInfo;
  /** Inside `atomic` or `locked`. */
  readonly atomic: boolean;
  readonly nameProperty: NameProperty;
}

type StmtOf<K extends StmtAst['kind']> = Extract<StmtAst, { kind: K }>;

/** Declarations vanish; so do statements with errors, which are in the bag then. */
export function lowerBlock(block: BlockAst, place: StmtPlace): Block {
  return block.statements.flatMap((stmt) => lowerStmt(stmt, place) ?? []);
}

function lowerStmt(ast: StmtAst, place: StmtPlace): Stmt | null {
  const base = { labels: ast.labels.map((label) => label.text), span: ast.span };
  switch (ast.kind) {
    case 'local':
      return null;
    case 'skip':
      return { ...base, kind: 'skip' };
    case 'fence':
      return { ...base, kind: 'fence', fence: ast.fence };
    case 'goto':
      return { ...base, kind: 'goto', target: ast.target.text };
    case 'assign':
      return lowerAssign(ast, base, place);
    case 'rmw':
      return lowerRmw(ast, base, place);
    case 'havoc': {
      const target = ownLocal(ast.target, '`havoc` gives any value to a local', place);
      return target === null ? null : { ...base, kind: 'havoc', local: target.id };
    }
    case 'assume':
      return lowerAssume(ast, base, place);
    case 'assert': {
      const cond = condition(ast.cond, 'assert', place);
      const property = ast.property?.text ?? place.nameProperty('assert', ast.span);
      return cond === null ? null : { ...base, kind: 'assert', cond, property };
    }
    case 'if': {
      const cond = condition(ast.cond, 'if', place);
      const then = lowerBlock(ast.then, guardedBy(cond, true, place));
      const otherwise = ast.else === null ? [] : lowerBlock(ast.else, guardedBy(cond, false, place));
      return cond === null ? null : { ...base, kind: 'if', cond, then, else: otherwise };
    }
    case 'while': {
      const cond = condition(ast.cond, 'while', place);
      const body = lowerBlock(ast.body, guardedBy(cond, true, place));
      return cond === null ? null : { ...base, kind: 'while', cond, body };
    }
    case 'either':
      return { ...base, kind: 'either', branches: ast.branches.map((branch) => lowerBlock(branch, place)) };
    case 'atomic':
    case 'locked':
      return { ...base, kind: ast.kind, body: lowerBlock(ast.body, { ...place, atomic: true }) };
    default:
      return assertNever(ast);
  }
}

/** What runs only where `cond` has this value: it is dead where the condition never does, unless jumps lead there. */
function guardedBy(cond: Expr | null, value: boolean, place: StmtPlace): StmtPlace {
  return cond !== null && constantValue(cond) === !value ? { ...place, dead: true } : place;
}

type StmtHead = Pick<Stmt, 'labels' | 'span'>;

const condition = (ast: ExprAst, of: string, place: StmtPlace): Expr | null =>
  checkSort(ast, 'bool', `the condition of \`${of}\``, place);

function lowerAssume(ast: StmtOf<'assume'>, base: StmtHead, place: StmtPlace): Stmt | null {
  const cond = condition(ast.cond, 'assume', place);
  if (cond === null) return null;
  const reads = sharedReads(cond).length;
  if (reads > 1 && !place.atomic) {
    const message = `this \`assume\` reads shared variables ${reads} times, which no single action can`;
    place.world.bag.report('E401', ast.cond.span, message, 'write `atomic { assume(...); }`');
    return null;
  }
  return { ...base, kind: 'assume', cond };
}

function lowerAssign(ast: StmtOf<'assign'>, base: StmtHead, place: StmtPlace): Stmt | null {
  const target = resolveTarget(ast.target, place);
  if (target === null) {
    checkExpr(ast.value, place);
    return null;
  }
  const value = checkStored(ast.value, target.name, target.type, place);
  return value === null ? null : { ...base, kind: 'assign', target: target.to, value };
}

function lowerRmw({ call, target: into }: StmtOf<'rmw'>, base: StmtHead, place: StmtPlace): Stmt | null {
  const target = resolveTarget(call.place, place);
  const result = into === null ? null : resolveResult(into, call, target, place);
  if (target === null || (into !== null && result === null)) return null;
  if (target.to.kind === 'local') {
    const message = `\`${call.kind}\` works on a shared variable, but \`${target.name}\` is a local`;
    return wrongUse(place, call.place.span, message);
  }
  const op = lowerOperation(call, target, place);
  return op === null ? null : { ...base, kind: 'rmw', op, place: target.to, result: result?.id ?? null };
}

function lowerOperation(call: LockedCallAst, { name, type }: StoreTarget, place: StmtPlace): RmwOp | null {
  switch (call.kind) {
    case 'cas': {
      const expected = checkSort(call.expected, sortOf(type), `what \`${name}\` is compared with`, place);
      const value = checkStored(call.value, name, type, place);
      return expected === null || value === null ? null : { kind: 'cas', expected, value };
    }
    case 'xchg': {
      const value = checkStored(call.value, name, type, place);
      return value === null ? null : { kind: 'xchg', value };
    }
    case 'fetch_add': {
      const value = checkSort(call.value, 'int', `what is added to \`${name}\``, place);
      if (type.kind !== 'bool') return value === null ? null : { kind: 'fetch_add', value };
      place.world.bag.report(
        'E301',
        call.place.span,
        `\`fetch_add\` adds to an integer, but \`${name}\` is true or false`,
      );
      return null;
    }
  }
}

/** The local that gets the result: any for cas, which says whether it stored; else one that can hold the old value. */
function resolveResult(
  into: PlaceAst,
  call: LockedCallAst,
  target: StoreTarget | null,
  place: StmtPlace,
): LocalInfo | null {
  if (into.index !== null)
    return wrongUse(place, into.span, `the result of \`${call.kind}\` goes to a local`);
  const result = ownLocal(into.name, `the result of \`${call.kind}\` goes to a local`, place);
  if (result === null || target === null || call.kind === 'cas') return result;
  if (sortOf(result.type) === sortOf(target.type)) return result;
  const sorts = `${sortTitle(sortOf(target.type))}, but \`${result.name}\` is ${sortTitle(sortOf(result.type))}`;
  place.world.bag.report(
    'E301',
    into.span,
    `\`${call.kind}\` gives the old value of \`${target.name}\`, ${sorts}`,
  );
  return null;
}
