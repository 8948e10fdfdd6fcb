import { unsupported } from '../../diagnostics/diagnostic.js';
import { generatedBy } from '../../diagnostics/span.js';
import { edgeId, locationId } from '../../lang/expr/ids.js';
import type { CellId, LocationId, ThreadId } from '../../lang/expr/ids.js';
import { isBufferedStore, waitsForBuffer } from '../../lang/program/actions.js';
import { standingAt } from '../../lang/program/system.js';
import type { Action, Automaton, Edge, Location } from '../../lang/program/system.js';
import { assertNever, at, invariant } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import type { FactInstance } from '../summaries/entry-facts.js';
import { mayViolate } from './possible-values.js';
import { waysThrough } from './shape-ways.js';
import type { ShapingContext } from './shape-ways.js';
import type { ShapeWay, WayEnd } from './shape-kind.js';
import { hasBuffers } from '../../memory/model-questions.js';

/** What one thread may grow to: more is refused. Long buffers have long flushes, hence the second. */
const maxLocations = 200_000;
const maxActions = 2_000_000;

/** What an edge of the output does in terms of the input. */
export type EdgeOrigin =
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'flush'; readonly cell: CellId; readonly about?: readonly FactInstance[] }
  /** Nothing: the bound is no part of the input. */
  | { readonly kind: 'none' };

export interface Shaped {
  readonly automaton: Automaton;
  /** For each edge of the automaton. */
  readonly origins: readonly EdgeOrigin[];
}

/** A location of the input with a shape of the buffer: a location of the output. */
interface ShapedLocation<Shape> {
  readonly id: LocationId;
  readonly location: Location;
  readonly shape: Shape;
}

/** Finds the places of one thread that can be reached, and the edges between them. */
export class Shaper<Shape> {
  readonly #thread: ThreadId;
  readonly #outgoing: readonly (readonly Edge[])[];
  readonly #places = new Map<string, ShapedLocation<Shape>>();
  readonly #locations: Location[] = [];
  readonly #queue: ShapedLocation<Shape>[] = [];
  readonly #edges: Edge[] = [];
  readonly #origins: EdgeOrigin[] = [];
  #stop: LocationId | null = null;
  #actions = 0;

  constructor(
    private readonly writer: ShapingContext<Shape>,
    private readonly input: Automaton,
  ) {
    this.#thread = input.id;
    invariant(
      !hasBuffers(writer.model) || !input.edges.some(waitsForItself),
      'no edge waits for what it has buffered itself: it could never be taken',
    );
    this.#outgoing = byNumber(input.edges, input.locations.length, (edge) => edge.from);
  }

  shaped(): Shaped {
    const { input, writer } = this;
    const entry = this.#place(input.entry, writer.kind.empty);
    for (let i = 0; i < this.#queue.length; i++) this.#leave(at(this.#queue, i));
    const end = this.#place(input.end, writer.kind.empty);
    // Labels that cannot be reached stay, for properties speak of them.
    for (const location of input.locations)
      if (location.labels.length > 0) this.#place(location.id, writer.kind.empty);
    const automaton = { ...input, locations: this.#locations, edges: this.#edges, entry, end };
    return { automaton, origins: this.#origins };
  }

  #place(id: LocationId, shape: Shape): LocationId {
    const key = `${id}: ${this.writer.kind.key(shape)}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known.id;
    const location = at(this.input.locations, id);
    const stands = {
      location: standingAt(location).location,
      waiting: this.writer.kind.waiting(shape),
    };
    const place = { id: this.#location({ ...location, stands }), location, shape };
    this.#places.set(key, place);
    this.#queue.push(place);
    return place.id;
  }

  #location(like: Omit<Location, 'id'>): LocationId {
    if (this.#locations.length >= maxLocations) this.#tooLarge(`${maxLocations} control locations`);
    const id = locationId(this.#locations.length);
    this.#locations.push({ ...like, id });
    return id;
  }

  #leave(place: ShapedLocation<Shape>): void {
    for (const edge of at(this.#outgoing, place.location.id)) {
      for (const way of waysThrough(this.writer, edge, place.shape)) {
        const { actions, end } = way;
        const origin = this.#origin(edge, way);
        const enacts = edge.enacts === undefined ? {} : { enacts: edge.enacts };
        this.#edge(
          { from: place.id, to: this.#target(edge.to, place.id, end), actions, ...enacts, span: edge.span },
          origin,
        );
      }
    }
    for (const { cell, actions, end, about = [] } of this.writer.kind.flushes(place.shape)) {
      const to = this.#target(place.location.id, place.id, end);
      const told = [...actions, ...this.#emptied(end)];
      this.#edge(
        { from: place.id, to, actions: told, span: generatedBy('shapes', null) },
        { kind: 'flush', cell, about },
      );
    }
  }

  /** On the way to an overflow a run may violate something else, and then ends there, as it does in the input. */
  #origin(edge: Edge, { actions, end }: ShapeWay<Shape>): EdgeOrigin {
    const variables = this.writer.contents.variables();
    const endsBefore = actions.slice(0, -1).some((a) => mayViolate(variables, a));
    return end.kind === 'stops' && !endsBefore ? { kind: 'none' } : { kind: 'edge', edge };
  }

  #target(next: LocationId, here: LocationId, end: WayEnd<Shape>): LocationId {
    switch (end.kind) {
      case 'shape':
        return this.#place(next, end.shape);
      case 'stops':
        this.#stop ??= this.#location({ labels: [], atomic: true, span: generatedBy('shapes', null) });
        return this.#stop;
      case 'fault':
        return here;
      default:
        return assertNever(end);
    }
  }

  /** Others hear of it if they ask. */
  #emptied(end: WayEnd<Shape>): readonly Action[] {
    const { contents, kind, tellsPending } = this.writer;
    const isEmptied = end.kind === 'shape' && kind.isEmpty(end.shape);
    return tellsPending && isEmptied ? [contents.setPending(this.#thread, false)] : [];
  }

  #edge(edge: Omit<Edge, 'id'>, origin: EdgeOrigin): void {
    this.#actions += edge.actions.length;
    if (this.#actions > maxActions) this.#tooLarge(`${maxActions} actions`);
    this.writer.watch?.();
    this.#edges.push({ ...edge, id: edgeId(this.#edges.length) });
    this.#origins.push(origin);
  }

  #tooLarge(size: string): never {
    return unsupported(
      `with store buffers ${this.input.name} has more than ${size}`,
      this.input.span,
      'try a smaller --bound, or another engine or encoding',
    );
  }
}

/** Whether an action that may need a flush comes after a store: such actions have edges of their own. */
function waitsForItself({ actions }: Edge): boolean {
  const first = actions.findIndex(isBufferedStore);
  return first >= 0 && actions.slice(first + 1).some((a) => isBufferedStore(a) || waitsForBuffer(a));
}
