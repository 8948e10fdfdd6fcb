import type { RandomBelow } from '../../../src/support/random-from.js';
import { at } from '../../../src/support/invariant.js';

/** Names of integer types and how `printf` gets them: every width, signed and not. */
const types = [
  'signed char',
  'unsigned char',
  'short',
  'unsigned short',
  'int',
  'unsigned int',
  'long',
  'unsigned long',
  '_Bool',
];

/** A program of one thread with a global variable for each type and statements on them; it ends, and divides by no zero. */
export class RandomSequential {
  readonly names = types.map((_, i) => `v${i}`);

  constructor(private readonly below: RandomBelow) {}

  /** The declarations and `work`, which does the computing. */
  text(statements: number): string {
    const declared = types.map((type, i) => `${type} v${i} = ${this.#literal()};`);
    const arrays = 'int a[4] = {3, -5, 70000, 1}; struct pair { short left; unsigned right; } p = {7, 9};';
    const body = Array.from({ length: statements }, () => `  ${this.#statement(2)}`);
    return [
      ...declared,
      arrays,
      'static int twice(int x) { if (x > 100) return x; x *= 2; return x; }',
      'void work(void) {',
      ...body,
      '}',
      '',
    ].join('\n');
  }

  #name(): string {
    const places = [...this.names, ...this.names, 'a[1]', `a[(${this.#small()}) & 3]`, 'p.left', 'p.right'];
    return at(places, this.below(places.length));
  }

  #small(): string {
    return at(this.names, this.below(this.names.length));
  }

  #literal(): string {
    const values = [
      '0',
      '1',
      '-1',
      '2',
      '127',
      '128',
      '255',
      '-128',
      '32767',
      '65535',
      '70000',
      '2147483647',
      '4294967295u',
      '-7',
      '0x80',
    ];
    return at(values, this.below(values.length));
  }

  #statement(depth: number): string {
    const kind = this.below(depth > 0 ? 10 : 5);
    switch (kind) {
      case 0:
        return `${this.#name()} ${at(['+=', '-=', '*=', '&=', '|=', '^='], this.below(6))} ${this.#expr(2)};`;
      case 1:
        return `${this.#name()}${this.below(2) === 0 ? '++' : '--'};`;
      case 5:
        return `if (${this.#expr(2)}) { ${this.#statement(depth - 1)} } else { ${this.#statement(depth - 1)} }`;
      case 6:
        return `for (int i = 0; i < ${this.below(4)}; i++) { ${this.#statement(depth - 1)} if (${this.#expr(1)}) ${at(['break', 'continue'], this.below(2))}; }`;
      case 7:
        return `switch (${this.#expr(1)} & 3) { case 0: ${this.#statement(0)} case 1: ${this.#statement(0)} break; default: ${this.#statement(0)} }`;
      case 8:
        return `{ ${types[this.below(8)]} t = ${this.#expr(2)}; t += 3; ${this.#name()} = t; }`;
      default:
        return `${this.#name()} = ${this.#expr(3)};`;
    }
  }

  #expr(depth: number): string {
    if (depth === 0) return this.below(3) === 0 ? this.#literal() : this.#name();
    const [a, b] = [this.#expr(depth - 1), this.#expr(depth - 1)];
    switch (this.below(12)) {
      case 0:
        return `(${a} / ((${b} & 7) + 1))`;
      case 1:
        return `(${a} % ((${b} & 7) + 1))`;
      case 2:
        return `((${types[this.below(types.length)]})${a})`;
      case 3:
        return `(${a} ${at(['<', '<=', '>', '>=', '==', '!='], this.below(6))} ${b})`;
      case 4:
        return `(${a} ${this.below(2) === 0 ? '&&' : '||'} ${b})`;
      case 5:
        return `(${a} ? ${b} : ${this.#name()})`;
      case 6:
        return `(${at(['-', '~', '!'], this.below(3))} ${a})`;
      case 7:
        return `((unsigned)${a} ${this.below(2) === 0 ? '<<' : '>>'} ${this.below(8)})`;
      case 8:
        return `twice(${a})`;
      default:
        return `(${a} ${at(['+', '-', '*', '&', '|', '^'], this.below(6))} ${b})`;
    }
  }
}
