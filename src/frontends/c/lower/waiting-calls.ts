import type { Span } from '../../../diagnostics/span.js';
import {
  and,
  conjunction,
  equal,
  int,
  local,
  not,
  or,
  shared,
  truth,
  unary,
} from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../../lang/expr/ids.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { rangeType } from '../../../lang/expr/type.js';
import type { LValue, Stmt } from '../../../lang/program/program.js';
import { assertNever } from '../../../support/invariant.js';
import { numbersBelow } from '../../../support/lists.js';
import { intC, printCType } from '../types/c-type.js';
import { joined } from './flow-state.js';
import { CFillingCalls } from './filling-calls.js';
import type { CallExpr } from './making-calls.js';
import { assignLocal } from './race-watch.js';
import { isToldAt, lockCall, metBy, mostAtBarrier, roundOf, syncCalls, unlockCall } from './sync-calls.js';
import type { CallOf, SyncCall } from './sync-calls.js';
import { constant, constantIn, nothing, numberValue, truthValue } from './c-value.js';
import type { CValue, NumberValue, Place } from './c-value.js';

/**
 * Mutexes, spin locks, read-write locks, semaphores, conditions, barriers and what is done once. Taking and giving are locked
 * changes of one cell, as the implementations for x86 have them; where these look before they change anything, or store
 * and no more, so does this, since what waits in the buffer then goes on waiting there.
 */
export abstract class CWaitingCalls extends CFillingCalls {
  /** A call of a function by its value, without arguments. */
  protected abstract callPlain(callee: CValue, expr: CallExpr): void;

  /** Null: it is another call. */
  protected waitingCall(name: string, expr: CallExpr): CValue | null {
    const call = syncCalls.get(name);
    if (call === undefined) return null;
    const place = this.#object(name, call, expr, 0);
    switch (call.kind) {
      case 'init':
        return this.#init(name, call, place, expr);
      case 'take':
        return this.#take(call, place, expr.span);
      case 'give':
        return this.#give(call, place, expr.span);
      case 'count': {
        const to = this.pointedBy(this.value(this.argument(expr, 1, name)), expr.span);
        const { expr: read } = this.asNumber(this.readPlace(place, expr.span, 'acquire'), expr.span);
        const count = this.capturedNumber(numberValue(intC, read, { lo: 0n, hi: 2n ** 31n - 1n }), expr.span);
        this.writePlace(to, this.convert(count, to.type, expr.span), 'plain', expr.span);
        return constant(0n);
      }
      case 'wait':
        return this.#wait(name, call, place, expr);
      case 'wake':
        return this.#wake(call, place, expr.span);
      case 'once':
        return this.#once(name, place, expr);
      case 'meet':
        return this.#meet(place, expr);
      default:
        return assertNever(call);
    }
  }

  #object(name: string, { on }: SyncCall, expr: CallExpr, index: number): Place {
    const place = this.pointedBy(this.value(this.argument(expr, index, name)), expr.span);
    if (place.type.kind === 'library' && place.type.what === on) return place;
    return this.refuse(`${printCType(place.type)} as a ${on}`, expr.span);
  }

  #init(name: string, { on, second }: CallOf<'init'>, place: Place, expr: CallExpr): CValue {
    const { span } = expr;
    const hasSecond = !(name === 'cnd_init');
    const given = hasSecond ? this.value(this.argument(expr, 1, name)) : constant(0n);
    const known = constantIn(given);
    // Kinds that behave otherwise are refused where the attributes get them.
    const isPlain = given.kind === 'address' && given.place.type.kind === 'library';
    if (second === 'no attributes' && known !== 0n && !isPlain)
      this.refuse(`a ${on} with attributes`, span, 'write a null pointer');
    // Of `mtx_recursive`, 1, each thread may have several.
    if (second === 'a plain kind' && known !== 0n && known !== 2n)
      this.refuse('a mutex of this kind', span, 'take mtx_plain');
    const third = on === 'semaphore' || on === 'barrier' ? this.value(this.argument(expr, 2, name)) : null;
    if (on === 'condition') return constant(0n);
    if (on === 'barrier') this.#noteBarrier(third, span);
    this.writePlace(place, third === null ? constant(0n) : this.integerOf(third, span), 'plain', span);
    return constant(0n);
  }

  #take(call: CallOf<'take'>, place: Place, span: Span): CValue {
    const { share, isTry, refused } = call;
    if (isTry && refused < 0n && this.scope.find('errno') !== null)
      this.refuse('errno of a call that fails', span, 'look at what it returns, and include no errno.h');
    if (!isTry) {
      this.#changed(
        place,
        (old) => ({ value: share.taken(old), when: share.isThere(old), waits: true }),
        span,
      );
      return constant(0n);
    }
    if (!share.looksFirst) return this.#tried(call, place, span);
    const seen = this.once(this.asNumber(this.readPlace(place, span, 'relaxed'), span), span);
    const result = this.temporary('tried', span);
    const end = this.emitter.fresh('tried');
    this.emit(assignLocal(result, int(refused), span));
    const before = this.state;
    this.emitter.unless(share.isThere(seen.expr), end, span);
    this.emit(assignLocal(result, this.#tried(call, place, span).expr, span));
    this.emitter.place(end);
    this.state = joined(before, this.state);
    return numberValue(intC, local(result), rangeFrom(refused));
  }

  #tried({ share, refused }: CallOf<'take'>, place: Place, span: Span): NumberValue {
    const old = this.#changed(
      place,
      (now) => ({ value: share.taken(now), when: share.isThere(now), otherwise: null }),
      span,
    );
    const failed = unary('int', not(share.isThere(old.expr)));
    return numberValue(intC, simplifiedBinary('*', int(refused), failed), rangeFrom(refused));
  }

  #changed(
    place: Place,
    change: (old: Expr) => { value: Expr; when?: Expr; waits?: true; otherwise?: null },
    span: Span,
  ): NumberValue {
    return this.updateInOneStep(place, (old) => ({ ...change(old), order: 'acquire' }), span);
  }

  /** A spin lock is given back by a plain store of x86. */
  #give({ on, share }: CallOf<'give'>, place: Place, span: Span): CValue {
    if (share === 'plain store')
      this.writePlace(place, constant(0n), on === 'spinlock' ? 'release' : 'seq_cst', span);
    else this.updateInOneStep(place, (old) => ({ value: share.given(old), order: 'acq_rel' }), span);
    return constant(0n);
  }

  /**
   * Each thread has a cell that says which condition it waits for; nobody's buffer has to do with that. Who waits goes on
   * when it was woken, or for no reason, as POSIX allows.
   */
  #wait(name: string, { timedOut }: CallOf<'wait'>, place: Place, expr: CallExpr): CValue {
    const { span } = expr;
    // A thread that wakes up for no reason may do so for ever, and keep others from a mutex that is not fair.
    if (this.world.wishes.termination)
      this.refuse('conditions, with --termination', span, 'wait in a loop that looks at the variable');
    const mutex = this.#object(name, lockCall, expr, 1);
    if (this.state === null) return constant(0n);
    const own = { kind: 'shared', shared: this.#waiting(span), index: int(this.number) } as const;
    const set = (value: Expr): Stmt => ({ kind: 'assign', target: own, value, labels: [], span });
    this.emit(set(this.#numberOf(place, span)));
    this.#give(unlockCall, mutex, span);
    // Who waits until a time comes goes on by itself, whatever others do.
    if (timedOut !== null) this.emit(set(int(0)));
    else {
      const early = this.#choice('early', span);
      const isWoken = equal(shared(own.shared, own.index), int(0));
      const goesOn: Stmt = {
        ...{ kind: 'assume', cond: or(equal(local(early), int(1)), isWoken), labels: [], span },
      };
      this.emit({ kind: 'atomic', body: [goesOn, set(int(0))], span });
    }
    this.#take(lockCall, mutex, span);
    if (timedOut === null) return constant(0n);
    const isLate = local(this.#choice('late', span));
    return numberValue(intC, simplifiedBinary('*', isLate, int(timedOut)), rangeFrom(timedOut));
  }

  #wake({ whom }: CallOf<'wake'>, place: Place, span: Span): CValue {
    if (this.state === null) return constant(0n);
    const number = this.#numberOf(place, span);
    const variable = this.#waiting(span);
    const threads = numbersBelow(this.world.facts.threadCount);
    const waits = (thread: Expr): Expr => equal(shared(variable, thread), number);
    const wake = (thread: Expr): Stmt => {
      const target: LValue = { kind: 'shared', shared: variable, index: thread };
      const woken: Stmt = { kind: 'assign', target, value: int(0), labels: [], span };
      return { kind: 'if', cond: waits(thread), then: [woken], else: [], labels: [], span };
    };
    if (whom === 'all') {
      this.emit({ kind: 'atomic', body: threads.map((thread) => wake(int(thread))), span });
      return constant(0n);
    }
    const woken = this.#anyUpTo('woken', threads.length - 1, span);
    const pick = local(woken);
    const nobody = conjunction(threads.map((thread) => not(waits(int(thread)))));
    const isOne = or(waits(pick), and(equal(pick, int(0)), nobody));
    // In one step, so that nobody waits who has picked one that does not wait.
    const body: readonly Stmt[] = [
      { kind: 'havoc', local: woken, labels: [], span },
      { kind: 'assume', cond: isOne, labels: [], span },
      wake(pick),
    ];
    this.emit({ kind: 'atomic', body, span });
    return constant(0n);
  }

  #anyUpTo(stem: string, most: number, span: Span): LocalId {
    const type = rangeType(0n, BigInt(most));
    return this.world.storage.addLocal(this.number, stem, type, { kind: 'any' }, span, true);
  }

  /** 0 or 1, as it likes. */
  #choice(stem: string, span: Span): LocalId {
    const id = this.#anyUpTo(stem, 1, span);
    this.emit({ kind: 'havoc', local: id, span });
    return id;
  }

  #waiting(span: Span): SharedId {
    return this.world.perThread('waiting', 'the condition that the thread waits for', span);
  }

  /** What tells conditions apart: small numbers, or addresses where only a run knows which. */
  #numberOf(place: Place, span: Span): Expr {
    if (place.kind === 'pointed') {
      this.cell(place, span);
      return this.exprOnce(place.address, span);
    }
    const known = this.world.numberOfPlace(place);
    if (known !== null) return int(known);
    return this.exprOnce(this.world.storage.address(place, span), span);
  }

  /** 0: nobody has begun; 1: somebody has; 2: it is done. Who finds it done waits for no buffer. */
  #once(name: string, place: Place, expr: CallExpr): CValue {
    const { span } = expr;
    const callee = this.value(this.argument(expr, 1, name));
    const seen = this.once(this.asNumber(this.readPlace(place, span, 'acquire'), span), span);
    if (constantIn(seen) === 2n || this.state === null) return constant(0n);
    const [other, end] = [this.emitter.fresh('begun'), this.emitter.fresh('done_once')];
    this.emitter.when(equal(seen.expr, int(2)), end, span);
    const before = this.state;
    const old = this.#changed(
      place,
      (now) => ({ value: int(1), when: equal(now, int(0)), otherwise: null }),
      span,
    );
    this.emitter.unless(equal(old.expr, int(0)), other, span);
    const late = this.state;
    this.callPlain(callee, expr);
    this.writePlace(place, constant(2n), 'release', span);
    if (this.state !== null) this.emitter.jump(end, span);
    const did = this.state;
    this.emitter.place(other);
    this.state = late;
    this.#changed(place, (now) => ({ value: now, when: equal(now, int(2)), waits: true }), span);
    this.emitter.place(end);
    this.state = joined(joined(before, did), this.state);
    return constant(0n);
  }

  #noteBarrier(threads: CValue | null, span: Span): void {
    const known = threads === null ? null : constantIn(threads);
    if (known === null || known < 1n || known > BigInt(mostAtBarrier))
      this.refuse(
        'a barrier for a number of threads that is not known here',
        span,
        `write a constant from 1 to ${mostAtBarrier}`,
      );
    this.world.facts.note(`barrier:${known}`);
  }

  /** Whoever is told that it is the one may be any of those that meet. */
  #meet(place: Place, expr: CallExpr): CValue {
    const { span } = expr;
    const { facts } = this.world;
    facts.note(`meets:${this.number}`);
    const comers = numbersBelow(facts.threadCount).filter((thread) => facts.has(`meets:${thread}`)).length;
    const least =
      numbersBelow(mostAtBarrier + 1).find((size) => facts.has(`barrier:${size}`)) ?? mostAtBarrier;
    if (comers > least)
      this.refuse(
        `a barrier for ${least} threads in a program where ${comers} wait at barriers`,
        span,
        'let as many threads wait at each barrier as it is for',
      );
    const isUsed = this.discarded !== expr;
    if (isUsed) facts.note('told-at-barriers');
    const chosen = facts.has('told-at-barriers') ? equal(local(this.#choice('told', span)), int(1)) : truth;
    const old = this.updateInOneStep(
      place,
      (now) => ({ value: metBy(now, isToldAt(now, chosen)), order: 'acq_rel' }),
      span,
    );
    const isOver = (now: Expr): Expr => not(equal(roundOf(now), roundOf(old.expr)));
    this.#changed(place, (now) => ({ value: now, when: isOver(now), waits: true }), span);
    if (!isUsed) return nothing;
    const told = truthValue(isToldAt(old.expr, chosen));
    return numberValue(intC, simplifiedBinary('-', int(0), told.expr), { lo: -1n, hi: 0n });
  }
}

const rangeFrom = (value: bigint): { readonly lo: bigint; readonly hi: bigint } => ({
  lo: value < 0n ? value : 0n,
  hi: value < 0n ? 0n : value,
});
