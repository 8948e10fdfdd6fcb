import { assertNever, at } from '../../support/invariant.js';
import type { ThreadId } from '../expr/ids.js';
import { printExpr } from './print-expr.js';
import type { NameSource } from './print-expr.js';
import type { Block, LValue, Stmt } from './program.js';

type RmwStmt = Extract<Stmt, { kind: 'rmw' }>;

/** A statement of thread `own` in one line, without its labels and the blocks inside: `x = 1`, `if (r == 0)`. */
export function printHead(stmt: Stmt, names: NameSource, own: ThreadId): string {
  switch (stmt.kind) {
    case 'skip':
      return 'skip';
    case 'assign':
      return `${printPlace(stmt.target, names, own)} = ${printExpr(stmt.value, names, own)}`;
    case 'havoc':
      return `havoc ${at(names.locals, stmt.local).name}`;
    case 'rmw':
      return printRmw(stmt, names, own);
    case 'fence':
      return stmt.fence === 'ww' ? 'fence(ww)' : 'fence';
    case 'assume':
      return `assume(${printExpr(stmt.cond, names, own)})`;
    case 'assert':
      return printAssert(stmt, names, own);
    case 'goto':
      return `goto ${stmt.target}`;
    case 'if':
    case 'while':
      return `${stmt.kind} (${printExpr(stmt.cond, names, own)})`;
    case 'either':
    case 'atomic':
    case 'locked':
      return stmt.kind;
    default:
      return assertNever(stmt);
  }
}

/** A name with a colon, as `assert:3`, is made from the line. */
function printAssert(
  { cond, property }: Extract<Stmt, { kind: 'assert' }>,
  names: NameSource,
  own: ThreadId,
): string {
  const text = printExpr(cond, names, own);
  return property.includes(':') ? `assert(${text})` : `assert ${property}: ${text}`;
}

function printPlace(place: LValue, names: NameSource, own: ThreadId): string {
  if (place.kind === 'local') return at(names.locals, place.local).name;
  const { name } = at(names.shared, place.shared);
  return place.index === null ? name : `${name}[${printExpr(place.index, names, own)}]`;
}

function printRmw({ op, place, result }: RmwStmt, names: NameSource, own: ThreadId): string {
  const operands = (op.kind === 'cas' ? [op.expected, op.value] : [op.value]).map((e) =>
    printExpr(e, names, own),
  );
  const call = `${op.kind}(${[printPlace(place, names, own), ...operands].join(', ')})`;
  return result === null ? call : `${at(names.locals, result).name} = ${call}`;
}

/** A comment to put before a statement, or null. */
export type StmtComment = (stmt: Stmt) => string | null;

const noNote: StmtComment = () => null;

/** A statement of thread `own` with everything inside, as lines of program text. */
export function printStmt(
  stmt: Stmt,
  names: NameSource,
  own: ThreadId,
  note: StmtComment = noNote,
): readonly string[] {
  const labels = stmt.labels.map((label) => `${label}: `).join('');
  const comment = note(stmt);
  const [first = '', ...rest] = printUnlabelled(stmt, names, own, note);
  return [...(comment === null ? [] : [`// ${comment}`]), `${labels}${first}`, ...rest];
}

function printUnlabelled(stmt: Stmt, names: NameSource, own: ThreadId, note: StmtComment): readonly string[] {
  const head = printHead(stmt, names, own);
  switch (stmt.kind) {
    case 'if':
      return printIf(stmt, names, own, note);
    case 'while':
    case 'atomic':
      return [`${head} {`, ...printBlock(stmt.body, names, own, note), '}'];
    case 'locked':
      return [`${head} {${exceptions(stmt, names)}`, ...printBlock(stmt.body, names, own, note), '}'];
    case 'either':
      return stmt.branches.flatMap((branch, i) => [
        i === 0 ? `${head} {` : '} or {',
        ...printBlock(branch, names, own, note),
        ...(i === stmt.branches.length - 1 ? ['}'] : []),
      ]);
    case 'skip':
    case 'assign':
    case 'havoc':
    case 'rmw':
    case 'fence':
    case 'assume':
    case 'assert':
    case 'goto':
      return [`${head};`];
    default:
      return assertNever(stmt);
  }
}

/** The language cannot say it; only dumps show programs that need it. */
function exceptions({ buffered }: Extract<Stmt, { kind: 'locked' }>, names: NameSource): string {
  if (buffered === undefined) return '';
  return ` // but for ${[...buffered].map((variable) => at(names.shared, variable).name).join(', ')}`;
}

function printIf(
  stmt: Extract<Stmt, { kind: 'if' }>,
  names: NameSource,
  own: ThreadId,
  note: StmtComment,
): readonly string[] {
  const lines = [`${printHead(stmt, names, own)} {`, ...printBlock(stmt.then, names, own, note)];
  const [only, ...others] = stmt.else;
  if (only === undefined) return [...lines, '}'];
  if (only.kind === 'if' && only.labels.length === 0 && others.length === 0) {
    const [first = '', ...rest] = printIf(only, names, own, note);
    return [...lines, `} else ${first}`, ...rest];
  }
  return [...lines, '} else {', ...printBlock(stmt.else, names, own, note), '}'];
}

/** The statements of a block, one step to the right. */
export function printBlock(
  block: Block,
  names: NameSource,
  own: ThreadId,
  note: StmtComment = noNote,
): readonly string[] {
  return block.flatMap((stmt) => printStmt(stmt, names, own, note)).map((line) => `  ${line}`);
}
