import { lineOf, originOf } from '../../diagnostics/span.js';
import type { Span, Word } from '../../diagnostics/span.js';
import { cellNumbers } from '../../lang/program/cell-numbers.js';
import { atLabel, bound, instanceLocal, local, param, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { constantValue } from '../../lang/expr/constant.js';
import type { ExprAst, PlaceAst } from './ast.js';
import { reportFault } from './implicit-faults.js';
import { describeGlobal, isProperty, threadsOf } from './scope.js';
import type { Global, LocalInfo, ExprPlace, ExprRole, SharedInfo, ThreadInfo } from './scope.js';
import { ofBool, ofInt, sortOf } from './types.js';
import type { TypedExpr } from './types.js';

/** Checks a subexpression: handed in, so that names need not know of all expressions. */
export type CheckInt = (ast: ExprAst, who: string) => Expr | null;

/** What a plain name stands for. */
export function resolveName(word: Word, place: ExprPlace): TypedExpr | null {
  const binder = place.binders.get(word.text);
  if (binder !== undefined) return ofInt(bound(binder.id));
  const { thread } = place;
  const own = thread?.locals.get(word.text);
  if (own !== undefined) {
    return isDeclaredBefore(own, word, place) ? { expr: local(own.id), sort: sortOf(own.type) } : null;
  }
  if (thread !== null && isParam(thread, word.text)) return ofInt(param(thread.id));
  const global = place.world.globals.get(word.text);
  if (global === undefined) return unknownName(word, place);
  switch (global.kind) {
    case 'const':
      return { expr: global.value, sort: global.value.kind === 'bool' ? 'bool' : 'int' };
    case 'shared':
      return sharedScalar(word, global, place);
    case 'enum':
    case 'thread':
      return wrongUse(place, word.span, `\`${word.text}\` is ${describeGlobal(global)}, not a variable`);
  }
}

/** Statements use a local below its declaration; initial values know no order. */
export function isDeclaredBefore(variable: LocalInfo, use: Word, place: ExprPlace): boolean {
  if (variable.counts === true && place.role === 'statement') {
    if (place.counting.has(variable.name)) return true;
    wrongUse(
      place,
      use.span,
      `\`${use.text}\` is known inside its \`for\` only`,
      'declare a local, and copy it there',
    );
    return false;
  }
  const declared = originOf(variable.span)?.start ?? 0;
  const used = originOf(use.span)?.start ?? 0;
  if (place.role !== 'statement' || declared <= used) return true;
  wrongUse(
    place,
    use.span,
    `\`${use.text}\` is used before its declaration in line ${lineOf(variable.span) ?? 0}`,
  );
  return false;
}

export const isParam = (thread: ThreadInfo, name: string): boolean =>
  thread.instances.kind !== 'one' && thread.instances.param === name;

function sharedScalar(word: Word, variable: SharedInfo, place: ExprPlace): TypedExpr | null {
  if (place.role === 'constant') return notConstant(word.span, place);
  if (variable.shape.kind !== 'scalar') {
    return wrongUse(place, word.span, `\`${word.text}\` is an array`, `choose a cell: \`${word.text}[...]\``);
  }
  return { expr: shared(variable.id), sort: sortOf(variable.type) };
}

/** `flag[e]`, to be read or written. */
export function resolveCell(
  word: Word,
  index: ExprAst,
  place: ExprPlace,
  checkInt: CheckInt,
): NamedCell | null {
  const variable = place.world.globals.get(word.text);
  const isHidden = place.thread?.locals.has(word.text) === true || place.binders.has(word.text);
  const checked = checkInt(index, 'an index');
  if (variable === undefined && !isHidden) return unknownName(word, place);
  if (variable?.kind !== 'shared' || isHidden || variable.shape.kind === 'scalar') {
    return wrongUse(place, word.span, `\`${word.text}\` is not an array`);
  }
  if (place.role === 'constant') return notConstant(word.span, place);
  if (checked === null || !withinBounds(variable, checked, index.span, place)) return null;
  return { variable, index: checked };
}

export interface NamedCell {
  readonly variable: SharedInfo;
  readonly index: Expr;
}

function withinBounds(variable: SharedInfo, index: Expr, span: Span, place: ExprPlace): boolean {
  const value = constantValue(index);
  if (typeof value !== 'bigint') return true;
  const [lo, hi] = cellNumbers(variable.shape, threadsOf(place.world));
  if (place.dead || (value >= lo && (hi === null || value <= hi))) return true;
  const cells = hi === null ? 'cells are numbered from 0' : `its cells are numbered ${lo} to ${hi}`;
  return reportFault('bounds', span, `\`${variable.name}\` has no cell ${value}`, place, cells);
}

/** A thread, and which of its instances: null for a thread without instances. */
interface ResolvedInstance {
  readonly thread: ThreadInfo;
  readonly instance: Expr | null;
}

/** `P.r`, `Q(0).r`, `a.r` */
export function resolveMember(
  of: PlaceAst,
  name: Word,
  place: ExprPlace,
  checkInt: CheckInt,
): TypedExpr | null {
  if (place.role === 'constant') return notConstant(of.span, place);
  if (place.role === 'statement') {
    const owner = resolveThread(of.name, place);
    return owner === null ? null : foreignLocal(owner, name, place);
  }
  const resolved = resolveInstance(of, place, checkInt);
  if (resolved === null) return null;
  const { thread, instance } = resolved;
  const found = thread.locals.get(name.text);
  if (found === undefined) {
    return unknown(place, name, `\`${thread.name}\` has no local \`${name.text}\``, [
      ...thread.locals.keys(),
    ]);
  }
  const expr = instance === null ? local(found.id) : instanceLocal(found.id, instance);
  return { expr, sort: sortOf(found.type) };
}

function foreignLocal(thread: ThreadInfo, name: Word, place: ExprPlace): null {
  const own = place.thread?.id === thread.id && place.thread.locals.has(name.text);
  const note = own ? `write \`${name.text}\`` : 'threads speak to each other through shared variables';
  return wrongUse(
    place,
    name.span,
    'a statement reads the locals of its own thread, by their plain names',
    note,
  );
}

/** `P at L`, `Q(0) at L`, `a at L` */
export function resolveAt(of: PlaceAst, label: Word, place: ExprPlace, checkInt: CheckInt): TypedExpr | null {
  if (!isProperty(place.role)) {
    place.world.bag.report('E405', label.span, '`at` is for invariant, final and ltl properties');
    return null;
  }
  const resolved = resolveInstance(of, place, checkInt);
  if (resolved === null) return null;
  const { thread, instance } = resolved;
  if (thread.labels.has(label.text)) return ofBool(atLabel(thread.id, instance, label.text));
  const message = `\`${thread.name}\` has no label \`${label.text}\``;
  return unknown(place, label, message, [...thread.labels], 'E203');
}

function resolveInstance(of: PlaceAst, place: ExprPlace, checkInt: CheckInt): ResolvedInstance | null {
  const binder = place.binders.get(of.name.text);
  const index = of.index === null ? null : checkInt(of.index, 'the number of an instance');
  if (binder !== undefined) {
    if (of.index === null) return { thread: binder.thread, instance: bound(binder.id) };
    return wrongUse(
      place,
      of.span,
      `\`${of.name.text}\` is an instance already`,
      `write \`${of.name.text}\``,
    );
  }
  const thread = resolveThread(of.name, place);
  if (thread === null || (of.index !== null && index === null)) return null;
  if (thread.instances.kind === 'one') {
    if (of.index === null) return { thread, instance: null };
    return wrongUse(place, of.span, `\`${thread.name}\` is a single thread`, `write \`${thread.name}\``);
  }
  if (index === null || of.index === null) return noInstance(of.name, thread, place);
  return isInstance(index, of.index.span, thread, place) ? { thread, instance: index } : null;
}

function noInstance(word: Word, thread: ThreadInfo, place: ExprPlace): null {
  const example = `${thread.name}(${thread.instances.kind === 'range' ? thread.instances.lo : 0})`;
  const note = `write \`${example}\`${besides(thread, place.role)}`;
  return wrongUse(place, word.span, `\`${thread.name}\` has several instances; which is meant?`, note);
}

/** What else can be done than to name one instance. */
function besides(thread: ThreadInfo, role: ExprRole): string {
  if (isProperty(role)) return `, or \`forall a in ${thread.name}: ...\` and \`a\``;
  return role === 'predicate' ? ': each instance needs a predicate of its own' : '';
}

/** Instances are named by constants and by the binders of a forall over the same thread. */
function isInstance(index: Expr, span: Span, thread: ThreadInfo, place: ExprPlace): boolean {
  if (index.kind === 'bound') {
    const over = [...place.binders.values()].find((binder) => binder.id === index.binder);
    if (over?.thread.id === thread.id) return true;
    wrongUse(place, span, `this instance is not one of \`${thread.name}\``);
    return false;
  }
  const value = constantValue(index);
  if (typeof value !== 'bigint') {
    const note = isProperty(place.role) ? `or use \`forall a in ${thread.name}: ...\`` : null;
    wrongUse(place, span, 'the number of an instance must be a constant', note);
    return false;
  }
  const { instances } = thread;
  const [lo, hi] = instances.kind === 'range' ? [BigInt(instances.lo), BigInt(instances.hi)] : [0n, null];
  if (value >= lo && (hi === null || value <= hi)) return true;
  const known = hi === null ? 'instances are numbered from 0' : `its instances are ${lo} to ${hi}`;
  wrongUse(place, span, `\`${thread.name}\` has no instance ${value}`, known);
  return false;
}

export function resolveThread(word: Word, place: ExprPlace): ThreadInfo | null {
  const global = place.world.globals.get(word.text);
  if (global?.kind === 'thread') return global;
  if (global !== undefined) {
    return wrongUse(place, word.span, `\`${word.text}\` is ${describeGlobal(global)}, not a thread`);
  }
  const names = threadsOf(place.world).map((thread) => thread.name);
  return unknown(place, word, `there is no thread \`${word.text}\``, names, 'E204');
}

export function unknownName(word: Word, place: ExprPlace): null {
  const { thread, world, binders } = place;
  const owner = threadsOf(world).find((t) => t.locals.has(word.text) && t.id !== thread?.id);
  const message = `unknown ${place.role === 'constant' ? 'constant' : 'name'} \`${word.text}\``;
  if (owner !== undefined && !world.lost.has(word.text)) {
    const whose = owner.instances.kind === 'one' ? owner.name : `${owner.name}(...)`;
    const note =
      place.role === 'statement'
        ? `\`${word.text}\` is a local of \`${owner.name}\`; threads see their own locals only`
        : `for the local of \`${owner.name}\` write \`${whose}.${word.text}\``;
    world.bag.report('E201', word.span, message, note);
    return null;
  }
  const candidates = [
    ...binders.keys(),
    ...(thread?.locals.keys() ?? []),
    ...variableNames(place),
    'true',
    'false',
  ];
  return unknown(place, word, message, candidates);
}

const variableNames = (place: ExprPlace): readonly string[] => [
  ...(place.thread !== null && place.thread.instances.kind !== 'one' ? [place.thread.instances.param] : []),
  ...[...place.world.globals.values()].flatMap((global: Global) =>
    global.kind === 'const' || (global.kind === 'shared' && place.role !== 'constant') ? [global.name] : [],
  ),
];

export function unknown(
  place: ExprPlace,
  word: Word,
  message: string,
  candidates: readonly string[],
  code: 'E201' | 'E203' | 'E204' = 'E201',
): null {
  if (place.world.lost.has(word.text)) return null;
  const meant = place.world.suggest(word.text, candidates);
  place.world.bag.report(code, word.span, message, meant === null ? null : `did you mean \`${meant}\`?`);
  return null;
}

export function wrongUse(place: ExprPlace, span: Span, message: string, note: string | null = null): null {
  place.world.bag.report('E205', span, message, note);
  return null;
}

function notConstant(span: Span, place: ExprPlace): null {
  place.world.bag.report('E305', span, 'only constants may stand here', 'declare one: `const N = 3;`');
  return null;
}
