import { unsupported } from '../src/diagnostics/diagnostic.js';
import { generatedBy } from '../src/diagnostics/span.js';
import type { Step } from '../src/ir/execution.js';
import { edgeId, locationId } from '../src/ir/ids.js';
import type { CellId, LocationId, ThreadId } from '../src/ir/ids.js';
import type { Action, Automaton, Edge, Location, System } from '../src/ir/system.js';
import type { BufferSpec } from '../src/memory/bound.js';
import type { SystemPass } from '../src/pass/pass.js';
import { Contents } from '../src/pass/shapes/contents.js';
import { countOf, emptyShape, flushesOf, isEmpty, shapeKey } from '../src/pass/shapes/shape.js';
import type { Shape } from '../src/pass/shapes/shape.js';
import { overflowProperty, waysThrough } from '../src/pass/shapes/ways.js';
import type { WayEnd, Writer } from '../src/pass/shapes/ways.js';
import { assertNever, at, invariant } from '../src/support/check.js';

/**
 * A system for a memory model becomes one for SC that carries the store buffers, up to a bound. What is buffered is
 * control: a location is one of the input and a shape, the sequence (PSO: the counts) of the cells written. What the
 * entries hold is data: `P_x_2` is what the second oldest entry of P for x holds.
 *
 *   BEFORE  0  store x = r -> 1        AFTER  0        store P_x_1 = r -> 1.x                      (PSO, bound 1)
 *           1  s = x -> 2                     1.x      s = P_x_1 -> 2.x,  store x = P_x_1; store P_x_1 = 0 -> 1
 *           2  store x = 1 -> 3               2.x      assert false -> overflow,  store x = P_x_1; ... -> 2
 *
 * By Semantics 1 and 2 and the bounds of Fig. 5 and 12 of paper 003. A computed index becomes one edge for each cell that it
 * may mean. The place of an overflow is atomic, so that nothing happens and nothing is read after it. Left alone:
 * locked stores, and all stores where the model has no buffers.
 */
export const shapes: SystemPass = {
  name: 'shapes',
  summary: 'write store buffers into the automata: their shapes as control, their contents as data',
  level: 'system',
  run: (system, context) => {
    const { buffers } = context;
    invariant(buffers !== undefined, 'shapes is told the memory model and the bound');
    refuseNameClash(system);
    const contents = new Contents(system);
    const threads = system.threads.map((t) => new Shaper(writerFor(system, buffers, contents, t), t).run());
    return {
      system: {
        ...system,
        shared: contents.shared(),
        threads: threads.map((t) => t.automaton),
        properties: [...system.properties, { kind: 'assert', name: overflowProperty, span: overflowSpan }],
      },
      // What was there before keeps its number, so the initial values stay as they are.
      mapBack: (execution) => ({
        ...execution,
        steps: execution.steps.flatMap((step) => original(step, threads)),
      }),
    };
  },
};

/** More control locations than this in one thread are refused. */
const maxLocations = 200_000;

const overflowSpan = generatedBy('shapes', null);

function refuseNameClash({ properties }: System): void {
  const clash = properties.find((p) => p.name === overflowProperty);
  if (clash === undefined) return;
  unsupported(
    `a bound of the store buffers needs the property name '${overflowProperty}' for itself`,
    'span' in clash ? clash.span : null,
    'give the property another name',
  );
}

function writerFor(system: System, spec: BufferSpec, contents: Contents, { id }: Automaton): Writer {
  const { lockedWaits, buffering } = spec.model;
  const watches = (t: Automaton): boolean =>
    lockedWaits === 'all' && buffering !== 'none' && t.edges.some(locks);
  const others = system.threads.filter((t) => t.id !== id);
  return {
    ...{ thread: id, system, spec, contents },
    tellsPending: others.some(watches),
    awaited: watches(at(system.threads, id)) ? others.filter(mayBuffer).map((t) => t.id) : [],
  };
}

const locks = (edge: Edge): boolean => edge.actions.some((a) => a.kind === 'lock');

const mayBuffer = ({ edges }: Automaton): boolean =>
  edges.some((e) => e.actions.some((a) => a.kind === 'store' && !a.locked));

/** What an edge of the output does in terms of the input. */
type Origin =
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'flush'; readonly cell: CellId }
  /** Nothing: the bound is no part of the input. */
  | { readonly kind: 'overflow' };

interface Shaped {
  readonly automaton: Automaton;
  /** For each edge of the automaton. */
  readonly origins: readonly Origin[];
}

function original(step: Step, threads: readonly Shaped[]): readonly Step[] {
  invariant(step.kind === 'edge', 'under SC nothing is flushed');
  const origin = at(at(threads, step.thread).origins, step.edge);
  switch (origin.kind) {
    case 'edge':
      return [{ ...step, edge: origin.edge.id }];
    case 'flush':
      return [{ kind: 'flush', thread: step.thread, cell: origin.cell }];
    case 'overflow':
      return [];
    default:
      return assertNever(origin);
  }
}

/** A location of the input with a shape of the buffer: a location of the output. */
interface Place {
  readonly id: LocationId;
  readonly location: Location;
  readonly shape: Shape;
}

/** Finds the places of one thread that can be reached, and the edges between them. */
class Shaper {
  readonly #thread: ThreadId;
  readonly #outgoing: readonly (readonly Edge[])[];
  readonly #places = new Map<string, Place>();
  readonly #locations: Location[] = [];
  readonly #queue: Place[] = [];
  readonly #edges: Edge[] = [];
  readonly #origins: Origin[] = [];
  #overflow: LocationId | null = null;

  constructor(
    private readonly writer: Writer,
    private readonly input: Automaton,
  ) {
    this.#thread = input.id;
    this.#outgoing = outgoing(input);
  }

  run(): Shaped {
    const { input } = this;
    const entry = this.#place(input.entry, emptyShape);
    for (let i = 0; i < this.#queue.length; i++) this.#leave(at(this.#queue, i));
    const end = this.#place(input.end, emptyShape);
    // Labels that cannot be reached stay, for properties speak of them.
    for (const location of input.locations)
      if (location.labels.length > 0) this.#place(location.id, emptyShape);
    const automaton = { ...input, locations: this.#locations, edges: this.#edges, entry, end };
    return { automaton, origins: this.#origins };
  }

  #place(id: LocationId, shape: Shape): LocationId {
    const key = `${id}: ${shapeKey(shape)}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known.id;
    const location = at(this.input.locations, id);
    const place = { id: this.#location(location), location, shape };
    this.#places.set(key, place);
    this.#queue.push(place);
    return place.id;
  }

  #location(like: Omit<Location, 'id'>): LocationId {
    if (this.#locations.length >= maxLocations) {
      unsupported(
        `with store buffers ${this.input.name} has more than ${maxLocations} control locations`,
        this.input.span,
        'try a smaller --bound, or another engine or encoding',
      );
    }
    const id = locationId(this.#locations.length);
    this.#locations.push({ ...like, id });
    return id;
  }

  #leave(place: Place): void {
    for (const edge of at(this.#outgoing, place.location.id)) {
      for (const { actions, end } of waysThrough(this.writer, edge, place.shape)) {
        const origin: Origin = end.kind === 'overflow' ? { kind: 'overflow' } : { kind: 'edge', edge };
        const enacts = edge.enacts === undefined ? {} : { enacts: edge.enacts };
        this.#edge(
          { from: place.id, to: this.#target(place, edge, end), actions, ...enacts, span: edge.span },
          origin,
        );
      }
    }
    for (const { cell, shape } of flushesOf(this.writer.spec, place.shape)) {
      const to = this.#place(place.location.id, shape);
      const actions = this.#flush(cell, place.shape, shape);
      this.#edge({ from: place.id, to, actions, span: generatedBy('shapes', null) }, { kind: 'flush', cell });
    }
  }

  #target(place: Place, edge: Edge, end: WayEnd): LocationId {
    switch (end.kind) {
      case 'shape':
        return this.#place(edge.to, end.shape);
      case 'overflow':
        this.#overflow ??= this.#location({ labels: [], atomic: true, span: overflowSpan });
        return this.#overflow;
      case 'fault':
        return place.id;
      default:
        return assertNever(end);
    }
  }

  #flush(cell: CellId, before: Shape, after: Shape): readonly Action[] {
    const { contents, tellsPending } = this.writer;
    const tells = tellsPending && isEmpty(after) ? [contents.setPending(this.#thread, false)] : [];
    return [...contents.flush(this.#thread, cell, countOf(before, cell)), ...tells];
  }

  #edge(edge: Omit<Edge, 'id'>, origin: Origin): void {
    this.#edges.push({ ...edge, id: edgeId(this.#edges.length) });
    this.#origins.push(origin);
  }
}

/** For each location the edges that leave it. */
function outgoing({ locations, edges }: Automaton): readonly (readonly Edge[])[] {
  const by: Edge[][] = locations.map(() => []);
  for (const edge of edges) at(by, edge.from).push(edge);
  return by;
}
