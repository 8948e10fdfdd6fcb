import type { Random } from '../../random.js';
import type { SpinFlag, SpinOp, SpinProgram, SpinStoreOrder } from './spin-program.js';

/** Programs in which threads wait for each other, most of them for what comes. */
export function generateSpins(random: Random): SpinProgram {
  const count = random.chance(0.25) ? 3 : 2;
  const isServed = random.chance(0.25);
  const bodies = Array.from({ length: count }, (_, i): readonly SpinOp[] =>
    isServed && i === 0 ? [{ kind: 'forever', body: serving(random) }] : bodyOf(random, i),
  );
  const threads = bodies.map((_, i) => i + 1);
  const main: readonly SpinOp[] = [
    ...(random.chance(0.2) ? [storing(random)] : []),
    ...threads.map((thread) => ({ kind: 'create', thread }) as const),
    ...(random.chance(0.5) ? [storing(random)] : []),
    ...threads.filter(() => random.chance(0.4)).map((thread) => ({ kind: 'join', thread }) as const),
    ...(random.chance(0.2) ? [storing(random)] : []),
  ];
  return { threads: [main, ...bodies] };
}

const flagOf = (random: Random): SpinFlag => random.pick(['a', 'b']);
const orderOf = (random: Random): SpinStoreOrder => random.pick(['relaxed', 'release', 'seq_cst']);

const storing = (random: Random): SpinOp => ({
  ...{ kind: 'store', of: flagOf(random) },
  ...{
    value:
      random.weighted([
        ['1', 4],
        ['2', 1],
        ['0', 1],
      ]) === '1'
        ? 1
        : random.pick([0, 2]),
    order: orderOf(random),
  },
});

function bodyOf(random: Random, thread: number): readonly SpinOp[] {
  switch (
    random.weighted([
      ['handshake', 3],
      ['mutex', 2],
      ['exchange', 2],
      ['loop', 3],
      ['any', 2],
    ])
  ) {
    case 'handshake': {
      const [own, other]: readonly [SpinFlag, SpinFlag] = thread % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
      const wait: SpinOp = { kind: 'await', of: other, value: random.chance(0.8) ? 1 : 0 };
      const tell: SpinOp = { kind: 'store', of: own, value: 1, order: orderOf(random) };
      return random.chance(0.6) ? [tell, wait] : [wait, tell];
    }
    case 'mutex':
      return [
        { kind: 'lock' },
        ...(random.chance(0.5) ? [anyOp(random, 0)] : []),
        ...(random.chance(0.85) ? [{ kind: 'unlock' } as const] : []),
      ];
    case 'exchange':
      return [
        { kind: 'repeat', body: [{ kind: 'exchange', of: 'a', value: 1 }], until: 0 },
        ...(random.chance(0.8)
          ? [{ kind: 'store', of: 'a', value: 0, order: orderOf(random) } as const]
          : []),
      ];
    case 'loop':
      return [
        { kind: 'repeat', body: looped(random), until: random.pick([0, 1, 1]) },
        ...(random.chance(0.5) ? [storing(random)] : []),
      ];
    case 'any':
      return Array.from({ length: random.between(1, 3) }, () => anyOp(random, 1));
  }
}

/** Stores in loops wait for their buffers, else these have no bound. */
function looped(random: Random): readonly SpinOp[] {
  const first = random.chance(0.5) ? [drained(random)] : [];
  const leave: readonly SpinOp[] = random.chance(0.2)
    ? [{ kind: 'if', value: 1, body: [{ kind: random.chance(0.7) ? 'break' : 'abort' }] }]
    : [];
  return [
    ...first,
    { kind: 'load', of: flagOf(random) },
    ...leave,
    ...(random.chance(0.3) ? [drained(random)] : []),
  ];
}

const drained = (random: Random): SpinOp =>
  random.chance(0.6)
    ? { kind: 'store', of: flagOf(random), value: random.below(3), order: 'seq_cst' }
    : { kind: 'exchange', of: flagOf(random), value: random.below(2) };

function serving(random: Random): readonly SpinOp[] {
  const wait: readonly SpinOp[] = random.chance(0.5)
    ? [{ kind: 'await', of: flagOf(random), value: random.below(2) }]
    : [];
  const leave: readonly SpinOp[] = random.chance(0.25)
    ? [{ kind: 'if', value: 1, body: [{ kind: random.pick(['break', 'abort'] as const) }] }]
    : [];
  const read: readonly SpinOp[] = [{ kind: 'load', of: flagOf(random) }];
  const write = random.chance(0.8) ? [drained(random)] : [];
  return [...write, ...wait, ...(leave.length > 0 || wait.length === 0 ? read : []), ...leave];
}

function anyOp(random: Random, depth: number): SpinOp {
  switch (
    random.weighted([
      ['store', 3],
      ['load', 2],
      ['fence', 1],
      ['await', 2],
      ['assume', 1],
      ['if', depth > 0 ? 2 : 0],
      ['forever', depth > 0 ? 1 : 0],
    ])
  ) {
    case 'store':
      return storing(random);
    case 'load':
      return { kind: 'load', of: flagOf(random) };
    case 'fence':
      return { kind: 'fence' };
    case 'await':
      return { kind: 'await', of: flagOf(random), value: random.below(2) };
    case 'assume':
      return { kind: 'assume', value: random.below(2) };
    case 'if':
      return {
        kind: 'if',
        value: random.below(2),
        body: [random.chance(0.2) ? { kind: 'abort' } : anyOp(random, 0)],
      };
    case 'forever':
      return { kind: 'forever', body: looped(random) };
  }
}
