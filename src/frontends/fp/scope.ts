import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { lineOf, originOf } from '../../diagnostics/span.js';
import type { Span, Word } from '../../diagnostics/span.js';
import { sharedReads } from '../../lang/expr/expr.js';
import type { Expr, SharedRead } from '../../lang/expr/expr.js';
import { binderId } from '../../lang/expr/ids.js';
import type { Interval } from '../../lang/expr/interval.js';
import type { BinderId, ThreadId } from '../../lang/expr/ids.js';
import type { Instances, Program } from '../../lang/program/program.js';
import type { ShownValues } from '../../lang/program/shown-values.js';
import type { Type } from '../../lang/expr/type.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import { suggest } from '../../support/suggest.js';
import type { LocalInfo, RecordInfo, SharedInfo, StructureInfo } from './variable-infos.js';
import { arraysAmong, recordsAmong } from './named-parts.js';
import type { OwnCells } from './own-cells.js';

/** What a name at the top level of a file stands for. */
export type Global = ConstantInfo | EnumerationInfo | StructureInfo | RecordInfo | SharedInfo | ThreadInfo;

export interface ConstantInfo {
  readonly kind: 'const';
  readonly name: string;
  readonly value: Expr;
  readonly span: Span;
}

/** A range of integers that have names. */
export interface EnumerationInfo {
  readonly kind: 'enum';
  readonly name: string;
  readonly type: Type;
  readonly shown: ShownValues;
  readonly span: Span;
}

export interface ThreadInfo {
  readonly kind: 'thread';
  readonly id: ThreadId;
  readonly name: string;
  readonly instances: Instances;
  readonly locals: ReadonlyMap<string, LocalInfo>;
  readonly records: ReadonlyMap<string, RecordInfo>;
  readonly labels: ReadonlySet<string>;
  readonly span: Span;
}

export interface BinderInfo {
  readonly id: BinderId;
  readonly thread: ThreadInfo;
}

/** What all checks of a file share. */
export interface FpWorld {
  readonly globals: ReadonlyMap<string, Global>;
  readonly bag: DiagnosticBag;
  /** Names that a syntax error may have hidden the declaration of: nothing is said about them. */
  readonly lost: ReadonlySet<string>;
  readonly freshBinder: () => BinderId;
  /** The name that was probably meant, or null. */
  readonly suggest: Suggest;
  /** What statements read and write that is no variable of the program (own-cells.ts). */
  readonly ownCells: OwnCells;
}

export type Suggest = (name: string, candidates: readonly string[]) => string | null;

/** Comparing every wrong name with every right one takes long where there are very many: the first ones must do. */
export function suggester(): Suggest {
  let left = 100;
  return (name, candidates) =>
    left-- > 0 ? (suggest(name, candidates) ?? letterOf(name, candidates)) : null;
}

/** `t` for `tt`. That a name of one letter is one step away says nothing: the letter must be in the wrong name. */
function letterOf(name: string, candidates: readonly string[]): string | null {
  if (name.length !== 2) return null;
  return candidates.find((candidate) => candidate.length === 1 && name.includes(candidate)) ?? null;
}

export type ExprRole =
  /** `const`, sizes and ranges: constants only. */
  'constant' | 'initialiser' | 'statement' | 'predicate' | 'invariant' | 'final' | 'ltl';

/** Only there `forall` and `at` have a meaning. */
export const isProperty = (role: ExprRole): boolean =>
  role === 'invariant' || role === 'final' || role === 'ltl';

/** Where an expression stands. */
export interface ExprPlace {
  readonly world: FpWorld;
  readonly role: ExprRole;
  /** The thread whose locals it sees by their plain names. */
  readonly thread: ThreadInfo | null;
  readonly binders: ReadonlyMap<string, BinderInfo>;
  /** The variables of the `for` statements around, and the values that they have there. */
  readonly counting: ReadonlyMap<string, Interval>;
  /** Never evaluated, as a constant test shows: faults of constants do not matter here. */
  readonly dead: boolean;
}

/** Outside all threads. */
export const outside = (world: FpWorld, role: ExprRole): ExprPlace => ({
  world,
  role,
  thread: null,
  binders: new Map(),
  counting: new Map(),
  dead: false,
});

/** Numbers the binders of a program, after those in it. */
export function binderSupply(first = 0): () => BinderId {
  let next = first;
  return () => binderId(next++);
}

/** The names of a finished program, for formulas that are added to it. */
export function globalsOf(program: Program): ReadonlyMap<string, Global> {
  const globals = new Map<string, Global>(
    (program.constants ?? []).map((constant) => [constant.name, { kind: 'const', ...constant }]),
  );
  for (const { id, name, type, shape, span } of program.shared) {
    globals.set(name, { kind: 'shared', id, name, type, shape, span });
  }
  for (const record of recordsAmong(program.shared))
    if (!globals.has(record.name)) globals.set(record.name, record);
  for (const { id, name, instances, body, span } of program.threads) {
    const own = program.locals.filter((local) => local.thread === id && !local.temporary);
    const locals = new Map(arraysAmong(own).map((local) => [local.name, local]));
    const records = new Map(recordsAmong([...locals.values()]).map((record) => [record.name, record]));
    const labels = new Set([...everyStatement(body)].flatMap((stmt) => stmt.labels));
    globals.set(name, { kind: 'thread', id, name, instances, locals, records, labels, span });
  }
  return globals;
}

/** The reads of shared variables: a cell of a local array is none. */
export const memoryReads = (expr: Expr, { ownCells }: FpWorld): readonly SharedRead[] =>
  sharedReads(expr).filter((read) => ownCells.meaning(read.shared) === null);

export const threadsOf = (world: FpWorld): readonly ThreadInfo[] =>
  [...world.globals.values()].flatMap((global) => (global.kind === 'thread' ? [global] : []));

export function describeGlobal(global: Global): string {
  switch (global.kind) {
    case 'const':
      return 'a constant';
    case 'enum':
      return 'an enumeration';
    case 'struct':
      return 'a structure';
    case 'record':
    case 'shared':
      return 'a shared variable';
    case 'thread':
      return global.instances.kind === 'any' ? 'a process' : 'a thread';
  }
}

export function reportTwice(bag: DiagnosticBag, again: Word, what: string, first: Span): void {
  const line = lineOf(first);
  const where = line === null ? null : `first declared in line ${line}`;
  bag.report('E202', again.span, `\`${again.text}\` is already ${what}`, where);
}

/** The text as the user wrote it, for messages. */
export function textOf(span: Span): string {
  const origin = originOf(span);
  if (origin === null) return '';
  const text = origin.source.text.slice(origin.start, origin.end).replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
