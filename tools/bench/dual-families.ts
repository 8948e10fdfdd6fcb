/** Programs that grow by a number of processes, as those of figure 3 do. */
export interface GrowingProgram {
  readonly name: string;
  /** How it grows. */
  readonly grows: string;
  readonly expected: 'safe' | 'unsafe';
  readonly smallest: number;
  /** The program with so many processes. */
  readonly text: (processes: number) => string;
}

/** Numbers of processes that are tried, until one takes too long. */
export const sizes: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 28, 32];

export const families: readonly GrowingProgram[] = [
  {
    ...{ name: 'SB', grows: 'a ring', expected: 'unsafe', smallest: 2 },
    text: (n) =>
      program(
        cells('x', n),
        upTo(n).map((i) => thread(i, `x${i} = 1; r = x${(i + 1) % n};`)),
        upTo(n).map((i) => `P${i}.r == 0`),
      ),
  },
  {
    ...{ name: 'SB fenced', grows: 'a ring', expected: 'safe', smallest: 2 },
    text: (n) =>
      program(
        cells('x', n),
        upTo(n).map((i) => thread(i, `x${i} = 1; fence; r = x${(i + 1) % n};`)),
        upTo(n).map((i) => `P${i}.r == 0`),
      ),
  },
  {
    ...{ name: 'LB', grows: 'a ring', expected: 'safe', smallest: 2 },
    text: (n) =>
      program(
        cells('x', n),
        upTo(n).map((i) => thread(i, `r = x${i}; x${(i + 1) % n} = 1;`)),
        upTo(n).map((i) => `P${i}.r == 1`),
      ),
  },
  {
    ...{ name: 'MP', grows: 'by readers', expected: 'safe', smallest: 2 },
    text: (n) =>
      program(
        ['x', 'y'],
        [thread(0, 'x = 1; y = 1;'), ...others(n, 1).map((i) => thread(i, 'r = y; s = x;'))],
        others(n, 1).map((i) => `P${i}.r == 1 && P${i}.s == 0`),
      ),
  },
  {
    ...{ name: 'WRC', grows: 'by relays', expected: 'safe', smallest: 3 },
    text: (n) =>
      program(
        cells('x', n - 1),
        [thread(0, 'x0 = 1;'), ...passedOn(n)],
        [...others(n, 1).map((i) => `P${i}.r == 1`), `P${n - 1}.s == 0`],
      ),
  },
  {
    ...{ name: 'ISA2', grows: 'by relays', expected: 'safe', smallest: 3 },
    text: (n) =>
      program(
        [...cells('x', n - 1), 'data'],
        [thread(0, 'data = 1; x0 = 1;'), ...passedOn(n, 'data')],
        [...others(n, 1).map((i) => `P${i}.r == 1`), `P${n - 1}.s == 0`],
      ),
  },
  {
    ...{ name: 'RWC', grows: 'by readers', expected: 'unsafe', smallest: 3 },
    text: (n) =>
      program(
        ['x', 'y'],
        [
          thread(0, 'x = 1;'),
          thread(1, 'y = 1; r = x;'),
          ...others(n, 2).map((i) => thread(i, 'r = x; s = y;')),
        ],
        ['P1.r == 0', ...others(n, 2).map((i) => `P${i}.r == 1 && P${i}.s == 0`)],
      ),
  },
  {
    ...{ name: 'W+RWC', grows: 'by readers', expected: 'unsafe', smallest: 3 },
    text: (n) =>
      program(
        ['x', 'y', 'z'],
        [
          thread(0, 'x = 1; y = 1;'),
          thread(1, 'z = 1; r = x;'),
          ...others(n, 2).map((i) => thread(i, 'r = y; s = z;')),
        ],
        ['P1.r == 0', ...others(n, 2).map((i) => `P${i}.r == 1 && P${i}.s == 0`)],
      ),
  },
  {
    ...{ name: 'IRIW', grows: 'by readers', expected: 'safe', smallest: 4 },
    text: (n) =>
      program(
        ['x', 'y'],
        [
          ...[thread(0, 'x = 1;'), thread(1, 'y = 1;')],
          ...others(n, 2).map((i) => thread(i, i % 2 === 0 ? 'r = x; s = y;' : 'r = y; s = x;')),
        ],
        others(n, 2).map((i) => `P${i}.r == 1 && P${i}.s == 0`),
      ),
  },
];

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);
const others = (n: number, from: number): readonly number[] => upTo(n).slice(from);
const cells = (name: string, n: number): readonly string[] => upTo(n).map((i) => `${name}${i}`);

const thread = (i: number, body: string): string => `thread P${i} { local int[0..1] r = 0, s = 0; ${body} }`;

/** Relays that pass on what they see, and who sees it last, and then looks for what came first. */
const passedOn = (n: number, first = 'x0'): readonly string[] =>
  others(n, 1).map((i) =>
    i < n - 1 ? thread(i, `r = x${i - 1}; x${i} = 1;`) : thread(i, `r = x${i - 1}; s = ${first};`),
  );

/** Asked is whether all of these outcomes come together. */
function program(shared: readonly string[], threads: readonly string[], outcomes: readonly string[]): string {
  const declared = shared.map((name) => `shared int[0..1] ${name} = 0;`);
  return [...declared, ...threads, `final not_all: !(${outcomes.join(' && ')});`, ''].join('\n');
}
