import type { Span } from '../../../diagnostics/span.js';
import { equal, falsity, int, local, sharedReads, truth, unary } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { intType, rangeType } from '../../../lang/expr/type.js';
import { assertNever } from '../../../support/invariant.js';
import type { CExpr } from '../syntax/c-ast.js';
import { boolC, longC, rangeOfInteger, typeOfWords } from '../types/c-type.js';
import { atomicCalls } from './atomic-calls.js';
import { memoryOrders, releases } from './memory-orders.js';
import type { MemoryOrder } from './memory-orders.js';
import type { AtomicCall, OrderAt } from './atomic-calls.js';
import { CWaitingCalls } from './waiting-calls.js';
import type { CallExpr } from './making-calls.js';
import type { CValue, Place } from './c-value.js';
import { constant, constantIn, nothing, truthValue } from './c-value.js';

/** Calls that change nothing that is modelled: their arguments are computed, and 0 comes out. */
const idleCalls: ReadonlySet<string> = new Set([
  ...[
    'printf',
    'vprintf',
    'vfprintf',
    'fprintf',
    'puts',
    'putchar',
    'fflush',
    'perror',
    'sched_yield',
    'pthread_yield',
    'usleep',
    'sleep',
    'srand',
  ],
  ...['thrd_yield', '__builtin_ia32_pause', '_mm_pause', '__VERIFIER_loop_bound', '__VERIFIER_loop_begin'],
  ...[
    '__VERIFIER_spin_start',
    '__VERIFIER_spin_end',
    'pthread_mutex_destroy',
    'pthread_spin_destroy',
    'pthread_rwlock_destroy',
    'pthread_cond_destroy',
    'pthread_barrier_destroy',
    'sem_destroy',
    'mtx_destroy',
    'cnd_destroy',
    'pthread_mutexattr_init',
    'pthread_mutexattr_destroy',
    'pthread_mutexattr_setpshared',
    'pthread_condattr_init',
    'pthread_condattr_setclock',
    'pthread_condattr_setpshared',
    'pthread_condattr_destroy',
    'pthread_rwlockattr_init',
    'pthread_rwlockattr_setpshared',
    'pthread_rwlockattr_destroy',
    'pthread_barrierattr_init',
    'pthread_barrierattr_setpshared',
    'pthread_barrierattr_destroy',
  ],
  ...[
    'pthread_attr_init',
    'pthread_attr_destroy',
    'pthread_attr_setdetachstate',
    'pthread_detach',
    'thrd_detach',
  ],
  ...['nanosleep', 'thrd_sleep', 'pthread_attr_setstacksize', 'pthread_setconcurrency', 'setbuf', 'setvbuf'],
]);

const nondetWords: ReadonlyMap<string, string> = new Map([
  ['bool', '_Bool'],
  ['_Bool', '_Bool'],
  ['char', 'char'],
  ['uchar', 'char unsigned'],
  ['short', 'short'],
  ['ushort', 'short unsigned'],
  ['int', 'int'],
  ['uint', 'unsigned'],
  ['unsigned', 'unsigned'],
  ['long', 'long'],
  ['ulong', 'long unsigned'],
]);

/** What a call of a function of the standard, of gcc, or of verifiers does; all but threads. */
export abstract class CLibraryCalls extends CWaitingCalls {
  /** The thread ends here, and does not end by itself. */
  protected abstract stop(span: Span): void;
  protected abstract threadCall(name: string, expr: CallExpr): CValue | null;

  /** Null: no such function is known. */
  protected libraryCall(name: string, expr: CallExpr): CValue | null {
    const atomic = atomicCalls.get(name);
    if (atomic !== undefined) return this.#atomic(name, atomic, expr);
    if (idleCalls.has(name)) {
      for (const arg of expr.args) this.discard(arg);
      return constant(0n);
    }
    return (
      this.makingCall(name, expr) ??
      this.fillingCall(name, expr) ??
      this.waitingCall(name, expr) ??
      this.#verifierCall(name, expr) ??
      this.threadCall(name, expr)
    );
  }

  #verifierCall(name: string, expr: CallExpr): CValue | null {
    const { span } = expr;
    switch (name) {
      case '__fencepost_assert':
      case 'assert':
      case '__VERIFIER_assert':
        this.#assert(this.argument(expr, 0, name), span);
        return nothing;
      case 'pthread_mutexattr_settype':
        return this.#kindOfMutex(this.argument(expr, 1, name));
      case '__fencepost_va_arg':
        return this.refuse('va_arg', span, 'give the function parameters with names');
      case 'reach_error':
      case '__VERIFIER_error':
      case '__assert_fail':
        this.emit({
          kind: 'assert',
          cond: falsity,
          property: this.world.assertion('reach_error', span),
          span,
        });
        if (name !== 'reach_error') this.stop(span);
        return nothing;
      case '__VERIFIER_assume':
      case '__builtin_assume':
        this.#assume(this.argument(expr, 0, name), span);
        return nothing;
      case 'abort':
      case 'exit':
      case '_exit':
      case '__builtin_unreachable':
        for (const arg of expr.args) this.discard(arg);
        this.stop(span);
        return nothing;
      case '__VERIFIER_atomic_begin':
      case '__VERIFIER_atomic_end':
        this.section(name.endsWith('begin') ? 'begin' : 'end', span);
        return nothing;
      case '__builtin_expect':
        return this.convert(this.value(this.argument(expr, 0, name)), longC, span);
      default:
        return name.startsWith('__VERIFIER_nondet_') ? this.#nondet(name, span) : null;
    }
  }

  /** The kinds that are no other than the default one, but for what is undefined there. */
  #kindOfMutex(kind: CExpr): CValue {
    const known = constantIn(this.value(kind));
    if (known === 0n || known === 3n) return constant(0n);
    return this.refuse(
      'a mutex that is recursive, or checks for errors',
      kind.span,
      'take a plain one: split the function that locks it from what it does under the lock',
    );
  }

  protected section(kind: 'begin' | 'end', span: Span): void {
    if (this.state === null) return;
    this.sections = Math.max(0, this.sections + (kind === 'begin' ? 1 : -1));
    const watched = this.watch?.section(kind, span) ?? null;
    if (watched !== null && kind === 'end') this.emit(watched);
    this.emitter.mark(kind, span);
    if (watched !== null && kind === 'begin') this.emit(watched);
  }

  #assert(arg: CExpr, span: Span): void {
    const cond = this.condition(arg);
    if (this.state === null) return;
    const property = this.world.assertion(this.world.namedByPlace('assert', span), span);
    this.emit({ kind: 'assert', cond, property, span });
  }

  /** A run waits until the condition holds: it does so or it is one that is left out. */
  #assume(arg: CExpr, span: Span): void {
    const cond = this.condition(arg);
    if (cond === falsity) return this.stop(span);
    if (cond !== truth) {
      if (this.world.wishes.termination) {
        const held = sharedReads(cond).length > 0 ? this.#held(cond, span) : cond;
        this.leaveOutUnless(held, span);
      } else {
        const single = sharedReads(cond).length > 1 ? this.#held(cond, span) : cond;
        this.emit({ kind: 'assume', cond: single, span });
      }
    }
    this.assume(arg, true);
  }

  #held(cond: Expr, span: Span): Expr {
    return equal(this.exprOnce(unary('int', cond), span), int(1));
  }

  #nondet(name: string, span: Span): CValue {
    const words = nondetWords.get(name.replace('__VERIFIER_nondet_', ''));
    const type = words === undefined ? null : typeOfWords(words.split(' '));
    if (type?.kind !== 'integer') return this.refuse(name, span, 'integers of any size are taken');
    const limits = rangeOfInteger(type);
    const range = type.bits <= 8 ? rangeType(limits.lo, limits.hi) : intType;
    const id = this.world.storage.addLocal(this.number, 'any', range, { kind: 'any' }, span);
    this.emit({ kind: 'havoc', local: id, span });
    if (type.bits > 8) {
      this.emit({
        kind: 'assume',
        cond: simplifiedBinary(
          '&&',
          simplifiedBinary('<=', int(limits.lo), local(id)),
          simplifiedBinary('<=', local(id), int(limits.hi)),
        ),
        span,
      });
    }
    return { kind: 'number', type, expr: local(id), range: limits };
  }

  #atomic(name: string, call: AtomicCall, expr: CallExpr): CValue {
    const { span } = expr;
    if (call.kind === 'fence') return this.#fence(call.order, expr, name);
    if (call.kind === 'lock-free') return constant(1n);
    const pointer = this.value(this.argument(expr, 0, name));
    const place = this.#steady(this.pointedBy(pointer, span), expr, span);
    const through = 'through' in call && call.through;
    const argument = (index: number): CValue =>
      this.convert(this.#given(this.argument(expr, index, name), through, span), place.type, span);
    switch (call.kind) {
      case 'init':
        this.writePlace(place, argument(1), 'plain', span);
        return nothing;
      case 'load':
        return this.#left(
          this.readPlace(place, span, this.#looseOrder(call.order, expr, name)),
          call.result ?? null,
          expr,
        );
      case 'store':
        this.writePlace(place, argument(1), this.#orderOf(call.order, expr, name), span);
        return nothing;
      case 'exchange': {
        const value = this.capturedUnlessConstant(this.asNumber(argument(1), span), span);
        const order = this.#looseOrder(call.order, expr, name);
        const old = this.updateInOneStep(place, () => ({ value: value.expr, order }), span);
        return this.#left(old, call.result ?? null, expr);
      }
      case 'change':
        return this.atomicUpdate(
          place,
          call.op,
          this.value(this.argument(expr, 1, name)),
          call.wantsNew,
          this.#looseOrder(call.order, expr, name),
          span,
        );
      case 'compare':
        return this.#compare(call, place, expr, name);
      case 'set': {
        const order = this.#looseOrder(call.order, expr, name);
        const old = this.updateInOneStep(place, () => ({ value: int(1), order }), span);
        return { ...truthValue(simplifiedBinary('!=', old.expr, int(0))), type: boolC };
      }
      case 'clear':
        this.writePlace(place, constant(0n), this.#orderOf(call.order, expr, name), span);
        return nothing;
      default:
        return assertNever(call);
    }
  }

  /** What an argument says, or what is behind it. */
  #given(arg: CExpr, through: boolean, span: Span): CValue {
    const value = this.value(arg);
    return through ? this.readPlace(this.pointedBy(value, span), span) : value;
  }

  /** The value, put where an argument says if it is one of those that say so. */
  #left(value: CValue, result: number | null, expr: CallExpr): CValue {
    const arg = result === null ? undefined : expr.args[result];
    if (arg === undefined) return value;
    const place = this.pointedBy(this.value(arg), expr.span);
    this.writePlace(place, this.convert(value, place.type, expr.span), 'plain', expr.span);
    return nothing;
  }

  /** The place as it is before the other arguments are computed. */
  #steady(place: Place, expr: CallExpr, span: Span): Place {
    if (expr.args.slice(1).every((arg) => arg.kind === 'number' || arg.kind === 'name')) return place;
    if (place.kind === 'pointed')
      return {
        ...place,
        address: this.capturedUnlessConstant(
          { kind: 'number', type: longC, expr: place.address, range: { lo: null, hi: null } },
          span,
        ).expr,
      };
    return this.settled(place, span);
  }

  /** A weak exchange fails where a strong one does: on x86 both are one instruction. */
  #compare(
    call: AtomicCall & { readonly kind: 'compare' },
    place: Place,
    expr: CallExpr,
    name: string,
  ): CValue {
    const { span } = expr;
    const type = place.type;
    const target =
      call.expected === 'pointer' ? this.pointedBy(this.value(this.argument(expr, 1, name)), span) : null;
    const wanted = target === null ? this.value(this.argument(expr, 1, name)) : this.readPlace(target, span);
    const expected = this.capturedUnlessConstant(this.asNumber(this.convert(wanted, type, span), span), span);
    const desired = this.capturedUnlessConstant(
      this.asNumber(
        this.convert(this.#given(this.argument(expr, 2, name), call.through === true, span), type, span),
        span,
      ),
      span,
    );
    // What was expected may be a variable that is about to change.
    const before = target === null ? expected : this.capturedNumber(expected, span);
    const orders = {
      order: this.#looseOrder(call.order, expr, name),
      otherwise: this.#looseOrder(call.failure, expr, name),
    };
    const old = this.updateInOneStep(
      place,
      (now) => ({ value: desired.expr, when: this.sameAddress({ ...before, expr: now }, before), ...orders }),
      span,
    );
    const isSame = this.sameAddress(old, before);
    if (target !== null) this.#tellOld(target, this.convert(old, target.type, span), isSame, span);
    return call.gives === 'old' ? old : { ...truthValue(isSame), type: boolC };
  }

  /** Who expected something else is told what was there. Where both are the same nobody sees whether it is stored. */
  #tellOld(target: Place, old: CValue, wasExpected: Expr, span: Span): void {
    if (target.kind === 'object' && this.world.storage.isPrivate(target, this.number))
      return this.writePlace(target, old, 'plain', span);
    const end = this.emitter.fresh('exchanged');
    this.emitter.when(wasExpected, end, span);
    this.writePlace(target, old, 'plain', span);
    this.emitter.place(end);
  }

  /** Of what is the same with any order, but for races. */
  #looseOrder(order: OrderAt, expr: CallExpr, name: string): MemoryOrder {
    return this.world.wishes.races ? this.#orderOf(order, expr, name) : 'seq_cst';
  }

  #orderOf(order: OrderAt, expr: CallExpr, name: string): MemoryOrder {
    if (typeof order !== 'number') return order;
    const number = constantIn(this.value(this.argument(expr, order, name)));
    const found = number === null ? undefined : memoryOrders[Number(number)];
    return (
      found ??
      this.refuse(
        `an order of ${name} that is not known here`,
        expr.span,
        'write memory_order_seq_cst or another one',
      )
    );
  }

  #fence(order: OrderAt | 'none', expr: CallExpr, name: string): CValue {
    const { span } = expr;
    if (order === 'none') return nothing;
    const strength = this.#orderOf(order, expr, name);
    if (strength === 'seq_cst') this.emit({ kind: 'fence', fence: 'full', span });
    else if (releases(strength)) this.emit({ kind: 'fence', fence: 'ww', span });
    this.fenceOf(strength, span);
    return nothing;
  }
}
