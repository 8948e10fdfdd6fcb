import { assertNever, getOrFail } from '../../../src/support/invariant.js';
import { ownArray, ownValues, sharedArray, sharedEnum, sharedInts } from './sugar.js';
import type {
  SugarBlock,
  SugarExpr,
  SugarPlace,
  SugarProcedure,
  SugarProgram,
  SugarStmt,
  SugarThread,
} from './sugar.js';

/*
 * What a program stands for, as docs/language.md says it: text with `if`, `while`, `goto` and numbers only. Labels that
 * begin with `made_` are made here.
 */

export const madePrefix = 'made_';

/** By a name of the text: what stands in its place. */
type Texts = ReadonlyMap<string, string>;

export function printPlain(program: SugarProgram): string {
  const { members, procedures, threads, final, at, forms } = program;
  const values = new Map<string, string>();
  let next = 0;
  for (const { name, value } of members) {
    values.set(name, String(value ?? next));
    next = (value ?? next) + 1;
  }
  const numbers = [...values.values()].map(Number);
  const plain = new PlainExprs(values);
  const bodies = threads.map((thread) => new PlainThread(thread, procedures, values).text());
  const where =
    at === null
      ? []
      : threads.some(({ name, isRange }) => name === at.thread && isRange)
        ? [`invariant place: forall t in ${at.thread}: !(t at ${at.label}) || ${plain.text(at.cond)};`]
        : [`invariant place: !(${at.thread} at ${at.label}) || ${plain.text(at.cond)};`];
  return [
    ...sharedInts.map((name) => `shared int ${name} = 0;`),
    `shared int[${Math.min(...numbers)}..${Math.max(...numbers)}] ${sharedEnum} = ${numbers[0] ?? 0};`,
    `shared int ${sharedArray}[2] = 0;`,
    ...bodies,
    `final last: ${plain.text(final)};`,
    ...(forms.hasGoal ? [`invariant goal: !${plain.text(final)};`] : []),
    ...where,
    '',
  ].join('\n');
}

/** Expressions by other names and without choices. */
class PlainExprs {
  constructor(private readonly names: Texts) {}

  text(expr: SugarExpr): string {
    switch (expr.kind) {
      case 'number':
        return String(expr.value);
      case 'name':
        return this.names.get(expr.name) ?? expr.name;
      case 'cell':
        return `${this.names.get(expr.name) ?? expr.name}[${this.text(expr.index)}]`;
      case 'binary':
        return `(${this.text(expr.left)} ${expr.op} ${this.text(expr.right)})`;
      case 'not':
        return `!${this.text(expr.of)}`;
      case 'choice': {
        const [cond, yes, no] = [expr.cond, expr.yes, expr.no].map((part) => this.text(part));
        if (expr.sort === 'bool') return `((${cond} && ${yes}) || (!${cond} && ${no}))`;
        return `(int(${cond}) * ${yes} + int(!${cond}) * ${no})`;
      }
      default:
        return assertNever(expr);
    }
  }
}

/** What `break`, `continue` and `return` lead to; a label is there once it is asked for. */
interface Exits {
  readonly leave: Lazy;
  readonly next: Lazy;
  readonly returned: Lazy | null;
  readonly result: string | null;
}

class Lazy {
  #label: string | null = null;
  constructor(private readonly make: () => string) {}
  get(): string {
    return (this.#label ??= this.make());
  }
  get asked(): readonly string[] {
    return this.#label === null ? [] : [this.#label];
  }
}

/** Lines, and the labels of what stands behind them. */
interface Piece {
  readonly lines: readonly string[];
  readonly behind: readonly string[];
}

class PlainThread {
  readonly #locals: string[] = [];
  readonly #labels = new Set<string>();
  #made = 0;

  constructor(
    private readonly thread: SugarThread,
    private readonly procedures: readonly SugarProcedure[],
    private readonly values: Texts,
  ) {}

  text(): string {
    const { name, isRange, locals, body } = this.thread;
    for (const label of labelsIn(body)) this.#labels.add(label);
    const names = new Map(this.values);
    for (const counter of countersIn(body)) names.set(counter, this.#local('int', counter));
    const outside: Exits = { leave: this.#lazy(), next: this.#lazy(), returned: null, result: null };
    const lines = this.#block(body, new Scope(names, new Map()), outside);
    return [
      `thread ${name}${isRange ? '(me: 0..1)' : ''} {`,
      `local int ${locals.map((local) => `${local} = 0`).join(', ')};`,
      ...ownValues.map((value, i) => `local int ${ownArray}_${i} = ${value};`),
      ...this.#locals,
      ...lines,
      '}',
    ].join('\n');
  }

  #local(type: 'int' | 'bool', wish: string): string {
    const name = `own_${this.#locals.length}_${wish}`;
    this.#locals.push(`local ${type} ${name} = ${type === 'int' ? '0' : 'false'};`);
    return name;
  }

  #lazy(): Lazy {
    return new Lazy(() => `${madePrefix}${++this.#made}`);
  }

  #freshLabel(label: string): string {
    let name = label;
    for (let n = 2; this.#labels.has(name); n++) name = `${label}_${n}`;
    this.#labels.add(name);
    return name;
  }

  #block(block: SugarBlock, scope: Scope, exits: Exits): readonly string[] {
    const lines: string[] = [];
    let waiting: readonly string[] = [];
    for (const stmt of block) {
      const { lines: own, behind } = this.#stmt(stmt, scope, exits);
      lines.push(...labelled(waiting, own));
      waiting = [...(own.length > 0 ? [] : waiting), ...behind];
    }
    return waiting.length === 0 ? lines : [...lines, `${waiting.map((l) => `${l}: `).join('')}skip;`];
  }

  #stmt(stmt: SugarStmt, scope: Scope, exits: Exits): Piece {
    const label = stmt.label === undefined ? [] : [scope.label(stmt.label)];
    const piece = this.#bare(stmt, scope, exits, label);
    return piece;
  }

  #bare(stmt: SugarStmt, scope: Scope, exits: Exits, label: readonly string[]): Piece {
    const text = (expr: SugarExpr): string => scope.text(expr);
    const simple = (...lines: readonly string[]): Piece => ({ lines: labelled(label, lines), behind: [] });
    const inner = (block: SugarBlock): readonly string[] => this.#block(block, scope, exits);
    switch (stmt.kind) {
      case 'assign':
        return simple(...assigned(text(stmt.target), stmt.value, scope));
      case 'update': {
        const target = text(stmt.target);
        return simple(`${target} = ${target} ${stmt.op} ${stmt.by === null ? '1' : `(${text(stmt.by)})`};`);
      }
      case 'cas':
        return simple(`${scope.name(stmt.result)} = cas(${text(stmt.place)}, 0, ${text(stmt.value)});`);
      case 'pick':
        return simple(...chosen(text(stmt.index), (cell) => `${text(stmt.target)} = ${cell};`));
      case 'put':
        return simple(...chosen(text(stmt.index), (cell) => `${cell} = ${text(stmt.value)};`));
      case 'skip':
      case 'fence':
        return simple(`${stmt.kind};`);
      case 'break':
        return simple(`goto ${exits.leave.get()};`);
      case 'continue':
        return simple(`goto ${exits.next.get()};`);
      case 'assert':
        return simple(`assert claim: ${text(stmt.cond)};`);
      case 'assume':
        return simple(`assume(${text(stmt.cond)});`);
      case 'declare':
        return simple(...assigned(scope.name(stmt.name), stmt.value, scope));
      case 'if': {
        const otherwise = stmt.otherwise === null ? [] : ['} else {', ...inner(stmt.otherwise)];
        return simple(`if (${text(stmt.cond)}) {`, ...inner(stmt.then), ...otherwise, '}');
      }
      case 'while':
      case 'do':
      case 'for':
        return this.#loop(stmt, scope, exits, label);
      case 'either':
        return simple(
          ...stmt.branches.flatMap((branch, i) => [i === 0 ? 'either {' : 'or {', ...inner(branch), '}']),
        );
      case 'atomic':
      case 'locked':
        return simple(`${stmt.kind} {`, ...inner(stmt.body), '}');
      case 'call':
        return this.#call(stmt, scope, label);
      case 'return': {
        const { returned, result } = exits;
        if (returned === null) throw new Error('a return outside procedures');
        const stored = stmt.value === null || result === null ? [] : assigned(result, stmt.value, scope);
        return simple(...stored, `goto ${returned.get()};`);
      }
      default:
        return assertNever(stmt);
    }
  }

  #loop(
    stmt: Extract<SugarStmt, { kind: 'while' | 'do' | 'for' }>,
    scope: Scope,
    around: Exits,
    label: readonly string[],
  ): Piece {
    const exits: Exits = { ...around, leave: this.#lazy(), next: this.#lazy() };
    const body = this.#block(stmt.body, scope, exits);
    const next = exits.next.asked;
    const behind = exits.leave.asked;
    switch (stmt.kind) {
      case 'while': {
        const lines = [`while (${scope.text(stmt.cond)}) {`, ...body, '}'];
        return { lines: labelled([...next, ...label], lines), behind };
      }
      case 'do': {
        const again = this.#lazy().get();
        const test = labelled(next, [`if (${scope.text(stmt.cond)}) { goto ${again}; }`]);
        if (body.length === 0) throw new Error('the body of a do is not empty here');
        return { lines: [...labelled([...label, again], body), ...test], behind };
      }
      case 'for': {
        const counter = scope.name(stmt.variable);
        const loop = [
          `while (${counter} <= ${scope.text(stmt.hi)}) {`,
          ...body,
          ...labelled(next, [`${counter} = ${counter} + 1;`]),
          '}',
        ];
        return { lines: [...labelled(label, [`${counter} = ${scope.text(stmt.lo)};`]), ...loop], behind };
      }
      default:
        return assertNever(stmt);
    }
  }

  #call(
    { procedure: name, values, target }: Extract<SugarStmt, { kind: 'call' }>,
    scope: Scope,
    label: readonly string[],
  ): Piece {
    const procedure = this.procedures.find((one) => one.name === name);
    if (procedure === undefined) throw new Error(`no procedure ${name}`);
    const before: string[] = [];
    const names = new Map(this.values);
    procedure.parameters.forEach((parameter, i) => {
      const value = values[i];
      if (value === undefined) throw new Error('too few values');
      const given =
        parameter.kind === 'int'
          ? this.#given(value, parameter.name, procedure, scope, before)
          : this.#place(value, parameter.name, scope, before);
      names.set(parameter.name, given);
    });
    const result = this.#resultPlace(target, procedure, scope, before);
    for (const [local, type] of declaredIn(procedure.body)) names.set(local, this.#local(type, local));
    const labels = new Map<string, string>();
    for (const own of labelsIn(procedure.body)) labels.set(own, this.#freshLabel(own));
    const returned = this.#lazy();
    const exits: Exits = { leave: this.#lazy(), next: this.#lazy(), returned, result };
    const body = this.#block(procedure.body, new Scope(names, labels), exits);
    const lines = labelled(label, [...before, ...body]);
    return { lines, behind: returned.asked };
  }

  /** A parameter by value: a number stands for itself where it does not change. */
  #given(
    value: SugarExpr,
    parameter: string,
    { body }: SugarProcedure,
    scope: Scope,
    before: string[],
  ): string {
    const text = scope.text(value);
    const isNumber = /^(-?\d+|me)$/.test(text);
    if (isNumber && !writesTo(body, parameter, this.procedures)) return text;
    const local = this.#local('int', parameter);
    before.push(...assigned(local, value, scope));
    return local;
  }

  /** A parameter by variable: a cell is chosen once. */
  #place(value: SugarExpr, parameter: string, scope: Scope, before: string[]): string {
    if (value.kind !== 'cell') return scope.text(value);
    const index = scope.text(value.index);
    if (/^(-?\d+|me)$/.test(index)) return `${value.name}[${index}]`;
    const chosen = this.#local('int', parameter);
    before.push(`${chosen} = ${index};`);
    return `${value.name}[${chosen}]`;
  }

  #resultPlace(
    target: SugarPlace | null,
    { name, result }: SugarProcedure,
    scope: Scope,
    before: string[],
  ): string | null {
    if (result === null) return null;
    return target === null ? this.#local(result, name) : this.#place(target, name, scope, before);
  }
}

/** What names and labels of a text stand for. */
class Scope {
  readonly #exprs: PlainExprs;

  constructor(
    private readonly names: Texts,
    private readonly labels: Texts,
  ) {
    this.#exprs = new PlainExprs(names);
  }

  text(expr: SugarExpr): string {
    return this.#exprs.text(expr);
  }

  name(name: string): string {
    return this.names.get(name) ?? name;
  }

  label(label: string): string {
    return this.labels.size === 0 ? label : getOrFail(this.labels, label);
  }
}

function labelled(labels: readonly string[], [first, ...others]: readonly string[]): readonly string[] {
  const text = labels.map((label) => `${label}: `).join('');
  if (first === undefined) return labels.length === 0 ? [] : [`${text}skip;`];
  return [`${text}${first}`, ...others];
}

/** Whichever cell has the number; none has another, which the shared array has no cell by either. */
const chosen = (index: string, text: (cell: string) => string): readonly string[] => [
  ...ownValues.map(
    (_, i) => `${i === 0 ? '' : '} else '}if (${index} == ${i}) { ${text(`${ownArray}_${i}`)}`,
  ),
  `} else { ${ownArray}_0 = ${sharedArray}[${index}]; }`,
];

/** A choice stores one or the other. */
function assigned(target: string, value: SugarExpr, scope: Scope): readonly string[] {
  if (value.kind !== 'choice') return [`${target} = ${scope.text(value)};`];
  return [
    `if (${scope.text(value.cond)}) {`,
    ...assigned(target, value.yes, scope),
    '} else {',
    ...assigned(target, value.no, scope),
    '}',
  ];
}

function blocksIn(stmt: SugarStmt): readonly SugarBlock[] {
  switch (stmt.kind) {
    case 'if':
      return [stmt.then, stmt.otherwise ?? []];
    case 'either':
      return stmt.branches;
    case 'while':
    case 'do':
    case 'for':
    case 'atomic':
    case 'locked':
      return [stmt.body];
    default:
      return [];
  }
}

export const everyStmt = (block: SugarBlock): readonly SugarStmt[] =>
  block.flatMap((stmt) => [stmt, ...blocksIn(stmt).flatMap(everyStmt)]);

const labelsIn = (block: SugarBlock): readonly string[] =>
  everyStmt(block).flatMap(({ label }) => (label === undefined ? [] : [label]));

/** By the names that properties know them by, with the first label of each: all labels of a thread. */
export function labelsOfThread(
  { body }: SugarThread,
  procedures: readonly SugarProcedure[],
): readonly string[] {
  const found = [...labelsIn(body)];
  const visit = (block: SugarBlock): void => {
    for (const stmt of everyStmt(block)) {
      if (stmt.kind !== 'call') continue;
      const callee = procedures.find(({ name }) => name === stmt.procedure);
      for (const label of labelsIn(callee?.body ?? [])) {
        const earlier = found.filter((one) => one === label || one.startsWith(`${label}_`)).length;
        found.push(earlier === 0 ? label : `${label}_${earlier + 1}`);
      }
      visit(callee?.body ?? []);
    }
  };
  visit(body);
  return found;
}

const countersIn = (block: SugarBlock): ReadonlySet<string> =>
  new Set(everyStmt(block).flatMap((stmt) => (stmt.kind === 'for' ? [stmt.variable] : [])));

const declaredIn = (block: SugarBlock): ReadonlyMap<string, 'int' | 'bool'> =>
  new Map([
    ...everyStmt(block).flatMap((stmt) => (stmt.kind === 'declare' ? [[stmt.name, stmt.type] as const] : [])),
    ...[...countersIn(block)].map((name) => [name, 'int'] as const),
  ]);

const writesTo = (block: SugarBlock, name: string, procedures: readonly SugarProcedure[]): boolean =>
  everyStmt(block).some((stmt) => {
    switch (stmt.kind) {
      case 'assign':
      case 'update':
        return stmt.target.name === name;
      case 'cas':
        return stmt.result === name;
      case 'call':
        return stmt.target?.name === name || isPassed(stmt, name, procedures);
      default:
        return false;
    }
  });

/** Whether the call takes the variable by its name. */
function isPassed(
  { procedure, values }: Extract<SugarStmt, { kind: 'call' }>,
  variable: string,
  procedures: readonly SugarProcedure[],
): boolean {
  const parameters = procedures.find(({ name }) => name === procedure)?.parameters ?? [];
  return parameters.some(({ kind }, i) => {
    const value = values[i];
    return kind !== 'int' && value?.kind === 'name' && value.name === variable;
  });
}
