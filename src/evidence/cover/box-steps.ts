import { evaluatePartly, isFault } from '../../lang/expr/eval.js';
import type { Fault } from '../../lang/expr/eval.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { CellId, LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { fits } from '../../lang/expr/type.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Action, Edge, StoreAction, System } from '../../lang/program/system.js';
import type { StateBox, AllowedValues } from '../../lang/run/state-cover.js';
import type { WaitingNumbers } from '../../lang/run/waiting-numbers.js';
import type { MemoryModel } from '../../memory/model.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { append, flushable, flushed, hasRoom, marked, newestOwn } from '../../memory/semantics.js';
import type { StoreBuffer } from '../../memory/semantics.js';
import { InternalError, assertNever, at, invariant } from '../../support/invariant.js';
import { allValues, listed, nothingWaits } from './coordinates.js';
import type { Coordinates } from './coordinates.js';
import { ascending, onlyValue } from './value-sets.js';

/** What comes of a step from all states of a box that can take it, or on which coordinate that depends. */
export type BoxStep =
  | { readonly kind: 'moved'; readonly box: StateBox; readonly failed: readonly string[] }
  | { readonly kind: 'fault'; readonly property: Fault | 'range'; readonly failed: readonly string[] }
  | { readonly kind: 'blocked' }
  | BoxDependence
  /** On what the action with this number chooses. */
  | { readonly kind: 'chooses'; readonly action: number; readonly local: LocalId };

/** The write to this cell leaves a buffer. */
export interface BoxFlush {
  readonly cell: CellId;
  readonly box: StateBox;
}

export interface BoxDependence {
  readonly kind: 'depends';
  readonly on: number;
}

/** Leaves a step in the middle. */
type Leaving = Exclude<BoxStep, { readonly kind: 'moved' }>;

interface BoxDraft {
  readonly box: AllowedValues[];
  readonly failed: string[];
  /** By coordinates, the actions that have chosen anything there. */
  readonly chosen: Map<number, Extract<BoxStep, { readonly kind: 'chooses' }>>;
}

/** What actions choose, by their numbers in the edge; the others choose anything. */
export type BoxChoices = ReadonlyMap<number, bigint>;

/**
 * The plain semantics of a system under a memory model, for boxes of states: a value that a step reads must be one in the whole
 * box, or else the step says what it depends on. What buffers do is src/memory/semantics.ts.
 */
export class BoxSteps {
  readonly #lengths: readonly bigint[];

  constructor(
    readonly coordinates: Coordinates,
    readonly words: WaitingNumbers,
    readonly model: MemoryModel,
    /** Leaves by an exception where the work must stop. */
    readonly watch: () => void,
  ) {
    this.#lengths = coordinates.system.shared.map((variable) => BigInt(lengthOf(variable)));
  }

  get system(): System {
    return this.coordinates.system;
  }

  /** The thread stands where the edge begins, in all states. */
  along(from: StateBox, thread: ThreadId, edge: Edge, choices: BoxChoices): BoxStep {
    this.watch();
    const draft: BoxDraft = { box: [...from], failed: [], chosen: new Map() };
    for (const [i, action] of edge.actions.entries()) {
      if (action.kind === 'havoc') {
        this.#choose(draft, i, action.local, choices.get(i) ?? null);
        continue;
      }
      const left = this.#act(draft, thread, action);
      if (left === null) continue;
      if (left.kind === 'depends') return draft.chosen.get(left.on) ?? left;
      return left.kind === 'fault' ? { ...left, failed: draft.failed } : left;
    }
    draft.box[this.coordinates.place(thread)] = [BigInt(edge.to)];
    return { kind: 'moved', box: draft.box, failed: draft.failed };
  }

  /** What becomes of the box when a write of the thread leaves its buffer, by each write that may. It says what waits there. */
  flushes(box: StateBox, thread: ThreadId): readonly BoxFlush[] {
    const place = this.coordinates.buffer(thread);
    return listed(at(box, place)).flatMap((number) => {
      const buffer = this.words.waiting(Number(number));
      return flushable(this.model, buffer).flatMap((position) => {
        const entry = at(buffer, position);
        if (entry.kind === 'marker') return [];
        const next = BigInt(this.words.number(flushed(buffer, position)));
        const { cell, value } = entry;
        return [{ cell, box: box.with(this.coordinates.cell(cell), [value]).with(place, [next]) }];
      });
    });
  }

  /** Whether a formula of a property is true in all states of the box, or false in all; a fault makes it false. */
  holds(box: StateBox, formula: Expr): { readonly kind: 'known'; readonly holds: boolean } | BoxDependence {
    this.watch();
    const { coordinates } = this;
    let on: number | null = null;
    const value = (coordinate: number): bigint | undefined => {
      const only = onlyValue(at(box, coordinate));
      if (only === null) on ??= coordinate;
      return only ?? undefined;
    };
    const outcome = evaluatePartly(formula, {
      local: (id) => value(coordinates.local(id)),
      shared: (id, index) => {
        const cell = this.#cellOf(id, index);
        return cell === null ? null : value(coordinates.cell(cell));
      },
      at: (thread, label) => {
        const places = at(box, coordinates.place(thread));
        if (places === null) {
          on ??= coordinates.place(thread);
          return undefined;
        }
        const { locations } = at(this.system.threads, thread);
        const labelled = places.filter((place) => at(locations, Number(place)).labels.includes(label));
        if (labelled.length === 0) return false;
        if (labelled.length === places.length) return true;
        on ??= coordinates.place(thread);
        return undefined;
      },
    });
    if (outcome !== undefined) return { kind: 'known', holds: outcome === 1n };
    return { kind: 'depends', on: told(on) };
  }

  #choose(draft: BoxDraft, action: number, local: LocalId, choice: bigint | null): void {
    const coordinate = this.coordinates.local(local);
    draft.chosen.set(coordinate, { kind: 'chooses', action, local });
    draft.box[coordinate] = choice === null ? allValues(at(this.system.locals, local).type) : [choice];
  }

  #act(draft: BoxDraft, thread: ThreadId, action: Exclude<Action, { kind: 'havoc' }>): Leaving | null {
    switch (action.kind) {
      case 'assume': {
        const value = this.#value(draft, thread, action.cond);
        if (typeof value === 'object') return value;
        return value === 1n ? null : { kind: 'blocked' };
      }
      case 'assign': {
        const value = this.#value(draft, thread, action.value);
        return typeof value === 'object' ? value : this.#assign(draft, action.local, value);
      }
      case 'store':
        return this.#store(draft, thread, action);
      case 'fence':
        return action.fence === 'full'
          ? this.#drained(draft, [thread])
          : this.#rebuffer(draft, thread, (buffer) => marked(this.model, buffer));
      case 'lock':
        return this.#drained(
          draft,
          this.model.lockedWaits === 'all' ? this.system.threads.map(({ id }) => id) : [thread],
        );
      case 'assert': {
        const value = this.#value(draft, thread, action.cond);
        if (typeof value === 'object') return value;
        if (value === 0n) draft.failed.push(action.property);
        return null;
      }
      default:
        return assertNever(action);
    }
  }

  /** Only states go on in which nothing waits in these buffers. */
  #drained(draft: BoxDraft, threads: readonly ThreadId[]): Leaving | null {
    for (const thread of threads) {
      const place = this.coordinates.buffer(thread);
      const waiting = at(draft.box, place);
      if (waiting?.includes(nothingWaits) === false) return { kind: 'blocked' };
      if (waiting?.length !== 1) draft.box[place] = [nothingWaits];
    }
    return null;
  }

  /** Each buffer that there may be becomes another one, or keeps its thread from going on (null). */
  #rebuffer(
    draft: BoxDraft,
    thread: ThreadId,
    change: (buffer: StoreBuffer) => StoreBuffer | null,
  ): Leaving | null {
    const place = this.coordinates.buffer(thread);
    const waiting = at(draft.box, place);
    if (waiting === null) return { kind: 'depends', on: place };
    const found = new Set<bigint>();
    for (const number of waiting) {
      const next = change(this.words.waiting(Number(number)));
      if (next !== null) found.add(BigInt(this.words.number(next)));
    }
    if (found.size === 0) return { kind: 'blocked' };
    draft.box[place] = ascending(found);
    return null;
  }

  #assign(draft: BoxDraft, local: LocalId, value: bigint): Leaving | null {
    if (!fits(at(this.system.locals, local).type, value)) return fault('range');
    draft.box[this.coordinates.local(local)] = [value];
    return null;
  }

  #store(draft: BoxDraft, thread: ThreadId, action: StoreAction): Leaving | null {
    const index = action.index === null ? 0n : this.#value(draft, thread, action.index);
    if (typeof index === 'object') return index;
    const value = this.#value(draft, thread, action.value);
    if (typeof value === 'object') return value;
    const cell = this.#cellOf(action.shared, index);
    if (cell === null) return fault('bounds');
    if (!fits(at(this.system.shared, action.shared).type, value)) return fault('range');
    if (action.locked || !hasBuffers(this.model)) {
      draft.box[this.coordinates.cell(cell)] = [value];
      return null;
    }
    return this.#rebuffer(draft, thread, (buffer) =>
      hasRoom(this.model, buffer, cell) ? append(this.model, buffer, cell, value) : null,
    );
  }

  /** What the thread sees: its newest own entry, else main memory. */
  #value(draft: BoxDraft, thread: ThreadId, expr: Expr): bigint | Leaving {
    const { coordinates } = this;
    let on: number | null = null;
    const known = (coordinate: number): bigint | undefined => {
      const only = onlyValue(at(draft.box, coordinate));
      if (only === null) on ??= coordinate;
      return only ?? undefined;
    };
    const outcome = evaluatePartly(expr, {
      local: (id) => known(coordinates.local(id)),
      shared: (id, index) => {
        const cell = this.#cellOf(id, index);
        if (cell === null) return null;
        const own = this.#ownValue(draft, thread, cell);
        if (own !== undefined) return own ?? known(coordinates.cell(cell));
        on ??= coordinates.buffer(thread);
        return undefined;
      },
      at: () => {
        throw new InternalError('a program expression has no at');
      },
    });
    if (outcome === undefined) return { kind: 'depends', on: told(on) };
    return isFault(outcome) ? fault(outcome) : outcome;
  }

  /** The newest own entry of all buffers that there may be; null: there is none; undefined: they differ. */
  #ownValue({ box }: BoxDraft, thread: ThreadId, cell: CellId): bigint | null | undefined {
    const waiting = at(box, this.coordinates.buffer(thread));
    const found = new Set(waiting?.map((word) => newestOwn(this.words.waiting(Number(word)), cell)));
    return found.size === 1 ? [...found][0] : undefined;
  }

  #cellOf(shared: SharedId, index: bigint): CellId | null {
    if (index < 0n || index >= at(this.#lengths, shared)) return null;
    return this.coordinates.cells.cell(shared, Number(index));
  }
}

const fault = (property: Fault | 'range'): Leaving => ({ kind: 'fault', property, failed: [] });

function told(coordinate: number | null): number {
  invariant(coordinate !== null, 'what is not known depends on something');
  return coordinate;
}
