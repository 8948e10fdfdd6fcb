import type { Random } from '../random.js';

/** What a generated model may have besides variables and plain transitions. */
export interface DveOptions {
  readonly channels: boolean;
  /** Processes that see variables and states of others, and `commit`. */
  readonly looks: boolean;
}

/** The text of a small DVE model with two or three processes; most have some thousand states at most. */
export function generateDve(random: Random, options: DveOptions): string {
  return new DveGenerator(random, options).model();
}

class DveGenerator {
  readonly #arrays: readonly string[];
  readonly #channels: readonly { readonly name: string; readonly arity: number }[];
  readonly #names: readonly string[];
  readonly #hasCommit: boolean;

  constructor(
    private readonly random: Random,
    private readonly options: DveOptions,
  ) {
    this.#arrays = random.chance(0.4) ? ['a'] : [];
    this.#channels =
      options.channels && random.chance(0.6)
        ? [
            { name: 'c', arity: random.between(0, 2) },
            ...(random.chance(0.3) ? [{ name: 'd', arity: 1 }] : []),
          ]
        : [];
    this.#names = random.chance(0.25) ? ['P', 'Q', 'R'] : ['P', 'Q'];
    this.#hasCommit = options.looks && random.chance(0.3);
  }

  model(): string {
    const { random } = this;
    const channels = this.#channels.map(({ name, arity }) => {
      const types = Array.from({ length: arity }, () => random.pick(['byte', 'int'])).join(', ');
      const [typed, size] = [
        arity > 0 && random.chance(0.5),
        random.chance(0.5) ? '' : `[${random.between(1, 2)}]`,
      ];
      return `channel ${typed ? `{${types}} ` : ''}${name}${size};`;
    });
    const processes = this.#names.map((name) => this.#process(name));
    return [
      `const byte N = ${random.between(2, 3)};`,
      `${random.pick(['byte', 'int'])} x${random.chance(0.5) ? ' = 1' : ''}, y;`,
      ...this.#arrays.map((name) => `byte ${name}[2]${random.chance(0.5) ? ' = {1, 0}' : ''};`),
      ...channels,
      ...processes,
      'system async;',
      '',
    ].join('\n');
  }

  #process(name: string): string {
    const { random } = this;
    const states = ['q0', 'q1', 'q2', 'q3'].slice(0, random.between(2, 4));
    const count = random.between(states.length - 1, states.length + 1);
    const transitions = Array.from({ length: count }, (_, i) => {
      const from = i < states.length ? (states[i] ?? 'q0') : random.pick(states);
      const onward = states[Math.min(states.indexOf(from) + 1, states.length - 1)] ?? 'q0';
      return `    ${from} -> ${random.chance(0.75) ? onward : random.pick(states)} {${this.#parts(name)} }`;
    });
    const commit = this.#hasCommit && random.chance(0.6) ? `  commit ${random.pick(states)};\n` : '';
    return (
      `process ${name} {\n  byte r${random.chance(0.3) ? ' = 1' : ''}, s;\n` +
      `  state ${states.join(', ')};\n${commit}  init q0;\n  trans\n${transitions.join(',\n')};\n}`
    );
  }

  #parts(process: string): string {
    const { random } = this;
    const guard = random.chance(0.4) ? ` guard ${this.#condition(process)};` : '';
    const sync = this.#channels.length > 0 && random.chance(0.4) ? ` sync ${this.#sync(process)};` : '';
    const count = random.weighted([
      ['0', 1],
      ['1', 5],
      ['2', 3],
      ['3', 1],
    ]);
    const effects = Array.from({ length: Number(count) }, () => this.#assignment(process));
    return `${guard}${sync}${effects.length === 0 ? '' : ` effect ${effects.join(', ')};`}`;
  }

  #sync(process: string): string {
    const { name, arity } = this.random.pick(this.#channels);
    const isSend = this.random.chance(0.5);
    const parts = Array.from({ length: arity }, () =>
      isSend ? this.#term(process) : this.random.pick(['r', 's', 'r', 's', 'x']),
    ).join(', ');
    return `${name}${isSend ? '!' : '?'}${arity > 1 ? `{${parts}}` : parts}`;
  }

  #assignment(process: string): string {
    const { random } = this;
    const target = random.weighted([
      ['x', 3],
      ['y', 3],
      ['r', 2],
      ['s', 1],
      ['cell', this.#arrays.length > 0 ? 3 : 0],
    ]);
    const place =
      target === 'cell' ? `a[${random.pick(['0', '1', 'r % 2', 's % 2', 'N - 2', 's'])}]` : target;
    const value = random.weighted([
      ['constant', 4],
      ['copy', 4],
      ['next', 3],
      ['other', 2],
    ]);
    switch (value) {
      case 'constant':
        return `${place} = ${random.between(0, 2)}`;
      case 'copy':
        return `${place} = ${this.#term(process)}`;
      case 'next':
        return `${place} = (${this.#term(process)} + 1) % N`;
      case 'other':
        return `${place} = ${random.pick(['x - y', 'not x', '(x == y) + r', 'x & 1', '(r | 2) ^ x', '-y', '~y', 'x << 1'])}`;
    }
  }

  #term(process: string): string {
    const { random } = this;
    const others = this.#names.filter((name) => name !== process);
    return random.weighted([
      ['x', 4],
      ['y', 4],
      ['r', 3],
      ['s', 1],
      ['N', 1],
      [
        random.pick(['a[0]', 'a[1]', 'a[r % 2]', 'a[a[0] % 2]', 'a[x & 1]', 'a[s]']),
        this.#arrays.length > 0 ? 3 : 0,
      ],
      [`${random.pick(others)}->r`, this.options.looks ? 1 : 0],
    ]);
  }

  #condition(process: string): string {
    const { random } = this;
    const others = this.#names.filter((name) => name !== process);
    return random.weighted([
      [`${this.#term(process)} == ${random.between(0, 2)}`, 4],
      [`${this.#term(process)} < ${this.#term(process)}`, 2],
      [`x == 0 or ${this.#term(process)} > 0`, 2],
      [`not (${this.#term(process)} and ${this.#term(process)})`, 2],
      [`r < 2 && ${this.#arrays.length > 0 ? 'a[r]' : 'y'} == 0`, 2],
      [`${random.pick(others)}.q1`, this.options.looks ? 2 : 0],
    ]);
  }
}
