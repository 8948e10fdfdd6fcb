import { at } from '../../../src/support/invariant.js';
import type { Random } from '../random.js';
import type {
  AtomicStyle,
  JudgedExpr,
  JudgedFunction,
  JudgedOrder,
  JudgedCode,
  JudgedStmt,
  JudgedVariable,
} from './judged-ast.js';
import {
  addressOf,
  arithmeticOf,
  assignTo,
  comparisonOf,
  constantOf,
  does,
  variableOf,
} from './judged-build.js';
import { scalarsOf } from './generate-sequential.js';
import { elementOf, integerTypeOf, judgedTypeOf } from './judged-typing.js';
import {
  atomicOf,
  bool1,
  fits,
  int16,
  int32,
  int8,
  pointerOf,
  uint16,
  uint32,
  uint8,
} from './judged-types.js';
import type { JudgedInteger, JudgedStruct, JudgedType } from './judged-types.js';

/** Mostly ints, and others of which some wrap around soon. */
const widths: readonly JudgedInteger[] = [
  ...[int32, int32, int32, uint8, int8, uint16, int16, uint32, bool1],
];

/** Programs of two or three threads: every atomic operation in every spelling and order, mutexes, sections, loops that wait. */
export function generateConcurrent(random: Random): JudgedCode {
  return new ConcurrentGenerator(random).program();
}

class ConcurrentGenerator {
  readonly #globals: JudgedVariable[] = [];
  /** Scalars that all threads see. */
  readonly #cells: JudgedExpr[] = [];
  readonly #structs: JudgedStruct[] = [];
  readonly #functions: JudgedFunction[] = [];
  #fresh = 0;
  #locals: JudgedExpr[] = [];
  #watched: JudgedExpr[] = [];
  /** How many more accesses a thread may make. */
  #left = 0;
  #number = 0;
  #asserts = 0;

  /** Its first letter says what kind of lock it is. */
  readonly #mutex: string;

  constructor(private readonly random: Random) {
    this.#mutex = random.pick(['m0', 'm0', 'c0', 'w0', 's0']);
  }

  program(): JudgedCode {
    const { random } = this;
    const threads = random.chance(0.15) ? 3 : 2;
    this.#shared();
    const names: string[] = [];
    if (random.chance(0.25)) {
      // One function for all, which tells them apart by what it gets.
      const entry = this.#thread(0, threads);
      for (let i = 0; i < threads; i++) names.push(entry);
    } else for (let i = 0; i < threads; i++) names.push(this.#thread(i, threads));
    const main = this.#main(names);
    const watched = [...this.#watched, ...this.#cells];
    return {
      ...{ structs: this.#structs, globals: this.#globals, mutexes: [this.#mutex] },
      ...{ functions: this.#functions, main, watched },
    };
  }

  #name(stem: string): string {
    return `${stem}${this.#fresh++}`;
  }

  #shared(): void {
    for (let i = this.random.between(1, 2); i >= 0; i--) {
      const type = this.random.pick(widths);
      this.#global(this.random.chance(0.75) ? atomicOf(type) : type);
    }
    if (this.random.chance(0.3))
      this.#global({ kind: 'array', of: atomicOf(this.random.pick(widths)), length: 2 });
    if (this.random.chance(0.3)) {
      const struct: JudgedStruct = {
        ...{ kind: 'struct', name: 'node' },
        members: [
          { name: 'flag', type: atomicOf(int32) },
          { name: 'data', type: this.random.pick(widths) },
        ],
      };
      this.#structs.push(struct);
      this.#global(this.random.chance(0.3) ? { kind: 'array', of: struct, length: 2 } : struct);
    }
  }

  #global(type: JudgedType): void {
    const name = this.#name('g');
    const init = type.kind === 'integer' && this.random.chance(0.2) ? [1n] : [];
    this.#globals.push({ name, type, init, where: 'global' });
    this.#cells.push(...scalarsOf(variableOf(name, type)));
  }

  #main(names: readonly string[]): readonly JudgedStmt[] {
    const handles = names.map((_, i) => `h${i}`);
    const creates = names.map((thread, i): JudgedStmt => ({
      ...{ kind: 'create', handle: at(handles, i), thread, arg: BigInt(i) },
    }));
    const [first] = this.#cells;
    const before =
      this.random.chance(0.2) && first !== undefined ? [does(assignTo(first, constantOf(1)))] : [];
    return [...before, ...creates, ...handles.map((handle): JudgedStmt => ({ kind: 'join', handle }))];
  }

  /** What a thread has read is stored where main sees it. */
  #thread(number: number, threads: number): string {
    const name = this.#name('run');
    const me = variableOf(this.#name('me'), int32);
    this.#locals = [me];
    this.#number = number;
    this.#left = threads === 3 ? 2 : this.random.between(2, 4);
    const helper = this.random.chance(0.25) ? this.#helper() : null;
    const body: JudgedStmt[] = [];
    // Most programs have something in them that a buffer shows.
    if (this.random.chance(0.75)) body.push(...this.#pair());
    while (this.#left > 0) body.push(...this.#statement(2, helper));
    const read = this.#locals.slice(1).slice(-2);
    for (const [i, local] of read.entries()) {
      const type = integerTypeOf(local);
      const isCommon = this.random.chance(0.1);
      const out = `out${number}_${i}${isCommon ? 'c' : ''}`;
      this.#globals.push({
        name: out,
        type: { kind: 'array', of: type, length: threads },
        init: [],
        where: 'global',
      });
      const array = variableOf(out, { kind: 'array', of: type, length: threads });
      body.push(does(assignTo({ kind: 'index', of: array, index: me }, local)));
      this.#watched.push(...scalarsOf(array));
    }
    const variable = me.kind === 'variable' ? me.name : '';
    this.#functions.push({
      ...{ name, returns: null, isThread: true, params: [{ name: variable, type: int32 }], body },
    });
    return name;
  }

  /** A function that does something with what a pointer points to. */
  #helper(): JudgedFunction {
    const type = atomicOf(int32);
    const pointer = variableOf(this.#name('at'), pointerOf(type));
    const by = variableOf(this.#name('by'), int32);
    const order = this.#order(['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst']);
    const made: JudgedStmt[] = [];
    if (this.random.chance(0.5))
      made.push({ kind: 'store', at: pointer, value: by, order: 'release', style: 'c11-explicit' });
    const value: JudgedExpr = this.random.chance(0.5)
      ? { kind: 'change', op: '+', at: pointer, value: by, wantsNew: false, order, style: 'c11-explicit' }
      : { kind: 'load', at: pointer, order: 'acquire', style: 'c11-explicit' };
    const params = [pointer, by].flatMap((each) =>
      each.kind === 'variable' ? [{ name: each.name, type: each.type }] : [],
    );
    const helper: JudgedFunction = {
      ...{ name: this.#name('help'), returns: int32, isThread: false, params },
      body: [...made, { kind: 'return', value }],
    };
    this.#functions.push(helper);
    return helper;
  }

  #order<T extends JudgedOrder>(orders: readonly T[]): T {
    return this.random.pick(orders);
  }

  /** A cell of everybody, perhaps told by the number of the thread. */
  #cell(wantsAtomic: boolean): JudgedExpr {
    const fitting = this.#cells.filter((cell) => {
      const type = judgedTypeOf(cell);
      return type.kind === 'integer' && (!wantsAtomic || type.atomic);
    });
    const chosen = this.random.pick(fitting.length === 0 ? this.#cells : fitting);
    const [me] = this.#locals;
    if (chosen.kind === 'index' && me !== undefined && this.random.chance(0.4))
      return { ...chosen, index: arithmeticOf('&', me, constantOf(1)) };
    return chosen;
  }

  #isAtomic(cell: JudgedExpr): boolean {
    const type = judgedTypeOf(cell);
    return type.kind === 'integer' && type.atomic;
  }

  /** A number that may be stored: often a constant, sometimes one that wraps around. */
  #value(type: JudgedInteger): JudgedExpr {
    if (this.#locals.length > 1 && this.random.chance(0.25)) return this.random.pick(this.#locals);
    const value = this.random.pick([1n, 1n, 2n, 2n, 3n, 0n, 200n, -1n, 40000n]);
    return constantOf(fits(value, type) || this.random.chance(0.3) ? value : 1n);
  }

  #local(init: JudgedExpr, type: JudgedInteger): JudgedStmt {
    const name = this.#name('r');
    this.#locals.push(variableOf(name, type));
    return { kind: 'declare', variable: { name, type, init: [], where: 'local' }, init };
  }

  #plainType(cell: JudgedExpr): JudgedInteger {
    return { ...integerTypeOf(cell), atomic: false };
  }

  #statement(depth: number, helper: JudgedFunction | null): readonly JudgedStmt[] {
    const kind = this.random.weighted([
      ['pair', depth === 2 ? 8 : 0],
      ['store', 5],
      ['load', 5],
      ['assign', 4],
      ['update', 4],
      ['compare', 3],
      ['fence', 3],
      ['section', depth === 2 ? 2 : 0],
      ['if', depth > 0 ? 3 : 0],
      ['loop', depth === 2 ? 1 : 0],
      ['wait', depth === 2 ? 1 : 0],
      ['pointer', 2],
      ['helper', helper === null ? 0 : 4],
      ['compute', 2],
      ['assert', 1],
    ]);
    this.#left--;
    switch (kind) {
      case 'pair':
        return this.#pair();
      case 'store':
        return [this.#store(this.#cell(true))];
      case 'load':
        return [this.#read(this.#cell(true))];
      case 'assign':
        return [this.#assign()];
      case 'update':
        return [this.#update()];
      case 'compare':
        return this.#compareExchange();
      case 'fence':
        return [this.#fence()];
      case 'section':
        return this.#section();
      case 'if':
        return this.#if(depth);
      case 'loop':
        return this.#loop();
      case 'wait':
        return [this.#wait()];
      case 'pointer':
        return this.#pointer();
      case 'helper':
        return helper === null ? [] : this.#callOf(helper);
      case 'compute':
        return this.#compute();
      case 'assert':
        return this.#assert();
    }
  }

  /** Two accesses of the first two cells, the one way round by one thread and the other way by the next. */
  #pair(): readonly JudgedStmt[] {
    this.#left--;
    const [x, y] = [at(this.#cells, 0), at(this.#cells, 1)];
    const [first, second] = this.#number % 2 === 0 ? [x, y] : [y, x];
    const between = this.random.chance(0.25) ? [this.#fence()] : [];
    const isEven = this.#number % 2 === 0;
    switch (this.random.below(5)) {
      case 0:
      case 1:
        return isEven
          ? [this.#weakStore(x), ...between, this.#weakStore(y)]
          : [this.#read(y), ...between, this.#read(x)];
      case 2:
        return [this.#weakStore(first), ...between, this.#weakStore(second)];
      default:
        return [this.#weakStore(first), ...between, this.#read(second)];
    }
  }

  #weakStore(cell: JudgedExpr): JudgedStmt {
    const value = constantOf(this.random.between(1, 2));
    if (!this.#isAtomic(cell)) return does(assignTo(cell, value));
    if (this.random.chance(0.1)) return this.#store(cell);
    const order = this.#order(['relaxed', 'relaxed', 'relaxed', 'release']);
    return {
      kind: 'store',
      at: addressOf(cell),
      value,
      order,
      style: this.random.pick(['c11-explicit', 'gcc']),
    };
  }

  #store(cell: JudgedExpr): JudgedStmt {
    const type = integerTypeOf(cell);
    if (!this.#isAtomic(cell)) return does(assignTo(cell, this.#value(type)));
    const order = this.#order(['relaxed', 'relaxed', 'release', 'release', 'seq_cst']);
    const style = this.random.pick(
      order === 'seq_cst' ? (['c11', 'gcc'] as const) : (['c11-explicit', 'gcc'] as const),
    );
    if (this.random.chance(0.1))
      return { kind: 'store', at: addressOf(cell), value: constantOf(0), order: 'release', style: 'sync' };
    return { kind: 'store', at: addressOf(cell), value: this.#value(type), order, style };
  }

  #load(cell: JudgedExpr): JudgedExpr {
    if (!this.#isAtomic(cell) || this.random.chance(0.2)) return cell;
    const order = this.#order(['relaxed', 'acquire', 'seq_cst']);
    const style: AtomicStyle =
      order === 'seq_cst' ? 'c11' : this.random.pick(['c11-explicit', 'gcc'] as const);
    return { kind: 'load', at: addressOf(cell), order, style };
  }

  #read(cell: JudgedExpr): JudgedStmt {
    return this.#local(
      this.#load(cell),
      this.random.chance(0.8) ? this.#plainType(cell) : this.random.pick(widths),
    );
  }

  /** `=` and `op=` on objects of all kinds; what is atomic is sequentially consistent. */
  #assign(): JudgedStmt {
    const cell = this.#cell(false);
    const type = integerTypeOf(cell);
    const isChange = this.random.chance(0.5) && type.bits > 1;
    if (!isChange) return does(assignTo(cell, this.#value(type)));
    if (this.random.chance(0.4) && (type.bits < 32 || this.#isAtomic(cell)))
      return does({ kind: 'step', by: this.random.chance(0.5) ? 1 : -1, when: 'after', target: cell });
    return does(
      assignTo(
        cell,
        this.#value(type),
        this.random.pick(type.bits < 32 ? ['+', '-', '|', '^', '&'] : ['|', '^', '&']),
      ),
    );
  }

  #update(): JudgedStmt {
    const cell = this.#cell(true);
    const type = this.#plainType(cell);
    if (!this.#isAtomic(cell)) return this.#read(cell);
    const order = this.#order(['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst']);
    const style = this.random.pick(['c11', 'c11-explicit', 'gcc', 'sync'] as const);
    const place = addressOf(cell);
    const value = this.#value(type);
    if (this.random.chance(0.4) || type.bits === 1)
      return this.#local({ kind: 'exchange', at: place, value, order, style }, type);
    const wantsNew = (style === 'gcc' || style === 'sync') && this.random.chance(0.5);
    const op = this.random.pick(['+', '+', '-', '&', '|', '^'] as const);
    return this.#local({ kind: 'change', op, at: place, value, wantsNew, order, style }, type);
  }

  #compareExchange(): readonly JudgedStmt[] {
    const cell = this.#cell(true);
    if (!this.#isAtomic(cell)) return [this.#read(cell)];
    const type = this.#plainType(cell);
    const place = addressOf(cell);
    const desired = this.#value(type);
    if (this.random.chance(0.3) && type.bits > 1) {
      const gives = this.random.chance(0.5) ? 'truth' : 'old';
      const expected = constantOf(this.random.below(2));
      return [
        this.#local(
          {
            ...{ kind: 'compare', at: place, expected, desired, gives, order: 'seq_cst' },
            isWeak: false,
            style: 'sync',
          },
          gives === 'old' ? type : int32,
        ),
      ];
    }
    const declared = this.#local(constantOf(this.random.below(2)), type);
    const expected = at(this.#locals, this.#locals.length - 1);
    const style = this.random.pick(['c11', 'c11-explicit', 'gcc'] as const);
    const order = this.#order(['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst']);
    const isWeak = this.random.chance(0.3);
    const exchange = this.#local(
      { kind: 'compare', at: place, expected, desired, gives: 'truth', order, isWeak, style },
      bool1,
    );
    return [declared, exchange];
  }

  #fence(): JudgedStmt {
    const style = this.random.pick(['c11', 'c11', 'c11', 'gcc', 'sync', 'asm'] as const);
    const order =
      style === 'sync' || style === 'asm'
        ? 'seq_cst'
        : this.#order(['relaxed', 'acquire', 'release', 'release', 'acq_rel', 'seq_cst', 'seq_cst']);
    this.#left += 0.5;
    return { kind: 'fence', order, style };
  }

  /** Two accesses under a mutex, or in an atomic section. */
  #section(): readonly JudgedStmt[] {
    if (this.random.chance(0.2) && /^[mc]/.test(this.#mutex)) return this.#tryLock();
    const body = [this.#read(this.#cell(false)), does(assignTo(this.#cell(false), this.#value(int32)))];
    if (this.random.chance(0.4)) return [{ kind: 'atomic', body }];
    return [{ kind: 'lock', mutex: this.#mutex }, ...body, { kind: 'unlock', mutex: this.#mutex }];
  }

  #tryLock(): readonly JudgedStmt[] {
    const held = this.#local({ kind: 'trylock', mutex: this.#mutex }, int32);
    const taken = at(this.#locals, this.#locals.length - 1);
    const inner = does(assignTo(this.#cell(false), this.#value(int32)));
    return [
      held,
      {
        ...{ kind: 'if', cond: comparisonOf('==', taken, constantOf(0)), other: [] },
        then: [inner, { kind: 'unlock', mutex: this.#mutex }],
      },
    ];
  }

  #test(): JudgedExpr {
    const compared = (): JudgedExpr =>
      comparisonOf(
        this.random.pick(['==', '!=', '<', '>=']),
        this.#locals.length > 1 && this.random.chance(0.5)
          ? this.random.pick(this.#locals)
          : this.#load(this.#cell(true)),
        constantOf(this.random.below(3)),
      );
    if (this.random.chance(0.6)) return compared();
    return {
      kind: 'logical',
      op: this.random.chance(0.5) ? '&&' : '||',
      left: compared(),
      right: this.#lastTest(compared),
    };
  }

  /** What is on the right is not always computed: it may change something. */
  #lastTest(compared: () => JudgedExpr): JudgedExpr {
    const cell = this.#cell(true);
    if (!this.#isAtomic(cell) || this.random.chance(0.4)) return compared();
    const { order, style } = { order: 'seq_cst', style: 'c11' } as const;
    return comparisonOf(
      '==',
      { kind: 'exchange', at: addressOf(cell), value: constantOf(1), order, style },
      constantOf(0),
    );
  }

  #inner(): readonly JudgedStmt[] {
    const kept = [...this.#locals];
    const made = this.#statement(0, null);
    this.#locals = kept;
    return made;
  }

  #if(depth: number): readonly JudgedStmt[] {
    const cond = this.#test();
    if (depth === 2 && this.random.chance(0.2)) {
      const value = this.#locals.length > 1 ? at(this.#locals, this.#locals.length - 1) : cond;
      const block = (): JudgedStmt => ({ kind: 'block', style: 'plain', body: this.#inner() });
      const cases = [
        { value: 1n, body: [block()] },
        { value: 0n, body: [block(), { kind: 'break' } as const] },
        { value: null, body: [block()] },
      ];
      return [{ kind: 'switch', value, cases }];
    }
    return [{ kind: 'if', cond, then: this.#inner(), other: this.random.chance(0.4) ? this.#inner() : [] }];
  }

  #loop(): readonly JudgedStmt[] {
    return [{ kind: 'for', name: this.#name('i'), type: int32, rounds: 2, body: this.#inner() }];
  }

  /** Until somebody has stored something; perhaps for ever. */
  #wait(): JudgedStmt {
    const cell = this.#cell(true);
    const cond = comparisonOf('==', this.#load(cell), constantOf(0));
    return this.random.chance(0.5) ? { kind: 'while', cond, body: [] } : { kind: 'do', cond, body: [] };
  }

  /** One of two objects, perhaps only a run knows which. */
  #pointer(): readonly JudgedStmt[] {
    const cell = this.#cell(true);
    const type = judgedTypeOf(cell);
    const others = this.#cells.filter((each) => sameScalar(judgedTypeOf(each), type));
    const other = this.random.pick(others.length === 0 ? [cell] : others);
    const name = this.#name('p');
    const pointer = variableOf(name, pointerOf(type));
    const cond = this.#locals.length > 1 ? this.random.pick(this.#locals) : constantOf(1);
    const declared: JudgedStmt = {
      ...{ kind: 'declare', variable: { name, type: pointerOf(type), init: [], where: 'local' } },
      init: addressOf(cell),
    };
    const moved: readonly JudgedStmt[] = this.random.chance(0.5)
      ? [{ kind: 'if', cond, then: [does(assignTo(pointer, addressOf(other)))], other: [] }]
      : [];
    const object: JudgedExpr = { kind: 'deref', of: pointer };
    if (!this.#isAtomic(cell) || this.random.chance(0.3))
      return [declared, ...moved, does(assignTo(object, this.#value(integerTypeOf(cell))))];
    const value = this.#value(integerTypeOf(cell));
    if (this.random.chance(0.5))
      return [
        declared,
        ...moved,
        { kind: 'store', at: pointer, value, order: 'release', style: 'c11-explicit' },
      ];
    const load: JudgedExpr = { kind: 'load', at: pointer, order: 'acquire', style: 'c11-explicit' };
    return [declared, ...moved, this.#local(load, this.#plainType(cell))];
  }

  #callOf({ name, params }: JudgedFunction): readonly JudgedStmt[] {
    const pointed = params[0]?.type;
    const target = this.#cells.find(
      (cell) => pointed !== undefined && sameScalar(judgedTypeOf(cell), elementOf(pointed)),
    );
    if (target === undefined) return [this.#read(this.#cell(true))];
    return [
      this.#local(
        { kind: 'call', name, returns: int32, args: [addressOf(target), this.#value(int32)] },
        int32,
      ),
    ];
  }

  /** With what was read: widths, signs, and now and then what does not fit. */
  #compute(): readonly JudgedStmt[] {
    if (this.#locals.length < 2) return [this.#read(this.#cell(true))];
    const [a, b] = [this.random.pick(this.#locals), this.random.pick(this.#locals)];
    const type = this.random.pick(widths);
    switch (this.random.below(4)) {
      case 0:
        return [this.#local({ kind: 'choice', cond: a, then: b, other: constantOf(3) }, type)];
      case 1:
        return [this.#local(comparisonOf('<', a, b), int32)];
      case 2:
        return [
          this.#local(
            {
              kind: 'cast',
              type,
              of: arithmeticOf('+', { kind: 'cast', type: int16, of: a }, constantOf(300)),
            },
            int32,
          ),
        ];
      default:
        return [
          this.#local(
            arithmeticOf('+', a, constantOf(this.random.chance(0.1) ? 2147483647 : 1, int32)),
            int32,
          ),
        ];
    }
  }

  #assert(): readonly JudgedStmt[] {
    return [{ kind: 'assert', cond: this.#test(), id: this.#asserts++ }];
  }
}

const sameScalar = (a: JudgedType, b: JudgedType): boolean =>
  a.kind === 'integer' && b.kind === 'integer' && a.name === b.name && a.atomic === b.atomic;
