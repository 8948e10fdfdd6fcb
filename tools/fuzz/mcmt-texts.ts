import { at } from '../../src/support/invariant.js';
import type { Random } from '../../test/support/random.js';

/** What a system is like; each kind has its own traps. */
export const textKinds = ['pinned', 'alike', 'numbers', 'values'] as const;
export type TextKind = (typeof textKinds)[number];

/** A small system that Cubicle-W's rules for weak systems accept, one declaration a line; the same for the same numbers. */
export function randomCubText(random: Random, kind: TextKind): string {
  return new CubTextWriter(random, kind).text();
}

interface GeneratedVariable {
  readonly name: string;
  readonly type: string;
  readonly weak: boolean;
  readonly arity: number;
}

const places = ['L1', 'L2', 'L3', 'L4', 'L5'];

class CubTextWriter {
  readonly #variables: GeneratedVariable[] = [];
  readonly #initially = new Map<string, string>();
  readonly #pinned: boolean;
  readonly #threads: number;
  readonly #ordered: boolean;
  readonly #isConstant: boolean;
  /** The first step writes what the last one of another reads. */
  readonly #crossed: boolean;
  #names = 0;

  constructor(
    private readonly random: Random,
    private readonly kind: TextKind,
  ) {
    this.#pinned = kind === 'pinned' || (kind !== 'alike' && random.chance(0.4));
    this.#threads = this.#pinned ? (random.chance(0.6) ? 2 : 3) : 1;
    this.#ordered = !this.#pinned && random.chance(0.15);
    this.#crossed = random.chance(0.6);
    this.#isConstant = kind === 'numbers' && random.chance(0.4);
  }

  text(): string {
    const { random } = this;
    this.#declare();
    const transitions = this.#pinned
      ? Array.from({ length: this.#threads }, (_, t) => this.#thread(t + 1)).flat()
      : this.#thread(null);
    return [
      ...(this.#pinned ? [`number_procs ${this.#threads}`] : random.chance(0.15) ? ['number_procs 3'] : []),
      `type loc = ${places.join(' | ')}`,
      'type col = Red | Green | Blue',
      'type thing',
      'array PC[proc] : loc',
      ...this.#variables.map((v) => this.#declaration(v)),
      ...(this.#isConstant ? ['const N : int'] : []),
      this.#init(),
      ...(random.chance(this.kind === 'values' ? 0.25 : 0.05) ? [this.#invariant()] : []),
      ...(this.#pinned ? this.#outcomes() : [this.#unsafe()]),
      ...transitions,
      '',
    ].join('\n');
  }

  #declaration({ name, type, weak, arity }: GeneratedVariable): string {
    const word = weak ? 'weak ' : '';
    return arity === 0
      ? `${word}var ${name} : ${type}`
      : `${word}array ${name}[${arity === 1 ? 'proc' : 'proc,proc'}] : ${type}`;
  }

  #declare(): void {
    const { random, kind } = this;
    const add = (name: string, type: string, weak: boolean, arity: number): void => {
      this.#variables.push({ name, type, weak, arity });
      const said = type !== 'thing' && !(type === 'proc' || random.chance(kind === 'values' ? 0.3 : 0.04));
      if (said) this.#initially.set(name, this.#literal(type, [], true));
    };
    const common = this.#type();
    for (const name of ['X', 'Y', 'Z'].slice(0, random.between(2, 3))) {
      add(name, random.chance(0.75) ? common : this.#type(), true, 0);
    }
    if (kind !== 'pinned' || random.chance(0.2))
      if (random.chance(0.6)) add('W', random.chance(0.6) ? 'bool' : common, true, 1);
    if (random.chance(kind === 'values' ? 0.15 : 0.03)) add('M', 'bool', true, 2);
    add('R', common, false, 1);
    if (random.chance(0.6)) add('Q', random.chance(0.7) ? common : this.#type(), false, 1);
  }

  #type(): string {
    const weights: Readonly<Record<TextKind, readonly (readonly [string, number])[]>> = {
      pinned: [
        ['bool', 5],
        ['col', 3],
        ['int', 2],
      ],
      alike: [
        ['bool', 5],
        ['col', 2],
        ['proc', 3],
      ],
      numbers: [
        ['int', 6],
        ['bool', 1],
      ],
      values: [
        ['proc', 4],
        ['thing', 2],
        ['bool', 1],
        ['col', 1],
        ['int', 1],
      ],
    };
    return this.random.weighted(weights[this.kind]);
  }

  /** A value that the text can say. */
  #literal(type: string, procs: readonly string[], initial = false): string {
    const { random } = this;
    if (type === 'proc' && initial) return random.pick(procs.length === 0 ? ['#1'] : procs);
    switch (type) {
      case 'bool':
        return initial ? 'False' : random.pick(['True', 'True', 'False']);
      case 'col':
        return initial ? 'Red' : random.pick(['Red', 'Green', 'Blue']);
      case 'int':
        if (this.#isConstant && random.chance(0.3)) return 'N';
        return initial ? '0' : random.pick(['0', '1', '1', '1', '2']);
      default:
        return procs.length === 0 ? '#1' : random.pick(procs);
    }
  }

  #cell({ name, arity }: GeneratedVariable, procs: readonly string[]): string {
    if (arity === 0) return name;
    return `${name}[${Array.from({ length: arity }, () => this.random.pick(procs)).join(',')}]`;
  }

  #init(): string {
    const parts = this.#variables.flatMap(({ name, arity }) => {
      const value = this.#initially.get(name);
      return value === undefined ? [] : [`${name}${['', '[p]', '[p,q]'][arity] ?? ''} = ${value}`];
    });
    const linked = this.#variables.filter(({ name, arity }) => !this.#initially.has(name) && arity === 0);
    const [one, other] = linked;
    if (one !== undefined && other?.type === one.type && this.random.chance(0.4)) {
      parts.push(`${one.name} ${this.random.pick(['=', '<>'])} ${other.name}`);
    }
    return `init (p q) { ${['PC[p] = L1', ...parts].join(' && ')} }`;
  }

  #invariant(): string {
    const v = this.random.pick(this.#variables);
    const view = v.weak ? 'p@' : '';
    return `invariant (p q) { ${this.#compare(`${view}${this.#cell(v, ['p', 'q'])}`, v, ['p', 'q'], (o) => (o.weak ? 'q@' : ''))} }`;
  }

  #unsafe(): string {
    const { random } = this;
    const params = this.#pinned
      ? ['p', 'q', 'r'].slice(0, this.#threads)
      : random.chance(0.2)
        ? ['p']
        : ['p', 'q'];
    const named = this.#pinned ? params.map((p, i) => `${p} = #${i + 1}`) : [];
    const ends = params.flatMap((p) =>
      random.chance(this.#crossed ? 0.95 : 0.75) ? [`PC[${p}] = ${this.#end}`] : [],
    );
    const most = this.#crossed && ends.length > 1 ? 1 : 3;
    const others = Array.from({ length: random.between(ends.length === 0 ? 1 : 0, most) }, () =>
      this.#seen(params),
    );
    if (random.chance(0.1) && params.length > 1) others.push('p < q');
    const all = [...named, ...ends, ...others];
    return `unsafe (${params.join(' ')}) { ${all.length === 0 ? `PC[p] = ${this.#end}` : all.join(' && ')} }`;
  }

  /** What some registers hold at the end, as litmus tests ask; and what else comes to mind. */
  #outcomes(): readonly string[] {
    const { random } = this;
    const params = ['p', 'q', 'r'].slice(0, this.#threads);
    const named = params.flatMap((p, i) => [`${p} = #${i + 1}`, `PC[${p}] = ${this.#end}`]);
    const registers = this.#variables.filter(
      ({ name, type }) => (name === 'R' || name === 'Q') && type !== 'thing',
    );
    const asked = params.flatMap((p) => registers.map((v) => [p, v] as const));
    const still = params.flatMap((p) => {
      const initially = this.#initially.get('R');
      return initially === undefined ? [] : [`R[${p}] = ${initially}`];
    });
    const crossed = this.#crossed
      ? [`unsafe (${params.join(' ')}) { ${[...named, ...still].join(' && ')} }`]
      : [];
    const clauses = Array.from({ length: 5 }, () => {
      const said = asked.flatMap(([p, v]) =>
        random.chance(0.6) ? [`${v.name}[${p}] = ${this.#outcome(v)}`] : [],
      );
      return `unsafe (${params.join(' ')}) { ${[...named, ...said].join(' && ')} }`;
    });
    return [...new Set([this.#unsafe(), ...crossed, ...clauses])];
  }

  /** A value that the variable may get; mostly the one it has, which is where reading early shows. */
  #outcome({ type }: GeneratedVariable): string {
    const { random } = this;
    if (random.chance(0.55) || type === 'proc') return this.#literal(type, ['#1', '#2'], true);
    return this.#literal(type, ['#1', '#2']);
  }

  get #end(): string {
    return at(places, places.length - 1);
  }

  #seen(params: readonly string[]): string {
    const { random } = this;
    const v = random.chance(0.7)
      ? random.pick(this.#variables.filter(({ weak }) => !weak))
      : random.pick(this.#variables);
    const view = (o: GeneratedVariable): string => (o.weak ? `${random.pick(params)}@` : '');
    return this.#compare(`${view(v)}${this.#cell(v, params)}`, v, params, view);
  }

  /** A comparison of the term with a value or another cell. */
  #compare(
    term: string,
    v: GeneratedVariable,
    procs: readonly string[],
    prefix: (other: GeneratedVariable) => string = () => '',
  ): string {
    const { random } = this;
    const same = this.#variables.filter(({ type }) => type === v.type);
    const isNumber = v.type === 'int';
    const cells = v.type === 'thing' || random.chance(isNumber || v.type === 'proc' ? 0.35 : 0.1);
    const op =
      isNumber && random.chance(0.4)
        ? random.pick(['<', '<=', '>', '>='])
        : v.type === 'proc' && this.#ordered
          ? random.pick(['<', '<=', '='])
          : random.chance(0.7)
            ? '='
            : '<>';
    if (!cells) return `${term} ${op} ${this.#literal(v.type, procs)}`;
    const other = random.pick(same);
    const plus = isNumber && random.chance(0.3) ? random.pick([' + 1', ' - 1']) : '';
    return `${term} ${op} ${prefix(other)}${this.#cell(other, procs)}${plus}`;
  }

  /** Steps from L1 to the last place, by one process or by all. */
  #thread(who: number | null): readonly string[] {
    const { random } = this;
    const length = random.between(2, this.#crossed ? 3 : 4);
    const steps = Array.from({ length }, (_, i) => {
      const [from, to] = [at(places, i), i === length - 1 ? this.#end : at(places, i + 1)];
      return this.#transition(who, from, to, i === 0, i === length - 1);
    });
    const extra = random.chance(0.25)
      ? [this.#transition(who, random.pick(places), random.pick(places), false, false)]
      : [];
    return [...steps, ...extra];
  }

  #transition(who: number | null, from: string, to: string, first: boolean, last: boolean): string {
    const { random } = this;
    const isPair = who === null && random.chance(0.2);
    const procs = isPair ? ['p', 'q'] : ['p'];
    const named = who === null ? [] : random.chance(0.95) ? [`p = #${who}`] : [];
    const order = isPair && random.chance(this.#ordered ? 0.8 : 0.1) ? [random.pick(['p < q', 'q < p'])] : [];
    const crossed = this.#crossed && random.chance(0.92) ? this.#crossing(who, procs, first, last) : null;
    const { guard, updates } = crossed ?? this.#action(procs, first, last);
    const requires = [...named, ...order, `PC[p] = ${from}`, ...guard].join(' && ');
    const actor = isPair ? '[p] q' : '[p]';
    return `transition t${++this.#names} (${actor}) requires { ${requires} } { ${[`PC[p] := ${to}`, ...updates].join('; ')} }`;
  }

  /** What a store buffer shows: a write to one cell, and a read of another one that other processes write. */
  #crossing(
    who: number | null,
    procs: readonly string[],
    first: boolean,
    last: boolean,
  ): { guard: readonly string[]; updates: readonly string[] } | null {
    const { random } = this;
    const weak = this.#variables.filter(
      (v) => v.weak && v.arity < 2 && (v.type === 'proc' || this.#initially.has(v.name)),
    );
    const array = weak.find(({ arity }) => arity === 1);
    const scalars = weak.filter(({ arity }) => arity === 0);
    if (array !== undefined && array.type !== 'proc' && (who === null || random.chance(0.3))) {
      const initially = this.#initially.get(array.name) ?? '';
      if (first)
        return {
          guard: [],
          updates: [`W[p] := ${this.#other(array)}`, ...(random.chance(0.3) ? [this.#local(procs)] : [])],
        };
      if (last)
        return {
          guard: [procs.length === 2 ? `W[q] = ${initially}` : `forall_other k. (W[k] = ${initially})`],
          updates: [],
        };
      return null;
    }
    const turn = who ?? 1;
    const [mine, others] = [
      scalars[(turn - 1) % scalars.length],
      scalars[turn % Math.min(scalars.length, this.#threads)],
    ];
    if (mine === undefined || others === undefined || (who === null && mine.type !== 'proc')) return null;
    if (first)
      return { guard: [], updates: [`${mine.name} := ${mine.type === 'proc' ? 'p' : this.#other(mine)}`] };
    if (!last) return null;
    if (who === null) return { guard: [`${mine.name} = p`], updates: [] };
    if (others.type !== this.#type1 || random.chance(0.3)) {
      return { guard: [`${others.name} = ${this.#initially.get(others.name) ?? 'p'}`], updates: [] };
    }
    return { guard: [], updates: [`R[p] := ${others.name}`] };
  }

  get #type1(): string {
    return this.#variables.find(({ name }) => name === 'R')?.type ?? '';
  }

  /** A value that it does not have at first. */
  #other({ type }: GeneratedVariable): string {
    return type === 'bool' ? 'True' : type === 'int' ? '1' : 'Green';
  }

  #action(
    procs: readonly string[],
    first: boolean,
    last: boolean,
  ): { guard: readonly string[]; updates: readonly string[] } {
    const { random } = this;
    const what = first && random.chance(0.75) ? 'write' : last && random.chance(0.75) ? 'read' : 'any';
    const fence = random.chance(0.15) ? ['fence()'] : [];
    const kind =
      what === 'any'
        ? random.weighted([
            ['write', 4],
            ['read', 4],
            ['wait', 2],
            ['rmw', 3],
            ['fence', 2],
            ['local', 1],
            ['writes', 2],
            ['readwrite', 1],
          ])
        : what;
    switch (kind) {
      case 'write':
        return { guard: fence, updates: [this.#write(procs)] };
      case 'writes':
        return {
          guard: fence,
          updates: distinct([this.#write(procs), this.#write(procs), this.#local(procs)]),
        };
      case 'read':
        return random.chance(0.25)
          ? { guard: [...fence, ...this.#wait(procs)], updates: [] }
          : {
              guard: fence,
              updates: random.chance(0.8)
                ? [this.#read(procs)]
                : distinct([this.#read(procs), this.#read(procs)]),
            };
      case 'wait':
        return {
          guard: [...fence, ...this.#wait(procs)],
          updates: random.chance(0.3) ? [this.#local(procs)] : [],
        };
      case 'rmw': {
        const guard = random.chance(0.5) ? this.#wait(procs) : [];
        return {
          guard: [...fence, ...guard],
          updates: distinct([this.#write(procs, 0.6), ...(random.chance(0.5) ? [this.#read(procs)] : [])]),
        };
      }
      case 'readwrite':
        return { guard: fence, updates: distinct([this.#read(procs), this.#write(procs)]) };
      case 'fence':
        return { guard: ['fence()'], updates: random.chance(0.3) ? [this.#read(procs)] : [] };
      default:
        return { guard: [this.#own()], updates: [this.#local(procs)] };
    }
  }

  /** About registers only. */
  #own(): string {
    const v = this.random.pick(this.#variables.filter(({ weak, arity }) => !weak && arity === 1));
    const { type } = v;
    const same = this.#variables.filter((o) => !o.weak && o.arity === 1 && o.type === type);
    if (type === 'thing') return `${v.name}[p] <> ${this.random.pick(same).name}[p]`;
    return `${v.name}[p] ${type === 'int' ? this.random.pick(['=', '<', '>=']) : this.random.pick(['=', '<>'])} ${this.#literal(type, ['p'])}`;
  }

  #wait(procs: readonly string[]): readonly string[] {
    const { random } = this;
    const arrays = this.#variables.filter(({ weak, arity }) => weak && arity === 1);
    if (arrays.length > 0 && random.chance(0.4)) {
      const v = random.pick(arrays);
      const initially = this.#initially.get(v.name);
      const says =
        initially !== undefined && random.chance(0.6)
          ? `${v.name}[k] = ${initially}`
          : this.#compare(`${v.name}[k]`, v, ['k', 'p'], () => '').replaceAll(/\b([RQ])\[k\]/g, '$1[p]');
      const order = this.#ordered && random.chance(0.5) ? 'k < p || ' : '';
      return [`forall_other k. (${order}${says})`];
    }
    const v = random.pick(this.#variables.filter(({ weak }) => weak));
    const before = this.#initially.get(v.name);
    const cell = this.#cell(v, procs);
    if (before !== undefined && v.type !== 'proc' && random.chance(0.4)) return [`${cell} = ${before}`];
    const one = this.#fit(this.#compare(cell, v, procs));
    if (!random.chance(0.12)) return [one];
    const other = random.pick(this.#variables.filter(({ weak }) => weak));
    return [`(${one} || ${this.#fit(this.#compare(this.#cell(other, procs), other, procs))})`];
  }

  /** Registers of others are not to be read. */
  #fit(text: string): string {
    return text.replaceAll(/\b([RQ])\[\w\]/g, '$1[p]');
  }

  #write(procs: readonly string[], copying = 0.12): string {
    const { random } = this;
    const v = random.pick(this.#variables.filter(({ weak }) => weak));
    if (v.arity === 1 && random.chance(0.3)) return this.#cases(v, procs);
    const place =
      v.arity > 0 && random.chance(0.7)
        ? `${v.name}[${Array.from({ length: v.arity }, () => 'p').join(',')}]`
        : this.#cell(v, procs);
    return `${place} := ${this.#value(v, procs, copying, random.chance(copying))}`;
  }

  #cases(v: GeneratedVariable, procs: readonly string[]): string {
    const { random } = this;
    const value = (): string => this.#value(v, procs, 0.2, false);
    const first = random.chance(0.6) ? ` | j = p : ${value()}` : '';
    const second = random.pick([
      ` | ${this.#fit(this.#compare(`${v.name}[j]`, v, procs))} : ${value()}`,
      ` | _ : ${value()}`,
      random.chance(0.5) ? ` | j <> p : ${value()}` : ` | _ : ${v.name}[j]`,
    ]);
    return `${v.name}[j] := case${first}${second}`;
  }

  #read(procs: readonly string[]): string {
    const v = this.random.pick(this.#variables.filter(({ weak, arity }) => !weak && arity === 1));
    return `${v.name}[p] := ${this.#value(v, procs, 0.85, true)}`;
  }

  #local(procs: readonly string[]): string {
    const v = this.random.pick(this.#variables.filter(({ weak, arity }) => !weak && arity === 1));
    if (v.type === 'int' && this.random.chance(0.5))
      return `${v.name}[p] := ${v.name}[p] ${this.random.pick(['+ 1', '- 1'])}`;
    return `${v.name}[p] := ${this.#value(v, procs, 0.2, false)}`;
  }

  /** Something to assign to the variable; from a weak cell only if that is wanted. */
  #value(v: GeneratedVariable, procs: readonly string[], copying: number, weak: boolean): string {
    const { random, kind } = this;
    if (random.chance(kind === 'values' ? 0.1 : 0.03)) return '.';
    const same = this.#variables.filter(
      (o) => o.type === v.type && (weak ? o.weak : !o.weak && o.arity === 1),
    );
    if (same.length > 0 && (v.type === 'thing' || random.chance(copying))) {
      const from = random.pick(same);
      const plus = v.type === 'int' && random.chance(0.35) ? random.pick([' + 1', ' - 1', ' + 1']) : '';
      return `${this.#fit(this.#cell(from, procs))}${plus}`;
    }
    return v.type === 'thing' ? '.' : this.#literal(v.type, procs);
  }
}

/** One assignment for each symbol. */
function distinct(updates: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return updates.filter((update) => {
    const name = /^\w+/.exec(update)?.[0] ?? '';
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
