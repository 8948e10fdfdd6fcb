import { memoryOrders } from '../../../../src/frontends/c/lower/memory-orders.js';
import type { Random } from '../../random.js';
import { loadOrders, storeOrders } from './tiny-program.js';
import type { AtomicName, PlainName, TinyOp, TinyProgram } from './tiny-program.js';

/** Programs near those in which something is published, guarded or handed on, and others. */
export function generateTiny(random: Random): TinyProgram {
  const count = random.chance(0.35) ? 3 : 2;
  const kind = random.weighted([
    ['publish', 5],
    ['guard', 2],
    ['flags', 1],
    ['any', 2],
  ]);
  const bodies = Array.from({ length: count }, (_, i): readonly TinyOp[] => {
    if (kind === 'guard') return guarded(random);
    if (kind === 'flags') return flags(random, i);
    if (kind === 'any') return Array.from({ length: random.between(1, 3) }, () => anyOp(random));
    return i === 0 ? publishing(random) : i === 1 ? taking(random) : between(random);
  });
  return { threads: [mainOf(random, count), ...bodies] };
}

function mainOf(random: Random, count: number): readonly TinyOp[] {
  const threads = Array.from({ length: count }, (_, i) => i + 1);
  const [first = 1, ...others] = threads;
  return [
    ...(random.chance(0.3) ? [plainOp(random)] : []),
    ...(random.chance(0.2) ? [{ kind: 'init', of: 'a', value: random.below(2) } as const] : []),
    { kind: 'create', thread: first },
    ...(random.chance(0.15) ? [plainOp(random)] : []),
    ...others.map((thread) => ({ kind: 'create', thread }) as const),
    { kind: 'join', thread: first },
    ...(random.chance(0.2) ? [plainOp(random)] : []),
    ...others.map((thread) => ({ kind: 'join', thread }) as const),
    ...(random.chance(0.3) ? [plainOp(random)] : []),
  ];
}

const plainName = (random: Random): PlainName => (random.chance(0.85) ? 'x' : 'y');
const atomicName = (random: Random): AtomicName => (random.chance(0.85) ? 'a' : 'b');

const plainOp = (random: Random): TinyOp =>
  random.chance(0.5)
    ? { kind: 'read', of: plainName(random) }
    : { kind: 'write', of: plainName(random), value: random.between(1, 2) };

const fence = (random: Random): readonly TinyOp[] =>
  random.chance(0.3) ? [{ kind: 'fence', order: random.pick(memoryOrders) }] : [];

function storing(random: Random): TinyOp {
  const of = atomicName(random);
  return random.weighted([
    ['store', 4],
    ['exchange', 1],
    ['add', 1],
  ]) === 'store'
    ? { kind: 'store', of, value: random.between(1, 2), order: random.pick(storeOrders) }
    : changing(random);
}

function changing(random: Random): TinyOp {
  const [of, order] = [atomicName(random), random.pick(memoryOrders)];
  switch (
    random.weighted([
      ['exchange', 1],
      ['add', 1],
      ['compare', 2],
    ])
  ) {
    case 'exchange':
      return { kind: 'exchange', of, value: random.between(1, 2), order };
    case 'add':
      return { kind: 'add', of, order };
    case 'compare': {
      const [expected, value] = [random.below(3), random.between(1, 2)];
      return { kind: 'compare', of, expected, value, order, failure: random.pick(loadOrders) };
    }
  }
}

const loading = (random: Random): TinyOp =>
  random.chance(0.7)
    ? { kind: 'load', of: atomicName(random), order: random.pick(loadOrders) }
    : changing(random);

const publishing = (random: Random): readonly TinyOp[] => [
  plainOp(random),
  ...fence(random),
  storing(random),
  ...(random.chance(0.25) ? [storing(random)] : []),
];

const taking = (random: Random): readonly TinyOp[] => [
  loading(random),
  ...(random.chance(0.15) ? [loading(random)] : []),
  ...fence(random),
  {
    kind: 'if',
    value:
      random.weighted([
        ['1', 5],
        ['2', 2],
        ['0', 1],
      ]) === '1'
        ? 1
        : random.pick([0, 2]),
    body: [plainOp(random)],
  },
];

/** What stands between the two: it goes on with a release sequence, or breaks it. */
const between = (random: Random): readonly TinyOp[] =>
  random.chance(0.7) ? [...fence(random), changing(random)] : [...fence(random), storing(random)];

function guarded(random: Random): readonly TinyOp[] {
  if (random.chance(0.2)) return [plainOp(random)];
  if (random.chance(0.3))
    return [
      { kind: 'trylock' },
      { kind: 'if', value: random.chance(0.8) ? 1 : 0, body: [plainOp(random), { kind: 'unlock' }] },
    ];
  const outside = random.chance(0.15) ? [plainOp(random)] : [];
  return [{ kind: 'lock' }, plainOp(random), { kind: 'unlock' }, ...outside];
}

/** As at the entry of Dekker's algorithm: who sees no flag goes in. */
function flags(random: Random, thread: number): readonly TinyOp[] {
  const [own, other]: readonly [AtomicName, AtomicName] = thread % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
  return [
    { kind: 'store', of: own, value: 1, order: random.pick(storeOrders) },
    ...fence(random),
    { kind: 'load', of: other, order: random.pick(loadOrders) },
    { kind: 'if', value: 0, body: [plainOp(random)] },
  ];
}

function anyOp(random: Random): TinyOp {
  switch (
    random.weighted([
      ['plain', 3],
      ['load', 2],
      ['store', 2],
      ['fence', 1],
      ['if', 1],
    ])
  ) {
    case 'plain':
      return plainOp(random);
    case 'load':
      return loading(random);
    case 'store':
      return storing(random);
    case 'fence':
      return { kind: 'fence', order: random.pick(memoryOrders) };
    case 'if':
      return { kind: 'if', value: random.below(2), body: [plainOp(random)] };
  }
}
