import { generatedBy } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { FenceKind, Program, Stmt } from '../../lang/program/program.js';
import type { PlacedText, PlacesOf, TextPlace } from '../../lang/program/text-places.js';
import { assertNever, at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { CandidateSet } from '../clause.js';
import {
  fencePoints,
  fillPoints,
  fillPresent,
  lockableStores,
  presentFences,
} from '../../pass/fence-points.js';
import type { FencePoint, Filling, LockableStore } from '../../pass/fence-points.js';
import type { FenceCosts } from '../../options/fence-wishes.js';
import type { FenceTask } from '../synthesis-report.js';

/** What may be put into a program, or kept in it. Its number is its place in the list of all. */
export type FenceCandidate =
  | { readonly kind: 'fence'; readonly fence: FenceKind; readonly point: FencePoint; readonly cost: number }
  | { readonly kind: 'locked'; readonly store: LockableStore; readonly cost: number };

/**
 * A program and what may be put into it. A locked store does what a fence before it and one behind it do, but that its thread
 * goes on in the moment in which it is in memory: it is offered where it costs less, or a property sees that moment, or the
 * text has no room for fences beside it, or the model has it wait for other threads' buffers. With a choice it is what engines are asked about; with a fence at every place,
 * marked by its span, it is what runs are followed on.
 */
export class FencedProgram {
  readonly candidates: readonly FenceCandidate[];
  readonly points: readonly FencePoint[];
  readonly #spans: readonly Span[];
  readonly #ground: FenceGround;

  constructor(
    program: Program,
    task: FenceTask,
    hasStoreOrder: boolean,
    costs: FenceCosts,
    /** Locked instructions wait for the buffers of all threads. */
    waitsForAll = false,
    /** Where the text can have fences; null: between any two statements. */
    placesOf: PlacesOf | null = null,
  ) {
    this.#ground = placesOf === null ? groundOf(program, task) : textGround(program, placesOf(task));
    this.points = this.#ground.points;
    this.#spans = this.points.map((point) => generatedBy('fences', aroundPoint(point)));
    const kinds: readonly FenceKind[] = hasStoreOrder ? ['full', 'ww'] : ['full'];
    this.candidates = [
      ...this.points.flatMap((point) =>
        (task === 'add' ? kinds : (['full', 'ww'] as const))
          .filter((fence) => isOffered(point, fence))
          .map((fence): FenceCandidate => ({
            ...{ kind: 'fence', fence, point },
            cost: costs[fence === 'full' ? 'fence' : 'fence(ww)'],
          })),
      ),
      ...this.#ground.stores
        .filter(
          ({ isSeen, text }) =>
            isSeen || text?.isInside === true || waitsForAll || costs.locked < 2 * costs.fence,
        )
        .map((store): FenceCandidate => ({ kind: 'locked', store, cost: costs.locked })),
    ];
  }

  /** The program with what is chosen of the candidates. */
  with(choice: CandidateSet): Program {
    const kinds = kindsAt([...choice].map((id) => at(this.candidates, id)));
    const locked = [...choice].flatMap((id) => {
      const candidate = at(this.candidates, id);
      return candidate.kind === 'locked' ? [candidate.store] : [];
    });
    const fill = (point: FencePoint): Stmt | null => {
      const kind = kinds.get(point.id);
      if (kind !== undefined) return this.#fence(point, kind);
      // A label must stand somewhere.
      const { anchor } = point;
      const isLabelled = anchor.kind === 'fence' && anchor.stmt.labels.length > 0;
      return isLabelled ? { kind: 'skip', labels: [], span: at(this.#spans, point.id) } : null;
    };
    return this.#ground.fill(fill, new Set(locked));
  }

  /** The program with a fence at every place. */
  everywhere(): Program {
    return this.#ground.fill((point) => this.#fence(point, 'full'), new Set());
  }

  /** The place that a statement or an edge stands for, by its span; null: none. */
  pointOf(span: Span): number | null {
    const id = this.#spans.indexOf(span);
    return id < 0 ? null : id;
  }

  #fence(point: FencePoint, fence: FenceKind): Stmt {
    return { kind: 'fence', fence, labels: [], span: at(this.#spans, point.id) };
  }
}

/** The places of a program, and how it gets statements there. */
interface FenceGround {
  readonly points: readonly FencePoint[];
  readonly stores: readonly LockableStore[];
  readonly fill: (fill: Filling, locked: ReadonlySet<LockableStore>) => Program;
}

function groundOf(program: Program, task: FenceTask): FenceGround {
  if (task === 'remove')
    return { points: presentFences(program), stores: [], fill: (fill) => fillPresent(program, fill) };
  return {
    points: fencePoints(program),
    stores: lockableStores(program),
    fill: (fill, locked) => fillPoints(program, fill, new Set([...locked].map(({ stmt }) => stmt))),
  };
}

/** The properties are those of the program, to which the user may have added some. */
function textGround(program: Program, text: PlacedText): FenceGround {
  const points = text.places.map((place): FencePoint => ({
    ...{ id: place.id, thread: firstOf(place), anchor: { kind: 'text', place } },
    ...{ previous: null, next: null, owner: null },
  }));
  const stores = text.stores.map((store): LockableStore => ({
    ...{ thread: firstOf(store), stmt: store.stmt, text: store },
    isSeen: false,
  }));
  const fill: FenceGround['fill'] = (put, locked) => ({
    ...program,
    threads: text.program(
      (place) => put(at(points, place.id)),
      new Set([...locked].flatMap((store) => store.text ?? [])),
    ).threads,
  });
  return { points, stores, fill };
}

const firstOf = ({ threads }: Pick<TextPlace, 'threads'>): ThreadId => at(threads, 0);

function isOffered({ anchor }: FencePoint, kind: FenceKind): boolean {
  if (anchor.kind === 'text') return anchor.place.fences.includes(kind);
  return anchor.kind !== 'fence' || anchor.stmt.fence === kind;
}

/** The kind of fence at each place; where there are two, the stronger one. */
export function kindsAt(candidates: Iterable<FenceCandidate>): ReadonlyMap<number, FenceKind> {
  const kinds = new Map<number, FenceKind>();
  for (const candidate of candidates) {
    if (candidate.kind !== 'fence') continue;
    const { point, fence } = candidate;
    if (remembered(kinds, point.id, () => fence) === 'ww') kinds.set(point.id, fence);
  }
  return kinds;
}

/** The statement by which people find the place. */
function aroundPoint({ anchor, previous, next, owner }: FencePoint): Span | null {
  switch (anchor.kind) {
    case 'fence':
    case 'after':
    case 'behind-labels':
      return anchor.stmt.span;
    case 'text':
      return anchor.place.span;
    case 'begin':
      return (next ?? previous ?? owner?.stmt)?.span ?? null;
    default:
      return assertNever(anchor);
  }
}
