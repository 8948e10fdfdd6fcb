import { generatedBy } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';
import { defaultExpr } from '../lang/expr/expr.js';
import { localId } from '../lang/expr/ids.js';
import type { LocalId, ThreadId } from '../lang/expr/ids.js';
import type { LocalVar, Program } from '../lang/program/program.js';
import type { Type } from '../lang/expr/type.js';
import { UsedNames } from '../support/free-names.js';
import { remembered } from '../support/remembered.js';

/** Makes the temporaries of a pass, with names that nothing else in the thread's sight has. */
export class LocalSupply {
  readonly #locals: LocalVar[];
  readonly #taken: ReadonlySet<string>;
  readonly #names = new Map<ThreadId, UsedNames>();

  constructor(program: Pick<Program, 'locals' | 'shared' | 'threads'>) {
    this.#locals = [...program.locals];
    this.#taken = new Set([...program.shared, ...program.threads].map((named) => named.name));
    for (const variable of program.locals) this.#namesOf(variable.thread).add(variable.name);
  }

  temporary(stem: string, thread: ThreadId, type: Type, from: Span): LocalId {
    const name = this.#namesOf(thread).numbered(stem);
    const id = localId(this.#locals.length);
    this.#locals.push({
      id,
      name,
      thread,
      type,
      init: { kind: 'value', value: defaultExpr(type) },
      temporary: true,
      span: generatedBy('temporary', from),
    });
    return id;
  }

  locals(): readonly LocalVar[] {
    return this.#locals;
  }

  #namesOf(thread: ThreadId): UsedNames {
    return remembered(this.#names, thread, () => new UsedNames([], (name) => this.#taken.has(name)));
  }
}
