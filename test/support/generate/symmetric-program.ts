import type { Random } from '../random.js';

/** What makes the instances of the program different after all; null: nothing does. */
export type Break = 'statement' | 'initial' | 'property' | 'order' | 'arithmetic' | 'cell' | null;

const breaks: readonly Break[] = ['statement', 'initial', 'property', 'order', 'arithmetic', 'cell'];

export interface SymmetricProgram {
  readonly text: string;
  /** Declarations of temporal properties, in which most parts speak of all instances alike. */
  readonly temporal: string;
  readonly breaks: Break;
}

/**
 * The text of a program with two or three instances of one thread, which use `me` as an index, for equality, and as a value
 * that is stored, loaded and compared; often beside a thread of another kind. Every third tells its instances apart in one
 * place.
 */
export function symmetricProgram(random: Random): SymmetricProgram {
  const broken = random.chance(0.33) ? random.pick(breaks) : null;
  const writer = new TextWriter(random, broken);
  return { text: writer.program(), temporal: writer.temporal(), breaks: broken };
}

/** Statements in each thread. */
const mostStatements = 5;

class TextWriter {
  readonly #first: number;
  readonly #count: number;
  readonly #hasOther: boolean;
  readonly #hasNames: boolean;

  constructor(
    private readonly random: Random,
    private readonly broken: Break,
  ) {
    this.#first = random.pick([0, 0, 1, 2]);
    this.#count = random.chance(0.6) ? 2 : 3;
    this.#hasOther = random.chance(0.4);
    this.#hasNames = random.chance(0.7);
  }

  program(): string {
    const { random } = this;
    const last = this.#first + this.#count - 1;
    const start = this.broken === 'initial' ? this.#first : random.pick([last + 1, last + 1, this.#first]);
    const lines = [
      `shared int[0..3] x = 0, y = ${random.pick([0, 1])};`,
      `shared int[0..2] c[P] = 0;`,
      `shared bool f[P] = false;`,
      `shared int[0..${last + 1}] owner = ${start};`,
      `shared int[0..1] sized[${this.#count + this.#first}] = 0;`,
      `thread P(me: ${this.#first}..${last}) {`,
      `  local int[0..3] r = 0, s = 0;`,
      `  local bool b = false;`,
      `  local int[0..${last + 1}] who = ${start};`,
      ...this.#body(this.#statements()),
      '  Done: skip;',
      '}',
      ...(this.#hasOther ? this.#other() : []),
      ...this.#properties(),
    ];
    return `${lines.join('\n')}\n`;
  }

  temporal(): string {
    const { random } = this;
    const all = Array.from({ length: this.#count }, (_, i) => this.#first + i);
    const some = (label: string): string => `(${all.map((i) => `P(${i}) at ${label}`).join(' || ')})`;
    const each = (label: string): string => `(${all.map((i) => `P(${i}) at ${label}`).join(' && ')})`;
    const forms = [
      `F ${each('Done')}`,
      `G (${some('Mid')} -> F ${some('Done')})`,
      `(x == 0) U ${some('Mid')}`,
      `F G (owner == ${this.#first + this.#count})`,
      `G F (x == 1) || F ${each('Mid')}`,
      `G (x == 1 -> X (x == 1))`,
      `F P(${this.#first}) at Done && G (y != 3)`,
      `F (owner == ${this.#first})`,
    ];
    return forms
      .filter(() => random.chance(0.3))
      .map((formula, i) => `ltl t${i}: ${formula};\n`)
      .join('');
  }

  #statements(): readonly string[] {
    const { random } = this;
    const body = Array.from({ length: random.between(2, mostStatements) }, () => this.#statement(2));
    const odd = this.#oddStatement();
    if (odd !== null) body.splice(random.below(body.length + 1), 0, odd);
    body.splice(random.below(body.length), 0, 'Mid: skip;');
    return body;
  }

  #body(statements: readonly string[]): readonly string[] {
    return statements.map((statement) => `  ${statement}`);
  }

  #oddStatement(): string | null {
    const { random } = this;
    const one = this.#first + random.below(this.#count);
    switch (this.broken) {
      case 'statement':
        return random.pick([`if (me == ${one}) { x = 1; }`, `c[${one}] = 1;`, `r = c[${one}];`]);
      case 'order':
        return random.pick([`if (me < ${one + 1}) { x = 2; }`, `if (who < me) { y = 2; }`]);
      case 'arithmetic':
        return random.pick([`who = me + 1;`, `x = me % 2;`, `r = me % 3;`]);
      case 'cell':
        return random.pick([`sized[${one}] = 1;`, `s = sized[${one}];`, `sized[x % ${this.#count}] = 1;`]);
      case 'initial':
      case 'property':
      case null:
        return null;
    }
  }

  #statement(depth: number): string {
    const { random } = this;
    const plain = (): string =>
      random.pick([
        `c[me] = ${random.below(3)};`,
        'r = c[me];',
        `x = ${random.below(4)};`,
        'y = r;',
        'r = x;',
        's = y;',
        'f[me] = true;',
        'b = f[me];',
        'fence;',
        'fence(ww);',
        'r = fetch_add(x, 1);',
        'b = cas(x, 0, 1);',
        'assume(x == 0 || r != 0);',
        'assert(r != 2);',
        'sized[me] = 1;',
        's = sized[me];',
        'havoc b;',
      ]);
    const inner = (): string => (depth > 0 ? this.#inner(depth) : 's = 2;');
    const named = (): string =>
      random.pick([
        'owner = me;',
        'who = owner;',
        'who = me;',
        `if (who == me) { ${inner()} }`,
        `if (who != me) { ${inner()} } else { s = 1; }`,
        'owner = who;',
        'assert(who == me || r == 0);',
        'assume(who == me || b);',
        `who = xchg(owner, me);`,
        `if (who != ${this.#first + this.#count}) { skip; r = sized[me]; }`,
      ]);
    if (depth > 0 && random.chance(0.25))
      return random.pick([
        `if (r == ${random.below(3)}) { ${this.#inner(depth)} }`,
        `atomic { ${this.#inner(depth)} ${this.#inner(depth)} }`,
        `either { ${this.#inner(depth)} } or { ${this.#inner(depth)} }`,
        `locked { x = 1; ${random.pick(['y = 1;', 'c[me] = 2;'])} }`,
        `while (s == 1) { s = 2; ${this.#inner(depth)} }`,
      ]);
    return this.#hasNames && random.chance(0.5) ? named() : plain();
  }

  #inner(depth: number): string {
    return this.#statement(depth - 1);
  }

  #other(): readonly string[] {
    const { random } = this;
    const all = Array.from({ length: this.#count }, (_, i) => this.#first + i);
    const eachOf = (what: (i: number) => string): string => `atomic { ${all.map(what).join(' ')} }`;
    const statements = Array.from({ length: random.between(1, 3) }, () =>
      random.pick([
        'x = 1;',
        't = y;',
        'y = 2;',
        `owner = ${this.#first + this.#count};`,
        eachOf((i) => `assume(c[${i}] != 1);`),
        'seen = owner;',
        'fence;',
        'assume(x != 0);',
      ]),
    );
    return [
      'thread Q {',
      '  local int[0..3] t = 0;',
      `  local int[0..${this.#first + this.#count}] seen = ${this.#first + this.#count};`,
      ...this.#body(statements),
      '}',
    ];
  }

  #properties(): readonly string[] {
    const { random } = this;
    const one = this.#first + random.below(this.#count);
    const forms = [
      'invariant i1: forall a != b in P: !(a at Mid && b at Mid && x == 1);',
      'invariant i2: forall a in P: a at Done -> c[a] != 1 || y != 1;',
      'invariant i3: forall a in P: owner == a -> !(a at Done) || x != 3;',
      'invariant i4: forall a != b in P: !(c[a] == 1 && c[b] == 2);',
      'final f1: forall a in P: a.r != 1 || x != 1;',
      'final f2: forall a != b in P: a.r != b.r || x == 1 || x == 2;',
      'final f3: x == y || (forall a in P: c[a] == 0);',
      'final f4: forall a in P: a.who == a || owner != a;',
    ];
    const kept = forms.filter(() => random.chance(0.45));
    const odd = [
      `invariant odd: !(P(${one}) at Done && x == 1);`,
      `final odd: P(${one}).r != 1;`,
      `invariant odd: owner != ${one} || x != 1;`,
      `final odd: c[${one}] <= x;`,
    ];
    return this.broken === 'property' ? [...kept, random.pick(odd)] : kept;
  }
}
