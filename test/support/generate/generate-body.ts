import { constantValue } from '../../../src/lang/expr/constant.js';
import { binary, int, local, not, shared } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { localId } from '../../../src/lang/expr/ids.js';
import type { LocalId, ThreadId } from '../../../src/lang/expr/ids.js';
import type {
  Block,
  Init,
  LocalVar,
  RmwOp,
  SharedPlace,
  SharedVar,
  Stmt,
} from '../../../src/lang/program/program.js';
import { boolType, intType, rangeType } from '../../../src/lang/expr/type.js';
import type { Type } from '../../../src/lang/expr/type.js';
import { at } from '../../../src/support/invariant.js';
import { boolExpr, intExpr, simpleCondition } from './generate-expr.js';
import type { ExprShape, Leaves } from './generate-expr.js';
import { constantOf, span, valueType } from './generate-values.js';
import type { GeneratorOptions, StmtChoice } from './generator-options.js';
import type { Random } from '../random.js';

interface Owner {
  readonly id: ThreadId;
  /** The thread's own number, if it has instances. */
  readonly params: readonly Expr[];
  readonly firstLocal: number;
}

interface BodyContext {
  readonly depth: number;
  readonly atomic: boolean;
}

/** The statements of one thread, and the locals that they need. */
export class BodyGenerator {
  readonly locals: LocalVar[] = [];
  #labels = 0;
  #asserts = 0;
  #left: number;

  constructor(
    private readonly random: Random,
    private readonly options: GeneratorOptions,
    private readonly variables: readonly SharedVar[],
    private readonly owner: Owner,
  ) {
    this.#left = random.between(Math.ceil(options.statements / 2), options.statements);
  }

  generate(): Block {
    const core = this.options.everything || this.random.chance(0.25) ? [] : this.#core();
    this.#left -= core.length;
    const parts: Block[] = [];
    while (this.#left > 0) parts.push(this.#some({ depth: 0, atomic: false }));
    const place = this.random.below(parts.length + 1);
    return [...parts.slice(0, place), core, ...parts.slice(place)].flat();
  }

  /**
   * Two accesses in a row to two variables, the thread's own and its neighbour's: what other threads do to the same
   * two shows whether they were reordered.
   */
  #core(): Block {
    const own = at(this.variables, this.owner.id % this.variables.length);
    const next = at(this.variables, (this.owner.id + 1) % this.variables.length);
    const kind = this.random.below(10);
    if (kind < 7) return [this.#storeTo(own), this.#load(next)];
    return kind < 9 ? [this.#storeTo(next), this.#storeTo(own)] : [this.#load(next), this.#load(own)];
  }

  #block(context: BodyContext): Block {
    const body: Stmt[] = [];
    const wanted = this.random.between(this.options.everything ? 0 : 1, 2);
    for (let i = 0; i < wanted && (i === 0 || this.#left > 0); i++) {
      body.push(...this.#some({ ...context, depth: context.depth + 1 }));
    }
    return body;
  }

  #some(context: BodyContext): Block {
    this.#left--;
    const nests = context.depth < 2;
    const weights = this.options.weights.filter(([choice]) => nests || !nesting.has(choice));
    const made = this.#make(this.random.weighted(weights), context);
    const [first, ...rest] = made;
    if (first === undefined || !this.random.chance(this.options.everything ? 0.15 : 0)) return made;
    return [{ ...first, labels: [this.#label(), ...first.labels] }, ...rest];
  }

  #make(choice: StmtChoice, context: BodyContext): Block {
    switch (choice) {
      case 'store':
        return this.#store();
      case 'load':
        return this.#loads();
      case 'compute':
        return [this.#compute()];
      case 'if':
        return [this.#if(context)];
      case 'while':
        return this.#boundedLoop(context);
      case 'spin':
        return [{ ...base, kind: 'while', cond: this.#condition(), body: this.#block(context) }];
      case 'jump':
        return this.#jump(context);
      case 'either': {
        const branches = Array.from({ length: this.random.between(2, 3) }, () => this.#block(context));
        return [{ ...base, kind: 'either', branches }];
      }
      case 'atomic':
      case 'locked':
        return [{ ...base, kind: choice, body: this.#block({ ...context, atomic: true }) }];
      case 'rmw':
        return [this.#rmw()];
      case 'fence':
        return [{ ...base, kind: 'fence', fence: 'full' }];
      case 'fence-ww':
        return [{ ...base, kind: 'fence', fence: 'ww' }];
      case 'assume':
        return [{ ...base, kind: 'assume', cond: this.#assumed(context) }];
      case 'assert': {
        const number = ++this.#asserts;
        const property = number % 3 === 0 ? 'claim' : `assert:${this.owner.id}:${number}`;
        return [{ ...base, kind: 'assert', cond: this.#condition(), property }];
      }
      case 'havoc': {
        const id = this.#fresh(this.random.chance(0.5) ? boolType : rangeType(0n, 1n));
        return [{ ...base, kind: 'havoc', local: id }];
      }
      case 'skip':
        return [{ ...base, kind: 'skip' }];
    }
  }

  /**
   * Often to a variable of the thread's own, and followed by a load of another: what store buffers can reorder, and
   * others can notice.
   */
  #store(): Block {
    const own = at(this.variables, this.owner.id % this.variables.length);
    const variable = this.random.chance(0.6) ? own : this.random.pick(this.variables);
    return [this.#storeTo(variable), ...this.#loadOfOther(variable, 0.8)];
  }

  #storeTo(variable: SharedVar): Stmt {
    return { ...base, kind: 'assign', target: this.#place(variable), value: this.#value(variable.type) };
  }

  #loads(): Block {
    const variable = this.random.pick(this.variables);
    return [this.#load(variable), ...this.#loadOfOther(variable, 0.4)];
  }

  #loadOfOther(variable: SharedVar, probability: number): Block {
    const others = this.variables.filter((other) => other !== variable);
    if (this.options.everything || others.length === 0 || !this.random.chance(probability)) return [];
    this.#left--;
    return [this.#load(this.random.pick(others))];
  }

  #load(variable: SharedVar): Stmt {
    const target = this.#fresh(
      variable.type.kind === 'range' && this.random.chance(0.5) ? intType : variable.type,
    );
    const { shared: id, index } = this.#place(variable);
    return { ...base, kind: 'assign', target: { kind: 'local', local: target }, value: shared(id, index) };
  }

  #compute(): Stmt {
    // Where what was observed counts, it is not written over.
    const known = this.options.everything ? this.locals.filter((v) => !counters.test(v.name)) : [];
    const target = known.length > 0 && this.random.chance(0.7) ? this.random.pick(known) : null;
    const type = target?.type ?? valueType(this.random, this.options);
    const id = target?.id ?? this.#fresh(type);
    return { ...base, kind: 'assign', target: { kind: 'local', local: id }, value: this.#value(type) };
  }

  #if(context: BodyContext): Stmt {
    const otherwise = this.random.chance(0.5) ? this.#block(context) : [];
    return { ...base, kind: 'if', cond: this.#condition(), then: this.#block(context), else: otherwise };
  }

  #boundedLoop(context: BodyContext): Block {
    const counter = this.#fresh(intType, `i${this.locals.length}`);
    const body: Block = [...this.#block(context), this.#add(counter, 1)];
    const start: Stmt = { ...base, kind: 'assign', target: { kind: 'local', local: counter }, value: int(0) };
    return [
      start,
      { ...base, kind: 'while', cond: binary('<', local(counter), int(this.random.between(1, 2))), body },
    ];
  }

  #add(target: LocalId, value: number): Stmt {
    const sum = binary('+', local(target), int(value));
    return { ...base, kind: 'assign', target: { kind: 'local', local: target }, value: sum };
  }

  #jump(context: BodyContext): Block {
    const label = this.#label();
    const goto: Stmt = { ...base, kind: 'goto', target: label };
    const leap: Stmt = { ...base, kind: 'if', cond: this.#condition(), then: [goto], else: [] };
    return [leap, ...this.#block(context), { ...base, labels: [label], kind: 'skip' }];
  }

  #rmw(): Stmt {
    const variable = this.random.pick(this.variables);
    const { type } = variable;
    const op = this.#operation(type);
    const resultType =
      op.kind === 'cas' ? this.random.pick([boolType, intType]) : type.kind === 'bool' ? boolType : intType;
    const result = this.random.chance(0.7) ? this.#fresh(resultType) : null;
    return { ...base, kind: 'rmw', op, place: this.#place(variable), result };
  }

  #operation(type: Type): RmwOp {
    const kind = this.random.below(type.kind === 'int' ? 3 : 2);
    if (kind === 0) return { kind: 'cas', expected: this.#value(type), value: this.#value(type) };
    if (kind === 1) return { kind: 'xchg', value: this.#value(type) };
    return { kind: 'fetch_add', value: this.#value(type) };
  }

  #place(variable: SharedVar): SharedPlace {
    const index = variable.shape.kind === 'scalar' ? null : this.#index(variable);
    return { kind: 'shared', shared: variable.id, index };
  }

  /** A constant index is one that exists; others may be out of bounds. */
  #index(variable: SharedVar): Expr {
    const last = variable.shape.kind === 'array' ? variable.shape.length - 1 : 1;
    if (variable.shape.kind === 'per-instance' && this.owner.params.length === 0) {
      const known = this.#leaves().ints.find((e) => e.kind === 'local');
      return known ?? local(this.#fresh(intType));
    }
    if (this.owner.params[0] !== undefined && this.random.chance(0.5)) return this.owner.params[0];
    const chosen = intExpr(this.random, this.#leaves(), { ...this.#shape(), depth: 1 });
    if (constantValue(chosen) === null) return chosen;
    return variable.shape.kind === 'array' ? int(this.random.between(0, last)) : local(this.#fresh(intType));
  }

  /** What is stored: a constant of the type, a local, or any expression whose value is not known to be wrong. */
  #value(type: Type): Expr {
    if (type.kind === 'bool') {
      if (this.options.depth > 0) return boolExpr(this.random, this.#withReads(), this.#shape());
      return constantOf(this.random, this.options, type, 0.2);
    }
    if (this.options.depth > 0) {
      const value = intExpr(this.random, this.#withReads(), this.#shape());
      return constantValue(value) === null || type.kind === 'int'
        ? value
        : constantOf(this.random, this.options, type, 0.2);
    }
    const fitting = this.locals.filter((v) =>
      type.kind === 'int' ? v.type.kind !== 'bool' : v.type.kind === 'range',
    );
    const isKnown = fitting.length > 0 && this.random.chance(0.15);
    return isKnown ? local(this.random.pick(fitting).id) : constantOf(this.random, this.options, type, 0.1);
  }

  #condition(): Expr {
    if (this.options.depth > 0) return boolExpr(this.random, this.#withReads(), this.#shape());
    const leaves = this.locals.length === 0 || this.random.chance(0.3) ? this.#withReads() : this.#leaves();
    return simpleCondition(this.random, leaves, this.options.maxValue);
  }

  /** Outside `atomic` an assume reads at most one shared variable, and here rarely waits for long. */
  #assumed({ atomic }: BodyContext): Expr {
    if (atomic && this.options.depth > 0) return this.#condition();
    const scalar = this.variables.find((v) => v.shape.kind === 'scalar');
    if (scalar === undefined || this.random.chance(0.5)) {
      if (this.options.depth > 0) return boolExpr(this.random, this.#leaves(), this.#shape());
      return simpleCondition(this.random, this.#leaves(), this.options.maxValue);
    }
    const read = shared(scalar.id);
    if (scalar.type.kind === 'bool') return this.random.chance(0.5) ? read : not(read);
    return binary('!=', read, constantOf(this.random, this.options, scalar.type, 0.3));
  }

  #shape(): ExprShape {
    const { depth, maxValue, everything } = this.options;
    return { depth, maxValue, divides: everything, implies: false };
  }

  #leaves(): Leaves {
    const ints = this.locals.filter((v) => v.type.kind !== 'bool').map((v) => local(v.id));
    const bools = this.locals.filter((v) => v.type.kind === 'bool').map((v) => local(v.id));
    return { ints: [...ints, ...this.owner.params], bools };
  }

  #withReads(): Leaves {
    const own = this.#leaves();
    const scalars = this.variables.filter((v) => v.shape.kind === 'scalar');
    const read = (wanted: boolean): readonly Expr[] =>
      scalars.filter((v) => (v.type.kind === 'bool') === wanted).map((v) => shared(v.id));
    return { ints: [...own.ints, ...read(false)], bools: [...own.bools, ...read(true)] };
  }

  #fresh(type: Type, name = `r${this.locals.length}`): LocalId {
    const id = localId(this.owner.firstLocal + this.locals.length);
    this.locals.push({
      id,
      name,
      thread: this.owner.id,
      type,
      init: this.#init(type),
      temporary: false,
      span,
    });
    return id;
  }

  #init(type: Type): Init {
    if (this.options.everything && this.random.chance(0.2)) return { kind: 'any' };
    const params = this.owner.params;
    if (type.kind === 'int' && params[0] !== undefined && this.random.chance(0.2))
      return { kind: 'value', value: params[0] };
    return { kind: 'value', value: constantOf(this.random, this.options, type, 0.9) };
  }

  #label(): string {
    return `L${++this.#labels}`;
  }
}

const base = { labels: [], span } as const;

const nesting: ReadonlySet<StmtChoice> = new Set([
  'if',
  'while',
  'spin',
  'jump',
  'either',
  'atomic',
  'locked',
]);

/** The names of loop counters: nothing else writes them. */
const counters = /^i/;
