import { binary, int, local, shared } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { simplified, substitution } from '../../../src/lang/expr/substitute.js';
import { printProgram } from '../../../src/lang/program/print.js';
import { mapFormulas } from '../../../src/lang/program/program.js';
import type { Init, Program, RmwOp, Stmt } from '../../../src/lang/program/program.js';
import { mapBodies, mapExpressions, rewriteBlock } from '../../../src/lang/program/visit.js';
import { assertNever } from '../../../src/support/invariant.js';
import { parseFp } from '../parse-fp.js';

/** Ways to write a program anew that change nothing of what it does. */
export const sameMeaning: readonly (readonly [string, (program: Program) => Program])[] = [
  ['renamed', renamed],
  [
    'with its threads in another order',
    (program) => reordered(program, (part) => part.startsWith('thread ')),
  ],
  ['with its declarations in another order', reorderedDeclarations],
  ['with all integers 7 larger', (program) => shifted(program, 7n)],
];

/** Variables get names whose order is another one. */
function renamed(program: Program): Program {
  const count = program.shared.length + program.locals.length;
  return {
    ...program,
    shared: program.shared.map((v) => ({ ...v, name: `v${count - v.id}` })),
    locals: program.locals.map((v) => ({ ...v, name: `w${count - v.id}` })),
  };
}

/** The top level of its text, with the parts of one kind from the last to the first. */
function reordered(program: Program, isMoved: (part: string) => boolean): Program {
  const parts = printProgram(program).split(/^(?=\S)(?!\})/m);
  return parseFp(backwards(parts, isMoved).join(''));
}

function reorderedDeclarations(program: Program): Program {
  const sorted = reordered(program, (part) => /^(shared|invariant|final) /.test(part));
  const lines = printProgram(sorted).split(/(?<=\n)/);
  const threads = lines.flatMap((line, i) => (line.startsWith('thread ') ? [i] : []));
  const groups = [0, ...threads].map((first, i) => lines.slice(first, threads[i] ?? lines.length));
  const isLocal = (line: string): boolean => line.startsWith('  local ');
  return parseFp(groups.flatMap((group) => backwards(group, isLocal)).join(''));
}

/** Those that are meant change places, the others stay. */
function backwards(parts: readonly string[], isMoved: (part: string) => boolean): readonly string[] {
  const moved = parts.filter(isMoved);
  return parts.map((part) => (isMoved(part) ? (moved.pop() ?? part) : part));
}

/** Unbounded variables that are no arrays hold more by so much than before; what is computed takes it off again. */
function shifted(program: Program, by: bigint): Program {
  const isInt = (v: Program['shared'][number] | Program['locals'][number]): boolean =>
    v.type.kind === 'int' && !('shape' in v && v.shape.kind !== 'scalar');
  const names = [
    ...program.shared.filter(isInt).map((v) => shared(v.id, null)),
    ...program.locals.filter(isInt).map((v) => local(v.id)),
  ];
  const larger = new Set(names);
  const read = substitution(new Map(names.map((v) => [v, binary('-', v, int(by))])));
  const init = (of: Init, isLarger: boolean): Init =>
    of.kind === 'value' && isLarger ? { kind: 'value', value: plus(read(of.value), by) } : of;
  const written = (stmt: Stmt): Stmt => {
    const over = mapExpressions(stmt, read);
    if (over.kind === 'rmw' && larger.has(shared(over.place.shared, over.place.index)))
      return { ...over, op: raised(over.op, by) };
    if (over.kind !== 'assign') return over;
    const { target } = over;
    const place = target.kind === 'local' ? local(target.local) : shared(target.shared, target.index);
    return larger.has(place) ? { ...over, value: plus(over.value, by) } : over;
  };
  return {
    ...mapBodies(program, (body) => rewriteBlock(body, (stmt) => [written(stmt)])),
    shared: program.shared.map((v) => ({ ...v, init: init(v.init, isInt(v)) })),
    locals: program.locals.map((v) => ({ ...v, init: init(v.init, isInt(v)) })),
    properties: program.properties.map((property) => mapFormulas(property, read)),
  };
}

/** The result of an exchange is an integer that is larger, too. */
function raised(op: RmwOp, by: bigint): RmwOp {
  switch (op.kind) {
    case 'fetch_add':
      return op;
    case 'xchg':
      return { ...op, value: plus(op.value, by) };
    case 'cas':
      return { ...op, expected: plus(op.expected, by), value: plus(op.value, by) };
    default:
      return assertNever(op);
  }
}

const plus = (expr: Expr, by: bigint): Expr => simplified(binary('+', expr, int(by)));
