import type { Span } from '../../../diagnostics/span.js';
import {
  binary,
  disjunction,
  equal,
  int,
  local,
  not,
  shared,
  sharedReads,
  subexpressions,
  truth,
  unary,
} from '../../../lang/expr/expr.js';
import { point } from '../../../lang/expr/interval.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../../lang/expr/ids.js';
import type { ScaffoldWords } from '../../../lang/program/shown-values.js';
import type { SharedPlace, Stmt } from '../../../lang/program/program.js';
import { didYouMean } from '../../../support/suggest.js';
import type { CFunction, CItem, CStmt } from '../syntax/c-ast.js';
import type { CType } from '../types/c-type.js';
import { intC, isScalar, pointerTo, printCType, voidC } from '../types/c-type.js';
import { joined } from './flow-state.js';
import type { FlowState, KnownValue } from './flow-state.js';
import { handleFact, handleKey, sharedKey } from './thread-base.js';
import { cellKey, scalarsOf } from './object-cells.js';
import { endedName, leftOutName } from './ends-of-threads.js';
import { CStatements } from './c-statements.js';
import type { CallFrame } from './c-statements.js';
import { constantSteps } from './object-storage.js';
import { constant, constantIn, nothing, numberValue, truthValue } from './c-value.js';
import type { CValue, NumberValue, ObjectPlace } from './c-value.js';
import { makingCallNames } from './making-calls.js';
import type { CallExpr } from './making-calls.js';
import { rangeOf } from './memory-access.js';
import { mayFault } from './dead-stores.js';
import { NameScope } from './c-world.js';
import type { ThreadStart } from './c-world.js';
import { childrenOf, expressionsIn } from './walk-ast.js';

type ThreadFlag = 'started' | 'ended' | 'arg' | 'result';

/** More are out of reach: each has variables of its own, and takes so much of every state. */
const maxCalls = 4096;
const fewerCalls = 'a function that calls another twice doubles them: call it once, or in a loop';

/** What happens where the variables of threads are used. */
const flagWords: Readonly<Record<ThreadFlag, (name: string) => ScaffoldWords>> = {
  started: (name) => ({ stored: `${name} is made`, tested: 'begins' }),
  ended: (name) => ({ stored: 'ends', tested: `${name} has ended` }),
  arg: () => ({ stored: null, tested: 'takes what it is given' }),
  result: (name) => ({ stored: null, tested: `takes what ${name} returned` }),
};

/** Puts functions in place of their calls, and makes and joins threads. */
export class CThread extends CStatements {
  readonly #stopped = 'stopped';
  #stops = false;
  readonly #ended = 'ended';
  #ends = false;

  /** What the file declares. Functions are known before any of them is read. */
  declareItems(items: readonly CItem[]): void {
    for (const item of items) {
      if (item.kind === 'declare') for (const each of item.declarations) this.declare(each, true);
      else this.#define(item.function);
    }
  }

  #define(definition: CFunction): void {
    const { name, span } = definition;
    const params = definition.params.map((param) => this.parameterType(param.type));
    const more = definition.isVariadic ? ({ isVariadic: true } as const) : {};
    const type = { kind: 'function', returns: this.resolve(definition.returns), params, ...more } as const;
    const known = this.world.functions.get(name.text);
    if (known !== undefined && known.definition !== null)
      this.world.bag.report('E202', span, `${name.text} is defined twice`);
    this.world.functions.set(name.text, { type, definition });
    this.world.globals.names.set(name.text, { kind: 'function', name: name.text });
  }

  /** All that the thread does; null is the one that the program begins with. */
  lower(start: ThreadStart | null, entry: string, span: Span): void {
    this.emitter.fresh(this.#stopped);
    this.emitter.fresh(this.#ended);
    this.state = start === null ? this.#initially() : start.known;
    const definition = this.world.functions.get(entry)?.definition;
    if (definition === undefined || definition === null)
      return this.refuse(`the function ${entry} has no body`, span);
    const named = definition.name.span;
    const args = start === null ? [] : [this.#received(start, named)];
    if (start !== null && this.world.facts.has(`result:${start.name}`))
      this.#result = this.temporary('result', named);
    this.#leaveResult(this.#inPlace(definition, args, entry, span), span);
    if (start !== null) this.endObjects([...this.ownObjects.values()], named);
    this.#finish(start, named);
    const name = start?.name ?? 'main';
    const items = this.emitter.finished(span);
    this.world.threads.push({
      ...{ number: this.number, name, items, taken: this.emitter.taken },
      ...{ endless: this.endless, stopped: this.#stopped, span },
    });
  }

  /** What variables of all begin with. */
  #initially(): FlowState {
    const known = new Map<string, KnownValue>();
    for (const meaning of this.world.globals.names.values()) {
      if (meaning.kind !== 'object' || isLarge(meaning.object.type)) continue;
      const { key, type, init, span } = meaning.object;
      for (const { steps } of scalarsOf(type, span))
        known.set(sharedKey(key, cellKey(steps)), {
          kind: 'range',
          range: point(init.get(cellKey(steps)) ?? 0n),
        });
    }
    return known;
  }

  /** Waits until the thread was made, and takes what it is given. */
  #received({ name, arg }: ThreadStart, span: Span): CValue {
    this.#awaitFlag('started', name, span);
    if (arg.kind !== 'number' || constantIn(arg) !== null) return arg;
    const id = this.temporary('arg', span);
    this.emit({
      kind: 'assign',
      target: { kind: 'local', local: id },
      value: shared(this.#flag('arg', name, span)),
      span,
    });
    return numberValue(arg.type, local(id), arg.range);
  }

  #finish(start: ThreadStart | null, span: Span): void {
    if (this.#ends) {
      this.emitter.place(this.#ended);
      this.state = joined(this.state, new Map());
    }
    if (start !== null && this.state !== null && this.world.facts.has(`joined:${start.name}`)) {
      const flag = (what: ThreadFlag): SharedPlace => ({
        ...{ kind: 'shared', shared: this.#flag(what, start.name, span), index: null },
      });
      if (this.#result !== null)
        this.emit({ kind: 'assign', target: flag('result'), value: local(this.#result), span });
      const [place, value] = [flag('ended'), this.#told(span)];
      this.emit({ kind: 'rmw', op: { kind: 'xchg', value }, place, result: null, span });
    }
    const { termination } = this.world.wishes;
    if (termination && this.state !== null)
      this.#note(endedName(start?.name ?? 'main'), 'whether the thread has come to its end', span);
    if (!this.#stops) return;
    const behind = this.emitter.fresh('behind');
    if (termination && this.state !== null) this.emitter.jump(behind, span);
    this.emitter.place(this.#stopped);
    if (!termination) return;
    this.state = joined(this.state, new Map());
    this.#note(leftOutName, 'whether the program ended at once, or did what has no meaning', span);
    this.emitter.place(behind);
  }

  /** Sets a variable that the program does not have to 1. */
  #note(name: string, meaning: string, span: Span): void {
    const target = { kind: 'shared', shared: this.world.ghost(name, meaning, span), index: null } as const;
    this.emit({ kind: 'assign', target, value: int(1), span });
  }

  /** What a flag is set to: 1, or 2 by whom who knows of the access that races are looked for with. */
  #told(span: Span): Expr {
    const { watch } = this;
    return watch === null ? int(1) : binary('+', int(1), unary('int', watch.knows(span)));
  }

  #awaitFlag(what: 'started' | 'ended', name: string, span: Span): void {
    const { watch } = this;
    const flag = shared(this.#flag(what, name, span));
    const cond = watch === null ? equal(flag, int(1)) : not(equal(flag, int(0)));
    if (what === 'ended') this.#awaitToo(cond, span);
    else this.emit({ kind: 'assume', cond, span });
    if (watch !== null) this.emit(watch.learn(equal(flag, int(2)), span));
  }

  #flag(what: ThreadFlag, name: string, span: Span): SharedId {
    const key = `${what} ${name}`;
    const known = this.world.flags.get(key);
    if (known !== undefined) return known;
    const made = this.world.storage.addShared(
      `${what}_${name}`,
      null,
      { kind: 'value', value: int(0) },
      span,
      { scaffold: flagWords[what](name) },
    );
    this.world.flags.set(key, made);
    return made;
  }

  protected override stop(span: Span): void {
    if (this.state === null) return;
    this.#stops = true;
    this.emitter.jump(this.#stopped, span);
    this.state = null;
  }

  protected override leaveOutUnless(cond: Expr, span: Span): void {
    if (this.state === null || cond === truth) return;
    this.#stops = true;
    this.emitter.unless(cond, this.#stopped, span);
  }

  protected override call(expr: CallExpr): CValue {
    const { callee, span } = expr;
    if (callee.kind === 'name') {
      const { name } = callee;
      const meaning = this.scope.find(name);
      if (meaning === null || meaning.kind === 'function') return this.#callNamed(name, expr);
    }
    const value = this.#asFunction(this.value(callee));
    if (value.kind === 'function') return this.#callNamed(value.name, expr);
    const { type } = value;
    if (value.kind === 'number' && type.kind === 'pointer' && type.to.kind === 'function')
      return this.#callAny(value, type.to, expr);
    return this.refuse('a call of a function that is not known here', span, 'call it by its name');
  }

  /** A constant in memory that stands for a function. */
  #asFunction(value: CValue): CValue {
    const number = constantIn(value);
    const name = number === null ? undefined : this.world.facts.functionsInMemory[Number(number) - 1];
    return name === undefined ? value : { kind: 'function', type: value.type, name };
  }

  /** Each function that the pointer may point to, where it does. */
  #callAny(pointer: NumberValue, type: CType & { readonly kind: 'function' }, expr: CallExpr): CValue {
    const { span } = expr;
    const { expr: callee } = this.capturedNumber(pointer, span);
    const { returns } = type;
    if (returns.kind !== 'void' && !isScalar(returns))
      this.refuse(
        `a function that returns ${printCType(returns)}, by a pointer`,
        span,
        'call it by its name',
      );
    const values = this.#arguments(type.params, expr).map((value) => this.captured(value, span));
    const names = this.world.facts.functionsInMemory.filter((name) => {
      const known = this.world.functions.get(name);
      const isAlike = (known?.type.returns.kind === 'void') === (returns.kind === 'void');
      return known?.definition !== null && known?.type.params.length === values.length && isAlike;
    });
    const is = (name: string): Expr => equal(callee, int(this.world.facts.numberOfFunction(name)));
    this.demand(not(equal(callee, int(0))), 'pointer', span);
    this.demand(disjunction(names.map(is)), 'pointer', span);
    const result = returns.kind === 'void' ? null : this.temporary('called', span);
    const end = this.emitter.fresh('called');
    const states: (FlowState | null)[] = [];
    const before = this.state;
    for (const name of names) {
      const next = this.emitter.fresh('not_called');
      this.state = before;
      this.emitter.unless(is(name), next, span);
      const value = this.#callWith(name, values, expr);
      if (result !== null && this.state !== null)
        this.emit({
          kind: 'assign',
          target: { kind: 'local', local: result },
          value: this.asNumber(this.convert(value, returns, span), span).expr,
          span,
        });
      if (this.state !== null) this.emitter.jump(end, span);
      states.push(this.state);
      this.emitter.place(next);
    }
    // Whoever comes here was stopped by what was demanded.
    this.state = before;
    this.stop(span);
    this.emitter.place(end);
    this.meet(states);
    return result === null || !isScalar(returns)
      ? nothing
      : numberValue(returns, local(result), rangeOf(returns));
  }

  #callNamed(name: string, expr: CallExpr): CValue {
    const { span, args } = expr;
    const definition = this.world.functions.get(name)?.definition ?? null;
    // Whatever its body: who calls it has come where nobody should.
    if (definition === null || name === 'reach_error') {
      const known = this.libraryCall(name, expr);
      if (known !== null) return known;
      const near = didYouMean(name, this.world.functions.keys());
      return this.refuse(
        `a call of ${name}, whose body is not here`,
        span,
        near ?? 'write its body, or leave the call out',
      );
    }
    const { params, isVariadic } = this.world.functions.get(name)?.type ?? { params: [] };
    const isMore = isVariadic === true && args.length > params.length;
    if (params.length !== args.length && params.length > 0 && !isMore)
      return this.refuse(`${name} takes ${params.length} arguments, not ${args.length}`, span);
    return this.#callWith(name, this.#arguments(params, expr), expr);
  }

  #arguments(params: readonly CType[], { args, span }: CallExpr): readonly CValue[] {
    this.refuseUnsequenced(args, null, span);
    return args.map((arg, i) => {
      const value = this.convert(this.value(arg), params[i] ?? voidC, arg.span);
      // What comes later may change what it is made of.
      return i < args.length - 1 ? this.captured(value, arg.span) : value;
    });
  }

  #callWith(name: string, values: readonly CValue[], expr: CallExpr): CValue {
    const { span } = expr;
    const definition = this.world.functions.get(name)?.definition ?? null;
    if (definition === null) return this.refuse(`a call of ${name}, whose body is not here`, span);
    const path = this.path;
    this.path = this.world.facts.pathTo(path, `call${this.world.facts.idOf(expr)}:${name}`);
    const isSection = name.startsWith('__VERIFIER_atomic_');
    if (isSection) this.section('begin', span);
    const result = this.#inPlace(definition, values, name, span);
    const kept = isSection ? this.captured(result, span) : result;
    if (isSection) this.section('end', span);
    this.path = path;
    return kept;
  }

  #inPlace(definition: CFunction, args: readonly CValue[], name: string, span: Span): CValue {
    const names = this.frames.map((frame) => frame.name);
    if (names.includes(name)) {
      const cycle = [...names.slice(names.indexOf(name)), name].join(' calls ');
      return this.refuse(`recursion: ${cycle}`, span, 'write a loop');
    }
    if (++this.world.callsInPlace > maxCalls)
      return this.refuse(
        `more than ${maxCalls} calls, each put in place: too long a program`,
        span,
        fewerCalls,
      );
    const outer = this.scope;
    this.scope = new NameScope(this.world.globals);
    for (const [i, param] of definition.params.entries()) {
      if (param.name === null) continue;
      const place = this.automatic(
        param.name.text,
        this.parameterType(param.type),
        `${this.path}:${this.world.facts.idOf(param)}`,
        param.span,
      );
      this.scope.names.set(param.name.text, { kind: 'object', object: place.object });
      this.begin(place, true, span);
      const value = args[i];
      if (value !== undefined) this.writePlace(place, this.convert(value, place.type, span), 'plain', span);
    }
    const value = this.#body(definition, name, outer, span);
    // The program ends with its first function, and nobody uses its variables from then on.
    const kept = this.#isFirst ? value : this.#outOf(definition, value, span);
    this.scope = outer;
    return kept;
  }

  /** Whether what is around is the function that the program begins with. */
  get #isFirst(): boolean {
    return this.number === 0 && this.frames.length === 0;
  }

  /** The value of a function whose variables end here. */
  #outOf(definition: CFunction, value: CValue, span: Span): CValue {
    const key = `${this.path}:value${this.world.facts.idOf(definition)}`;
    const copyTo = (type: CType): ObjectPlace =>
      this.automatic(`${definition.name.text}_value`, type, key, definition.span);
    const kept = this.outliving(value, copyTo, span);
    this.endScope(span);
    return kept;
  }

  #body(definition: CFunction, name: string, caller: NameScope, span: Span): CValue {
    const returns = this.resolve(definition.returns);
    const key = `${this.path}:result${this.world.facts.idOf(definition)}`;
    const result =
      returns.kind === 'void' ? null : this.automatic(`${name}_result`, returns, key, definition.span);
    const scope = this.#isFirst ? null : this.scope;
    const end = { label: this.emitter.fresh(`${name}_end`), scope, state: null };
    const frame: CallFrame = { name, result, returns, end, caller, labels: new Map(), isRepeated: false };
    this.frames.push(frame);
    const last = definition.body.at(-1);
    // The value of a function with one return, at its end, needs no variable.
    const isPlain =
      last?.kind === 'return' &&
      last.value !== null &&
      returns.kind !== 'void' &&
      !definition.body.slice(0, -1).some(hasReturn);
    for (const stmt of isPlain ? definition.body.slice(0, -1) : definition.body) this.statement(stmt);
    if (isPlain) this.gap(this.world.gaps?.before.get(last));
    const value =
      isPlain && last.value !== null && this.state !== null
        ? this.convert(this.value(last.value), returns, last.span)
        : null;
    this.checkLabels(frame, span);
    this.frames.pop();
    if (isPlain) return value ?? constant(0n, returns);
    this.emitter.place(end.label);
    this.state = joined(end.state, this.state);
    if (result === null || this.state === null)
      return returns.kind === 'void' ? nothing : constant(0n, returns);
    return this.readPlace(result, span);
  }

  protected override callPlain(callee: CValue, expr: CallExpr): void {
    const found = this.#asFunction(callee);
    if (found.kind !== 'function')
      return this.refuse('a function that is not known here', expr.span, 'write its name');
    this.#callWith(found.name, [], expr);
  }

  protected override threadCall(name: string, expr: CallExpr): CValue | null {
    switch (name) {
      case 'pthread_create':
      case 'thrd_create':
        return this.#create(name, expr);
      case 'pthread_join':
      case 'thrd_join':
        return this.#join(name, expr);
      case 'pthread_exit':
      case 'thrd_exit':
        return this.#exit(name, expr);
      case 'pthread_self':
      case 'thrd_current':
        this.world.facts.note('told-threads');
        return numberOfThread(this.number);
      case 'pthread_equal':
      case 'thrd_equal':
        return this.#equalThreads(expr);
      default:
        return null;
    }
  }

  #exit(name: string, { args, span }: CallExpr): CValue {
    const [arg] = args;
    const type = name === 'thrd_exit' ? intC : pointerTo(voidC);
    const value = arg === undefined ? constant(0n, type) : this.convert(this.value(arg), type, span);
    if (this.state === null) return nothing;
    this.#leaveResult(value, span);
    this.#endAll(span);
    this.#ends = true;
    this.emitter.jump(this.#ended, span);
    this.state = null;
    return nothing;
  }

  /** Threads are told apart by numbers, which variables of type `pthread_t` hold if anybody asks. */
  #equalThreads({ args, span }: CallExpr): CValue {
    this.world.facts.note('told-threads');
    const [a, b] = args.map((arg) => this.once(this.asNumber(this.value(arg), arg.span), arg.span));
    if (a === undefined || b === undefined) return this.refuse('a comparison of threads like this', span);
    return truthValue(equal(a.expr, b.expr));
  }

  /** What the thread gives to who waits for it; null: nobody wants it. */
  #result: LocalId | null = null;

  #leaveResult(value: CValue, span: Span): void {
    if (this.#result === null || this.state === null || value.kind === 'void') return;
    const { expr } = this.asNumber(value, span);
    this.emit({ kind: 'assign', target: { kind: 'local', local: this.#result }, value: expr, span });
  }

  /** The thread ends, and all its variables with it. */
  #endAll(span: Span): void {
    for (const scope of [this.scope, ...this.frames.map(({ caller }) => caller)]) {
      const here = this.scope;
      this.scope = scope;
      this.endForJump(this.inScope, this.world.globals, span);
      this.scope = here;
    }
    this.endObjects([...this.ownObjects.values()], span);
  }

  /** Which cell holds the name of a thread. */
  #handle(value: CValue, span: Span): string | null {
    if (constantIn(value) === 0n) return null;
    const steps = value.kind === 'address' ? constantSteps(value.place) : null;
    if (value.kind !== 'address' || steps === null)
      return this.refuse(
        'a thread in a variable that is not known here',
        span,
        'take a variable or an element of an array with a constant number',
      );
    return handleKey(value.place.object.key, cellKey(steps));
  }

  #create(name: string, expr: CallExpr): CValue {
    const { span, args } = expr;
    const [handle, attributes, entry, arg] =
      name === 'thrd_create' ? [args[0], null, ...args.slice(1)] : args;
    if (handle === undefined || attributes === undefined || !entry || !arg)
      return this.refuse(`${name} with so few arguments`, span);
    if (this.cycles > 0)
      return this.refuse(
        'a thread that is made in a loop',
        span,
        'make threads in loops with a constant number of rounds, or one by one',
      );
    const variable = this.value(handle);
    const key = this.#handle(variable, handle.span);
    if (attributes !== null) this.discard(attributes);
    const started = this.#asFunction(this.value(entry));
    if (started.kind !== 'function')
      return this.refuse(
        'a thread whose function is not known here',
        entry.span,
        'write the name of the function',
      );
    const given = this.captured(
      this.#passed(this.convert(this.value(arg), pointerTo(voidC), arg.span)),
      arg.span,
    );
    if (this.state === null) return constant(0n);
    const start = this.world.startThread(started.name, given, this.knownOfAll(), span);
    this.forgetChanging();
    const before = this.#madeBefore(start, span);
    const set = (what: 'started' | 'arg', value: ReturnType<typeof int>): Stmt => ({
      kind: 'assign',
      target: { kind: 'shared', shared: this.#flag(what, start.name, span), index: null },
      value,
      labels: [],
      span,
    });
    const isPassed = given.kind === 'number' && constantIn(given) === null;
    // Who makes a thread has no write waiting then: what was written before is seen by it.
    const passed = isPassed ? [set('arg', given.expr)] : [];
    const body = [...before, ...passed, ...(before.length > 0 ? [] : [set('started', this.#told(span))])];
    this.emit({ kind: 'locked', body, span });
    this.#lastMade = { item: this.emitter.items.length - 1, start };
    if (key !== null && this.world.facts.has('told-threads'))
      this.writePlace(this.pointedBy(variable, span), numberOfThread(start.number), 'plain', span);
    if (key !== null && variable.kind === 'address') {
      this.world.facts.note(handleFact(variable.place.object.key, this.number));
      this.know(key, { kind: 'thread', thread: start.number, isSure: true });
    }
    return constant(0n);
  }

  /** The last thread that was made, and where; and what was last waited for. */
  #lastMade: { readonly item: number; readonly start: ThreadStart } | null = null;
  #lastJoined: number | null = null;

  /**
   * Threads that are made one right behind the other are made in one step, by one flag: nobody can tell, since the first of them
   * may as well do nothing up to there. So threads that do the same are not told apart by their order. Empty: there is none before.
   */
  #madeBefore({ name }: ThreadStart, span: Span): readonly Stmt[] {
    const last = this.#lastMade;
    if (last === null || this.watch !== null || this.isTried) return [];
    const stmt = this.emitter.takeBack(last.item, isQuiet);
    if (stmt?.kind !== 'locked') return [];
    const flag = this.#flag('started', last.start.name, span);
    this.world.flags.set(`started ${name}`, flag);
    this.world.storage.tellMade(flag, name);
    return stmt.body;
  }

  /** Waits for what was waited for right before in the same step: what has ended has ended for ever. */
  #awaitToo(cond: Expr, span: Span): void {
    const last = this.#lastJoined;
    const isAlone = last === null || this.watch !== null || this.isTried;
    const stmt = isAlone ? null : this.emitter.takeBack(last, isQuiet);
    const before = stmt === null ? [] : stmt.kind === 'atomic' ? stmt.body : [stmt];
    const wait: Stmt = { kind: 'assume', cond, labels: [], span };
    if (before.length === 0) this.emit(wait);
    else
      this.emit({ kind: 'atomic', body: [...before.map((each) => ({ ...each, labels: [] })), wait], span });
    this.#lastJoined = this.emitter.items.length - 1;
  }

  /** What the other thread can make sense of: an index that only a run knows is a variable of this one. */
  #passed(value: CValue): CValue {
    return value.kind === 'address' && constantSteps(value.place) === null
      ? this.asNumber(value, value.place.object.span)
      : value;
  }

  #join(name: string, expr: CallExpr): CValue {
    const { span, args } = expr;
    const [handle, result] = args;
    if (handle === undefined || result === undefined)
      return this.refuse(`${name} with so few arguments`, span);
    const target = this.value(result);
    const place = this.placeOf(handle);
    if (place.kind !== 'object') return this.refuse('a thread behind a pointer', handle.span);
    const key = this.#handle({ kind: 'address', type: pointerTo(place.type), place }, handle.span);
    if (this.state === null) return constant(0n);
    const known = key === null ? undefined : this.state.get(key);
    if (known?.kind !== 'thread' || known.thread === null || this.hasForeignHandles(place.object))
      return this.refuse(
        'which thread this waits for is not known here',
        span,
        'join threads where they were made',
      );
    const start = this.world.starts[known.thread - 1];
    if (start !== undefined) {
      this.world.facts.note(`joined:${start.name}`);
      const wasMade = not(equal(shared(this.#flag('started', start.name, start.span)), int(0)));
      if (!known.isSure) this.demand(wasMade, 'pointer', span);
      this.#awaitFlag('ended', start.name, span);
      if (constantIn(target) !== 0n) this.#takeResult(start, target, name === 'thrd_join', span);
    }
    return constant(0n);
  }

  /** What the thread has left when it ended. */
  #takeResult({ name, span: from }: ThreadStart, target: CValue, isInt: boolean, span: Span): void {
    this.world.facts.note(`result:${name}`);
    const place = this.pointedBy(target, span);
    const type = isInt ? intC : pointerTo(voidC);
    const read = shared(this.#flag('result', name, from));
    const { expr } = this.capturedNumber(numberValue(type, read, rangeOf(type)), span);
    const value = numberValue(type, expr, rangeOf(type));
    this.writePlace(place, this.convert(value, place.type, span), 'plain', span);
  }

  readonly #handling = new Map<CStmt, ReturnType<CThread['whatIsMade']>>();

  protected override whatIsMade(stmt: CStmt): 'threads' | 'objects' | 'nothing' {
    const known = this.#handling.get(stmt);
    if (known !== undefined) return known;
    const names = new Set<string>();
    this.#calls(stmt, names);
    const found = ['pthread_create', 'pthread_join', 'thrd_create', 'thrd_join'].some((name) =>
      names.has(name),
    )
      ? 'threads'
      : makingCallNames.some((name) => names.has(name))
        ? 'objects'
        : 'nothing';
    this.#handling.set(stmt, found);
    return found;
  }

  /** The names of all functions that are called, also by those. */
  #calls(stmt: CStmt, seen: Set<string>): void {
    for (const expr of expressionsIn(stmt)) {
      if (expr.kind !== 'call' || expr.callee.kind !== 'name') continue;
      const { name } = expr.callee;
      if (seen.has(name)) continue;
      seen.add(name);
      for (const inner of this.world.functions.get(name)?.definition?.body ?? []) this.#calls(inner, seen);
    }
  }
}

/** Nobody else sees it, and it cannot go wrong. */
const isQuiet = (stmt: Stmt): boolean =>
  stmt.kind === 'skip' ||
  (stmt.kind === 'assign' &&
    stmt.target.kind === 'local' &&
    sharedReads(stmt.value).length === 0 &&
    ![...subexpressions(stmt.value)].some(mayFault));

/** What a variable of type `pthread_t` holds; 0: no thread. */
const numberOfThread = (thread: number): NumberValue =>
  constant(BigInt(thread) + 1n, { kind: 'library', what: 'thread' });

/** Of large arrays nothing is known in advance. */
const isLarge = (type: CType): boolean =>
  type.kind === 'array'
    ? type.length === null || type.length > 64 || isLarge(type.of)
    : type.kind === 'record'
      ? type.members === null || type.members.some((member) => isLarge(member.type))
      : !isScalar(type);

const hasReturn = (stmt: CStmt): boolean => stmt.kind === 'return' || childrenOf(stmt).some(hasReturn);
