import { lineOf, originOf } from '../../diagnostics/span.js';
import type { Span, Word } from '../../diagnostics/span.js';
import { atLabel, bound, param } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { constantValue } from '../../lang/expr/constant.js';
import type { PlaceAst, StepAst } from './ast.js';
import { notConstant, unknown, wrongUse } from './name-reports.js';
import { describeGlobal, isProperty, threadsOf } from './scope.js';
import type { Global, ExprPlace, ExprRole, ThreadInfo } from './scope.js';
import type { LocalInfo } from './variable-infos.js';
import { ofBool, ofInt, sortOf } from './types.js';
import type { TypedExpr } from './types.js';
import { readOf, resolveVariable } from './variable-places.js';
import type { CheckInt, ResolvedPlace, VisibleVariables } from './variable-places.js';

/** What stands at a place: a variable, a cell, a member, a constant, a number, a local of somebody else. */
export function resolvePlace(ast: PlaceAst, place: ExprPlace, checkInt: CheckInt): TypedExpr | null {
  const { name, path } = ast;
  const [first] = path;
  if (first === undefined) return resolveName(ast, place, checkInt);
  if (first.kind === 'instance' || (first.kind === 'member' && !isVariable(name.text, place)))
    return resolveMember(ast, place, checkInt);
  return readVariable(ast, place, checkInt);
}

/** What a plain name stands for. */
function resolveName(ast: PlaceAst, place: ExprPlace, checkInt: CheckInt): TypedExpr | null {
  const { name } = ast;
  const binder = place.binders.get(name.text);
  if (binder !== undefined) return ofInt(bound(binder.id));
  const { thread } = place;
  const isOwn = thread?.locals.has(name.text) === true || thread?.records.has(name.text) === true;
  if (!isOwn) {
    if (thread !== null && isParam(thread, name.text)) return ofInt(param(thread.id));
    const global = place.world.globals.get(name.text);
    if (global?.kind === 'const')
      return { expr: global.value, sort: global.value.kind === 'bool' ? 'bool' : 'int' };
    if (global?.kind === 'enum' || global?.kind === 'struct' || global?.kind === 'thread')
      return wrongUse(place, name.span, `\`${name.text}\` is ${describeGlobal(global)}, not a variable`);
  }
  return readVariable(ast, place, checkInt);
}

function readVariable(ast: PlaceAst, place: ExprPlace, checkInt: CheckInt): TypedExpr | null {
  const found = resolveOwn(ast, place, checkInt);
  return found === null ? null : { expr: readOf(found), sort: sortOf(found.variable.type) };
}

/** A variable that is seen by its plain name: of the thread, or shared. */
export function resolveOwn(ast: PlaceAst, place: ExprPlace, checkInt: CheckInt): ResolvedPlace | null {
  const { name } = ast;
  if (!isVariable(name.text, place)) {
    // What is wrong with the indices is said, too.
    for (const step of ast.path) if (step.kind !== 'member') checkInt(step.index, 'an index');
    if (!isKnown(name.text, place)) return unknownName(name, place);
    return wrongUse(place, name.span, `\`${name.text}\` is not an array`);
  }
  const found = resolveVariable(ast, visibleTo(place), place, checkInt);
  if (found === null) return null;
  if ('kind' in found.variable) return place.role === 'constant' ? notConstant(name.span, place) : found;
  return isDeclaredBefore(found.variable, name, place) ? found : null;
}

const isVariable = (name: string, place: ExprPlace): boolean => {
  if (place.binders.has(name)) return false;
  const variables = visibleTo(place);
  return variables.variable(name) !== undefined || variables.record(name) !== undefined;
};

const isKnown = (name: string, { world, binders, thread }: ExprPlace): boolean =>
  world.globals.has(name) || binders.has(name) || (thread !== null && isParam(thread, name));

function visibleTo({ thread, world }: ExprPlace): VisibleVariables {
  const global = (name: string): Global | undefined =>
    // What a thread has hides what the file has, which is reported.
    thread?.locals.has(name) === true || thread?.records.has(name) === true
      ? undefined
      : world.globals.get(name);
  return {
    variable(name) {
      const found = thread?.locals.get(name) ?? global(name);
      return found !== undefined && (!('kind' in found) || found.kind === 'shared') ? found : undefined;
    },
    record(name) {
      const found = thread?.records.get(name) ?? global(name);
      return found?.kind === 'record' ? found : undefined;
    },
  };
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

/** A thread, and which of its instances: null for a thread without instances. */
interface ResolvedInstance {
  readonly thread: ThreadInfo;
  readonly instance: Expr | null;
}

/** `P.r`, `Q(0).r`, `a.r`, `P.seen[0]` */
function resolveMember(ast: PlaceAst, place: ExprPlace, checkInt: CheckInt): TypedExpr | null {
  const { of, name, rest } = memberOf(ast);
  if (name === null) return wrongUse(place, of.name.span, `\`${of.name.text}\` is not a variable`);
  if (place.role === 'constant') return notConstant(of.span, place);
  if (place.role === 'statement') {
    const owner = resolveThread(of.name, place);
    return owner === null ? null : foreignLocal(owner, name, place);
  }
  const resolved = resolveInstance(of, place, checkInt);
  if (resolved === null) return null;
  const { thread, instance } = resolved;
  if (!thread.locals.has(name.text) && !thread.records.has(name.text)) {
    return unknown(place, name, `\`${thread.name}\` has no local \`${name.text}\``, [
      ...[...thread.locals.keys()].filter((known) => !known.includes('.')),
      ...thread.records.keys(),
    ]);
  }
  const locals: VisibleVariables = {
    variable: (known) => thread.locals.get(known),
    record: (known) => thread.records.get(known),
  };
  const found = resolveVariable({ name, path: rest }, locals, place, checkInt, instance);
  return found === null ? null : { expr: readOf(found), sort: sortOf(found.variable.type) };
}

/** The thread or instance, what is named of it, and what is chosen of that. */
function memberOf({ name, path }: PlaceAst): {
  readonly of: PlaceAst;
  readonly name: Word | null;
  readonly rest: readonly StepAst[];
} {
  const [first] = path;
  const steps = first?.kind === 'instance' ? 1 : 0;
  const member = path[steps];
  return {
    of: { name, path: path.slice(0, steps), span: first?.kind === 'instance' ? first.span : name.span },
    name: member?.kind === 'member' ? member.name : null,
    rest: path.slice(steps + 1),
  };
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
  const [step] = of.path;
  const number = step?.kind === 'instance' ? step.index : null;
  const index = number === null ? null : checkInt(number, 'the number of an instance');
  if (binder !== undefined) {
    if (number === null) return { thread: binder.thread, instance: bound(binder.id) };
    return wrongUse(
      place,
      of.span,
      `\`${of.name.text}\` is an instance already`,
      `write \`${of.name.text}\``,
    );
  }
  const thread = resolveThread(of.name, place);
  if (thread === null || (number !== null && index === null)) return null;
  if (thread.instances.kind === 'one') {
    if (number === null) return { thread, instance: null };
    return wrongUse(place, of.span, `\`${thread.name}\` is a single thread`, `write \`${thread.name}\``);
  }
  if (index === null || number === null) return noInstance(of.name, thread, place);
  return isInstance(index, number.span, thread, place) ? { thread, instance: index } : null;
}

function noInstance(word: Word, thread: ThreadInfo, place: ExprPlace): null {
  const example = `${thread.name}(${thread.instances.kind === 'range' ? thread.instances.lo : 0})`;
  const note = `write \`${example}\`${besides(thread, place.role)}`;
  return wrongUse(place, word.span, `\`${thread.name}\` has several instances; which is meant?`, note);
}

/** What else can be done than to name one instance. */
function besides(thread: ThreadInfo, role: ExprRole): string {
  const isQuantified = isProperty(role) || role === 'predicate';
  return isQuantified ? `, or \`forall a in ${thread.name}: ...\` and \`a\`` : '';
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
    const note =
      isProperty(place.role) || place.role === 'predicate'
        ? `or use \`forall a in ${thread.name}: ...\``
        : null;
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
  const owner = threadsOf(world).find(
    (t) => (t.locals.has(word.text) || t.records.has(word.text)) && t.id !== thread?.id,
  );
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
    ...[...(thread?.locals.keys() ?? [])].filter((name) => !name.includes('.')),
    ...(thread?.records.keys() ?? []),
    ...variableNames(place),
    'true',
    'false',
  ];
  return unknown(place, word, message, candidates);
}

const variableNames = (place: ExprPlace): readonly string[] => [
  ...(place.thread !== null && place.thread.instances.kind !== 'one' ? [place.thread.instances.param] : []),
  ...[...place.world.globals.values()].flatMap((global: Global) =>
    global.kind === 'const' ||
    ((global.kind === 'record' || (global.kind === 'shared' && !global.name.includes('.'))) &&
      place.role !== 'constant')
      ? [global.name]
      : [],
  ),
];
