import type { Span } from '../../diagnostics/span.js';
import { generatedBy } from '../../diagnostics/span.js';
import { int } from '../../lang/expr/expr.js';
import { localId, sharedId } from '../../lang/expr/ids.js';
import type { LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { LocalVar, SharedVar } from '../../lang/program/program.js';
import { intType } from '../../lang/expr/type.js';
import type { Register } from './registers.js';

/**
 * The memory locations and registers of one test. Nothing is declared in a litmus test: whatever is mentioned
 * exists, and is 0 unless the initial state says otherwise.
 */
export class LitmusNames {
  readonly #shared: SharedVar[] = [];
  readonly #locals: LocalVar[] = [];
  readonly #ids = new Map<string, number>();

  /** `initial` holds the given values under the keys of `memoryKey` and `registerKey`. */
  constructor(private readonly initial: ReadonlyMap<string, bigint>) {}

  get shared(): readonly SharedVar[] {
    return this.#shared;
  }

  get locals(): readonly LocalVar[] {
    return this.#locals;
  }

  memory(name: string, span: Span): SharedId {
    const key = memoryKey(name);
    const known = this.#ids.get(key);
    if (known !== undefined) return sharedId(known);
    const id = sharedId(this.#shared.length);
    const init = this.#init(key);
    this.#shared.push({ id, name, type: intType, shape: { kind: 'scalar' }, init, span });
    this.#ids.set(key, id);
    return id;
  }

  register(thread: ThreadId, register: Register, span: Span): LocalId {
    return this.#local(thread, register, false, span);
  }

  /** The scratch register of a thread, for instructions that exchange two values. */
  scratch(thread: ThreadId, span: Span): LocalId {
    return this.#local(thread, 'scratch', true, generatedBy('litmus', span));
  }

  #local(thread: ThreadId, name: string, temporary: boolean, span: Span): LocalId {
    const key = registerKey(thread, name);
    const known = this.#ids.get(key);
    if (known !== undefined) return localId(known);
    const id = localId(this.#locals.length);
    this.#locals.push({ id, name, thread, type: intType, init: this.#init(key), temporary, span });
    this.#ids.set(key, id);
    return id;
  }

  #init(key: string): SharedVar['init'] {
    return { kind: 'value', value: int(this.initial.get(key) ?? 0n) };
  }
}

export const memoryKey = (name: string): string => `[${name}]`;
export const registerKey = (thread: ThreadId, name: string): string => `${thread}:${name}`;
