import type { Span, Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { constantValue } from '../../lang/expr/constant.js';
import { bool, int } from '../../lang/expr/expr.js';
import { intType } from '../../lang/expr/type.js';
import { declareEnumeration } from './enumerations.js';
import { localId, sharedId, threadId } from '../../lang/expr/ids.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { cellNamed, cellNumber } from '../../lang/program/cell-names.js';
import type { BlockAst, FileAst, InitAst, ItemAst, StmtAst, ThreadAst } from './ast.js';
import { checkExpr } from './check-expr.js';
import { declaredBy } from './declared-names.js';
import { declareLabels } from './labels.js';
import { OwnCells } from './own-cells.js';
import { outside, reportTwice } from './scope.js';
import type { ConstantInfo, Global, ExprPlace, ThreadInfo, FpWorld } from './scope.js';
import type { LocalInfo, LocalShape, RecordInfo, SharedInfo } from './variable-infos.js';
import { instancesOf, localShapeOf, shapeOf } from './sizes.js';
import { declareStructure, partsOf } from './structures.js';
import type { DeclaredPart } from './structures.js';
import { cellsIn } from './variable-places.js';
import { everyStmtAst } from './walk.js';

export interface DeclaredShared {
  readonly info: SharedInfo;
  readonly init: InitAst | null;
}

/** With its cells, if it is an array. */
export interface DeclaredLocal {
  readonly info: LocalInfo;
  readonly init: InitAst | null;
}

/** What it is in a program: a variable for each cell. */
export function cellsOfLocal({ info }: DeclaredLocal): readonly Pick<LocalInfo, 'id' | 'name'>[] {
  const { id, name, shape } = info;
  if (shape.kind === 'scalar') return [{ id, name }];
  return Array.from({ length: shape.length }, (_, i) => ({
    id: localId(id + i),
    name: cellNamed(name, cellNumber(shape, i)),
  }));
}

export interface DeclaredThread {
  readonly info: ThreadInfo;
  readonly locals: readonly DeclaredLocal[];
  readonly ast: ThreadAst;
}

/** Everything that a file declares, without its initialisers and statements. */
export interface FileDeclarations {
  readonly world: FpWorld;
  readonly shared: readonly DeclaredShared[];
  readonly threads: readonly DeclaredThread[];
}

type ItemOfKind<K extends ItemAst['kind']> = Extract<ItemAst, { kind: K }>;

/** Constants come first, then threads, then shared variables: each may need the ones before for its size. */
export function declare(
  file: FileAst,
  surroundings: Omit<FpWorld, 'globals' | 'ownCells'>,
): FileDeclarations {
  const globals = new Map<string, Global>();
  const shared: DeclaredShared[] = [];
  // One more may be made (own-arrays.ts).
  const ownCells = new OwnCells(() => shared.length + 1);
  const world: FpWorld = { ...surroundings, globals, ownCells };
  const names = new FileNames(file, world.bag);
  const place = outside(world, 'constant');
  const items = <K extends ItemAst['kind']>(kind: K): readonly ItemOfKind<K>[] =>
    file.items.filter((item): item is ItemOfKind<K> => item.kind === kind);

  for (const item of file.items) {
    if (item.kind === 'struct') {
      const structure = declareStructure(item, place);
      if (names.isFirst(item.name)) globals.set(structure.name, structure);
    } else if (item.kind === 'const') {
      const constant = declareConstant(item, place);
      if (constant !== null && names.isFirst(item.name)) globals.set(constant.name, constant);
    } else if (item.kind === 'enum') {
      const type = declareEnumeration(item, place, (word, member) => {
        if (names.isFirst(word)) globals.set(member.name, member);
      });
      if (names.isFirst(item.name)) globals.set(type.name, type);
    }
  }
  const threads: DeclaredThread[] = [];
  let locals = 0;
  for (const ast of items('thread')) {
    if (!names.isFirst(ast.name)) continue;
    const own = declareLocals(ast, locals, place, names);
    const thread = declareThread(ast, threadId(threads.length), own, place);
    for (const { info } of own.locals) locals += cellsIn(info.shape);
    threads.push(thread);
    globals.set(thread.info.name, thread.info);
  }
  for (const item of items('shared')) {
    for (const variable of item.variables) {
      const { name } = variable;
      const { parts, record } = partsOf(item.type, variable, place);
      const shape = shapeOf(variable, place);
      if (!names.isFirst(name)) continue;
      for (const { init, ...part } of parts) {
        const id = sharedId(shared.length);
        const info: SharedInfo = { kind: 'shared', id, ...part, shape, span: name.span };
        shared.push({ info, init });
        globals.set(info.name, info);
      }
      if (record !== null) globals.set(record.name, record);
    }
  }
  return { world, shared, threads };
}

/** The top-level names of a file. Each is declared once: the first declaration counts, others are reported. */
class FileNames {
  readonly #first = new Map<string, { readonly word: Word; readonly what: string }>();
  readonly #bag: DiagnosticBag;

  constructor(file: FileAst, bag: DiagnosticBag) {
    this.#bag = bag;
    for (const item of file.items) {
      for (const word of declaredBy(item)) {
        if (this.isFree(word)) this.#first.set(word.text, { word, what: titleOf(item) });
      }
    }
  }

  isFirst(word: Word): boolean {
    return this.#first.get(word.text)?.word === word;
  }

  /** Reports a name that is taken: what a thread declares for itself may not hide a name of the file. */
  isFree(word: Word): boolean {
    const taken = this.#first.get(word.text);
    if (taken !== undefined) reportTwice(this.#bag, word, taken.what, taken.word.span);
    return taken === undefined;
  }
}

function titleOf(item: ItemAst): string {
  if (item.kind === 'thread') return item.instances?.kind === 'any' ? 'a process' : 'a thread';
  if (item.kind === 'enum') return 'declared in an `enum`';
  if (item.kind === 'struct') return 'a structure';
  if (item.kind === 'inline') return 'a procedure';
  return item.kind === 'const' ? 'a constant' : 'a shared variable';
}

function declareConstant(item: ItemOfKind<'const'>, place: ExprPlace): ConstantInfo | null {
  const checked = checkExpr(item.value, place);
  const value = checked === null ? null : constantValue(checked.expr);
  if (value === null) return null;
  const literal = typeof value === 'boolean' ? bool(value) : int(value);
  return { kind: 'const', name: item.name.text, value: literal, span: item.name.span };
}

function declareThread(
  ast: ThreadAst,
  id: ThreadId,
  { locals, records }: DeclaredLocals,
  place: ExprPlace,
): DeclaredThread {
  const info: ThreadInfo = {
    kind: 'thread',
    id,
    name: ast.name.text,
    instances: instancesOf(ast.instances, place),
    locals: new Map(locals.map((local) => [local.info.name, local.info])),
    records: new Map(records.map((record) => [record.name, record])),
    labels: declareLabels(ast.body, place.world.bag),
    span: ast.span,
  };
  return { info, locals, ast };
}

interface DeclaredLocals {
  readonly locals: readonly DeclaredLocal[];
  readonly records: readonly RecordInfo[];
}

/** The locals of a thread, numbered from `first`. */
function declareLocals(ast: ThreadAst, first: number, place: ExprPlace, names: FileNames): DeclaredLocals {
  const { bag } = place.world;
  const param = ast.instances?.param ?? null;
  if (param !== null) names.isFree(param);
  const declared: DeclaredLocal[] = [];
  const records: RecordInfo[] = [];
  const known = new Map<string, DeclaredName>();
  let next = first;
  const add = (word: Word, { init, ...part }: DeclaredPart, shape: LocalShape, counts?: true): void => {
    const counting = counts === undefined ? {} : { counts };
    const info: LocalInfo = { id: localId(next), ...part, shape, ...counting, span: word.span };
    next += cellsIn(shape);
    declared.push({ info, init });
    known.set(word.text, { span: word.span, counts: counts === true });
  };
  const isNew = (name: Word, earlier: DeclaredName | undefined): boolean => {
    if (earlier !== undefined) reportTwice(bag, name, 'a local of this thread', earlier.span);
    else if (param?.text === name.text) reportTwice(bag, name, 'the number of this thread', param.span);
    else names.isFree(name);
    return earlier === undefined && param?.text !== name.text;
  };
  for (const stmt of everyStmtAst(ast.body)) {
    if (stmt.kind === 'for') {
      const { text, span } = stmt.variable;
      const earlier = known.get(text);
      // Loops that are not inside each other may count with one variable.
      if (earlier?.counts === true || !isNew(stmt.variable, earlier)) continue;
      const init: InitAst = { kind: 'value', value: { kind: 'number', value: 0n, span } };
      add(stmt.variable, { name: text, type: intType, init }, { kind: 'scalar' }, true);
    }
    if (stmt.kind !== 'local') continue;
    refuseMisplaced(stmt, ast, bag);
    for (const variable of stmt.variables) {
      const { name } = variable;
      const { parts, record } = partsOf(stmt.type, variable, place);
      const shape = localShapeOf(variable, place);
      if (!isNew(name, known.get(name.text))) continue;
      for (const part of parts) add(name, part, shape);
      if (record !== null) records.push(record);
    }
  }
  return { locals: declared, records };
}

interface DeclaredName {
  readonly span: Span;
  readonly counts: boolean;
}

function refuseMisplaced(stmt: StmtAst, thread: ThreadAst, bag: DiagnosticBag): void {
  if (!outerBlocks(thread.body).some(({ statements }) => statements.includes(stmt))) {
    bag.report(
      'E402',
      stmt.span,
      'locals are declared outside all blocks of their thread',
      'move it out of the block',
    );
  }
  const [label] = stmt.labels;
  if (label !== undefined) {
    bag.report('E402', label.span, 'a declaration has no label', 'put the label before a statement');
  }
}

/** The body, and those of the procedures that are called in it. */
function outerBlocks(body: BlockAst): readonly BlockAst[] {
  const called = [...everyStmtAst(body)].flatMap((stmt) => (stmt.kind === 'inlined' ? [stmt.body] : []));
  return [body, ...called];
}
