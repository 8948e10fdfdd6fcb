import { InternalError, at, getOrFail, invariant } from '../../../src/support/invariant.js';
import type { JudgeCell, JudgeImage, JudgeInstr, JudgeThread } from './judge-code.js';
import type { JudgedExpr, JudgedFunction, JudgedCode, JudgedStmt, JudgedVariable } from './judged-ast.js';
import { byteSize, cellCount, int32, memberOf, scalarTypes, usualType } from './judged-types.js';
import type { JudgedInteger, JudgedType } from './judged-types.js';
import { elementOf, integerTypeOf, judgedTypeOf, valueType } from './judged-typing.js';

/** Cells for all objects, one behind the other with a hole between, and the code of every thread. */
export function judgeImage(program: JudgedCode): JudgeImage {
  const creates = createsIn(program);
  const layout = new CellLayout();
  for (const each of program.globals) if (each.where !== 'tls') layout.add(null, each.name, each);
  for (const name of program.mutexes) layout.add(null, name, plainVariable(name));
  const threads = [null, ...creates].map((create, number) =>
    new ThreadCompiler(program, layout, number, creates).thread(create),
  );
  const watched = program.watched.map((expr) => constantAddress(expr, layout));
  return { cells: layout.cells, threads, watched };
}

type Create = JudgedStmt & { readonly kind: 'create' };

const createsIn = (program: JudgedCode): readonly Create[] =>
  program.main.filter((stmt): stmt is Create => stmt.kind === 'create');

const plainVariable = (name: string): JudgedVariable => ({ name, type: int32, init: [], where: 'global' });

class CellLayout {
  readonly cells: (JudgeCell | null)[] = [null];
  readonly #places = new Map<string, number>();

  add(owner: number | null, name: string, { type, init }: JudgedVariable): void {
    const key = `${owner ?? ''}:${name}`;
    if (this.#places.has(key)) return;
    this.#places.set(key, this.cells.length);
    for (const [i, scalar] of scalarTypes(type).entries())
      this.cells.push({ type: scalar, owner, init: init[i] ?? 0n });
    this.cells.push(null);
  }

  find(owner: number, name: string): number {
    const own = this.#places.get(`${owner}:${name}`);
    return own ?? getOrFail(this.#places, `:${name}`);
  }
}

function constantAddress(expr: JudgedExpr, layout: CellLayout): number {
  if (expr.kind === 'variable') return layout.find(0, expr.name);
  if (expr.kind === 'member')
    return constantAddress(expr.of, layout) + memberOf(judgedTypeOf(expr.of), expr.name).offset;
  invariant(expr.kind === 'index' && expr.index.kind === 'constant', 'what is watched is known');
  const cells = cellCount(elementOf(judgedTypeOf(expr.of)));
  return constantAddress(expr.of, layout) + cells * Number(expr.index.value);
}

/** A jump whose target is not known yet. */
type OpenJump = JudgeInstr & { readonly kind: 'jump' | 'jump-if-zero' };

class ThreadCompiler {
  readonly #code: JudgeInstr[] = [];
  readonly #entries = new Map<string, number>();
  #breaks: OpenJump[][] = [];
  #continues: OpenJump[][] = [];
  #labels = new Map<string, number>();
  #gotos: { readonly jump: OpenJump; readonly label: string }[] = [];

  constructor(
    private readonly program: JudgedCode,
    private readonly layout: CellLayout,
    private readonly number: number,
    private readonly creates: readonly Create[],
  ) {
    for (const each of program.globals) if (each.where === 'tls') layout.add(number, each.name, each);
  }

  thread(create: Create | null): JudgeThread {
    for (const each of this.program.functions) this.#function(each);
    const start = this.#code.length;
    if (create === null) this.#body(this.program.main);
    else {
      const entry = this.program.functions.find(({ name }) => name === create.thread);
      invariant(entry !== undefined, 'a thread has a function');
      for (const param of entry.params)
        this.#initial(param.name, param.type, { kind: 'constant', value: create.arg, type: int32 });
      this.#emit({ kind: 'call', name: entry.name }, { kind: 'drop' });
    }
    this.#emit({ kind: 'stop' });
    return { code: this.#code, entries: this.#entries, start };
  }

  #emit(...instrs: readonly JudgeInstr[]): void {
    this.#code.push(...instrs);
  }

  #jump(kind: 'jump' | 'jump-if-zero'): OpenJump {
    const jump: OpenJump = { kind, to: -1 };
    this.#emit(jump);
    return jump;
  }

  #land(...jumps: readonly OpenJump[]): void {
    for (const jump of jumps) jump.to = this.#code.length;
  }

  #declare(variable: JudgedVariable): void {
    this.layout.add(variable.where === 'local' ? this.number : null, variable.name, variable);
  }

  /** Functions get their arguments in their variables, and leave a value, also those that return none. */
  #function(entry: JudgedFunction): void {
    this.#entries.set(entry.name, this.#code.length);
    for (const { name, type } of entry.params) this.#declare({ name, type, init: [], where: 'local' });
    this.#body(entry.body);
    this.#emit({ kind: 'push', value: 0n }, { kind: 'return' });
  }

  #body(body: readonly JudgedStmt[]): void {
    const [labels, gotos] = [this.#labels, this.#gotos];
    this.#labels = new Map();
    this.#gotos = [];
    this.#stmts(body);
    for (const { jump, label } of this.#gotos) jump.to = getOrFail(this.#labels, label);
    [this.#labels, this.#gotos] = [labels, gotos];
  }

  #stmts(stmts: readonly JudgedStmt[]): void {
    for (const stmt of stmts) this.#stmt(stmt);
  }

  #stmt(stmt: JudgedStmt): void {
    switch (stmt.kind) {
      case 'expression':
        this.#value(stmt.expr);
        return this.#emit({ kind: 'drop' });
      case 'store': {
        this.#value(stmt.at);
        const type = elementOf(judgedTypeOf(stmt.at));
        this.#valueAs(stmt.value, type);
        const order = stmt.order === 'acquire' || stmt.order === 'acq_rel' ? 'relaxed' : stmt.order;
        return this.#emit(
          { kind: 'store', type, order: order === 'relaxed' ? 'plain' : order },
          { kind: 'drop' },
        );
      }
      case 'fence':
        return this.#emit({ kind: 'fence', order: stmt.order });
      case 'declare':
        return this.#declaration(stmt.variable, stmt.init);
      case 'if':
      case 'while':
      case 'do':
      case 'for':
      case 'switch':
        return this.#control(stmt);
      case 'break':
        return void at(this.#breaks, this.#breaks.length - 1).push(this.#jump('jump'));
      case 'continue':
        return void at(this.#continues, this.#continues.length - 1).push(this.#jump('jump'));
      case 'goto':
        return void this.#gotos.push({ jump: this.#jump('jump'), label: stmt.label });
      case 'label':
        return void this.#labels.set(stmt.label, this.#code.length);
      case 'return':
        if (stmt.value === null) this.#emit({ kind: 'push', value: 0n });
        else this.#value(stmt.value);
        return this.#emit({ kind: 'return' });
      case 'block':
        return this.#stmts(stmt.body);
      case 'copy':
        return this.#copy(stmt.to, stmt.from);
      case 'clear':
        return this.#clear(stmt.object);
      case 'assert':
        this.#value(stmt.cond);
        return this.#emit({ kind: 'assert', id: stmt.id });
      case 'assume':
        this.#value(stmt.cond);
        return this.#emit({ kind: 'assume' });
      case 'lock':
      case 'unlock':
        return this.#emit({ kind: stmt.kind, cell: this.layout.find(this.number, stmt.mutex) });
      case 'atomic':
        this.#emit({ kind: 'begin' });
        this.#stmts(stmt.body);
        return this.#emit({ kind: 'end' });
      case 'create':
      case 'join': {
        const index = this.creates.findIndex(({ handle }) => handle === stmt.handle);
        return this.#emit({ kind: stmt.kind, thread: index + 1 });
      }
    }
  }

  #declaration(variable: JudgedVariable, init: JudgedExpr | null): void {
    this.#declare(variable);
    if (variable.where === 'static') return;
    if (init !== null) return this.#initial(variable.name, variable.type, init);
    const place = this.layout.find(this.number, variable.name);
    for (const [i, type] of scalarTypes(variable.type).entries())
      this.#emit(
        { kind: 'push', value: BigInt(place + i) },
        { kind: 'push', value: variable.init[i] ?? 0n },
        { kind: 'store', type, order: 'plain' },
        { kind: 'drop' },
      );
  }

  #initial(name: string, type: JudgedType, init: JudgedExpr): void {
    this.#emit({ kind: 'push', value: BigInt(this.layout.find(this.number, name)) });
    this.#valueAs(init, type);
    this.#emit({ kind: 'store', type, order: 'plain' }, { kind: 'drop' });
  }

  #copy(to: JudgedExpr, from: JudgedExpr): void {
    for (const [i, type] of scalarTypes(judgedTypeOf(to)).entries()) {
      this.#place(to);
      this.#emit({ kind: 'offset', cells: i });
      this.#place(from);
      this.#emit({ kind: 'offset', cells: i }, { kind: 'load', type });
      this.#emit({ kind: 'store', type, order: 'plain' }, { kind: 'drop' });
    }
  }

  #clear(object: JudgedExpr): void {
    for (const [i, type] of scalarTypes(judgedTypeOf(object)).entries()) {
      this.#place(object);
      this.#emit({ kind: 'offset', cells: i });
      this.#value({ kind: 'constant', value: 0n, type: int32 });
      this.#emit({ kind: 'store', type, order: 'plain' }, { kind: 'drop' });
    }
  }

  #control(stmt: JudgedStmt & { readonly kind: 'if' | 'while' | 'do' | 'for' | 'switch' }): void {
    switch (stmt.kind) {
      case 'if': {
        this.#value(stmt.cond);
        const no = this.#jump('jump-if-zero');
        this.#stmts(stmt.then);
        const end = this.#jump('jump');
        this.#land(no);
        this.#stmts(stmt.other);
        return this.#land(end);
      }
      case 'while': {
        const head = this.#code.length;
        this.#value(stmt.cond);
        const out = this.#jump('jump-if-zero');
        this.#loop(stmt.body, () => (this.#jump('jump').to = head));
        return this.#land(out, ...this.#left());
      }
      case 'do': {
        const head = this.#code.length;
        this.#loop(stmt.body, () => {
          this.#value(stmt.cond);
          const out = this.#jump('jump-if-zero');
          this.#jump('jump').to = head;
          this.#land(out);
        });
        return this.#land(...this.#left());
      }
      case 'for':
        return this.#for(stmt);
      case 'switch':
        return this.#switch(stmt);
    }
  }

  /** Where `continue` leads, `next` follows. */
  #loop(body: readonly JudgedStmt[], next: () => void): void {
    this.#breaks.push([]);
    this.#continues.push([]);
    this.#stmts(body);
    this.#land(...(this.#continues.pop() ?? []));
    next();
  }

  #left(): readonly OpenJump[] {
    return this.#breaks.pop() ?? [];
  }

  #for(stmt: JudgedStmt & { readonly kind: 'for' }): void {
    const counter: JudgedExpr = { kind: 'variable', name: stmt.name, type: stmt.type };
    const number = (value: number): JudgedExpr => ({ kind: 'constant', value: BigInt(value), type: int32 });
    this.#declaration({ name: stmt.name, type: stmt.type, init: [], where: 'local' }, number(0));
    const head = this.#code.length;
    this.#value({ kind: 'comparison', op: '<', left: counter, right: number(stmt.rounds) });
    const out = this.#jump('jump-if-zero');
    this.#loop(stmt.body, () => {
      this.#value({ kind: 'step', by: 1, when: 'after', target: counter });
      this.#emit({ kind: 'drop' });
      this.#jump('jump').to = head;
    });
    this.#land(out, ...this.#left());
  }

  #switch(stmt: JudgedStmt & { readonly kind: 'switch' }): void {
    const type = usualType(integerTypeOf(stmt.value), int32);
    const promoted = integerTypeOf({ kind: 'unary', op: '+', of: stmt.value });
    this.#valueAs(stmt.value, promoted);
    invariant(type.bits >= promoted.bits, 'a promoted value');
    const entries: OpenJump[] = [];
    for (const each of stmt.cases) {
      if (each.value === null) continue;
      this.#emit({ kind: 'twice' }, { kind: 'push', value: each.value }, { kind: 'convert', type: promoted });
      this.#emit({ kind: 'comparison', op: '!=' });
      entries.push(this.#jump('jump-if-zero'));
    }
    const other = this.#jump('jump');
    // Every way in takes the value away.
    this.#breaks.push([]);
    let fell: OpenJump | null = null;
    for (const { value, body } of stmt.cases) {
      this.#land(
        value === null
          ? other
          : at(
              entries,
              stmt.cases.filter((c) => c.value !== null).findIndex((c) => c.value === value),
            ),
      );
      this.#emit({ kind: 'drop' });
      if (fell !== null) this.#land(fell);
      this.#stmts(body);
      fell = this.#jump('jump');
    }
    if (other.to === -1) {
      this.#land(other);
      this.#emit({ kind: 'drop' });
    }
    if (fell !== null) this.#land(fell);
    this.#land(...this.#left());
  }

  #valueAs(expr: JudgedExpr, type: JudgedType): void {
    this.#value(expr);
    this.#emit({ kind: 'convert', type });
  }

  #both(left: JudgedExpr, right: JudgedExpr, type: JudgedInteger): void {
    this.#valueAs(left, type);
    this.#valueAs(right, type);
  }

  /** Leaves the address of the object. */
  #place(expr: JudgedExpr): void {
    switch (expr.kind) {
      case 'variable':
        return this.#emit({ kind: 'push', value: BigInt(this.layout.find(this.number, expr.name)) });
      case 'index': {
        const type = judgedTypeOf(expr.of);
        if (type.kind === 'array') this.#place(expr.of);
        else this.#value(expr.of);
        this.#value(expr.index);
        const length = type.kind === 'array' ? type.length : null;
        return this.#emit({ kind: 'element', cells: cellCount(elementOf(type)), length });
      }
      case 'member':
        this.#place(expr.of);
        return this.#emit({ kind: 'offset', cells: memberOf(judgedTypeOf(expr.of), expr.name).offset });
      case 'arrow':
        this.#value(expr.of);
        return this.#emit({
          kind: 'offset',
          cells: memberOf(elementOf(judgedTypeOf(expr.of)), expr.name).offset,
        });
      case 'deref':
        return this.#value(expr.of);
      default:
        throw new InternalError(`${expr.kind} is no object`);
    }
  }

  /** Leaves the value. */
  #value(expr: JudgedExpr): void {
    switch (expr.kind) {
      case 'constant':
        return this.#emit({ kind: 'push', value: expr.value });
      case 'variable':
      case 'index':
      case 'member':
      case 'arrow':
      case 'deref': {
        const type = judgedTypeOf(expr);
        this.#place(expr);
        // An array as a value is the address of its first element.
        return type.kind === 'array' ? undefined : this.#emit({ kind: 'load', type });
      }
      case 'address':
        return this.#place(expr.of);
      case 'unary':
        return this.#unary(expr);
      case 'arithmetic':
        return this.#arithmetic(expr);
      case 'comparison':
        return this.#comparison(expr);
      case 'logical':
      case 'choice':
        return this.#branches(expr);
      case 'cast':
        return this.#valueAs(expr.of, expr.type);
      case 'sizeof':
        return this.#emit({ kind: 'push', value: BigInt(byteSize(expr.type)) });
      case 'comma':
        this.#value(expr.left);
        this.#emit({ kind: 'drop' });
        return this.#value(expr.right);
      case 'assign':
        return this.#assign(expr);
      case 'step':
        return this.#step(expr);
      case 'call':
        return this.#call(expr.name, expr.args);
      default:
        return this.#atomic(expr);
    }
  }

  #unary(expr: JudgedExpr & { readonly kind: 'unary' }): void {
    const type = integerTypeOf(expr);
    if (expr.op === '!') {
      this.#value(expr.of);
      return this.#emit({ kind: 'push', value: 0n }, { kind: 'comparison', op: '==' });
    }
    this.#valueAs(expr.of, type);
    if (expr.op !== '+') this.#emit({ kind: expr.op === '-' ? 'negate' : 'complement', type });
  }

  #arithmetic(expr: JudgedExpr & { readonly kind: 'arithmetic' }): void {
    const type = judgedTypeOf(expr);
    if (type.kind === 'pointer') {
      this.#value(expr.left);
      this.#value(expr.right);
      if (expr.op === '-') this.#emit({ kind: 'negate', type: integerTypeOf(expr.right) });
      return this.#emit({ kind: 'element', cells: cellCount(type.to), length: null });
    }
    const integer = integerTypeOf(expr);
    if (expr.op === '<<' || expr.op === '>>') {
      this.#valueAs(expr.left, integer);
      this.#value(expr.right);
    } else this.#both(expr.left, expr.right, integer);
    this.#emit({ kind: 'arithmetic', op: expr.op, type: integer });
  }

  #comparison(expr: JudgedExpr & { readonly kind: 'comparison' }): void {
    const left = valueType(judgedTypeOf(expr.left));
    if (left.kind === 'pointer') {
      this.#value(expr.left);
      this.#value(expr.right);
    } else this.#both(expr.left, expr.right, usualType(integerTypeOf(expr.left), integerTypeOf(expr.right)));
    this.#emit({ kind: 'comparison', op: expr.op });
  }

  #branches(expr: JudgedExpr & { readonly kind: 'logical' | 'choice' }): void {
    if (expr.kind === 'choice') {
      const type = judgedTypeOf(expr);
      this.#value(expr.cond);
      const no = this.#jump('jump-if-zero');
      this.#valueAs(expr.then, type);
      const end = this.#jump('jump');
      this.#land(no);
      this.#valueAs(expr.other, type);
      return this.#land(end);
    }
    this.#value(expr.left);
    const skip = this.#jump('jump-if-zero');
    const truth = (side: JudgedExpr): void => {
      this.#value(side);
      this.#emit({ kind: 'push', value: 0n }, { kind: 'comparison', op: '!=' });
    };
    if (expr.op === '&&') truth(expr.right);
    else this.#emit({ kind: 'push', value: 1n });
    const end = this.#jump('jump');
    this.#land(skip);
    if (expr.op === '&&') this.#emit({ kind: 'push', value: 0n });
    else truth(expr.right);
    this.#land(end);
  }

  #assign(expr: JudgedExpr & { readonly kind: 'assign' }): void {
    const type = judgedTypeOf(expr.target);
    const isAtomic = type.kind === 'integer' && type.atomic;
    this.#place(expr.target);
    if (expr.op === null) this.#valueAs(expr.value, type);
    else if (isAtomic) {
      const { op } = expr;
      invariant(op !== '*' && op !== '/' && op !== '%' && op !== '<<' && op !== '>>', 'an atomic operator');
      this.#value(expr.value);
      return this.#emit({ kind: 'update', op, wantsNew: true, type });
    } else this.#compound(expr.op, type, expr.value);
    this.#emit({ kind: 'store', type, order: isAtomic ? 'seq_cst' : 'plain' });
  }

  /** `address` becomes `address value`. */
  #compound(
    op: Exclude<(JudgedExpr & { readonly kind: 'assign' })['op'], null>,
    type: JudgedType,
    by: JudgedExpr,
  ): void {
    if (type.kind === 'pointer') {
      this.#emit({ kind: 'twice' }, { kind: 'load', type });
      this.#value(by);
      if (op === '-') this.#emit({ kind: 'negate', type: integerTypeOf(by) });
      return this.#emit({ kind: 'element', cells: cellCount(type.to), length: null });
    }
    invariant(type.kind === 'integer', 'a number');
    const isShift = op === '<<' || op === '>>';
    const wide = isShift ? usualType(type, type) : usualType(type, integerTypeOf(by));
    this.#emit({ kind: 'twice' }, { kind: 'load', type }, { kind: 'convert', type: wide });
    if (isShift) this.#value(by);
    else this.#valueAs(by, wide);
    this.#emit({ kind: 'arithmetic', op, type: wide }, { kind: 'convert', type });
  }

  #step(expr: JudgedExpr & { readonly kind: 'step' }): void {
    const type = judgedTypeOf(expr.target);
    const isBefore = expr.when === 'before';
    this.#place(expr.target);
    if (type.kind === 'integer' && type.atomic) {
      this.#emit({ kind: 'push', value: BigInt(expr.by) });
      return this.#emit({ kind: 'update', op: '+', wantsNew: isBefore, type });
    }
    const one: JudgedExpr = { kind: 'constant', value: 1n, type: int32 };
    if (!isBefore) this.#emit({ kind: 'twice' }, { kind: 'load', type }, { kind: 'tuck' });
    this.#compound(expr.by === 1 ? '+' : '-', type, one);
    this.#emit({ kind: 'store', type, order: 'plain' });
    if (!isBefore) this.#emit({ kind: 'drop' });
  }

  #call(name: string, args: readonly JudgedExpr[]): void {
    const entry = this.program.functions.find((each) => each.name === name);
    invariant(entry !== undefined, 'the function is there');
    for (const [i, param] of entry.params.entries()) {
      if (param.type.kind === 'struct')
        this.#copy({ kind: 'variable', name: param.name, type: param.type }, at(args, i));
      else this.#initial(param.name, param.type, at(args, i));
    }
    this.#emit({ kind: 'call', name });
    if (entry.returns !== null) this.#emit({ kind: 'convert', type: entry.returns });
  }

  #atomic(
    expr: JudgedExpr & { readonly kind: 'load' | 'exchange' | 'change' | 'compare' | 'trylock' },
  ): void {
    if (expr.kind === 'trylock')
      return this.#emit({ kind: 'trylock', cell: this.layout.find(this.number, expr.mutex) });
    this.#value(expr.at);
    const type = elementOf(judgedTypeOf(expr.at));
    switch (expr.kind) {
      case 'load':
        return this.#emit({ kind: 'load', type });
      case 'exchange':
        this.#valueAs(expr.value, type);
        return this.#emit({ kind: 'update', op: null, wantsNew: false, type });
      case 'change':
        this.#value(expr.value);
        return this.#emit({ kind: 'update', op: expr.op, wantsNew: expr.wantsNew, type });
      case 'compare':
        return this.#compareExchange(expr, type);
    }
  }

  #compareExchange(expr: JudgedExpr & { readonly kind: 'compare' }, type: JudgedType): void {
    this.#valueAs(expr.expected, type);
    this.#valueAs(expr.desired, type);
    this.#emit({ kind: 'compare-exchange', type });
    if (expr.style === 'sync') {
      if (expr.gives === 'old') return;
      this.#valueAs(expr.expected, type);
      return this.#emit({ kind: 'comparison', op: '==' });
    }
    // The old value is kept where it is not what was expected, which is a variable of the thread's own.
    this.#emit({ kind: 'twice' });
    this.#valueAs(expr.expected, type);
    this.#emit({ kind: 'comparison', op: '==' });
    const failed = this.#jump('jump-if-zero');
    this.#emit({ kind: 'drop' }, { kind: 'push', value: 1n });
    const end = this.#jump('jump');
    this.#land(failed);
    this.#place(expr.expected);
    this.#emit({ kind: 'swap' }, { kind: 'convert', type: judgedTypeOf(expr.expected) });
    this.#emit({ kind: 'store', type: judgedTypeOf(expr.expected), order: 'plain' });
    this.#emit({ kind: 'drop' }, { kind: 'push', value: 0n });
    this.#land(end);
  }
}
