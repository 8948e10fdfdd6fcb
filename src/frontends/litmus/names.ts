import type { Span } from '../../diagnostics/span.js';
import { generatedBy } from '../../diagnostics/span.js';
import { int } from '../../lang/expr/expr.js';
import { localId, sharedId } from '../../lang/expr/ids.js';
import type { LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { LocalVar, SharedVar } from '../../lang/program/program.js';
import { intType } from '../../lang/expr/type.js';
import { remembered } from '../../support/remembered.js';

/** The registers that tests may name, in the order in which herd lists them. */
const registers = ['EAX', 'EBX', 'ECX', 'EDX', 'ESI', 'EDI', 'EBP', 'ESP'] as const;

export type Register = (typeof registers)[number];

/** The register of that name, in any case; null if there is none. */
export function registerNamed(text: string): Register | null {
  const upper = text.toUpperCase();
  return registers.find((register) => register === upper) ?? null;
}

export const registerRank = (register: Register): number => registers.indexOf(register);

export const registerNames: readonly string[] = registers;

/**
 * The memory locations and registers of one test. Nothing is declared in a litmus test: whatever is mentioned
 * exists, and is 0 unless the initial state says otherwise.
 */
export class LitmusNames {
  readonly #shared = new Map<string, SharedVar>();
  readonly #locals = new Map<string, LocalVar>();

  /** `initial` holds the given values under the keys of `memoryKey` and `registerKey`. */
  constructor(private readonly initial: ReadonlyMap<string, bigint>) {}

  get shared(): readonly SharedVar[] {
    return [...this.#shared.values()];
  }

  get locals(): readonly LocalVar[] {
    return [...this.#locals.values()];
  }

  memory(name: string, span: Span): SharedId {
    return remembered(this.#shared, memoryKey(name), (key) => ({
      ...{ id: sharedId(this.#shared.size), name, type: intType, shape: { kind: 'scalar' } },
      ...{ init: this.#init(key), span },
    })).id;
  }

  register(thread: ThreadId, register: Register, span: Span): LocalId {
    return this.#local(thread, register, false, span);
  }

  /** The scratch register of a thread, for instructions that exchange two values. */
  scratch(thread: ThreadId, span: Span): LocalId {
    return this.#local(thread, 'scratch', true, generatedBy('litmus', span));
  }

  #local(thread: ThreadId, name: string, temporary: boolean, span: Span): LocalId {
    return remembered(this.#locals, registerKey(thread, name), (key) => ({
      ...{ id: localId(this.#locals.size), name, thread, type: intType },
      ...{ init: this.#init(key), temporary, span },
    })).id;
  }

  #init(key: string): SharedVar['init'] {
    return { kind: 'value', value: int(this.initial.get(key) ?? 0n) };
  }
}

export const memoryKey = (name: string): string => `[${name}]`;
export const registerKey = (thread: ThreadId, name: string): string => `${thread}:${name}`;
