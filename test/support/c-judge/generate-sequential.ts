import { at } from '../../../src/support/invariant.js';
import type { Random } from '../random.js';
import type {
  ArithmeticOp,
  JudgedExpr,
  JudgedFunction,
  JudgedCode,
  JudgedStmt,
  JudgedVariable,
} from './judged-ast.js';
import {
  addressOf,
  arithmeticOf,
  assignTo,
  castTo,
  comparisonOf,
  constantOf,
  does,
  variableOf,
} from './judged-build.js';
import { integerTypeOf, judgedTypeOf } from './judged-typing.js';
import {
  atomicOf,
  converted,
  fits,
  int16,
  int32,
  int64,
  int8,
  integerTypes,
  pointerOf,
  scalarTypes,
  uint32,
  uint64,
  uint8,
  usualType,
} from './judged-types.js';
import type { JudgedInteger, JudgedStruct, JudgedType } from './judged-types.js';

export interface SequentialOptions {
  /** In front of every name of the file. */
  readonly prefix: string;
  /** Operations that are undefined for some values get any. */
  readonly isWild: boolean;
  /** No 64 bits: for engines that have fewer. */
  readonly isNarrow: boolean;
  readonly statements: number;
}

const literals: readonly bigint[] = [
  ...[0n, 1n, 1n, 2n, 3n, -1n, 5n, 7n, 100n, 127n, 128n, 255n, -128n, 256n, 32767n, -32768n, 65535n, 70000n],
  ...[2147483647n, -2147483647n, -2147483648n],
];

const arithmetics: readonly ArithmeticOp[] = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'];

/** Programs of one thread: every width, conversions, pointers, structs, loops, calls, jumps; no order of evaluation matters. */
export function generateSequential(random: Random, options: SequentialOptions): JudgedCode {
  return new SequentialGenerator(random, options).program();
}

class SequentialGenerator {
  readonly #struct: JudgedStruct;
  readonly #globals: JudgedVariable[] = [];
  readonly #functions: JudgedFunction[] = [];
  /** Objects of integers that expressions may read; the last ones are of inner blocks. */
  #readable: JudgedExpr[] = [];
  #writable: JudgedExpr[] = [];
  /** What an expression may change on the way: nobody reads them in the same one. */
  #effects: JudgedExpr[] = [];
  #fresh = 0;
  #inLoop = 0;
  /** Functions change what is theirs: callers may compute other things before or after them. */
  #isInFunction = false;
  #goto: string | null = null;
  /** So that loops inside of loops stay short. */
  #rounds = 60;

  constructor(
    private readonly random: Random,
    private readonly options: SequentialOptions,
  ) {
    this.#struct = {
      ...{ kind: 'struct', name: `${options.prefix}rec` },
      members: [
        { name: 'm', type: this.#type() },
        { name: 'n', type: this.#type() },
        { name: 'row', type: { kind: 'array', of: this.#type(), length: 3 } },
      ],
    };
  }

  program(): JudgedCode {
    for (let i = 0; i < 6; i++) this.#global(this.#type());
    this.#global(atomicOf(this.#numberType()), true);
    this.#global({ kind: 'array', of: this.#type(), length: 4 });
    this.#global(this.#struct);
    const effects = Array.from({ length: 3 }, () => this.#global(this.#type(), false, false));
    this.#functions.push(this.#function(false), this.#function(true));
    const own = [this.#ownEffect(), this.#ownEffect()];
    this.#effects = [...effects, ...own.map(({ object }) => object)];
    const main = [
      ...own.map(({ declared }) => declared),
      ...this.#body(this.options.statements),
      ...own.map(({ object }) => does(assignTo(this.random.pick(effects), object))),
    ];
    const watched = this.#globals.flatMap(({ name, type }) => scalarsOf(variableOf(name, type)));
    return {
      ...{ structs: [this.#struct], globals: this.#globals, mutexes: [] },
      ...{ functions: this.#functions, main, watched },
    };
  }

  #name(stem: string): string {
    return `${this.options.prefix}${stem}${this.#fresh++}`;
  }

  #type(): JudgedInteger {
    const types = this.options.isNarrow
      ? integerTypes.filter(({ bits, signed }) => bits < 32 || (bits === 32 && signed))
      : integerTypes;
    return this.random.pick(types);
  }

  #numberType(): JudgedInteger {
    const type = this.#type();
    return type.bits === 1 ? int8 : type;
  }

  #initial(type: JudgedType): readonly bigint[] {
    return scalarTypes(type).map((scalar) => {
      const value = this.random.pick(literals);
      return scalar.kind === 'integer' && fits(value, scalar) ? value : 1n;
    });
  }

  #global(type: JudgedType, isAtomic = false, isOpen = true): JudgedExpr {
    const name = this.#name('g');
    this.#globals.push({ name, type, init: this.#initial(type), where: 'global' });
    const object = variableOf(name, type);
    if (isOpen) this.#open(object, isAtomic);
    return object;
  }

  /** A variable of main that only effects change, so that nobody knows it in advance in a loop. */
  #ownEffect(): { readonly object: JudgedExpr; readonly declared: JudgedStmt } {
    const [name, type] = [this.#name('own'), this.#type()];
    const variable: JudgedVariable = { name, type, init: [], where: 'local' };
    const [value = 1n] = this.#initial(type);
    const declared: JudgedStmt = { kind: 'declare', variable, init: constantOf(value) };
    return { object: variableOf(name, type), declared };
  }

  /** Lets expressions read an object, and statements change it. */
  #open(object: JudgedExpr, isAtomic = false): void {
    this.#readable.push(...scalarsOf(object));
    if (!isAtomic) this.#writable.push(...scalarsOf(object));
  }

  #block(size: number, depth: number): readonly JudgedStmt[] {
    const [readable, writable] = [[...this.#readable], [...this.#writable]];
    const made = Array.from({ length: size }, () => this.#statement(depth)).flat();
    [this.#readable, this.#writable] = [readable, writable];
    return made;
  }

  /** Statements with a jump out of them, and perhaps one back. */
  #body(size: number): readonly JudgedStmt[] {
    const out: JudgedStmt[] = [];
    for (let left = size; left > 0; left -= 4) {
      const part = Math.min(left, 4);
      if (this.random.chance(0.3)) {
        const label = this.#name('out');
        this.#goto = label;
        out.push({ kind: 'block', style: 'plain', body: this.#block(part, 2) }, { kind: 'label', label });
        this.#goto = null;
      } else if (this.random.chance(0.2) && this.#rounds >= 40) {
        out.push(...this.#jumpBack(part));
      } else for (let i = 0; i < part; i++) out.push(...this.#statement(3));
    }
    return out;
  }

  #jumpBack(part: number): readonly JudgedStmt[] {
    const [label, name] = [this.#name('again'), this.#name('n')];
    const counter = variableOf(name, int32);
    this.#rounds = Math.floor(this.#rounds / 3);
    const body = this.#block(part, 2);
    this.#rounds *= 3;
    return [
      { kind: 'declare', variable: { name, type: int32, init: [], where: 'local' }, init: constantOf(2) },
      { kind: 'label', label },
      { kind: 'block', style: 'plain', body },
      {
        kind: 'if',
        cond: comparisonOf('>', { kind: 'step', by: -1, when: 'after', target: counter }, constantOf(0)),
        then: [{ kind: 'goto', label }],
        other: [],
      },
    ];
  }

  /** A function of two integers, and one that changes what a pointer points to. */
  #function(hasPointer: boolean): JudgedFunction {
    const [readable, writable] = [this.#readable, this.#writable];
    const name = this.#name('f');
    const [a, b] = [this.#name('a'), this.#name('b')];
    const [type, returns, pointed] = [this.#type(), this.#type(), this.#type()];
    const param = variableOf(a, type);
    const pointer = variableOf(b, pointerOf(pointed));
    const kept: JudgedVariable = {
      ...{ name: this.#name('kept'), type: this.#numberType(), where: 'static' },
      init: [3n],
    };
    this.#readable = [param];
    this.#writable = [param];
    this.#open(variableOf(kept.name, kept.type));
    if (hasPointer) {
      this.#readable.push({ kind: 'deref', of: pointer });
      this.#writable.push({ kind: 'deref', of: pointer });
    }
    this.#isInFunction = true;
    const body: JudgedStmt[] = [{ kind: 'declare', variable: kept, init: null }];
    body.push(...Array.from({ length: 3 }, () => this.#statement(1)).flat());
    body.push({
      kind: 'if',
      cond: this.#expr(1),
      then: [{ kind: 'return', value: this.#expr(1) }],
      other: [],
    });
    body.push({ kind: 'return', value: this.#expr(2) });
    [this.#readable, this.#writable] = [readable, writable];
    this.#isInFunction = false;
    const params = hasPointer
      ? [
          { name: a, type },
          { name: b, type: pointerOf(pointed) },
        ]
      : [{ name: a, type }];
    return { name, returns, isThread: false, params, body };
  }

  #statement(depth: number): readonly JudgedStmt[] {
    const kind = this.random.weighted([
      ['assign', 8],
      ['compound', 5],
      ['step', 3],
      ['declare', 3],
      ['pointer', 3],
      ['copy', this.#isInFunction ? 0 : 1],
      ['call', 2],
      ['atomic', this.#isInFunction ? 0 : 2],
      ['if', depth > 0 ? 4 : 0],
      ['loop', depth > 0 && this.#rounds > 2 ? 4 : 0],
      ['switch', depth > 0 ? 3 : 0],
      ['macro', depth > 0 ? 1 : 0],
      ['leave', this.#inLoop > 0 ? 3 : 0],
      ['goto', this.#goto === null ? 0 : 2],
    ]);
    switch (kind) {
      case 'assign':
        return [does(assignTo(this.#target(), this.#full(3)))];
      case 'compound':
        return [does(this.#compound())];
      case 'step':
        return [does(this.#stepOf(this.#target()))];
      case 'declare':
        return this.#declaration();
      case 'pointer':
        return this.#pointers();
      case 'copy':
        return this.#structCopy();
      case 'call':
        return [does(assignTo(this.#target(), this.#call()))];
      case 'atomic':
        return this.#atomic();
      case 'if':
        return [
          {
            ...{ kind: 'if', cond: this.#full(2), then: this.#block(2, depth - 1) },
            other: this.random.chance(0.5) ? this.#block(1, depth - 1) : [],
          },
        ];
      case 'loop':
        return this.#loop(depth - 1);
      case 'switch':
        return [this.#switch(depth - 1)];
      case 'macro':
        return [
          { kind: 'block', style: 'macro', body: this.#withoutLeaving(() => this.#block(2, depth - 1)) },
        ];
      case 'leave':
        return [
          {
            ...{ kind: 'if', cond: this.#expr(1), other: [] },
            then: [{ kind: this.random.chance(0.5) ? 'break' : 'continue' }],
          },
        ];
      case 'goto':
        return [
          { kind: 'if', cond: this.#expr(1), then: [{ kind: 'goto', label: this.#goto ?? '' }], other: [] },
        ];
    }
  }

  #withoutLeaving<T>(make: () => T): T {
    const inLoop = this.#inLoop;
    this.#inLoop = 0;
    const made = make();
    this.#inLoop = inLoop;
    return made;
  }

  #declaration(): readonly JudgedStmt[] {
    const name = this.#name('l');
    if (this.random.chance(0.2)) {
      const type: JudgedType = { kind: 'array', of: this.#type(), length: 3 };
      const init = this.#initial(type).slice(0, this.random.between(1, 3));
      this.#open(variableOf(name, type));
      return [{ kind: 'declare', variable: { name, type, init, where: 'local' }, init: null }];
    }
    const type = this.#type();
    const init = this.#full(2);
    this.#open(variableOf(name, type));
    return [{ kind: 'declare', variable: { name, type, init: [], where: 'local' }, init }];
  }

  /** A pointer to some object, through which this is changed. */
  #pointers(): readonly JudgedStmt[] {
    // With an index that is none there is a pointer that gcc's sanitizer does not look at.
    const target = this.random.pick(this.#writable);
    const name = this.#name('p');
    const type = pointerOf(judgedTypeOf(target));
    const pointer = variableOf(name, type);
    const object: JudgedExpr = { kind: 'deref', of: pointer };
    const made: JudgedStmt[] = [
      {
        ...{ kind: 'declare', variable: { name, type, init: [], where: 'local' } },
        init: addressOf(target),
      },
    ];
    if (this.random.chance(0.3)) {
      // A pointer to the pointer.
      const outer = this.#name('pp');
      made.push({
        ...{ kind: 'declare', variable: { name: outer, type: pointerOf(type), init: [], where: 'local' } },
        init: addressOf(pointer),
      });
      const inner: JudgedExpr = { kind: 'deref', of: variableOf(outer, pointerOf(type)) };
      made.push(does(assignTo({ kind: 'deref', of: inner }, this.#expr(2))));
    } else if (this.random.chance(0.4)) made.push(...this.#walk());
    made.push(does(assignTo(object, this.#expr(2))), does(assignTo(this.#target(), object)));
    return made;
  }

  /** A pointer that goes through an array. */
  #walk(): readonly JudgedStmt[] {
    const [name, array] = [this.#name('q'), this.#name('row')];
    const of = this.#type();
    const type: JudgedType = { kind: 'array', of, length: 4 };
    const pointer = variableOf(name, pointerOf(of));
    const counter = this.#name('i');
    return [
      {
        ...{ kind: 'declare', init: null },
        variable: { name: array, type, init: this.#initial(type), where: 'local' },
      },
      {
        ...{ kind: 'declare', init: variableOf(array, type) },
        variable: { name, type: pointerOf(of), init: [], where: 'local' },
      },
      {
        ...{ kind: 'for', name: counter, type: int32, rounds: this.random.between(1, 3) },
        body: [
          does(assignTo({ kind: 'deref', of: pointer }, this.#expr(1))),
          does({ kind: 'step', by: 1, when: this.random.chance(0.5) ? 'before' : 'after', target: pointer }),
        ],
      },
      does(assignTo(this.#target(), { kind: 'deref', of: pointer })),
      does(assignTo(this.#target(), { kind: 'index', of: pointer, index: constantOf(-1) })),
      does(
        assignTo(this.#target(), {
          kind: 'deref',
          of: arithmeticOf('-', pointer, constantOf(1)),
        }),
      ),
    ];
  }

  #structCopy(): readonly JudgedStmt[] {
    const name = this.#name('s');
    const flat: JudgedStruct = { ...this.#struct };
    const object = variableOf(name, flat);
    const pointer = this.#name('sp');
    const through = variableOf(pointer, pointerOf(flat));
    const member = this.random.pick(['m', 'n']);
    const readable = this.#globals.find(({ type }) => type.kind === 'struct');
    const source = readable === undefined ? object : variableOf(readable.name, readable.type);
    this.#open(object);
    return [
      {
        ...{ kind: 'declare', init: null },
        variable: { name, type: flat, init: this.#initial(flat), where: 'local' },
      },
      {
        ...{ kind: 'declare', init: addressOf(object) },
        variable: { name: pointer, type: pointerOf(flat), init: [], where: 'local' },
      },
      does(assignTo({ kind: 'arrow', of: through, name: member }, this.#expr(2))),
      does(
        assignTo({ kind: 'member', of: source, name: member }, { kind: 'arrow', of: through, name: member }),
      ),
      does(
        assignTo(
          { kind: 'index', of: { kind: 'arrow', of: through, name: 'row' }, index: this.#index(3) },
          this.#expr(1),
        ),
      ),
      ...this.#wholeCopies(source, { kind: 'deref', of: through }),
    ];
  }

  /** A struct has an array, so its copies are those of arrays, too. */
  #wholeCopies(global: JudgedExpr, own: JudgedExpr): readonly JudgedStmt[] {
    const copied = (to: JudgedExpr, from: JudgedExpr): JudgedStmt => ({
      ...{ kind: 'copy', to, from },
      by: this.random.pick(['assignment', 'memcpy', 'memmove']),
    });
    if (this.random.chance(0.2)) return [{ kind: 'clear', object: own }, copied(global, own)];
    return this.random.chance(0.5) ? [copied(global, own)] : [copied(own, global), copied(global, own)];
  }

  #call(): JudgedExpr {
    const [entry, withPointer] = this.#functions;
    if (entry === undefined || withPointer === undefined) return this.#expr(1);
    const chosen = this.random.chance(0.5) ? entry : withPointer;
    const { name, returns, params } = chosen;
    const pointed = params[1]?.type;
    const target = this.#effects.find(
      (object) => pointed?.kind === 'pointer' && sameType(judgedTypeOf(object), pointed.to),
    );
    if (returns === null || (pointed !== undefined && target === undefined)) return this.#expr(2);
    const args = [
      this.#expr(2),
      ...(target === undefined || pointed === undefined ? [] : [addressOf(target)]),
    ];
    return { kind: 'call', name, returns, args };
  }

  #atomic(): readonly JudgedStmt[] {
    const object = this.#globals.find(({ type }) => type.kind === 'integer' && type.atomic);
    if (object === undefined || object.type.kind !== 'integer') return [];
    const target = variableOf(object.name, object.type);
    const place = addressOf(target);
    const order = this.random.pick(['relaxed', 'acquire', 'seq_cst'] as const);
    const style = this.random.pick(['c11', 'c11-explicit', 'gcc', 'sync'] as const);
    const op = this.random.pick(['+', '-', '&', '|', '^'] as const);
    // C leaves open whether its index is computed before the change or behind it.
    const to = this.#withoutReading(object.name, () => this.#target());
    const wantsNew = (style === 'gcc' || style === 'sync') && this.random.chance(0.5);
    switch (this.random.below(5)) {
      case 0:
        return [does(assignTo(target, this.#expr(2)))];
      case 1:
        return [
          does(assignTo(to, { kind: 'change', op, at: place, value: this.#expr(2), wantsNew, order, style })),
        ];
      case 2:
        return [does(assignTo(to, { kind: 'exchange', at: place, value: this.#expr(2), order, style }))];
      case 3:
        return this.#compareExchange(place, object.type, to);
      default: {
        const when = this.random.chance(0.5) ? 'before' : 'after';
        return [does(assignTo(to, { kind: 'step', by: 1, when, target }))];
      }
    }
  }

  #withoutReading<T>(name: string, make: () => T): T {
    const readable = this.#readable;
    this.#readable = readable.filter((each) => each.kind !== 'variable' || each.name !== name);
    const made = make();
    this.#readable = readable;
    return made;
  }

  #compareExchange(place: JudgedExpr, type: JudgedInteger, to: JudgedExpr): readonly JudgedStmt[] {
    const name = this.#name('expected');
    const plain = { ...type, atomic: false };
    const expected = variableOf(name, plain);
    const known: JudgedExpr = { kind: 'load', at: place, order: 'relaxed', style: 'c11-explicit' };
    const init = this.random.chance(0.5) ? known : this.#expr(1);
    const desired = this.#expr(1);
    this.#open(expected);
    return [
      { kind: 'declare', variable: { name, type: plain, init: [], where: 'local' }, init },
      does(
        assignTo(to, {
          ...{ kind: 'compare', at: place, expected, desired, gives: 'truth' },
          ...{ order: 'seq_cst', isWeak: false, style: this.random.pick(['c11', 'gcc'] as const) },
        }),
      ),
    ];
  }

  #loop(depth: number): readonly JudgedStmt[] {
    const rounds = this.random.between(1, 3);
    const all = this.#rounds;
    this.#rounds = Math.floor(all / rounds);
    this.#inLoop++;
    const name = this.#name('i');
    const counter = variableOf(name, int32);
    const kept = [...this.#readable];
    this.#readable.push(counter);
    const body = this.#block(2, depth);
    this.#readable = kept;
    this.#inLoop--;
    this.#rounds = all;
    const declared: JudgedStmt = {
      ...{ kind: 'declare', init: constantOf(rounds) },
      variable: { name, type: int32, init: [], where: 'local' },
    };
    switch (this.random.below(3)) {
      case 0:
        return [
          declared,
          {
            ...{ kind: 'while', body },
            cond: comparisonOf('>', { kind: 'step', by: -1, when: 'after', target: counter }, constantOf(0)),
          },
        ];
      case 1:
        return [
          declared,
          {
            ...{ kind: 'do', body },
            cond: comparisonOf('>', { kind: 'step', by: -1, when: 'before', target: counter }, constantOf(0)),
          },
        ];
      default:
        return [{ kind: 'for', name, type: int32, rounds, body }];
    }
  }

  #switch(depth: number): JudgedStmt {
    const value = this.#full(2);
    const type = usualType(integerTypeOf(value), integerTypeOf(value));
    // A case is converted to the type of the value (C11 6.8.4.2): -1 is the greatest unsigned one.
    const values = [0n, 1n, this.random.pick(literals), -1n].filter(
      (each, i, all) => all.findIndex((other) => converted(other, type) === converted(each, type)) === i,
    );
    const cases = values.map((each): { value: bigint | null; body: readonly JudgedStmt[] } => ({
      value: each,
      body: this.#case(depth),
    }));
    if (this.random.chance(0.7))
      cases.splice(this.random.below(cases.length + 1), 0, { value: null, body: this.#case(depth) });
    const mostly = this.random.chance(0.6) ? arithmeticOf('&', value, constantOf(3)) : value;
    const isMasked = mostly !== value;
    return {
      ...{ kind: 'switch', value: mostly },
      cases: isMasked
        ? cases.filter((each) => each.value === null || (each.value >= 0n && each.value < 4n))
        : cases,
    };
  }

  #case(depth: number): readonly JudgedStmt[] {
    const body = this.#withoutLeaving(() => this.#block(1, depth));
    return this.random.chance(0.5)
      ? [{ kind: 'block', style: 'plain', body }, { kind: 'break' }]
      : [{ kind: 'block', style: 'plain', body }];
  }

  #target(): JudgedExpr {
    const chosen = this.random.pick(this.#writable);
    return chosen.kind === 'index' && this.random.chance(0.5)
      ? { ...chosen, index: this.#index(lengthOf(chosen)) }
      : chosen;
  }

  #index(length: number): JudgedExpr {
    if (this.options.isWild && this.random.chance(0.3))
      return arithmeticOf('&', this.#expr(1), constantOf(length));
    return length === 4
      ? arithmeticOf('&', this.#expr(1), constantOf(3))
      : arithmeticOf('%', castTo(uint8, this.#expr(1)), constantOf(length));
  }

  #stepOf(target: JudgedExpr): JudgedExpr {
    const type = integerTypeOf(target);
    const by = this.random.chance(0.5) ? 1 : -1;
    if (!this.options.isWild && type.bits >= 32 && type.signed) return assignTo(target, this.#expr(2));
    return { kind: 'step', by, when: this.random.chance(0.5) ? 'before' : 'after', target };
  }

  #compound(): JudgedExpr {
    return this.#compoundOf(this.#target(), this.#full(2));
  }

  #compoundOf(target: JudgedExpr, value: JudgedExpr): JudgedExpr {
    const type = integerTypeOf(target);
    const op = this.random.pick(arithmetics);
    if (this.options.isWild) return assignTo(target, value, op);
    const wide = op === '<<' || op === '>>' ? usualType(type, type) : usualType(type, integerTypeOf(value));
    const isSafe = type.bits < 32 || !wide.signed || ['&', '|', '^', '>>'].includes(op);
    if (!isSafe || (op === '<<' && type.signed)) return assignTo(target, value, '^');
    return assignTo(target, this.#tamed(op, value, wide), op);
  }

  /** A right side with which the operation is defined, if the left one is narrow or it wraps. */
  #tamed(op: ArithmeticOp, value: JudgedExpr, wide: JudgedInteger): JudgedExpr {
    if (op === '/' || op === '%')
      return arithmeticOf('+', arithmeticOf('&', value, constantOf(7)), constantOf(1));
    if (op === '<<' || op === '>>')
      return wide.bits === 64 ? constantOf(this.random.below(40)) : arithmeticOf('&', value, constantOf(7));
    return wide.signed ? castTo(int8, value) : value;
  }

  /** An expression of its own, which may change something besides. */
  #full(depth: number): JudgedExpr {
    const value = this.#expr(depth);
    if (this.#effects.length === 0 || this.random.chance(0.75)) return value;
    const effect = this.random.pick(this.#effects);
    const changed = this.#changed(effect);
    switch (this.random.below(5)) {
      case 0:
        return { kind: 'comma', left: changed, right: value };
      case 1:
        return { kind: 'logical', op: '&&', left: value, right: changed };
      case 2:
        return { kind: 'logical', op: '||', left: value, right: changed };
      case 3:
        return { kind: 'choice', cond: value, then: changed, other: this.#expr(1) };
      default:
        return { kind: 'comparison', op: '<', left: value, right: changed };
    }
  }

  /** A change of an object whose value is used. */
  #changed(effect: JudgedExpr): JudgedExpr {
    switch (this.random.below(4)) {
      case 0:
        return this.#stepOf(effect);
      case 1:
        return assignTo(effect, this.#expr(1));
      case 2:
        return assignTo(effect, this.#operation(effect, this.#expr(1)));
      default:
        return this.#compoundOf(effect, this.#expr(1));
    }
  }

  #constant(): JudgedExpr {
    const value = this.random.pick(literals);
    const types = this.options.isNarrow ? [int32] : [int32, int32, uint32, int64, uint64];
    const type = this.random.pick(types);
    return constantOf(fits(value, type) ? value : 1n, type);
  }

  #expr(depth: number): JudgedExpr {
    if (depth === 0 || this.random.chance(0.1))
      return this.random.chance(0.3) ? this.#constant() : this.random.pick(this.#readable);
    const inner = (): JudgedExpr => this.#expr(depth - 1);
    switch (this.random.below(14)) {
      case 0:
        return castTo(this.#type(), inner());
      case 1:
      case 2:
        return comparisonOf(this.random.pick(['<', '<=', '>', '>=', '==', '!=']), inner(), inner());
      case 3:
        return { kind: 'logical', op: this.random.chance(0.5) ? '&&' : '||', left: inner(), right: inner() };
      case 4:
        return { kind: 'choice', cond: inner(), then: inner(), other: inner() };
      case 5: {
        const op = this.random.pick(['-', '~', '+', '!'] as const);
        const of = inner();
        const type = integerTypeOf({ kind: 'unary', op, of });
        const isTame = this.options.isWild || op !== '-' || !type.signed;
        return { kind: 'unary', op, of: isTame ? of : castTo(int16, of) };
      }
      case 6:
        return this.random.chance(0.3) && !this.options.isNarrow
          ? { kind: 'sizeof', type: this.random.chance(0.5) ? this.#struct : this.#type() }
          : this.#bounded(inner());
      default:
        return this.#operation(inner(), inner());
    }
  }

  /** An element of an array with a computed index. */
  #bounded(otherwise: JudgedExpr): JudgedExpr {
    const elements = this.#readable.filter((each) => each.kind === 'index');
    if (elements.length === 0) return otherwise;
    const chosen = this.random.pick(elements);
    return chosen.kind === 'index' ? { ...chosen, index: this.#index(lengthOf(chosen)) } : otherwise;
  }

  #operation(left: JudgedExpr, right: JudgedExpr): JudgedExpr {
    const op = this.random.pick(arithmetics);
    const isShift = op === '<<' || op === '>>';
    const [a, b] = [integerTypeOf(left), integerTypeOf(right)];
    const type = isShift ? usualType(a, a) : usualType(a, b);
    // Shifts of 64 bits by what nobody knows are refused.
    if (isShift && type.bits === 64)
      return arithmeticOf(
        op,
        op === '>>' && type.signed ? castTo(uint64, left) : castTo(uint64, left),
        constantOf(this.random.below(40)),
      );
    if (this.options.isWild) return arithmeticOf(op, left, right);
    if (op === '&' || op === '|' || op === '^') return arithmeticOf(op, left, right);
    if (!type.signed) return arithmeticOf(op, left, this.#tamed(op, right, type));
    const small =
      op === '<<' ? castTo(uint8, left) : op === '>>' ? left : castTo(op === '*' ? int8 : int16, left);
    const other =
      op === '*'
        ? castTo(int8, right)
        : op === '+' || op === '-'
          ? castTo(int16, right)
          : this.#tamed(op, right, type);
    return arithmeticOf(op, small, other);
  }
}

const sameType = (a: JudgedType, b: JudgedType): boolean =>
  a.kind === 'integer' && b.kind === 'integer' && a.name === b.name && a.atomic === b.atomic;

const lengthOf = (element: JudgedExpr & { readonly kind: 'index' }): number => {
  const type = judgedTypeOf(element.of);
  return type.kind === 'array' ? type.length : 1;
};

/** Every integer of an object. */
export function scalarsOf(object: JudgedExpr): readonly JudgedExpr[] {
  const type = judgedTypeOf(object);
  if (type.kind === 'array')
    return Array.from({ length: type.length }, (_, i) =>
      scalarsOf({ kind: 'index', of: object, index: constantOf(i) }),
    ).flat();
  if (type.kind === 'struct')
    return type.members.flatMap(({ name }) => scalarsOf({ kind: 'member', of: object, name }));
  return [at([object], 0)];
}
