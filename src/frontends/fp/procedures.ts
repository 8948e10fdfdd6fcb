import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span, Spanned, Word } from '../../diagnostics/span.js';
import { UsedNames } from '../../support/free-names.js';
import type {
  BlockAst,
  ExprAst,
  FileAst,
  ItemAst,
  ParameterAst,
  PlaceAst,
  ProcedureAst,
  StepAst,
  StmtAst,
  ThreadAst,
  TypeAst,
} from './ast.js';
import { declaredBy } from './declared-names.js';
import { mapBlocksAst, renamed } from './rename.js';
import type { NameChange } from './rename.js';
import { reportTwice } from './scope.js';
import type { Suggest } from './scope.js';
import { cellOf, everyStmtAst, isLeft, withoutParentheses } from './walk.js';

/*
 * Procedures stand in the place of their calls. What a parameter by value gets is computed once, into a local of the thread; a
 * parameter by variable is another name for a variable or a cell, which is chosen once. Locals and labels of a procedure are
 * the thread's, by names of their own where it has them already.
 */

type CallAst = Extract<StmtAst, { kind: 'call' }>;
type ValueParameter = Extract<ParameterAst, { kind: 'value' }>;
type VariableParameter = Exclude<ParameterAst, ValueParameter>;

/** What the threads of a file see. */
interface KnownNames {
  readonly procedures: ReadonlyMap<string, ProcedureAst>;
  readonly constants: ReadonlySet<string>;
  readonly globals: ReadonlySet<string>;
}

/** What is said of names, as in `FpWorld`. */
interface NameReports {
  readonly bag: DiagnosticBag;
  readonly suggest: Suggest;
  readonly lost: ReadonlySet<string>;
}

/** The file without procedures. */
export function expandProcedures(file: FileAst, reports: NameReports): FileAst {
  const known = knownNames(file, reports.bag);
  const items = file.items.flatMap((item): readonly ItemAst[] => {
    if (item.kind === 'inline') return [];
    return [item.kind === 'thread' ? new ThreadExpansion(item, known, reports).thread() : item];
  });
  return { ...file, items };
}

/** Threads that call what nobody calls, to see whether it could be called. */
export interface UncalledProcedures {
  readonly file: FileAst;
  readonly threads: readonly ThreadAst[];
  /** Names of variables of which nothing is known. */
  readonly open: ReadonlySet<string>;
}

/** Null: there are none. */
export function uncalledProcedures(file: FileAst, reports: NameReports): UncalledProcedures | null {
  const known = knownNames(file, new DiagnosticBag());
  const uncalled = [...known.procedures.values()].filter((one) => !calledIn(file, known).has(one));
  if (uncalled.length === 0) return null;
  const open = new Map<string, 'shared' | 'local'>();
  for (const { parameters } of uncalled)
    for (const { kind, name } of parameters) if (kind !== 'value') open.set(openName(name), kind);
  const lost = new Set([...reports.lost, ...open.keys()]);
  const threads = uncalled.map((one) =>
    new ThreadExpansion(callerOf(one), known, { ...reports, lost }, open).thread(),
  );
  const others = expandProcedures(file, { ...reports, bag: new DiagnosticBag() });
  return { file: { ...file, items: [...others.items, ...threads] }, threads, open: lost };
}

/** No name of a text. */
const openName = ({ text }: Word): string => `parameter ${text}`;

function callerOf({ name, parameters }: ProcedureAst): ThreadAst {
  const { span } = name;
  const statements: StmtAst[] = [];
  const values = parameters.map((parameter): ExprAst => {
    const word = parameter.kind === 'value' ? parameter.name.text : openName(parameter.name);
    const place: PlaceAst = { name: { text: word, span }, path: [], span };
    if (parameter.kind === 'value') statements.push(localOf(parameter.type, place));
    return cellOf(place);
  });
  statements.push({ kind: 'call', ...{ target: null, name, values, labels: [], span } });
  const title = { text: `procedure ${name.text}`, span };
  return { kind: 'thread', name: title, instances: null, body: { statements, span }, span };
}

/** What threads call, and what that calls. */
function calledIn({ items }: FileAst, { procedures }: KnownNames): ReadonlySet<ProcedureAst> {
  const found = new Set<ProcedureAst>();
  const look = (block: BlockAst): void => {
    for (const stmt of everyStmtAst(block)) {
      const called = stmt.kind === 'call' ? procedures.get(stmt.name.text) : undefined;
      if (called === undefined || found.has(called)) continue;
      found.add(called);
      look(called.body);
    }
  };
  for (const item of items) if (item.kind === 'thread') look(item.body);
  return found;
}

function knownNames(file: FileAst, bag: DiagnosticBag): KnownNames {
  const constants = file.items.flatMap((item) =>
    item.kind === 'const' || item.kind === 'enum' ? declaredBy(item) : [],
  );
  return {
    procedures: procedureTable(file, bag),
    constants: new Set(constants.map(({ text }) => text)),
    globals: new Set(file.items.flatMap(declaredBy).map(({ text }) => text)),
  };
}

function procedureTable({ items }: FileAst, bag: DiagnosticBag): ReadonlyMap<string, ProcedureAst> {
  const table = new Map<string, ProcedureAst>();
  for (const item of items) {
    if (item.kind !== 'inline') continue;
    const earlier = table.get(item.name.text);
    if (earlier === undefined) table.set(item.name.text, item);
    else reportTwice(bag, item.name, 'a procedure', earlier.name.span);
    const seen = new Map<string, Word>();
    for (const { name } of item.parameters) {
      const twin = seen.get(name.text);
      if (twin !== undefined) reportTwice(bag, name, 'a parameter of this procedure', twin.span);
      seen.set(name.text, name);
    }
    checkResults(item, bag);
  }
  return table;
}

/** Each way through it gives what it says that it gives. */
function checkResults({ result, name, body }: ProcedureAst, bag: DiagnosticBag): void {
  for (const stmt of everyStmtAst(body)) {
    if (stmt.kind !== 'return' || (stmt.value !== null) === (result !== null)) continue;
    const what = result === null ? 'gives no result' : 'gives a result';
    bag.report(
      'E402',
      stmt.span,
      `\`${name.text}\` ${what}`,
      result === null ? 'write `return;`' : 'write `return E;`',
    );
  }
  if (result !== null && !returns(body))
    bag.report('E402', name.span, `\`${name.text}\` may end without a \`return\``, 'end it with `return E;`');
}

/** Whether nobody comes to the end of a block. */
function returns({ statements }: BlockAst): boolean {
  const last = statements.at(-1);
  switch (last?.kind) {
    case 'return':
    case 'goto':
      return true;
    case 'if':
      return last.else !== null && returns(last.then) && returns(last.else);
    case 'either':
      return last.branches.every(returns);
    case 'atomic':
    case 'locked':
      return returns(last.body);
    case 'while':
      return last.cond.kind === 'bool' && last.cond.value && !isLeft(last.body);
    default:
      return false;
  }
}

/** More statements than this would come of calls in calls. */
const maxStatements = 100_000;

/** What a parameter or a local of a procedure is in a thread. */
type Actual =
  { readonly kind: 'value'; readonly expr: ExprAst } | { readonly kind: 'place'; readonly place: PlaceAst };

class ThreadExpansion {
  readonly #labels: UsedNames;
  readonly #locals: UsedNames;
  /** The locals and the number of the thread, as it is written. */
  readonly #own: ReadonlySet<string>;
  /** The locals that hold the numbers of cells: nobody writes to them again. */
  readonly #chosen = new Set<string>();
  #statements = 0;

  constructor(
    private readonly ast: ThreadAst,
    private readonly known: KnownNames,
    private readonly reports: NameReports,
    /** Variables of which nothing is known but this. */
    private readonly open: ReadonlyMap<string, 'shared' | 'local'> = new Map(),
  ) {
    const all = [...everyStmtAst(ast.body)];
    const isGlobal = (name: string): boolean => known.globals.has(name) || ast.instances?.param.text === name;
    this.#labels = new UsedNames(all.flatMap(({ labels }) => labels.map(({ text }) => text)));
    const locals = all.flatMap(wordsOf).map(({ text }) => text);
    this.#locals = new UsedNames(locals, isGlobal);
    this.#own = new Set([...locals, ...(ast.instances === null ? [] : [ast.instances.param.text])]);
  }

  thread(): ThreadAst {
    const all = [...everyStmtAst(this.ast.body)];
    const look = lookingAt((name) => {
      if (!this.#own.has(name.text) && !this.known.globals.has(name.text)) this.#unknownName(name, this.#own);
    });
    if (all.some(({ kind }) => kind === 'call')) for (const stmt of all) renamed(stmt, look);
    return { ...this.ast, body: this.#block(this.ast.body, []) };
  }

  #block(block: BlockAst, around: readonly ProcedureAst[]): BlockAst {
    return { ...block, statements: block.statements.map((stmt) => this.#stmt(stmt, around)) };
  }

  #stmt(stmt: StmtAst, around: readonly ProcedureAst[]): StmtAst {
    if (stmt.kind === 'call') return this.#call(stmt, around) ?? { ...stmt, kind: 'skip' };
    if (stmt.kind === 'return' && around.length === 0)
      this.reports.bag.report(
        'E402',
        stmt.span,
        '`return` stands in a procedure',
        'put a label at the end, and jump there',
      );
    return mapBlocksAst(stmt, (block) => this.#block(block, around));
  }

  #call(call: CallAst, around: readonly ProcedureAst[]): StmtAst | null {
    const { name, target } = call;
    const procedure = this.known.procedures.get(name.text);
    if (procedure === undefined) return this.#unknown(name);
    const from = around.indexOf(procedure);
    if (from >= 0) {
      const cycle = [...around.slice(from), procedure].map((one) => one.name.text).join(' calls ');
      return this.#refuse(name, `a procedure calls itself: ${cycle}`, 'use a loop');
    }
    const count = procedure.parameters.length;
    if (call.values.length !== count)
      return this.#refuse(name, `\`${name.text}\` takes ${count} values, but gets ${call.values.length}`);
    if (target !== null && procedure.result === null)
      return this.#refuse(name, `\`${name.text}\` gives no result`, `write \`${name.text}(...);\``);
    this.#statements += [...everyStmtAst(procedure.body)].length;
    if (this.#statements > maxStatements)
      return this.#refuse(name, `the calls of this thread stand for more than ${maxStatements} statements`);
    return this.#inlined(call, procedure, [...around, procedure]);
  }

  /** The statements of a procedure by the names of the thread, behind those that compute what it gets. */
  #inlined(call: CallAst, procedure: ProcedureAst, around: readonly ProcedureAst[]): StmtAst {
    const before: StmtAst[] = [];
    const names = new Map<string, Actual>();
    procedure.parameters.forEach((parameter, i) => {
      const value = call.values[i];
      if (value === undefined) return;
      const actual =
        parameter.kind === 'value'
          ? this.#value(value, parameter, procedure, before)
          : this.#passed(value, parameter, before);
      if (actual !== null) names.set(parameter.name.text, actual);
    });
    const target = this.#target(call, procedure, before);
    const labels = new Map<string, string>();
    for (const stmt of everyStmtAst(procedure.body)) {
      for (const { text } of stmt.labels) labels.set(text, this.#labels.free(text));
      for (const word of wordsOf(stmt))
        if (!names.has(word.text)) names.set(word.text, { kind: 'place', place: this.#local(word) });
    }
    const change = new CallNames(names, labels, (name) => this.#unseen(name, names), this.reports.bag);
    const body = renamedBlock(procedure.body, { change, target, isFixed: (ast) => this.#isFixed(ast) });
    const inside = this.#block({ ...body, statements: [...before, ...body.statements] }, around);
    return { kind: 'inlined', labels: call.labels, span: call.span, body: inside };
  }

  /** A local of the thread; where the file has the name already, that is reported like that of any other local. */
  #local({ text, span }: Word): PlaceAst {
    const name = this.known.globals.has(text) ? text : this.#locals.free(text);
    return { name: { text: name, span }, path: [], span };
  }

  /** Where the result goes; it is computed also where nobody wants it. */
  #target({ target, name }: CallAst, { result }: ProcedureAst, before: StmtAst[]): PlaceAst | null {
    if (result === null) return null;
    if (target !== null) {
      const actual = this.#variable(cellOf(target), name, before);
      return actual?.kind === 'place' ? actual.place : target;
    }
    const place = this.#local({ text: `${name.text}_result`, span: name.span });
    before.push(localOf(result, place));
    return place;
  }

  #variable(value: ExprAst, parameter: Word, before: StmtAst[]): Actual | null {
    const inner = withoutParentheses(value);
    if (inner.kind !== 'place')
      return this.#refuse(value, `\`${parameter.text}\` stands for a variable or a cell`, 'pass a name');
    const { name, span } = inner;
    return { kind: 'place', place: { name, span, path: this.#chosenPath(inner.path, parameter, before) } };
  }

  /** The cells are chosen once, whatever the procedure does to what their numbers were made of. */
  #chosenPath(path: readonly StepAst[], parameter: Word, before: StmtAst[]): readonly StepAst[] {
    return path.map((step) => {
      if (step.kind === 'member' || this.#isFixed(step.index)) return step;
      const { index } = step;
      const chosen = this.#local({ text: `${parameter.text}_index`, span: index.span });
      this.#chosen.add(chosen.name.text);
      before.push(...settingLocal({ kind: 'int', span: index.span }, chosen, index));
      return { ...step, index: cellOf(chosen) };
    });
  }

  /** A variable of the kind that is asked for. */
  #passed(value: ExprAst, { kind, name }: VariableParameter, before: StmtAst[]): Actual | null {
    const actual = this.#variable(value, name, before);
    if (actual?.kind !== 'place') return null;
    const passed = actual.place.name.text;
    const isGlobal = this.known.globals.has(passed) && !this.known.constants.has(passed);
    const isShared = (this.open.get(passed) ?? (isGlobal ? 'shared' : 'local')) === 'shared';
    if ((kind === 'shared') === isShared) return actual;
    return this.#refuse(
      value,
      `\`${name.text}\` stands for a ${kind} variable`,
      `declare it \`${isShared ? 'shared' : 'local'} ${name.text}\``,
    );
  }

  #value(value: ExprAst, { type, name }: ValueParameter, { body }: ProcedureAst, before: StmtAst[]): Actual {
    const isWritten = [...everyStmtAst(body)].some(
      (stmt) => writtenBy(stmt) === name.text || this.#isPassed(stmt, name.text),
    );
    if (this.#isFixed(value) && type.kind === 'int' && !isWritten) return { kind: 'value', expr: value };
    const place = this.#local(name);
    before.push(...settingLocal(type, place, value));
    return { kind: 'place', place };
  }

  /** Whether a call passes it as a variable. */
  #isPassed(stmt: StmtAst, variable: string): boolean {
    if (stmt.kind !== 'call') return false;
    const parameters = this.known.procedures.get(stmt.name.text)?.parameters ?? [];
    return stmt.values.some((value, i) => {
      const inner = withoutParentheses(value);
      const isByName = parameters[i] !== undefined && parameters[i].kind !== 'value';
      return isByName && inner.kind === 'place' && inner.name.text === variable;
    });
  }

  /** It does not change while the thread runs. */
  #isFixed(value: ExprAst): boolean {
    const inner = withoutParentheses(value);
    if (inner.kind === 'number') return true;
    if (inner.kind === 'unary' && inner.op === '-') return this.#isFixed(inner.arg);
    if (inner.kind !== 'place' || inner.path.length > 0) return false;
    const { text } = inner.name;
    return (
      this.known.constants.has(text) || this.#chosen.has(text) || this.ast.instances?.param.text === text
    );
  }

  /** What a procedure names that is not its own: the top level has it, or nobody whom it sees. */
  #unseen(name: Word, own: ReadonlyMap<string, unknown>): void {
    if (this.known.globals.has(name.text)) return;
    if (!this.#own.has(name.text)) return this.#unknownName(name, own);
    const note = `pass it: \`local ${name.text}\`, or by value`;
    this.reports.bag.report('E205', name.span, `\`${name.text}\` belongs to who calls the procedure`, note);
  }

  /** Said here, where it is known which names are of other procedures: the thread has them all in the end. */
  #unknownName(name: Word, own: { keys(): Iterable<string> }): void {
    const { bag, suggest, lost } = this.reports;
    if (lost.has(name.text)) return;
    const meant = suggest(name.text, [...own.keys(), ...this.known.globals]);
    const note = meant === null ? null : `did you mean \`${meant}\`?`;
    bag.report('E201', name.span, `unknown name \`${name.text}\``, note);
  }

  #unknown(name: Word): null {
    const meant = this.reports.suggest(name.text, [...this.known.procedures.keys()]);
    const note = meant === null ? `write \`inline ${name.text}(...) { ... }\`` : `did you mean \`${meant}\`?`;
    this.reports.bag.report('E201', name.span, `there is no procedure \`${name.text}\``, note);
    return null;
  }

  #refuse({ span }: Spanned, message: string, note: string | null = null): null {
    this.reports.bag.report('E205', span, message, note);
    return null;
  }
}

/** Changes nothing. */
const lookingAt = (look: (name: Word) => void): NameChange => ({
  value(name, path, span) {
    if (!isOfThread(path)) look(name);
    return { kind: 'place', name, path, span };
  },
  place(name) {
    look(name);
    return { name, path: [], span: name.span };
  },
  word(name) {
    look(name);
    return name;
  },
  label: (label) => label,
});

/** What it begins with may be a thread: whether there is one is said where that is looked up. */
const isOfThread = ([first]: readonly StepAst[]): boolean => first !== undefined && first.kind !== 'cell';

class CallNames implements NameChange {
  constructor(
    private readonly names: ReadonlyMap<string, Actual>,
    private readonly labels: ReadonlyMap<string, string>,
    /** Told of each name that is not the procedure's. */
    private readonly others: (name: Word) => void,
    private readonly bag: DiagnosticBag,
  ) {}

  #actual(name: Word): Actual | undefined {
    const actual = this.names.get(name.text);
    if (actual === undefined) this.others(name);
    return actual;
  }

  value(name: Word, path: readonly StepAst[], span: Span): ExprAst {
    const actual = isOfThread(path) ? this.names.get(name.text) : this.#actual(name);
    if (actual === undefined) return { kind: 'place', name, path, span };
    if (actual.kind === 'place')
      return path.length === 0
        ? cellOf(actual.place)
        : { kind: 'place', name: actual.place.name, path: [...actual.place.path, ...path], span };
    if (path.length > 0) this.#refuseParts(name);
    return actual.expr;
  }

  place(name: Word): PlaceAst {
    const actual = this.#actual(name);
    if (actual?.kind === 'value') this.#refuseParts(name);
    return actual?.kind === 'place' ? actual.place : { name, path: [], span: name.span };
  }

  #refuseParts(name: Word): void {
    const message = `\`${name.text}\` stands for a value here, not for an array or a local`;
    this.bag.report('E205', name.span, message);
  }

  word(name: Word): Word {
    const actual = this.#actual(name);
    return actual?.kind === 'place' ? actual.place.name : name;
  }

  label(label: Word): Word {
    const text = this.labels.get(label.text);
    if (text !== undefined) return { text, span: label.span };
    this.bag.report('E203', label.span, `this procedure has no label \`${label.text}\``, 'use `return`');
    return label;
  }
}

type IsFixed = (ast: ExprAst) => boolean;

interface CallRenaming {
  readonly change: NameChange;
  readonly target: PlaceAst | null;
  readonly isFixed: IsFixed;
}

/** The statements of a procedure: `return e;` stores in `target`, and declarations set what they declare. */
function renamedBlock(block: BlockAst, renaming: CallRenaming): BlockAst {
  const { change, target, isFixed } = renaming;
  const statements = block.statements.flatMap((stmt): readonly StmtAst[] => {
    const own = mapBlocksAst(renamed(stmt, change), (inner) => renamedBlock(inner, renaming));
    if (own.kind === 'return' && own.value !== null && target !== null) {
      const { value, labels, span } = own;
      return [
        { kind: 'assign', target, value, labels, span },
        { kind: 'return', value: null, labels: [], span },
      ];
    }
    return own.kind === 'local' ? [withConstants(own, isFixed), ...settings(own)] : [own];
  });
  return { ...block, statements };
}

type LocalAst = Extract<StmtAst, { kind: 'local' }>;

/** Before the first call a local has the number or the truth value that its declaration says, or any. */
const withConstants = (stmt: LocalAst, isFixed: IsFixed): LocalAst => ({
  ...stmt,
  variables: stmt.variables.map((variable) => {
    const { init } = variable;
    const values = init === null ? [] : init.kind === 'value' ? [init.value] : init.values;
    const isKept = values.every((value) => value.kind === 'bool' || isFixed(value));
    return isKept ? variable : { ...variable, init: null };
  }),
});

/** What a declaration in a procedure does each time. */
const settings = ({ type, variables, span }: LocalAst): readonly StmtAst[] =>
  variables.flatMap(({ name, init, sizes }): readonly StmtAst[] => {
    const place: PlaceAst = { name, path: [], span: name.span };
    // Members may have values of their own.
    const hasParts = type.kind === 'named' || sizes.length > 0 || init?.kind === 'cells';
    if (hasParts) return [{ kind: 'fill', ...{ target: place, init, labels: [], span } }];
    return init === null ? [] : [set(place, init.value, span)];
  });

const set = (target: PlaceAst, value: ExprAst, span: Span): StmtAst => ({
  kind: 'assign',
  ...{ target, value, labels: [], span },
});

const localOf = (type: TypeAst, { name, span }: PlaceAst): StmtAst => ({
  kind: 'local',
  ...{ type, variables: [{ name, sizes: [], init: null, span }], labels: [], span },
});

const settingLocal = (type: TypeAst, place: PlaceAst, value: ExprAst): readonly StmtAst[] => [
  localOf(type, place),
  set(place, value, value.span),
];

/** The locals that a statement declares. */
const wordsOf = (stmt: StmtAst): readonly Word[] =>
  stmt.kind === 'local' ? stmt.variables.map(({ name }) => name) : stmt.kind === 'for' ? [stmt.variable] : [];

/** The variable, not a cell, that a statement writes. */
function writtenBy(stmt: StmtAst): string | null {
  switch (stmt.kind) {
    case 'assign':
    case 'havoc':
      return stmt.target.name.text;
    case 'rmw':
    case 'call':
      return stmt.target?.name.text ?? null;
    default:
      return null;
  }
}
