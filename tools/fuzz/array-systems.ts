import { boolType } from '../../src/lang/arrays/array-system.js';
import type {
  ArrayFormula,
  ArraySystem,
  ArrayTerm,
  ArrayTransition,
  CellSymbol,
  Clause,
  ProcTerm,
  ArrayUpdate,
  ValueType,
} from '../../src/lang/arrays/array-system.js';
import { at } from '../../src/support/invariant.js';
import {
  and,
  assign,
  byCases,
  cell,
  clause,
  compare,
  con,
  enumType,
  eq,
  fixed,
  or,
  proc,
  seen,
  Symbols,
  systemOf,
  transition,
  v,
} from '../../test/support/arrays/array-terms.js';
import type { Random } from '../../test/support/random.js';

export interface ArraySystemOptions {
  /** Weak cells, views and fences; what is not weak is touched by its own process only, as TSO wants it. */
  readonly weak: boolean;
  /** How likely a transition goes back: what writes in a loop needs a bound on buffers to be explored. */
  readonly loops: number;
  /** How likely the system speaks of `#1` and `#2`. */
  readonly named: number;
}

export const arraySystemDefaults: ArraySystemOptions = { weak: true, loops: 0.1, named: 0.15 };

/** A small finite-state system that Cubicle-W's rules for weak systems accept; the same for the same random numbers. */
export function randomArraySystem(random: Random, options: Partial<ArraySystemOptions> = {}): ArraySystem {
  return new ArraySystemGenerator(random, { ...arraySystemDefaults, ...options }).system();
}

const color = enumType('color', 'Red', 'Green', 'Blue');

/** A cell that a transition or clause may look at. */
type MentionedCell = readonly [symbol: CellSymbol, indices: readonly ProcTerm[]];

class ArraySystemGenerator {
  readonly #symbols = new Symbols();
  readonly #places: Extract<ValueType, { kind: 'enum' }>;
  readonly #pc: CellSymbol;
  readonly #named: boolean;
  /**
   * One transition from each place to the next, where the first ones write and the last ones wait for what is not written:
   * what buffers matter for. Else transitions are anywhere.
   */
  readonly #chained: boolean;
  readonly #initially = new Map<CellSymbol, ArrayTerm>();

  constructor(
    private readonly random: Random,
    private readonly options: ArraySystemOptions,
  ) {
    this.#places = enumType('loc', ...['L1', 'L2', 'L3', 'L4'].slice(0, random.between(3, 4)));
    this.#pc = this.#symbols.add('PC', this.#places, { arity: 1 });
    this.#named = random.chance(options.named);
    this.#chained = random.chance(0.6);
  }

  system(): ArraySystem {
    const { random } = this;
    this.#declare();
    const init = this.#init();
    const fewest = this.#chained ? this.#places.constructors.length - 1 : 3;
    return systemOf({
      symbols: this.#symbols,
      init,
      unsafe: Array.from({ length: random.between(1, 2) }, () => this.#unsafe()),
      transitions: Array.from({ length: random.between(fewest, 6) }, (_, i) => this.#transition(i)),
    });
  }

  #declare(): void {
    const { random, options } = this;
    const { weak } = options;
    if (random.chance(0.7)) this.#symbols.add('R', this.#type(), { arity: 1 });
    if (random.chance(0.15)) this.#symbols.add('K', boolType, { arity: 1, constant: true });
    for (const name of ['X', 'Y', 'Z'].slice(0, random.between(1, 2))) {
      this.#symbols.add(name, this.#type(), { weak });
    }
    if (random.chance(0.6))
      this.#symbols.add('W', random.chance(0.7) ? boolType : this.#type(), { weak, arity: 1 });
    if (random.chance(0.1)) this.#symbols.add('M', boolType, { weak, arity: 2 });
  }

  #type(): ValueType {
    const kind = this.random.weighted([
      ['bool', 5],
      ['color', 2],
      ['proc', 2],
    ]);
    return kind === 'bool' ? boolType : kind === 'color' ? color : { kind: 'proc' };
  }

  #init(): Clause {
    const said = this.#symbols.list.slice(1).flatMap((symbol) => {
      if (symbol.kind === 'constant' || symbol.type.kind === 'proc' || this.random.chance(0.1)) return [];
      const value = this.#constant(symbol.type, []);
      this.#initially.set(symbol, value);
      return [eq(cell(symbol, ...[v(0), v(1)].slice(0, symbol.arity)), value)];
    });
    return clause(2, and(eq(cell(this.#pc, v(0)), con(this.#places, 'L1')), ...said));
  }

  #unsafe(): Clause {
    const { random } = this;
    const params = this.#chained ? 2 : random.between(1, 2);
    const procs = [v(0), v(1)].slice(0, params);
    const late = this.#places.constructors.slice(this.#chained ? -1 : 1);
    const places = procs.map((p) => eq(cell(this.#pc, p), con(this.#places, random.pick(late))));
    const others = Array.from({ length: random.chance(0.5) ? 0 : random.between(1, 2) }, () => {
      const [symbol, indices] = random.pick(this.#readable(procs));
      const view = random.pick(procs);
      const term = symbol.weak ? seen(view, symbol, ...indices) : cell(symbol, ...indices);
      return compare(random.chance(0.8) ? '=' : '<>', term, this.#constant(symbol.type, procs));
    });
    return clause(params, and(...this.#naming(params), ...places, ...others));
  }

  /** `p = #1`, now and then. */
  #naming(params: number): readonly ArrayFormula[] {
    if (!this.#named || params === 0 || this.random.chance(0.4)) return [];
    return [eq(proc(v(0)), proc(fixed(this.random.between(1, 2))))];
  }

  #transition(number: number): ArrayTransition {
    const { random, options } = this;
    const params = random.chance(0.75) ? 1 : 2;
    const procs = [v(0), v(1)].slice(0, params);
    const last = this.#places.constructors.length - 1;
    const inChain = this.#chained && number < last;
    const from = inChain ? number : number === 0 ? 0 : random.below(last + 1);
    const to = inChain ? number + 1 : this.#goal(from, last);
    const here = eq(cell(this.#pc, v(0)), con(this.#places, at(this.#places.constructors, from)));
    const order = params === 2 && random.chance(0.1) ? [compare('<', proc(v(0)), proc(v(1)))] : [];
    const waits = inChain && from === last - 1 && random.chance(0.8);
    const awaited = waits ? this.#unwritten(procs) : null;
    const universals = awaited === null && random.chance(0.25) ? this.#universal(params) : [];
    const writes = inChain && from === 0 && random.chance(0.8) ? this.#signal(params) : [];
    const updates = this.#updates(procs).filter(({ symbol }) => writes.every((w) => w.symbol !== symbol));
    const moves = assign(this.#pc, con(this.#places, at(this.#places.constructors, to)), [v(0)], params);
    return transition(`t${number + 1}`, {
      params,
      guard: and(here, ...order, ...this.#naming(1), ...(awaited?.guard ?? this.#conditions(procs))),
      universals: awaited?.universals ?? universals,
      fence: options.weak && random.chance(0.2),
      updates: [moves, ...writes, ...(waits && random.chance(0.7) ? [] : updates)],
    });
  }

  #goal(from: number, last: number): number {
    const { random, options } = this;
    if (from === last || random.chance(options.loops)) return random.below(last + 1);
    return random.between(from + 1, last);
  }

  /** The process says that it is there. */
  #signal(params: number): readonly ArrayUpdate[] {
    const symbol = this.random.pick(
      this.#symbols.list.filter(
        ({ weak, kind, id }) => weak === this.options.weak && kind === 'variable' && id !== this.#pc.id,
      ),
    );
    const own = Array.from({ length: symbol.arity }, () => v(0));
    const { type } = symbol;
    if (type.kind !== 'enum') return [assign(symbol, proc(v(0)), own, params)];
    const before = this.#initially.get(symbol);
    const other = before?.kind === 'constructor' && before.index > 0 ? 0 : 1;
    return [assign(symbol, con(type, at(type.constructors, other)), own, params)];
  }

  /** Nobody else has said so. */
  #unwritten(procs: readonly ProcTerm[]): { guard: ArrayFormula[]; universals: ArrayFormula[] } | null {
    const symbols = this.#symbols.list.filter(
      ({ weak, type }) => weak === this.options.weak && type.kind === 'enum',
    );
    const known = symbols.filter((symbol) => this.#initially.has(symbol) && symbol.arity < 2);
    if (known.length === 0) return null;
    const symbol = this.random.pick(known);
    const before = this.#initially.get(symbol) ?? null;
    if (before === null) return null;
    const is = (index: ProcTerm): ArrayFormula => eq(cell(symbol, ...[index].slice(0, symbol.arity)), before);
    if (symbol.arity === 0) return { guard: [is(v(0))], universals: [] };
    if (procs.length === 2) return { guard: [is(v(1))], universals: [] };
    return { guard: [], universals: [is(v(1))] };
  }

  #conditions(procs: readonly ProcTerm[]): readonly ArrayFormula[] {
    const count = this.random.weighted([
      ['0', 5],
      ['1', 4],
      ['2', 1],
    ]);
    return Array.from({ length: Number(count) }, () => {
      const first = this.#literal(this.#touchable(procs), procs);
      return this.random.chance(0.15) ? or(first, this.#literal(this.#touchable(procs), procs)) : first;
    });
  }

  #literal(places: readonly MentionedCell[], procs: readonly ProcTerm[]): ArrayFormula {
    const [symbol, indices] = this.random.pick(places);
    const value = this.#constant(symbol.type, procs);
    return compare(this.random.chance(0.7) ? '=' : '<>', cell(symbol, ...indices), value);
  }

  /** About the cells of the others. */
  #universal(params: number): readonly ArrayFormula[] {
    const other = v(params);
    const places = this.#symbols.list
      .filter(({ arity, weak, kind }) => arity === 1 && (weak || kind === 'constant' || !this.options.weak))
      .map((symbol): MentionedCell => [symbol, [other]]);
    if (places.length === 0) return [];
    const first = this.#literal(places, [v(0)]);
    return [this.random.chance(0.25) ? or(first, this.#literal(places, [v(0)])) : first];
  }

  #updates(procs: readonly ProcTerm[]): readonly ArrayUpdate[] {
    return this.#symbols.list.slice(1).flatMap((symbol) => {
      if (symbol.kind === 'constant') return [];
      const chance = symbol.weak ? 0.3 : 0.35;
      return this.random.chance(chance) ? [this.#update(symbol, procs)] : [];
    });
  }

  #update(symbol: CellSymbol, procs: readonly ProcTerm[]): ArrayUpdate {
    const { random, options } = this;
    const own = !symbol.weak && options.weak;
    if (symbol.arity === 1 && !own && random.chance(0.3)) return this.#cases(symbol, procs);
    const indices = Array.from({ length: symbol.arity }, () => (own ? v(0) : random.pick(procs)));
    return assign(symbol, this.#newValue(symbol, procs), indices, procs.length);
  }

  #cases(symbol: CellSymbol, procs: readonly ProcTerm[]): ArrayUpdate {
    const { random } = this;
    const bound = v(procs.length);
    const mine = { when: eq(proc(bound), proc(v(0))), value: this.#constant(symbol.type, procs) };
    const held = eq(cell(symbol, bound), this.#constant(symbol.type, procs));
    const second = { when: random.chance(0.5) ? held : and(), value: this.#constant(symbol.type, procs) };
    return byCases(symbol, random.chance(0.7) ? [mine, second] : [second]);
  }

  #newValue(symbol: CellSymbol, procs: readonly ProcTerm[]): ArrayTerm | null {
    if (this.random.chance(0.05)) return null;
    const same = this.#touchable(procs).filter(
      ([other]) => other.type === symbol.type || bothProcs(other, symbol),
    );
    // What is not weak is there to read into.
    if (same.length > 0 && this.random.chance(symbol.weak ? 0.2 : 0.7)) {
      const [from, indices] = this.random.pick(same);
      return cell(from, ...indices);
    }
    return this.#constant(symbol.type, procs);
  }

  #constant(type: ValueType, procs: readonly ProcTerm[]): ArrayTerm {
    if (type.kind === 'enum') return con(type, this.random.pick(type.constructors.slice(0, 2)));
    return proc(procs.length === 0 ? fixed(1) : this.random.pick(procs));
  }

  /** What a transition may look at. */
  #touchable(procs: readonly ProcTerm[]): readonly MentionedCell[] {
    return this.#readable(procs).filter(
      ([{ weak, kind }, indices]) =>
        weak || !this.options.weak || kind === 'constant' || indices.every((index) => index === procs[0]),
    );
  }

  #readable(procs: readonly ProcTerm[]): readonly MentionedCell[] {
    return this.#symbols.list
      .slice(1)
      .map((symbol): MentionedCell => [
        symbol,
        Array.from({ length: symbol.arity }, () => this.random.pick(procs)),
      ]);
  }
}

const bothProcs = (a: CellSymbol, b: CellSymbol): boolean => a.type.kind === 'proc' && b.type.kind === 'proc';
