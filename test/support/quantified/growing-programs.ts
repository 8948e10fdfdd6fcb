import type { Program } from '../../../src/lang/program/program.js';
import { processProgram } from '../dual/programs.js';
import { parseFp } from '../parse-fp.js';
import type { Random } from '../random.js';
import { Random as RandomFrom } from '../random.js';

/**
 * Programs of any number of processes, most over numbers that grow: known protocols, in about half of them a statement is
 * lost, doubled, exchanged with the next, or put inside of a section with it; every fourth is of any statements, over few values.
 */
export function growingProgram(seed: number): Program {
  const random = new RandomFrom(seed);
  if (seed % 4 === 3) return processProgram(seed);
  const make = random.pick(protocols);
  return parseFp(make(random));
}

interface Part {
  readonly name: string;
  readonly locals: string;
  readonly body: readonly string[];
}

type Protocol = (random: Random) => string;

const ticketLock: Protocol = (random) => {
  const draw = random.pick([
    ['t = fetch_add(next, 1);'],
    ['locked { t = next; next = t + 1; }'],
    ['t = next;', 'next = t + 1;'],
  ]);
  const release = random.pick([
    ['serving = t + 1;'],
    ['fetch_add(serving, 1);'],
    ['t = serving;', 'serving = t + 1;'],
  ]);
  return text(
    random,
    'shared int next = 0, serving = 0;',
    [
      {
        name: 'P',
        locals: 'local int t = 0;',
        body: [...draw, 'assume(serving == t);', 'CS: skip;', ...release],
      },
    ],
    ['invariant mutex: forall a != b in P: !(a at CS && b at CS);', 'invariant order: serving <= next;'],
  );
};

const casLock: Protocol = (random) =>
  text(
    random,
    'shared int lock = 0, data = 0;',
    [
      {
        name: 'P',
        locals: 'local int d = 0; local bool got = false;',
        body: [
          'got = cas(lock, 0, 1);',
          'assume(got);',
          'd = data;',
          'CS: data = d + 1;',
          'fence;',
          'assert(data == d + 1);',
          'lock = 0;',
        ],
      },
    ],
    ['invariant mutex: forall a != b in P: !(a at CS && b at CS);', 'invariant grows: data >= 0;'],
  );

const readersWriters: Protocol = (random) =>
  text(
    random,
    'shared int readers = 0, data = 0; shared bool writing = false;',
    [
      {
        name: 'R',
        locals: 'local int d = 0;',
        body: [
          'locked { assume(!writing); readers = readers + 1; }',
          'd = data;',
          'In: assert(data == d);',
          'fetch_add(readers, -1);',
        ],
      },
      {
        name: 'W',
        locals: 'local int e = 0;',
        body: [
          'locked { assume(!writing && readers == 0); writing = true; }',
          'e = data;',
          'In: data = e + 1;',
          'writing = false;',
        ],
      },
    ],
    [
      'invariant apart: forall r in R: forall w in W: !(r at In && w at In);',
      'invariant alone: forall v != w in W: !(v at In && w at In);',
    ],
  );

const semaphore: Protocol = (random) => {
  const places = random.between(1, 2);
  const [others, inside] = places === 1 ? ['b', 'b at In'] : ['b != c', 'b at In && c at In'];
  return text(
    random,
    `shared int places = ${places};`,
    [
      {
        name: 'P',
        locals: 'local int r = 0;',
        body: [
          'locked { assume(places > 0); places = places - 1; }',
          'In: skip;',
          'r = fetch_add(places, 1);',
          'assert(r >= 0);',
        ],
      },
    ],
    [`invariant few: forall a != ${others} in P: !(a at In && ${inside});`, 'invariant none: places >= 0;'],
  );
};

const counters: Protocol = (random) =>
  text(
    random,
    'shared int count = 0, seen = 0;',
    [
      {
        name: 'W',
        locals: 'local int n = 0;',
        body: random.pick([['fetch_add(count, 1);'], ['n = count;', 'fence;', 'count = n + 1;', 'fence;']]),
      },
      {
        name: 'R',
        locals: 'local int a = 0, b = 0;',
        body: ['a = count;', 'b = count;', 'assert(a <= b);', 'locked { if (seen < a) { seen = a; } }'],
      },
    ],
    ['invariant seen_less: seen <= count;'],
  );

const allocator: Protocol = (random) => {
  const step = random.between(1, 3);
  return text(
    random,
    'shared int free = 0;',
    [
      {
        name: 'P',
        locals: 'local int s = 0;',
        body: [
          random.chance(0.7) ? `s = fetch_add(free, ${step});` : `locked { s = free; free = s + ${step}; }`,
          'Has: skip;',
          's = s + 1;',
          'Next: skip;',
        ],
      },
    ],
    [
      'invariant apart: forall a != b in P: !(a at Has && b at Has && P(a).s == P(b).s);',
      'invariant apart_next: forall a != b in P: !(a at Has && b at Next && P(a).s == P(b).s);',
      'invariant below: forall a in P: !(a at Has && P(a).s >= free);',
    ],
  );
};

const published: Protocol = (random) =>
  text(
    random,
    'shared int data = 0, flag = 0;',
    [
      {
        name: 'W',
        locals: 'local int n = 0;',
        body: ['locked { n = data; data = n + 1; }', 'locked { if (flag < n) { flag = n; } }'],
      },
      { name: 'R', locals: 'local int f = 0, d = 0;', body: ['f = flag;', 'd = data;', 'assert(f <= d);'] },
    ],
    ['invariant behind: flag <= data;'],
  );

const protocols: readonly Protocol[] = [
  ...[ticketLock, casLock, readersWriters, semaphore, counters, allocator, published],
];

function text(random: Random, shared: string, parts: readonly Part[], properties: readonly string[]): string {
  const processes = parts.map(({ name, locals, body }) => {
    const statements = random.chance(0.35) ? mutated(random, body) : body;
    const again = random.chance(0.8) ? 'goto Again;' : '';
    return `process ${name}(me) { ${locals} Again: skip; ${statements.join(' ')} ${again} }`;
  });
  return [shared, ...processes, ...properties].join('\n');
}

function mutated(random: Random, statements: readonly string[]): readonly string[] {
  const i = random.below(statements.length);
  const here = statements.slice(i, i + 1);
  // What a property is about stays.
  if (here.some((statement) => /^[A-Z]/.test(statement))) return statements;
  switch (random.pick(['lose', 'double', 'exchange', 'join', 'drain'] as const)) {
    case 'lose':
      return statements.toSpliced(i, 1);
    case 'double':
      return statements.toSpliced(i, 0, ...here);
    case 'exchange':
      return statements.slice(0, i).concat(statements.slice(i, i + 2).toReversed(), statements.slice(i + 2));
    case 'join':
      return statements.toSpliced(i, 1, `atomic { ${here.join(' ')} }`);
    case 'drain':
      return statements.toSpliced(i, 0, 'fence;');
  }
}
