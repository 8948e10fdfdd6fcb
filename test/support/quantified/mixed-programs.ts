import type { Program } from '../../../src/lang/program/program.js';
import { parseFp } from '../parse-fp.js';
import { at } from '../../../src/support/invariant.js';
import { Random } from '../random.js';

/**
 * Programs of one or two processes, often with single threads beside them, of any statements: initial values that are open or depend on others,
 * negative numbers, division, arrays, sections, locked instructions, all fences, `havoc`. Many small properties are asked of each, some of which
 * hold only just, or for few threads only.
 */
export function mixedProgram(seed: number): Program {
  return parseFp(mixedText(seed));
}

export function mixedText(seed: number): string {
  return new MixedProgram(new Random(seed)).text();
}

type ThreadKind = 'process' | 'single' | 'numbered';

interface MixedVariable {
  readonly name: string;
  readonly type: string;
  /** Values that any of its type may have. */
  readonly small: readonly number[];
}

interface MixedThread {
  readonly name: string;
  readonly kind: ThreadKind;
}

const top = 3;

const types: readonly Omit<MixedVariable, 'name'>[] = [
  { type: 'int', small: [-1, 0, 1, 2] },
  { type: `int[0..${top}]`, small: [0, 1, 2] },
  { type: 'int[-1..2]', small: [-1, 0, 1, 2] },
  { type: 'int[0..1]', small: [0, 1] },
];

class MixedProgram {
  readonly #labels: { readonly thread: string; readonly label: string }[] = [];
  #asserts = 0;
  readonly #array: boolean;
  readonly #numbers: readonly MixedVariable[];

  constructor(private readonly random: Random) {
    this.#array = random.chance(0.25);
    const isEndless = random.chance(0.6);
    this.#numbers = (random.chance(0.5) ? ['x', 'y'] : ['x', 'y', 'z']).map((name) => ({
      name,
      ...(isEndless ? at(types, 0) : random.pick(types)),
    }));
  }

  text(): string {
    const threads = this.#threads();
    const shared = [
      ...this.#numbers.map(({ name, type }, i) => `shared ${type} ${name}${this.#initial(i, type)};`),
      'shared bool on = false;',
      ...(this.#array ? [`shared int[0..${top}] cell[2] = {0, ${this.random.below(2)}};`] : []),
    ];
    const bodies = threads.map((thread) => this.#thread(thread));
    return [...shared, ...bodies, ...this.#properties(threads)].join('\n');
  }

  #threads(): readonly MixedThread[] {
    const threads: MixedThread[] = [{ name: 'P', kind: 'process' }];
    if (this.random.chance(0.35)) threads.push({ name: 'Q', kind: 'process' });
    if (this.random.chance(0.35)) threads.push({ name: 'S', kind: 'single' });
    if (this.random.chance(0.15)) threads.push({ name: 'T', kind: 'numbered' });
    return threads;
  }

  /** The explicit engine knows no open initial value of all integers. */
  #initial(i: number, type: string): string {
    const before = this.#numbers.slice(0, i);
    return this.random.weighted([
      [' = 0', 6],
      [' = 1', 2],
      [type === 'int' ? ' = -1 + 1' : '', 1],
      [before.length > 0 && this.random.chance(0.3) ? ` = ${this.random.pick(before).name} * 0` : ' = 0', 1],
    ]);
  }

  #thread({ name, kind }: MixedThread): string {
    const { random } = this;
    const number = kind === 'process' ? '(me)' : kind === 'numbered' ? '(me: 0..1)' : '';
    const count = random.between(2, 4);
    const body = Array.from({ length: count }, () => this.#labelled(name, 2));
    const isEndless = random.chance(0.6);
    return [
      `${kind === 'process' ? 'process' : 'thread'} ${name}${number} {`,
      `local int r = ${random.pick(['0', '0', '1', '-1'])};`,
      `local int[0..2] s${random.pick([' = 0', ' = 1', ''])};`,
      'local bool b = false;',
      ...(isEndless ? ['while (true) {', ...body, '}'] : body),
      '}',
    ].join('\n');
  }

  #labelled(name: string, depth: number): string {
    const statement = this.#statement(depth);
    if (this.random.chance(0.6)) return statement;
    const label = `L${name}${this.#labels.length + 1}`;
    this.#labels.push({ thread: name, label });
    return `${label}: ${statement}`;
  }

  #block(depth: number, count: number): string {
    return Array.from({ length: count }, () => this.#statement(depth)).join(' ');
  }

  #statement(depth: number): string {
    const { random } = this;
    const kind = random.weighted([
      ['store', 5],
      ['load', 4],
      ['local', 2],
      ['locked-instruction', 4],
      ['assume', 3],
      ['section', depth > 1 ? 3 : 0],
      ['if', depth > 0 ? 2 : 0],
      ['either', depth > 0 ? 1 : 0],
      ['fence', 1],
      ['assert', 1.5],
      ['havoc', 0.7],
      ['divide', 0.5],
    ]);
    switch (kind) {
      case 'store':
        return this.#store();
      case 'load':
        return `r = ${this.#shared()};`;
      case 'local':
        return random.pick([
          'r = r + 1;',
          'r = r - 1;',
          's = 1;',
          's = 0;',
          'r = -r;',
          'b = !b;',
          's = 2 - s;',
        ]);
      case 'locked-instruction':
        return this.#lockedInstruction();
      case 'assume':
        return `assume(${this.#condition()});`;
      case 'section':
        return `${random.pick(['atomic', 'locked', 'locked'])} { ${this.#block(depth - 1, random.between(2, 3))} }`;
      case 'if':
        return `if (${this.#condition()}) { ${this.#block(depth - 1, 1)} } else { ${this.#block(depth - 1, 1)} }`;
      case 'either':
        return `either { ${this.#block(depth - 1, 1)} } or { ${this.#block(depth - 1, 1)} }`;
      case 'fence':
        return random.pick(['fence;', 'fence;', 'fence(ww);']);
      case 'assert':
        return `assert checked${(this.#asserts += 1)}: ${this.#condition()};`;
      case 'havoc':
        return random.pick(['havoc s;', 'havoc b;']);
      case 'divide':
        return random.pick(['r = r / 2;', 'r = r % 2;', 's = s % 2;']);
    }
  }

  #lockedInstruction(): string {
    const { random } = this;
    const { name, type, small } = random.pick(this.#numbers);
    const value = random.pick(small);
    const own = [
      `b = cas(${name}, ${random.below(2)}, ${value});`,
      `b = cas(${name}, 0, 1); assume(b);`,
      `b = cas(${name}, 1, 0); assume(b);`,
      `r = xchg(${name}, ${value});`,
      'b = cas(on, false, true); assume(b);',
      'on = false;',
    ];
    const added = type === 'int' ? ['1', '1', '1', '-1', '2'] : [];
    return random.pick([...own, ...added.map((by) => `r = fetch_add(${name}, ${by});`)]);
  }

  #store(): string {
    const { random } = this;
    if (this.#array && random.chance(0.3))
      return `cell[${random.pick(['0', '1', 's'])}] = ${random.pick(['1', 's', '0'])};`;
    const { name, type, small } = random.pick(this.#numbers);
    const free = type === 'int' || random.chance(0.1) ? ['r', 'r + 1', `${name} + 1`, '1 - s', 'r % 2'] : [];
    return `${name} = ${random.pick([...small.map(String), ...free])};`;
  }

  #number = (): string => this.random.pick(this.#numbers).name;

  #shared(): string {
    return this.#array && this.random.chance(0.3) ? `cell[${this.random.pick(['0', '1'])}]` : this.#number();
  }

  #condition(): string {
    const { random } = this;
    const compared = random.pick(['==', '!=', '<=', '>=', '<']);
    return random.pick([
      () => `${this.#shared()} ${compared} ${random.between(0, 2)}`,
      () => `r ${compared} ${random.between(-1, 2)}`,
      () => `r ${compared} s`,
      () => `${this.#number()} ${compared} r`,
      () => random.pick(['b', '!b', 'on', '!on']),
    ])();
  }

  #properties(threads: readonly MixedThread[]): readonly string[] {
    const formulas = [
      ...this.#numbers.flatMap(({ name }) => [-1, 0, 1, 2, 3].map((n) => `${name} != ${n}`)),
      ...this.#numbers.flatMap(({ name }) => [`${name} >= 0`, `${name} <= 1`, `${name} <= 2`]),
      'x <= y',
      'x + y <= 2',
      ...threads.flatMap((thread) => this.#ofThreads(thread)),
    ];
    const asked = formulas.filter(() => this.random.chance(0.5));
    return asked.map((formula, i) => `invariant i${i}: ${formula};`);
  }

  #ofThreads({ name, kind }: MixedThread): readonly string[] {
    if (kind === 'single') return [`${name}.r <= x`, `${name}.s != 1 || !on`];
    const labels = this.#labels.flatMap(({ thread, label }) => (thread === name ? [label] : []));
    return [
      ...labels.flatMap((one) =>
        labels.map((two) => `forall a != b in ${name}: !(a at ${one} && b at ${two})`),
      ),
      ...labels
        .slice(0, 1)
        .map((l) => `forall a != b != c in ${name}: !(a at ${l} && b at ${l} && c at ${l})`),
      ...labels.map((label) => `forall a in ${name}: !(a at ${label} && x < a.r)`),
      `forall a in ${name}: a.r <= x`,
      `forall a in ${name}: a.r != 1 || a.b`,
      `forall a in ${name}: a.s != 1 || !on`,
      `forall a != b in ${name}: !(a.b && b.b)`,
      `forall a != b in ${name}: a.r != b.r || a.r == 0`,
      `forall a != b in ${name}: a.s <= b.s`,
    ];
  }
}
