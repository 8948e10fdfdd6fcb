import { constantValue } from '../../lang/expr/constant.js';
import { binary, int, local } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { localId } from '../../lang/expr/ids.js';
import { everything } from '../../lang/expr/interval.js';
import type { Interval } from '../../lang/expr/interval.js';
import type { Span } from '../../diagnostics/span.js';
import type { Block, RmwOp, Stmt } from '../../lang/program/program.js';
import { InternalError, assertNever } from '../../support/invariant.js';
import type { BlockAst, ExprAst, InitAst, LockedCallAst, PlaceAst, StmtAst } from './ast.js';
import { checkExpr, checkSort } from './check-expr.js';
import { wrongUse } from './name-reports.js';
import { LoopExits } from './loop-exits.js';
import type { FreshLabels } from '../../lang/program/fresh-labels.js';
import type { NameProperty } from './property-names.js';
import { memoryReads } from './scope.js';
import type { ExprPlace, ThreadInfo } from './scope.js';
import type { LocalInfo } from './variable-infos.js';
import { memberInit } from './structures.js';
import { cellsIn } from './variable-places.js';
import { checkLengths } from './initialise.js';
import { checkStored } from './check-stored.js';
import { ownLocal, resolveTarget } from './assign-targets.js';
import type { OwnLocal, StoreTarget } from './assign-targets.js';
import { sortOf, sortTitle } from './types.js';
import { everyStmtAst, withoutParentheses } from './walk.js';

/** What the statements of one thread are lowered in. */
export interface StmtPlace extends ExprPlace {
  readonly thread: ThreadInfo;
  /** Inside `atomic` or `locked`. */
  readonly atomic: boolean;
  readonly nameProperty: NameProperty;
  readonly jumps: FreshLabels;
  /** The loop around. */
  readonly loop: LoopExits | null;
  /** The call of a procedure around. */
  readonly called: LoopExits | null;
}

type StmtOf<K extends StmtAst['kind']> = Extract<StmtAst, { kind: K }>;

/** What a statement becomes, and the label of what stands behind it, if it is a loop that is left by a `break`. */
interface LoweredStmt {
  readonly block: Block;
  readonly exit: string | null;
}

/**
 * Declarations vanish; so do statements with errors, which are in the bag then. Where a `break` leads the next statement gets
 * a label: only at the end of a block it takes a `skip`, and with it a step.
 */
export function lowerBlock(block: BlockAst, place: StmtPlace): Block {
  const lowered: Stmt[] = [];
  let exits: readonly string[] = [];
  for (const ast of block.statements) {
    const { block: own, exit } = lowerAny(ast, place);
    lowered.push(...labelled(own, exits));
    exits = [...(own.length > 0 ? [] : exits), ...(exit === null ? [] : [exit])];
  }
  return exits.length === 0 ? lowered : [...lowered, { kind: 'skip', labels: exits, span: block.span }];
}

/** With further labels on the first statement. */
function labelled([first, ...others]: Block, labels: readonly string[]): Block {
  return first === undefined ? [] : [{ ...first, labels: [...labels, ...first.labels] }, ...others];
}

const headOf = ({ labels, span }: StmtAst): StmtHead => ({ labels: labels.map(({ text }) => text), span });

function lowerAny(ast: StmtAst, place: StmtPlace): LoweredStmt {
  switch (ast.kind) {
    case 'while':
    case 'do':
    case 'for': {
      const exits = new LoopExits(place.jumps);
      return { block: lowerLoop(ast, exits, { ...place, loop: exits }) ?? [], exit: exits.behind };
    }
    case 'fill':
      return { block: lowerFill(ast, place), exit: null };
    case 'inlined': {
      const called = new LoopExits(place.jumps);
      const block = lowerBlock(ast.body, { ...place, loop: null, called });
      const head = headOf(ast);
      const isEmpty = block.length === 0 && head.labels.length > 0;
      return {
        block: isEmpty ? [{ ...head, kind: 'skip' }] : labelled(block, head.labels),
        exit: called.behind,
      };
    }
    default: {
      const stmt = lowerStmt(ast, place);
      return { block: stmt === null ? [] : [stmt], exit: null };
    }
  }
}

/** A value for each cell and each member that has one. */
function lowerFill(ast: StmtOf<'fill'>, place: StmtPlace): Block {
  const name = ast.target.name.text;
  const { records, locals } = place.thread;
  const record = records.get(name);
  const { fields = [] } = record?.structure ?? {};
  const parts =
    record === undefined
      ? [{ name, init: ast.init }]
      : fields.map((field, i) => ({
          name: `${name}.${field.name}`,
          init: memberInit(field, i, fields.length, ast.init),
        }));
  return parts.flatMap(({ name: part, init }): Block => {
    const variable = locals.get(part);
    if (variable === undefined || init === null) return [];
    return filled(variable, init, ast.span, place);
  });
}

function filled(variable: LocalInfo, init: InitAst, span: Span, place: StmtPlace): Block {
  const { id, shape, type, name } = variable;
  if (init.kind === 'cells' && shape.kind === 'array') checkLengths(init, variable, shape, place);
  return Array.from({ length: cellsIn(shape) }, (_, i) => i).flatMap((i): Block => {
    const ast = init.kind === 'value' ? init.value : init.values[i];
    const value = ast === undefined ? null : checkStored(ast, name, type, place);
    if (value === null) return [];
    return [{ kind: 'assign', target: { kind: 'local', local: localId(id + i) }, value, labels: [], span }];
  });
}

function lowerLoop(ast: LoopAst, exits: LoopExits, place: StmtPlace): Block | null {
  const base = headOf(ast);
  switch (ast.kind) {
    case 'while': {
      const cond = condition(ast.cond, 'while', place);
      const body = lowerBlock(ast.body, guardedBy(cond, true, place));
      if (cond === null) return null;
      return labelled([{ ...base, kind: 'while', cond, body }], exits.nextLabels);
    }
    case 'do':
      return lowerDo(ast, exits, place);
    case 'for':
      return lowerFor(ast, exits, place);
    default:
      return assertNever(ast);
  }
}

/** `again: BODY next: if (COND) goto again;` */
function lowerDo(ast: StmtOf<'do'>, exits: LoopExits, place: StmtPlace): Block | null {
  const { labels, span } = headOf(ast);
  const body = lowerBlock(ast.body, place);
  const cond = condition(ast.cond, 'while', place);
  if (cond === null) return null;
  const test = { labels: exits.nextLabels, span: ast.tail };
  if (body.length === 0) return [{ ...test, labels, kind: 'while', cond, body }];
  const again = place.jumps.numbered('again');
  const back: Stmt = { kind: 'goto', target: again, labels: [], span };
  return [...labelled(body, [...labels, again]), { ...test, kind: 'if', cond, then: [back], else: [] }];
}

/** `i = LO; while (i <= HI) { BODY next: i = i + 1; }` */
function lowerFor(ast: StmtOf<'for'>, exits: LoopExits, place: StmtPlace): Block | null {
  const base = headOf(ast);
  const lo = checkSort(ast.lo, 'int', 'the first number of a `for`', place);
  const hi = checkSort(ast.hi, 'int', 'the last number of a `for`', place);
  const values = lo === null || hi === null ? everything : countedValues(lo, hi, ast.body);
  const inside = { ...place, counting: new Map([...place.counting, [ast.variable.text, values]]) };
  const body = lowerBlock(ast.body, inside);
  const counter = place.thread.locals.get(ast.variable.text);
  if (lo === null || hi === null || counter?.counts !== true) return null;
  if (place.counting.has(counter.name)) {
    const message = `\`${counter.name}\` counts the rounds of a \`for\` around this one`;
    return wrongUse(place, ast.variable.span, message, 'choose another name');
  }
  if (memoryReads(hi, place.world).length > 0) {
    const message = 'the last number of a `for` is looked at in each round, so it reads no shared variable';
    place.world.bag.report('E402', ast.hi.span, message, 'load it into a local first');
    return null;
  }
  const [target, value] = [{ kind: 'local', local: counter.id } as const, local(counter.id)];
  const step = { span: base.span, labels: exits.nextLabels };
  return [
    { ...base, kind: 'assign', target, value: lo },
    {
      ...base,
      labels: [],
      kind: 'while',
      cond: binary('<=', value, hi),
      body: [...body, { ...step, kind: 'assign', target, value: binary('+', value, int(1n)) }],
    },
  ];
}

/** What the variable of a `for` may be in its body, which nobody jumps into. */
function countedValues(first: Expr, last: Expr, body: BlockAst): Interval {
  const [lo, hi] = [constantValue(first), constantValue(last)];
  const isEntered = [...everyStmtAst(body)].some(({ labels }) => labels.length > 0);
  return typeof lo !== 'bigint' || typeof hi !== 'bigint' || isEntered ? everything : { lo, hi };
}

type LoopAst = StmtOf<'while' | 'do' | 'for'>;

function lowerStmt(
  ast: Exclude<StmtAst, LoopAst | StmtOf<'inlined' | 'fill'>>,
  place: StmtPlace,
): Stmt | null {
  const base = headOf(ast);
  switch (ast.kind) {
    case 'local':
      return null;
    case 'skip':
      return { ...base, kind: 'skip' };
    case 'fence':
      return { ...base, kind: 'fence', fence: ast.fence };
    case 'goto':
      return { ...base, kind: 'goto', target: ast.target.text };
    case 'break':
    case 'continue':
      return lowerLeave(ast, base, place);
    case 'return':
      // Outside procedures it has been reported.
      return place.called === null ? null : { ...base, kind: 'goto', target: place.called.leave() };
    case 'call':
      throw new InternalError('procedures stand in the place of their calls');
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
    case 'either':
      return { ...base, kind: 'either', branches: ast.branches.map((branch) => lowerBlock(branch, place)) };
    case 'atomic':
    case 'locked':
      return { ...base, kind: ast.kind, body: lowerBlock(ast.body, { ...place, atomic: true }) };
    default:
      return assertNever(ast);
  }
}

function lowerLeave(ast: StmtOf<'break' | 'continue'>, base: StmtHead, place: StmtPlace): Stmt | null {
  if (place.loop === null) {
    place.world.bag.report('E402', ast.span, `\`${ast.kind}\` stands in a loop`, 'use a label and `goto`');
    return null;
  }
  return { ...base, kind: 'goto', target: ast.kind === 'break' ? place.loop.leave() : place.loop.next() };
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
  const reads = memoryReads(cond, place.world).length;
  if (reads > 1 && !place.atomic) {
    const message = `this \`assume\` reads shared variables ${reads} times, which no single action can`;
    place.world.bag.report('E401', ast.cond.span, message, 'write `atomic { assume(...); }`');
    return null;
  }
  return { ...base, kind: 'assume', cond };
}

/** `x = c ? a : b;` stores one of two values. */
function lowerAssign(ast: StmtOf<'assign'>, base: StmtHead, place: StmtPlace): Stmt | null {
  const choice = withoutParentheses(ast.value);
  if (choice.kind === 'choice') return lowerChoice(ast, choice, base, place);
  const target = resolveTarget(ast.target, place);
  if (target === null) {
    if (ast.update !== true) checkExpr(ast.value, place);
    return null;
  }
  if (
    ast.update === true &&
    target.to.kind === 'shared' &&
    target.to.index !== null &&
    memoryReads(target.to.index, place.world).length > 0
  ) {
    const message = 'the index is read once to load and once to store, so it reads no shared variable';
    place.world.bag.report('E402', ast.target.span, message, 'load it into a local first');
    return null;
  }
  const value = checkStored(ast.value, target.name, target.type, place);
  return value === null ? null : { ...base, kind: 'assign', target: target.to, value };
}

function lowerChoice(
  ast: StmtOf<'assign'>,
  { cond: test, yes, no }: Extract<ExprAst, { kind: 'choice' }>,
  base: StmtHead,
  place: StmtPlace,
): Stmt | null {
  const cond = checkSort(test, 'bool', 'the condition of `?`', place);
  const storing = (value: ExprAst, isYes: boolean): Stmt | null =>
    lowerAssign({ ...ast, value }, { labels: [], span: value.span }, guardedBy(cond, isYes, place));
  const [then, otherwise] = [storing(yes, true), storing(no, false)];
  if (cond === null || then === null || otherwise === null) return null;
  return { ...base, kind: 'if', cond, then: [then], else: [otherwise] };
}

function lowerRmw({ call, target: into }: StmtOf<'rmw'>, base: StmtHead, place: StmtPlace): Stmt | null {
  const target = resolveTarget(call.place, place);
  const result = into === null ? null : resolveResult(into, call, target, place);
  if (target === null || (into !== null && result === null)) return null;
  if (target.to.kind === 'local' || place.world.ownCells.meaning(target.to.shared) !== null) {
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
): OwnLocal | null {
  const result = ownLocal(into, `the result of \`${call.kind}\` goes to a local`, place);
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
