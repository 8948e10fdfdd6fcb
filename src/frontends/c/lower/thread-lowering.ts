import type { Span } from '../../../diagnostics/span.js';
import { equal, int, local, shared } from '../../../lang/expr/expr.js';
import type { SharedId } from '../../../lang/expr/ids.js';
import type { ScaffoldWords } from '../../../lang/program/shown-values.js';
import type { Stmt } from '../../../lang/program/program.js';
import { didYouMean } from '../../../support/suggest.js';
import type { CExpr, CFunction, CItem, CStmt } from '../syntax/c-ast.js';
import { pointerTo, voidC } from '../types/c-type.js';
import { joined } from './flow-state.js';
import { cellKey } from './object-cells.js';
import { CStatements } from './c-statements.js';
import type { CallFrame } from './c-statements.js';
import { constantSteps } from './object-storage.js';
import { constant, constantIn, nothing, numberValue } from './c-value.js';
import type { CValue } from './c-value.js';
import { NameScope } from './c-world.js';
import type { ThreadStart } from './c-world.js';
import { childrenOf, expressionsIn } from './walk-ast.js';

type CallExpr = CExpr & { readonly kind: 'call' };

/** What happens where the variables of threads are used. */
const flagWords: Readonly<Record<'started' | 'ended' | 'arg', (name: string) => ScaffoldWords>> = {
  started: (name) => ({ stored: `${name} is made`, tested: 'begins' }),
  ended: (name) => ({ stored: 'ends', tested: `${name} has ended` }),
  arg: () => ({ stored: null, tested: 'takes what it is given' }),
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
    const type = { kind: 'function', returns: this.resolve(definition.returns), params } as const;
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
    const definition = this.world.functions.get(entry)?.definition;
    if (definition === undefined || definition === null)
      return this.refuse(`the function ${entry} has no body`, span);
    const named = definition.name.span;
    const args = start === null ? [] : [this.#received(start, named)];
    this.#inPlace(definition, args, entry, span);
    this.#finish(start, named);
    const name = start?.name ?? 'main';
    const items = this.emitter.finished(span);
    this.world.threads.push({ number: this.number, name, items, taken: this.emitter.taken, span });
  }

  /** Waits until the thread was made, and takes what it is given. */
  #received({ name, arg }: ThreadStart, span: Span): CValue {
    this.emit({ kind: 'assume', cond: equal(shared(this.#flag('started', name, span)), int(1)), span });
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
      const place = { kind: 'shared', shared: this.#flag('ended', start.name, span), index: null } as const;
      this.emit({ kind: 'rmw', op: { kind: 'xchg', value: int(1) }, place, result: null, span });
    }
    if (this.#stops) this.emitter.place(this.#stopped);
  }

  #flag(what: 'started' | 'ended' | 'arg', name: string, span: Span): SharedId {
    const key = `${what} ${name}`;
    const known = this.world.flags.get(key);
    if (known !== undefined) return known;
    const made = this.world.storage.addShared(
      `${what}_${name}`,
      null,
      { kind: 'value', value: int(0) },
      span,
      flagWords[what](name),
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

  protected override call(expr: CallExpr): CValue {
    const { callee, span } = expr;
    if (callee.kind === 'name') {
      const { name } = callee;
      const meaning = this.scope.find(name);
      if (meaning === null || meaning.kind === 'function') return this.#callNamed(name, expr);
    }
    const value = this.value(callee);
    if (value.kind === 'function') return this.#callNamed(value.name, expr);
    return this.refuse('a call of a function that is not known here', span, 'call it by its name');
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
    const params = this.world.functions.get(name)?.type.params ?? [];
    if (params.length !== args.length && params.length > 0)
      return this.refuse(`${name} takes ${params.length} arguments, not ${args.length}`, span);
    const path = this.path;
    this.path = this.world.facts.pathTo(path, `call${this.world.facts.idOf(expr)}`);
    const values = args.map((arg, i) => {
      const value = this.convert(this.value(arg), params[i] ?? voidC, arg.span);
      // What comes later may change what it is made of.
      return i < args.length - 1 ? this.captured(value, arg.span) : value;
    });
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
      this.forget(place);
      const value = args[i];
      if (value !== undefined) this.writePlace(place, this.convert(value, place.type, span), 'plain', span);
    }
    const value = this.#body(definition, name, span);
    this.scope = outer;
    return value;
  }

  #body(definition: CFunction, name: string, span: Span): CValue {
    const returns = this.resolve(definition.returns);
    const key = `${this.path}:result${this.world.facts.idOf(definition)}`;
    const result =
      returns.kind === 'void' ? null : this.automatic(`${name}_result`, returns, key, definition.span);
    const end = { label: this.emitter.fresh(`${name}_end`), state: null };
    const frame: CallFrame = { name, result, returns, end, labels: new Map() };
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

  protected override threadCall(name: string, expr: CallExpr): CValue | null {
    switch (name) {
      case 'pthread_create':
        return this.#create(expr);
      case 'pthread_join':
        return this.#join(expr);
      case 'pthread_exit':
        for (const arg of expr.args) this.discard(arg);
        if (this.state !== null) {
          this.#ends = true;
          this.emitter.jump(this.#ended, expr.span);
          this.state = null;
        }
        return nothing;
      case 'malloc':
      case 'calloc':
      case 'realloc':
      case 'free':
        return this.refuse(
          `${name}: memory that is made while the program runs`,
          expr.span,
          'take static objects, or an array of them',
        );
      default:
        return null;
    }
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
    return `thread:${value.place.object.key}${cellKey(steps)}`;
  }

  #create(expr: CallExpr): CValue {
    const { span, args } = expr;
    const [handle, attributes, entry, arg] = args;
    if (handle === undefined || attributes === undefined || entry === undefined || arg === undefined)
      return this.refuse('pthread_create with so few arguments', span);
    if (this.cycles > 0)
      return this.refuse(
        'a thread that is made in a loop',
        span,
        'make threads in loops with a constant number of rounds, or one by one',
      );
    const key = this.#handle(this.value(handle), handle.span);
    this.discard(attributes);
    const started = this.value(entry);
    if (started.kind !== 'function')
      return this.refuse(
        'a thread whose function is not known here',
        entry.span,
        'write the name of the function',
      );
    const given = this.captured(this.convert(this.value(arg), pointerTo(voidC), arg.span), arg.span);
    if (this.state === null) return constant(0n);
    const start = this.world.startThread(started.name, given, span);
    const set = (what: 'started' | 'arg', value: ReturnType<typeof int>): Stmt => ({
      kind: 'assign',
      target: { kind: 'shared', shared: this.#flag(what, start.name, span), index: null },
      value,
      labels: [],
      span,
    });
    const isPassed = given.kind === 'number' && constantIn(given) === null;
    // Who makes a thread has no write waiting then: what was written before is seen by it.
    const body = [...(isPassed ? [set('arg', given.expr)] : []), set('started', int(1))];
    this.emit({ kind: 'locked', body, span });
    if (key !== null) this.know(key, { kind: 'thread', thread: start.number });
    return constant(0n);
  }

  #join(expr: CallExpr): CValue {
    const { span, args } = expr;
    const [handle, result] = args;
    if (handle === undefined || result === undefined)
      return this.refuse('pthread_join with so few arguments', span);
    if (constantIn(this.value(result)) !== 0n)
      this.refuse(
        'the value that a thread returns',
        result.span,
        'write it to a variable, and a null pointer here',
      );
    const place = this.placeOf(handle);
    if (place.kind !== 'object') return this.refuse('a thread behind a pointer', handle.span);
    const key = this.#handle({ kind: 'address', type: pointerTo(place.type), place }, handle.span);
    if (this.state === null) return constant(0n);
    const known = key === null ? undefined : this.state.get(key);
    if (known?.kind !== 'thread')
      return this.refuse(
        'which thread this waits for is not known here',
        span,
        'join threads where they were made',
      );
    const start = this.world.starts[known.thread - 1];
    if (start !== undefined) {
      this.world.facts.note(`joined:${start.name}`);
      this.emit({
        kind: 'assume',
        cond: equal(shared(this.#flag('ended', start.name, start.span)), int(1)),
        span,
      });
    }
    return constant(0n);
  }

  readonly #handling = new Map<CStmt, boolean>();

  protected override handlesThreads(stmt: CStmt): boolean {
    const known = this.#handling.get(stmt);
    if (known !== undefined) return known;
    this.#handling.set(stmt, false);
    const found = this.#calls(stmt, new Set());
    this.#handling.set(stmt, found);
    return found;
  }

  #calls(stmt: CStmt, seen: Set<string>): boolean {
    for (const expr of expressionsIn(stmt)) {
      if (expr.kind !== 'call' || expr.callee.kind !== 'name') continue;
      const { name } = expr.callee;
      if (name === 'pthread_create' || name === 'pthread_join') return true;
      const definition = this.world.functions.get(name)?.definition;
      if (definition === undefined || definition === null || seen.has(name)) continue;
      seen.add(name);
      if (definition.body.some((inner) => this.#calls(inner, seen))) return true;
    }
    return false;
  }
}

const hasReturn = (stmt: CStmt): boolean => stmt.kind === 'return' || childrenOf(stmt).some(hasReturn);
