import { Random } from '../random.js';

/**
 * The text of a program of two or three threads over few values, most of which store in loops without end and have no fence there:
 * so buffers grow beyond any bound, and violations may need several writes of one thread to wait at once.
 */
export function loopingProgram(seed: number): string {
  const random = new Random(seed);
  const threads = ['P', 'Q', ...(random.chance(0.25) ? ['R'] : [])];
  const isLate = random.chance(0.3);
  const bodies = threads.map((name, i) =>
    i < 2 && isLate ? lateText(random, name, i) : threadText(random, name, i),
  );
  return [
    `shared int[0..${top}] x = 0, y = 0, z = 0;`,
    ...bodies,
    ...(isLate ? [bothEarly(random)] : []),
    ...properties(random, threads),
  ].join('\n');
}

const top = 3;
const variables = ['x', 'y', 'z'] as const;

function threadText(random: Random, name: string, i: number): string {
  const loops = random.chance(i === 0 ? 0.6 : 0.5);
  const [first, second] = [random.pick(variables), random.pick(variables)];
  const body =
    i > 0 && random.chance(0.5)
      ? observing(random, i, first, second)
      : i === 0 && random.chance(0.5)
        ? publishing(random, first, second)
        : Array.from({ length: random.between(2, 4) }, () => statement(random, 2, i));
  const before = random.chance(0.4) ? [store(random)] : [];
  // Somebody else may write there, too.
  if (i > 0 && random.chance(0.2)) before.push(`${random.pick(variables)} = ${random.between(1, 2)};`);
  const inside = loops ? [`while (true) {`, ...body, `}`] : body;
  return [
    `thread ${name} {`,
    `local int[0..${top}] r = 0, s = ${random.below(2)};`,
    ...before,
    ...inside,
    ...(loops ? [] : [`End${name}: skip;`]),
    `}`,
  ].join('\n');
}

/** Several writes must wait while memory is read: of the own variables first, then of that of the other thread. */
function lateText(random: Random, name: string, i: number): string {
  const [own, other] = i === 0 ? ['x', 'y'] : ['y', 'x'];
  const writes = Array.from(
    { length: random.between(1, 3) },
    () => `${random.pick([own, 'z', own])} = ${random.between(1, 2)};`,
  );
  const loops = random.chance(0.5);
  if (i === 1 && random.chance(0.7)) return witnessText(name);
  const body = [
    ...writes,
    ...(random.chance(0.15) ? ['fence;'] : []),
    `r = ${other};`,
    ...(random.chance(0.5) ? ['s = z;'] : []),
  ];
  return [
    `thread ${name} {`,
    `local int[0..${top}] r = 3, s = 3;`,
    ...(loops ? ['while (true) {', ...body, '}'] : body),
    '}',
  ].join('\n');
}

/** Sees one value after the other of what was stored before this thread was seen. */
const witnessText = (name: string): string =>
  [
    `thread ${name} {`,
    `local int[0..${top}] r = 3, s = 3;`,
    'y = 1;',
    'fence;',
    'r = x;',
    's = x;',
    '}',
  ].join('\n');

const bothEarly = (random: Random): string =>
  `invariant late: P.r != ${random.pick([0, 0, 1])} || Q.r != ${random.pick([0, 0, 1])}${random.pick(['', ' || P.s != 0', ' || Q.s == 3', ' || Q.s != 1', ' || Q.s != 1', ' || Q.s != 2'])};`;

/** One value to two variables, then perhaps the next: what others see in which order depends on the memory model. */
const publishing = (random: Random, first: string, second: string): readonly string[] => [
  random.pick([
    'r = (r + 1) % 3;',
    'if (r < 3) r = r + 1;',
    'r = 1;',
    'r = 2;',
    'either { r = 1; } or { r = 2; }',
  ]),
  `${first} = r;`,
  ...(random.chance(0.2) ? ['fence;'] : []),
  ...(random.chance(0.7) ? [`${second} = ${random.pick(['r', '1', '2'])};`] : []),
  ...(random.chance(0.3) ? [statement(random, 1, 0)] : []),
];

const observing = (random: Random, i: number, first: string, second: string): readonly string[] => [
  ...(random.chance(0.4) ? [store(random)] : []),
  `r = ${first};`,
  ...(random.chance(0.1) ? ['fence;'] : []),
  `s = ${second};`,
  `assert checked${i}: ${random.pick(['r <= s', 's >= r', 's <= r', 'r != 2', 's != 3', 'r == 0 || s != 0', 'r < 3', 'r != 1 || s != 0'])};`,
];

function statement(random: Random, depth: number, i: number): string {
  const kind = random.weighted([
    ['store', 6],
    ['load', 4],
    ['local', 2],
    ['assume', 1],
    ['if', depth > 0 ? 2 : 0],
    ['either', depth > 0 ? 1 : 0],
    ['fence', 0.7],
    ['assert', 0.8],
    ['locked', 0.5],
  ]);
  switch (kind) {
    case 'store':
      return store(random);
    case 'load':
      return `${random.pick(['r', 's'])} = ${random.pick(variables)};`;
    case 'local':
      return random.pick([
        's = r;',
        `r = (r + 1) % ${random.between(2, 4)};`,
        's = 1;',
        'r = 0;',
        's = (s + 1) % 3;',
      ]);
    case 'assume':
      return `assume(${condition(random)});`;
    case 'if':
      return `if (${condition(random)}) { ${statement(random, depth - 1, i)} } else { ${statement(random, depth - 1, i)} }`;
    case 'either':
      return `either { ${statement(random, depth - 1, i)} } or { ${statement(random, depth - 1, i)} }`;
    case 'fence':
      return 'fence;';
    case 'assert':
      return `assert checked${i}: ${condition(random)};`;
    case 'locked':
      return `xchg(${random.pick(variables)}, ${random.below(3)});`;
  }
}

const store = (random: Random): string =>
  `${random.pick(variables)} = ${random.pick(['0', '1', '2', 'r', 's', 'r', `(s + 1) % ${random.between(2, 4)}`])};`;

const condition = (random: Random): string =>
  random.pick([
    () => `${random.pick(['r', 's'])} ${comparison(random)} ${random.below(3)}`,
    () => `r ${comparison(random)} s`,
  ])();

const comparison = (random: Random): string => random.pick(['==', '!=', '<=', '>=', '<']);

/** Of locals, since not all engines look at memory in the middle of a run; some of memory all the same. */
function properties(random: Random, threads: readonly string[]): readonly string[] {
  const memory = random.chance(0.3);
  const local = (): string => `${random.pick(threads)}.${random.pick(['r', 's'])}`;
  const term = (): string => (memory && random.chance(0.5) ? random.pick(variables) : local());
  const atom = (): string =>
    random.chance(0.6)
      ? `${term()} ${random.pick(['!=', '<=', '<'])} ${random.between(1, top)}`
      : `${term()} ${random.pick(['<=', '!='])} ${term()}`;
  return [1, 2].map((n) =>
    random.chance(0.3) ? `invariant i${n}: ${atom()};` : `invariant i${n}: ${atom()} || ${atom()};`,
  );
}
