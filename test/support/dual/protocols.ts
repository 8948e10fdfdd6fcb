import type { Program } from '../../../src/lang/program/program.js';
import { parseFp } from '../parse-fp.js';
import type { Random } from '../random.js';

/**
 * Locks, some of them with one or two statements lost, doubled or exchanged: threads that wait for one another in loops,
 * variables that one thread alone writes, and an invariant that is true of about half of them.
 */

/** The statements before and after the critical section of thread `me`; `r` and `t` are its locals. */
interface Lock {
  readonly shared: string;
  readonly acquire: readonly string[];
  readonly release: readonly string[];
}

type LockOf = (me: number, threads: number) => Lock;

const compareAndSwap: LockOf = () => ({
  shared: 'shared int[0..1] lock = 0;',
  acquire: ['r = cas(lock, 0, 1);', 'assume(r == 1);'],
  release: ['lock = 0;'],
});

const testAndSet: LockOf = () => ({
  shared: 'shared int[0..1] lock = 0;',
  acquire: ['while (lock == 1) { }', 'r = xchg(lock, 1);', 'if (r == 1) { goto A; }'],
  release: ['lock = 0;'],
});

const ticket: LockOf = () => ({
  shared: 'shared int[0..3] next = 0, serving = 0;',
  acquire: ['atomic { fence; t = next; next = (t + 1) % 4; fence; }', 'assume(serving == t);'],
  release: ['t = (t + 1) % 4;', 'serving = t;'],
});

/** Each looks at all others; the second of two goes back. */
const flags: LockOf = (me, threads) => ({
  shared: `shared int[0..1] flag[${threads}] = 0;`,
  acquire: [
    `flag[${me}] = 1;`,
    'fence;',
    ...others(me, threads).flatMap((j) => [`r = flag[${j}];`, `if (r == 1) { flag[${me}] = 0; goto A; }`]),
  ],
  release: [`flag[${me}] = 0;`],
});

const turns: LockOf = (me, threads) => ({
  shared: `shared int[0..1] flag[${threads}] = 0; shared int[0..${threads - 1}] turn = 0;`,
  acquire: [
    `flag[${me}] = 1;`,
    `turn = ${(me + 1) % threads};`,
    'fence;',
    ...others(me, threads).map((j) => `either { assume(flag[${j}] == 0); } or { assume(turn == ${me}); }`),
  ],
  release: [`flag[${me}] = 0;`],
});

const others = (me: number, threads: number): readonly number[] =>
  Array.from({ length: threads }, (_, j) => j).filter((j) => j !== me);

/** Those that do not depend on who it is. */
const anonymous: readonly LockOf[] = [compareAndSwap, testAndSet, ticket];

/** A protocol of threads with numbers. */
export function protocol(random: Random): Program {
  const lock = random.pick([...anonymous, flags, turns, flags, turns]);
  const count = random.between(2, lock === turns ? 2 : 3);
  const threads = Array.from({ length: count }, (_, me) => {
    const { acquire, release } = lock(me, count);
    return `thread P${me} { ${body(random, acquire, release, String(me))} }`;
  });
  const pairs = threads.flatMap((_, j) =>
    threads.slice(0, j).map((_t, i) => `invariant mutex${i}${j}: !(P${i} at CS && P${j} at CS);`),
  );
  return parseFp(
    `shared int[0..2] data = 0; ${lock(0, count).shared} ${threads.join('\n')} ${pairs.join('\n')}`,
  );
}

/** A protocol of processes that are all the same. */
export function anonymousProtocol(random: Random): Program {
  const lock = random.pick(anonymous)(0, 2);
  return parseFp(
    `shared int[0..2] data = 0; ${lock.shared}
     process P(me) { ${body(random, lock.acquire, lock.release, '1')} }
     invariant mutex: forall a != b in P: !(a at CS && b at CS);`,
  );
}

function body(random: Random, acquire: readonly string[], release: readonly string[], mark: string): string {
  const section = random.chance(0.5)
    ? ['CS: skip;']
    : [`data = ${mark};`, ...(random.chance(0.3) ? ['fence;'] : []), `CS: assert(data == ${mark});`];
  const statements = mutated(random, acquire, 0.4).concat(section, mutated(random, release, 0.15));
  const again = random.chance(0.7) ? 'goto A;' : '';
  return `local int r = 0; local int t = 0; A: skip; ${statements.join(' ')} ${again}`;
}

function mutated(random: Random, statements: readonly string[], probability: number): readonly string[] {
  if (statements.length === 0 || !random.chance(probability)) return statements;
  const i = random.below(statements.length);
  switch (random.pick(['lose', 'double', 'exchange'] as const)) {
    case 'lose':
      return statements.toSpliced(i, 1);
    case 'double':
      return statements.toSpliced(i, 0, ...statements.slice(i, i + 1));
    case 'exchange':
      return statements.slice(0, i).concat(statements.slice(i, i + 2).toReversed(), statements.slice(i + 2));
  }
}
