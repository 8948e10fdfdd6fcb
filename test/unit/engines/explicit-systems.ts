import { Source, sourceSpan } from '../../../src/diagnostics/span.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import type { ExplicitOptions, ExplicitResult } from '../../../src/engines/explicit/explore.js';
import type { Limits } from '../../../src/search/limits.js';
import { Machine } from '../../../src/memory/machine.js';
import { replay } from '../../../src/evidence/replay.js';
import { int } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { edgeId, localId, locationId, sharedId, threadId } from '../../../src/lang/expr/ids.js';
import type { LocalId, SharedId, ThreadId } from '../../../src/lang/expr/ids.js';
import type { Init, LocalVar, Property, SharedVar } from '../../../src/lang/program/program.js';
import type { Action, Automaton, Edge, Location, System } from '../../../src/lang/program/system.js';
import { intType } from '../../../src/lang/expr/type.js';
import type { Type } from '../../../src/lang/expr/type.js';
import { modelNamed } from '../../../src/memory/index.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { invariant } from '../../../src/support/invariant.js';

export const span = sourceSpan(new Source('test.fp', 'text'), 0, 4);

type Start = number | Expr | null;

const from = (value: Start): Init =>
  value === null ? { kind: 'any' } : { kind: 'value', value: typeof value === 'number' ? int(value) : value };

/** Builds automata by hand: engines are tested without the passes. */
export class SystemBuilder {
  readonly #shared: SharedVar[] = [];
  readonly #locals: LocalVar[] = [];
  readonly #threads: ThreadBuilder[] = [];
  readonly #properties: Property[] = [];

  /** `init` null: any value. */
  shared(name: string, init: Start = 0, type: Type = intType): SharedId {
    const id = sharedId(this.#shared.length);
    this.#shared.push({ id, name, type, shape: { kind: 'scalar' }, init: from(init), span });
    return id;
  }

  array(name: string, length: number, init: Start = 0, type: Type = intType): SharedId {
    const id = sharedId(this.#shared.length);
    this.#shared.push({ id, name, type, shape: { kind: 'array', length }, init: from(init), span });
    return id;
  }

  thread(name: string): ThreadBuilder {
    const thread = new ThreadBuilder(threadId(this.#threads.length), name, this.#locals);
    this.#threads.push(thread);
    return thread;
  }

  invariant(name: string, formula: Expr): this {
    return this.property({ kind: 'invariant', name, formula, span });
  }

  final(name: string, formula: Expr): this {
    return this.property({ kind: 'final', name, formula, span });
  }

  property(property: Property): this {
    this.#properties.push(property);
    return this;
  }

  build(): System {
    return {
      name: 'test',
      shared: this.#shared,
      locals: this.#locals,
      threads: this.#threads.map((t) => t.build()),
      properties: this.#properties,
      predicates: [],
    };
  }
}

export class ThreadBuilder {
  readonly #locations: Location[] = [];
  readonly #edges: Edge[] = [];
  #here: number;

  constructor(
    readonly id: ThreadId,
    readonly name: string,
    private readonly locals: LocalVar[],
  ) {
    this.#here = this.place();
  }

  local(name: string, init: Start = 0, type: Type = intType): LocalId {
    const id = localId(this.locals.length);
    this.locals.push({ id, name, thread: this.id, type, init: from(init), temporary: false, span });
    return id;
  }

  /** A new location. */
  place(options: { labels?: readonly string[]; atomic?: boolean } = {}): number {
    const id = locationId(this.#locations.length);
    this.#locations.push({ id, labels: options.labels ?? [], atomic: options.atomic ?? false, span });
    return id;
  }

  edge(start: number, end: number, ...actions: readonly Action[]): this {
    const id = edgeId(this.#edges.length);
    this.#edges.push({ id, from: locationId(start), to: locationId(end), actions, span });
    return this;
  }

  /** One step from the place where the last one ended to a new place. */
  then(...actions: readonly Action[]): this {
    return this.to({}, ...actions);
  }

  to(options: { labels?: readonly string[]; atomic?: boolean }, ...actions: readonly Action[]): this {
    const next = this.place(options);
    this.edge(this.#here, next, ...actions);
    this.#here = next;
    return this;
  }

  get here(): number {
    return this.#here;
  }

  /** The place where the last step ended is the end of the thread. */
  build(): Automaton {
    const { id, name } = this;
    return {
      id,
      name,
      locations: this.#locations,
      edges: this.#edges,
      entry: locationId(0),
      end: locationId(this.#here),
      span,
    };
  }
}

export const store = (
  shared: SharedId,
  value: Expr | number,
  index: Expr | null = null,
  locked = false,
): Action => ({
  kind: 'store',
  shared,
  index,
  value: typeof value === 'number' ? int(value) : value,
  locked,
});
export const assign = (local: LocalId, value: Expr | number): Action => ({
  kind: 'assign',
  local,
  value: typeof value === 'number' ? int(value) : value,
});
export const assume = (cond: Expr): Action => ({ kind: 'assume', cond });
export const check = (cond: Expr, property: string): Action => ({ kind: 'assert', cond, property });
export const fence: Action = { kind: 'fence', fence: 'full' };
export const storeFence: Action = { kind: 'fence', fence: 'ww' };
export const lock: Action = { kind: 'lock' };
export const havoc = (local: LocalId): Action => ({ kind: 'havoc', local });

export const implicit: readonly Property[] = [
  { kind: 'div', name: 'div' },
  { kind: 'bounds', name: 'bounds' },
  { kind: 'range', name: 'range' },
];

export function model(name: string, waits: 'all' | 'own' = 'all'): MemoryModel {
  const found = modelNamed(name, waits);
  invariant(found !== null, 'the model exists');
  return found;
}

const noLimits: Limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

/** Explores, and has every counterexample run again by the plain semantics. */
export async function explore(
  system: System,
  modelName: string | MemoryModel,
  options: Partial<ExplicitOptions> & { limits?: Partial<Limits>; properties?: readonly Property[] } = {},
): Promise<ExplicitResult> {
  const memory = typeof modelName === 'string' ? model(modelName) : modelName;
  const { limits, properties = system.properties, ...rest } = options;
  const result = await exploreExplicit(
    { system, model: memory, properties, limits: { ...noLimits, ...limits }, progress: () => undefined },
    { bound: null, havocRange: null, reductions: true, collectFinals: null, ...rest },
  );
  const machine = new Machine(system, memory);
  for (const property of properties) {
    const outcome = result.verdicts.get(property.name);
    if (outcome?.kind !== 'unsafe') continue;
    const replayed = replay(machine, outcome.execution, property);
    if (replayed.kind === 'rejected') throw new Error(`${property.name} does not replay: ${replayed.why}`);
  }
  return result;
}

/** `safe`, `unsafe`, or the reason of `unknown`. */
export function verdict(result: ExplicitResult, name: string): string {
  const found = result.verdicts.get(name);
  invariant(found !== undefined, 'the property was asked for');
  return found.kind === 'unknown' ? found.reason : found.kind;
}

/** The final values of locals and shared variables, one text for each final state, sorted. */
export async function finals(
  system: System,
  modelName: string | MemoryModel,
  options: Partial<ExplicitOptions> = {},
): Promise<readonly string[]> {
  const observed = [
    ...system.shared.map(({ id }) => ({ kind: 'shared', shared: id }) as const),
    ...system.locals.map(({ id }) => ({ kind: 'local', local: id }) as const),
  ];
  const result = await explore(system, modelName, { collectFinals: observed, ...options });
  if (result.incomplete !== null) throw new Error(result.incomplete.detail);
  return result.finals.map((f) => f.join(' ')).sort();
}
