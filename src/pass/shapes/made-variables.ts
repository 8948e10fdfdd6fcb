import { generatedBy } from '../../diagnostics/span.js';
import { defaultExpr } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { localId, sharedId } from '../../lang/expr/ids.js';
import type { LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import type { Type } from '../../lang/expr/type.js';
import type { BufferPart, LocalVar, SharedVar } from '../../lang/program/program.js';
import type { Action, System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** Variables that a pass makes as they are asked for. They stand behind those of the system, which keep their numbers. */
export class MadeVariables {
  readonly #shared: SharedVar[];
  readonly #locals: LocalVar[];
  readonly #known = new Map<string, SharedId>();
  readonly #drawn = new Map<string, LocalId>();
  readonly #taken: Set<string>;

  constructor(private readonly system: System) {
    this.#shared = [...system.shared];
    this.#locals = [...system.locals];
    this.#taken = new Set([...system.shared, ...system.threads, ...system.locals].map(({ name }) => name));
  }

  /** All variables so far. */
  all(): Pick<System, 'shared' | 'locals'> {
    return { shared: this.#shared, locals: this.#locals };
  }

  /** The shared variable of a thread that is for this. */
  shared(thread: ThreadId, what: string, type: Type, buffer: BufferPart | null = null): SharedId {
    return remembered(this.#known, `${thread} ${what}`, () => {
      const id = sharedId(this.#shared.length);
      const owner = at(this.system.threads, thread);
      this.#shared.push({
        id,
        name: this.#nameFor(owner.name, what),
        type,
        shape: { kind: 'scalar' },
        init: { kind: 'value', value: defaultExpr(type) },
        ...(buffer === null ? {} : { buffer }),
        span: generatedBy('shapes', owner.span),
      });
      return id;
    });
  }

  /** The local of a thread that is for this; it may begin with anything, for nobody reads it before it is written. */
  local(thread: ThreadId, what: string, type: Type): LocalId {
    return remembered(this.#drawn, `${thread} ${what}`, () => {
      const id = localId(this.#locals.length);
      const owner = at(this.system.threads, thread);
      this.#locals.push({
        ...{ id, thread, type, temporary: true },
        name: this.#nameFor(owner.name, what),
        init: { kind: 'value', value: defaultExpr(type) },
        span: generatedBy('shapes', owner.span),
      });
      return id;
    });
  }

  #nameFor(thread: string, what: string): string {
    let name = `${wordOf(thread)}_${wordOf(what)}`;
    while (this.#taken.has(name)) name = `${name}_`;
    this.#taken.add(name);
    return name;
  }
}

/** Made variables are no memory: what is stored to them is there at once. */
export const plainStore = (id: SharedId, index: Expr | null, value: Expr): Action => ({
  kind: 'store',
  shared: id,
  index,
  value,
  locked: false,
});

/** `Q(0)` gives `Q_0`, `flag[1]_2` gives `flag_1_2`. */
const wordOf = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll('__', '_')
    .replace(/_$/, '');
