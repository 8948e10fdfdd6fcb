import type { Random } from '../random.js';

/** What the statements of a generated program are made of. */
export interface RobustOptions {
  /** Fewest and most, the smallest more often. */
  readonly threads: readonly [number, number];
  /** At most so many a thread at the top, branches and unrolled rounds besides. */
  readonly statements: number;
  /** Divisions by zero, indices beyond arrays, asserts. */
  readonly failures: boolean;
  /** Many blocks, with branches in them, and `atomic` ones that access shared memory more than once. */
  readonly longBlocks: boolean;
  /** That wait for what others do, for ever if need be. */
  readonly loops: boolean;
  /** Branches and loops in blocks: locked ones, and atomic ones that only load. */
  readonly windingBlocks?: true;
}

export const usualRobustOptions: RobustOptions = {
  threads: [2, 3],
  statements: 4,
  failures: false,
  longBlocks: false,
  loops: false,
};

/** The text of a small program, rich in what store buffers can reorder; the same for the same random numbers. */
export function generateRobust(random: Random, options: RobustOptions = usualRobustOptions): string {
  const [fewest, most] = options.threads;
  const count = random.chance(0.7) ? fewest : random.between(fewest, most);
  const cells = someCells(random);
  const threads = ['P', 'Q', 'R', 'T'].slice(0, count).map((name, i) => {
    const body = new RobustThread(random, options, cells, i).lines();
    return [`thread ${name} {`, ...body.map((line) => `  ${line}`), '}'].join('\n');
  });
  return [...cells.declarations, ...threads, ''].join('\n');
}

interface CellsText {
  readonly declarations: readonly string[];
  /** What names a cell for certain. */
  readonly places: readonly string[];
  /** Of two cells each. */
  readonly arrays: readonly string[];
}

function someCells(random: Random): CellsText {
  const scalars = random.chance(0.5) ? ['x', 'y'] : random.chance(0.5) ? ['x', 'y', 'z'] : ['x'];
  const arrays = scalars.length < 2 || random.chance(0.3) ? ['a'] : [];
  const first = (): string => (random.chance(0.85) ? '0' : '1');
  return {
    declarations: [
      ...scalars.map((name) => `shared int ${name} = ${first()};`),
      ...arrays.map((name) => `shared int ${name}[2] = ${first()};`),
    ],
    places: [...scalars, ...arrays.flatMap((name) => [`${name}[0]`, `${name}[1]`])],
    arrays,
  };
}

type Kind =
  | ('store' | 'load' | 'copy' | 'compute' | 'rmw' | 'fence' | 'fence-ww' | 'locked' | 'atomic')
  | ('if' | 'either' | 'rounds' | 'assume' | 'havoc' | 'fails' | 'wait');

class RobustThread {
  #locals = 0;
  #havocs = 0;
  readonly #known: string[] = [];

  constructor(
    private readonly random: Random,
    private readonly options: RobustOptions,
    private readonly cells: CellsText,
    /** Of the thread, so that neighbours use neighbouring cells. */
    private readonly number: number,
  ) {}

  lines(): readonly string[] {
    const { random } = this;
    const wanted = random.between(Math.ceil(this.options.statements / 2), this.options.statements);
    const core = random.chance(0.85) ? this.#core() : [];
    const parts: (readonly string[])[] = [];
    for (let i = core.length; i < wanted; i++) parts.push(this.#statement(0));
    const place = random.chance(0.6) ? 0 : random.below(parts.length + 1);
    const body = parts.toSpliced(place, 0, core).flat();
    return [...this.#declarations(), ...body];
  }

  #declarations(): readonly string[] {
    const ints = Array.from({ length: this.#locals }, (_, i) => `local int r${i} = 0;`);
    return [...ints, ...Array.from({ length: this.#havocs }, (_, i) => `local int[0..1] h${i} = 0;`)];
  }

  /** Two accesses whose order other threads may notice. */
  #core(): readonly string[] {
    const own = this.#near(0);
    const next = this.#near(1);
    switch (
      this.random.weighted([
        ['store-load', 6],
        ['store-store', 2],
        ['load-load', 1],
        ['load-store', 1],
        ['own', 2],
        ['fenced', 2],
        ['store-block', this.options.longBlocks ? 6 : 0],
      ] as const)
    ) {
      case 'store-load':
        return [this.#store(own), this.#load(next)];
      case 'store-store':
        return [this.#store(next), this.#store(own)];
      case 'load-load':
        return [this.#load(own), this.#load(next)];
      case 'load-store':
        return [this.#load(own), this.#store(next)];
      case 'own':
        return [this.#store(own), this.#load(own), this.#load(next)];
      case 'store-block':
        return [this.#store(own), `atomic { ${this.#inLocked()} }`];
      case 'fenced':
        return [this.#store(own), this.random.chance(0.7) ? 'fence;' : this.#rmw(), this.#load(next)];
    }
  }

  #near(distance: number): string {
    const { places } = this.cells;
    return places[(this.number + distance) % places.length] ?? 'x';
  }

  #statement(depth: number): readonly string[] {
    return this.#make(
      this.random.weighted<Kind>([
        ['store', 9],
        ['load', 8],
        ['copy', 1.5],
        ['compute', 0.7],
        ['rmw', 1.3],
        ['fence', 1.3],
        ['fence-ww', 0.6],
        ['locked', this.options.longBlocks ? 6 : 1],
        ['atomic', this.options.longBlocks ? 5 : 0.7],
        ['if', depth < 1 ? 2 : 0],
        ['either', depth < 1 ? 0.5 : 0],
        ['rounds', depth < 1 ? 0.5 : 0],
        ['assume', 0.8],
        ['havoc', 0.7],
        ['fails', this.options.failures ? 3 : 0],
        ['wait', this.options.loops && depth < 1 ? 4 : 0],
      ]),
      depth,
    );
  }

  #make(kind: Kind, depth: number): readonly string[] {
    const { random } = this;
    switch (kind) {
      case 'store':
        return [this.#store(this.#place())];
      case 'load':
        return [this.#load(this.#place())];
      case 'copy':
        return [`${this.#place()} = ${this.#place()}${random.chance(0.5) ? ' + 1' : ''};`];
      case 'compute':
        return [`${this.#fresh()} = ${this.#value()};`];
      case 'rmw':
        return [this.#rmw()];
      case 'fence':
        return ['fence;'];
      case 'fence-ww':
        return ['fence(ww);'];
      case 'locked':
        if (this.#winds()) return this.#winding('locked', () => this.#access());
        return [`locked { ${this.#inLocked()} }`];
      case 'atomic':
        if (this.#winds()) return this.#winding('atomic', () => this.#load(this.#place()));
        return [`atomic { ${this.options.longBlocks ? this.#inLocked() : this.#access()} }`];
      case 'if':
        return this.#branches(`if (${this.#condition()})`, 'else', depth);
      case 'either':
        return this.#branches('either', 'or', depth);
      case 'rounds':
        return this.#rounds(depth);
      case 'assume':
        return [`assume(${this.#condition(this.#direct())});`];
      case 'havoc': {
        const name = `h${this.#havocs++}`;
        this.#known.push(name);
        return [`havoc ${name};`];
      }
      case 'fails':
        return [this.#failing()];
      case 'wait': {
        const head = `while (${this.#direct()} ${random.pick(['==', '!='])} ${random.below(2)}) {`;
        return random.chance(0.6) ? [`${head} }`] : [head, `  ${this.#access()}`, '}'];
      }
    }
  }

  #branches(head: string, other: string, depth: number): readonly string[] {
    const block = (): readonly string[] => this.#statement(depth + 1).map((line) => `  ${line}`);
    const first = [`${head} {`, ...block()];
    if (other === 'else' && this.random.chance(0.4)) return [...first, '}'];
    return [...first, `} ${other} {`, ...block(), '}'];
  }

  /** A loop of at most two rounds, written out: it ends when a condition fails. */
  #rounds(depth: number): readonly string[] {
    const head = `if (${this.#condition()}) {`;
    const body = this.#statement(depth + 1).map((line) => `  ${line}`);
    return [head, ...body, `  ${head}`, ...body.map((line) => `  ${line}`), '  }', '}'];
  }

  #winds(): boolean {
    return this.options.windingBlocks === true && this.random.chance(0.8);
  }

  /** A block with a branch or a loop of two rounds somewhere. */
  #winding(kind: 'locked' | 'atomic', access: () => string): readonly string[] {
    const { random } = this;
    const some = (): string => (random.chance(0.6) ? access() : '');
    const count = this.#fresh();
    const middle = random.chance(0.5)
      ? `if (${this.#condition(this.#direct())}) { ${access()} } else { ${some()} }`
      : `while (${count} < 2) { ${count} = ${count} + 1; ${access()} ${some()} }`;
    return [`${kind} { ${some()} ${middle} ${some()} }`];
  }

  #access(): string {
    const loads = this.options.longBlocks ? 0.65 : 0.5;
    return this.random.chance(loads) ? this.#load(this.#place()) : this.#store(this.#place());
  }

  #inLocked(): string {
    const { random } = this;
    const accesses = Array.from({ length: random.between(1, 2) }, () => this.#access());
    if (this.options.longBlocks && random.chance(0.3)) {
      const otherwise = random.chance(0.5) ? ` else { ${this.#access()} }` : '';
      accesses.push(`if (${this.#condition()}) { ${this.#access()} }${otherwise}`);
    }
    return accesses.join(' ');
  }

  #store(place: string): string {
    return `${place} = ${this.#value()};`;
  }

  #load(place: string): string {
    return `${this.#fresh()} = ${place};`;
  }

  #rmw(): string {
    const result = this.random.chance(0.6) ? `${this.#fresh()} = ` : '';
    const place = this.#place();
    switch (this.random.below(3)) {
      case 0:
        return `${result}cas(${place}, ${this.random.below(2)}, ${this.#value()});`;
      case 1:
        return `${result}xchg(${place}, ${this.#value()});`;
      default:
        return `${result}fetch_add(${place}, 1);`;
    }
  }

  /** Mostly a cell of the thread or its neighbour; where there is an array, often one that is computed. */
  #place(): string {
    const { random } = this;
    const array = this.cells.arrays[0];
    if (array !== undefined && random.chance(0.35)) {
      const known = this.#known.length > 0 && random.chance(0.5);
      return `${array}[${known ? random.pick(this.#known) : this.#direct()} % 2]`;
    }
    return this.#direct();
  }

  /** A cell that is not computed. */
  #direct(): string {
    const { random } = this;
    return random.chance(0.5) ? this.#near(random.below(2)) : random.pick(this.cells.places);
  }

  #value(): string {
    const { random } = this;
    if (this.#known.length > 0 && random.chance(0.25)) {
      const known = random.pick(this.#known);
      return random.chance(0.5) ? known : `${known} + 1`;
    }
    return random.chance(0.85) ? `${random.between(1, 2)}` : '0';
  }

  #condition(place = this.#place()): string {
    const isKnown = this.#known.length > 0 && this.random.chance(0.6);
    const what = isKnown ? this.random.pick(this.#known) : place;
    return `${what} ${this.random.pick(['==', '!='])} ${this.random.below(2)}`;
  }

  #failing(): string {
    const { random } = this;
    const place = this.#place();
    const array = this.cells.arrays[0];
    switch (random.below(array === undefined ? 2 : 3)) {
      case 0:
        return `${this.#fresh()} = 1 / ${place};`;
      case 1:
        return `assert(${this.#condition()});`;
      default:
        return `${array ?? 'a'}[${random.pick(this.cells.places)}] = 1;`;
    }
  }

  #fresh(): string {
    const name = `r${this.#locals++}`;
    this.#known.push(name);
    return name;
  }
}
