import { and, equal, int, not, or, unary } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import type { LibraryObject } from '../types/c-type.js';

/** What a call does with the object for waiting that its first argument points to. */
export type SyncCall = { readonly on: LibraryObject } & (
  | { readonly kind: 'init'; readonly second: 'no attributes' | 'a plain kind' | 'anything' }
  /** Takes a share as soon as there is one, or, if it is only a try, gives `refused` where there is none. */
  | { readonly kind: 'take'; readonly share: LockShare; readonly isTry: boolean; readonly refused: bigint }
  | { readonly kind: 'give'; readonly share: LockShare | 'plain store' }
  | { readonly kind: 'count' }
  | { readonly kind: 'wait'; readonly timedOut: bigint | null }
  | { readonly kind: 'wake'; readonly whom: 'one' | 'all' }
  | { readonly kind: 'once' }
  | { readonly kind: 'meet' }
);

export type CallOf<K extends SyncCall['kind']> = Extract<SyncCall, { readonly kind: K }>;

/** Whether there is a share to take, from what the cell holds, and what it holds when it was taken and when it was given back. */
export interface LockShare {
  readonly isThere: (cell: Expr) => Expr;
  readonly taken: (cell: Expr) => Expr;
  readonly given: (cell: Expr) => Expr;
  /** Who only tries looks before it changes anything, and changes nothing where there is none. */
  readonly looksFirst: boolean;
}

const plus = (a: Expr, b: number): Expr => simplifiedBinary('+', a, int(b));
const less = (a: Expr, b: Expr): Expr => simplifiedBinary('-', a, b);
const more = (a: Expr, b: number): Expr => simplifiedBinary('>', a, int(b));

const exclusive: LockShare = {
  isThere: (cell) => equal(cell, int(0)),
  taken: () => int(1),
  given: () => int(0),
  looksFirst: false,
};

/** Of a lock for readers and writers: 1 with a writer, else twice the number of readers. */
const givenEither = (cell: Expr): Expr =>
  less(less(cell, unary('int', more(cell, 0))), unary('int', more(cell, 1)));
const reading: LockShare = {
  isThere: (cell) => not(equal(cell, int(1))),
  taken: (cell) => plus(cell, 2),
  given: givenEither,
  looksFirst: true,
};
const writing: LockShare = { ...exclusive, given: givenEither, looksFirst: true };

const counted: LockShare = {
  isThere: (cell) => more(cell, 0),
  taken: (cell) => plus(cell, -1),
  given: (cell) => plus(cell, 1),
  looksFirst: true,
};

/**
 * The cell of a barrier: how many threads it is for, how many have come, whether one of these was told that it is the one
 * (`PTHREAD_BARRIER_SERIAL_THREAD`), and which of two rounds it is. With no more threads than it is for, all of one round
 * have gone on before the next but one begins, so that two are enough.
 */
export const mostAtBarrier = 64;
const [perThread, perTold, perRound] = [64 + 1, 65 * 65, 2 * 65 * 65];
const digit = (cell: Expr, unit: number, size: number): Expr =>
  simplifiedBinary('%', simplifiedBinary('/', cell, int(unit)), int(size));

export const roundOf = (cell: Expr): Expr => simplifiedBinary('/', cell, int(perRound));

/** Whether one who comes is told, if `isChosen` would have it so: one of each round is, whoever that is. */
export const isToldAt = (cell: Expr, isChosen: Expr): Expr =>
  and(equal(digit(cell, perTold, 2), int(0)), or(isChosen, isLastAt(cell)));

const isLastAt = (cell: Expr): Expr =>
  equal(plus(digit(cell, perThread, 65), 1), simplifiedBinary('%', cell, int(perThread)));

/** The cell behind one more thread. */
export function metBy(cell: Expr, isTold: Expr): Expr {
  const one = plus(cell, perThread);
  const told = simplifiedBinary('*', unary('int', isTold), int(perTold));
  const threads = simplifiedBinary('%', cell, int(perThread));
  const next = simplifiedBinary(
    '+',
    threads,
    simplifiedBinary('*', less(int(1), roundOf(cell)), int(perRound)),
  );
  const same = simplifiedBinary('+', one, told);
  const jump = simplifiedBinary('*', unary('int', isLastAt(cell)), less(next, same));
  return simplifiedBinary('+', same, jump);
}

/** Of Linux; `thrd_busy` and `thrd_timedout` are those of glibc. */
const [EBUSY, ETIMEDOUT, thrdBusy, thrdTimedOut] = [16n, 110n, 1n, 4n];

type Row = readonly [string, SyncCall];

const init = (on: LibraryObject, second: 'no attributes' | 'a plain kind' | 'anything'): SyncCall => ({
  ...{ kind: 'init', on, second },
});
const take = (on: LibraryObject, share: LockShare, refused: bigint | null = null): CallOf<'take'> => ({
  ...{ kind: 'take', on, share, isTry: refused !== null, refused: refused ?? 0n },
});
const give = (on: LibraryObject, share: LockShare | 'plain store'): CallOf<'give'> => ({
  kind: 'give',
  on,
  share,
});

/** What a condition does with its mutex. */
export const [lockCall, unlockCall] = [take('mutex', exclusive), give('mutex', 'plain store')] as const;

/** A wait with an end is a try at the moment when it ends or succeeds. */
const mutexRows = (prefix: string, busy: bigint, timedOut: bigint): readonly Row[] => [
  [`${prefix}_lock`, lockCall],
  [`${prefix}_trylock`, take('mutex', exclusive, busy)],
  [`${prefix}_timedlock`, take('mutex', exclusive, timedOut)],
  [`${prefix}_unlock`, unlockCall],
];

const conditionRows = (prefix: string, timedOut: bigint): readonly Row[] => [
  [`${prefix}_wait`, { kind: 'wait', on: 'condition', timedOut: null }],
  [`${prefix}_timedwait`, { kind: 'wait', on: 'condition', timedOut }],
  [`${prefix}_signal`, { kind: 'wake', on: 'condition', whom: 'one' }],
  [`${prefix}_broadcast`, { kind: 'wake', on: 'condition', whom: 'all' }],
];

/** POSIX threads and semaphores, and threads.h of C11 (7.26), by name. */
export const syncCalls: ReadonlyMap<string, SyncCall> = new Map<string, SyncCall>([
  ['pthread_mutex_init', init('mutex', 'no attributes')],
  ...mutexRows('pthread_mutex', EBUSY, ETIMEDOUT),
  ['mtx_init', init('mutex', 'a plain kind')],
  ...mutexRows('mtx', thrdBusy, thrdTimedOut),
  ['pthread_spin_init', init('spinlock', 'anything')],
  ['pthread_spin_lock', take('spinlock', exclusive)],
  ['pthread_spin_trylock', take('spinlock', exclusive, EBUSY)],
  ['pthread_spin_unlock', give('spinlock', 'plain store')],
  ['pthread_rwlock_init', init('read-write lock', 'no attributes')],
  ['pthread_rwlock_rdlock', take('read-write lock', reading)],
  ['pthread_rwlock_tryrdlock', take('read-write lock', reading, EBUSY)],
  ['pthread_rwlock_timedrdlock', take('read-write lock', reading, ETIMEDOUT)],
  ['pthread_rwlock_wrlock', take('read-write lock', writing)],
  ['pthread_rwlock_trywrlock', take('read-write lock', writing, EBUSY)],
  ['pthread_rwlock_timedwrlock', take('read-write lock', writing, ETIMEDOUT)],
  ['pthread_rwlock_unlock', give('read-write lock', writing)],
  ['sem_init', init('semaphore', 'anything')],
  ['sem_wait', take('semaphore', counted)],
  ['sem_trywait', take('semaphore', counted, -1n)],
  ['sem_timedwait', take('semaphore', counted, -1n)],
  ['sem_post', give('semaphore', counted)],
  ['sem_getvalue', { kind: 'count', on: 'semaphore' }],
  ['pthread_cond_init', init('condition', 'no attributes')],
  ['cnd_init', init('condition', 'anything')],
  ...conditionRows('pthread_cond', ETIMEDOUT),
  ...conditionRows('cnd', thrdTimedOut),
  ['pthread_once', { kind: 'once', on: 'once' }],
  ['call_once', { kind: 'once', on: 'once' }],
  ['pthread_barrier_init', init('barrier', 'no attributes')],
  ['pthread_barrier_wait', { kind: 'meet', on: 'barrier' }],
]);
