import type { Span } from '../../diagnostics/span.js';
import { exprId } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { EdgeId, LocationId, ThreadId } from '../../lang/expr/ids.js';
import type { CellId } from '../../lang/expr/ids.js';
import { expressionsRead } from '../../lang/program/actions.js';
import type { Action, Automaton, Edge, System } from '../../lang/program/system.js';
import type { Execution, Step } from '../../lang/run/execution.js';
import { at, invariant } from '../../support/invariant.js';
import { isSameText } from './same-text.js';

/** A run, told as a run of the automata with a fence at every place: nobody waits at those that were not chosen. */
export interface FollowedRun {
  readonly initial: Execution['initial'];
  readonly steps: readonly FollowedStep[];
  /** What each thread may still take without an action: it need not have passed the places there. */
  readonly tails: readonly (readonly FollowedEdge[])[];
  /** The labels that each thread is at in the end. */
  readonly labels: readonly (readonly string[])[];
}

export type FollowedStep = FollowedEdge | Extract<Step, { kind: 'flush' }>;

export interface FollowedEdge {
  readonly kind: 'edge';
  readonly thread: ThreadId;
  readonly edge: EdgeId;
  readonly havoc: readonly bigint[];
  /** The place of a fence that the thread passes; null: an action of the program. */
  readonly point: number | null;
  /** A store that the run made as a locked instruction: it is in memory at once. */
  readonly isLocked: boolean;
}

export type PointOf = (span: Span) => number | null;

/**
 * The same run on other automata of the same statements: an action is recognised by its statement, and between two of them
 * a thread passes places of fences, as late as it can. In a section it cannot be late: others move only when it has left.
 * Null: the run was not recognised.
 */
export function followRun(
  { system, execution }: { readonly system: System; readonly execution: Execution },
  marked: System,
  pointOf: PointOf,
): FollowedRun | null {
  if (marked.threads.length !== system.threads.length) return null;
  const paths = system.threads.map((thread) => {
    const own = execution.steps.flatMap((s) => (s.kind === 'edge' && s.thread === thread.id ? [s.edge] : []));
    const taken = own.map((edge) => at(thread.edges, edge));
    return new PathFollower(at(marked.threads, thread.id), pointOf).follow(thread, taken);
  });
  const found = paths.flatMap((path) => path ?? []);
  if (found.length < paths.length) return null;
  const next = found.map(() => 0);
  const steps = execution.steps.flatMap((step): readonly FollowedStep[] => {
    if (step.kind === 'flush') return [step];
    const number = at(next, step.thread);
    next[step.thread] = number + 1;
    const { before, edge, behind } = at(at(found, step.thread).parts, number);
    const own = edge === null ? [] : [{ ...edge, havoc: step.havoc }];
    return [...before, ...own, ...behind];
  });
  const [tails, labels] = [found.map(({ tail }) => tail), found.map((path) => path.labels)];
  return { initial: execution.initial, steps, tails, labels };
}

/** What stands for one step of a thread: it passes places before, and those right behind it that are still in its section. */
interface PathPart {
  readonly before: readonly FollowedEdge[];
  /** Null: a jump that takes no step there. */
  readonly edge: FollowedEdge | null;
  readonly behind: readonly FollowedEdge[];
}

interface FollowedPath {
  readonly parts: readonly PathPart[];
  readonly tail: readonly FollowedEdge[];
  readonly labels: readonly string[];
}

/** A way to where a step of the run is matched. */
interface PathTrail {
  readonly from: PathTrail | null;
  readonly passed: readonly Edge[];
  readonly own: Edge | null;
  readonly location: LocationId;
}

class PathFollower {
  readonly #leaving = new Map<LocationId, Edge[]>();

  constructor(
    private readonly automaton: Automaton,
    private readonly pointOf: PointOf,
  ) {
    for (const edge of automaton.edges) {
      const known = this.#leaving.get(edge.from);
      if (known === undefined) this.#leaving.set(edge.from, [edge]);
      else known.push(edge);
    }
  }

  follow(source: Automaton, taken: readonly Edge[]): FollowedPath | null {
    let trails: readonly PathTrail[] = [
      { from: null, passed: [], own: null, location: this.automaton.entry },
    ];
    for (const edge of taken) {
      trails = this.#matched(trails, edge);
      if (trails.length === 0) return null;
    }
    const [trail] = trails;
    invariant(trail !== undefined, 'there is a way');
    const last = taken.at(-1)?.to ?? source.entry;
    return this.#path(source, taken, trail, this.#tail(trail.location, last === source.end));
  }

  /** From every place that the thread may be at, one way to each place behind the action. */
  #matched(trails: readonly PathTrail[], edge: Edge): readonly PathTrail[] {
    const found = new Map<LocationId, PathTrail>();
    const keep = (trail: PathTrail): void => {
      if (!found.has(trail.location)) found.set(trail.location, trail);
    };
    for (const from of trails) {
      for (const { location, passed } of this.#passing(from.location)) {
        for (const own of this.#leaving.get(location) ?? [])
          if (this.#matches(edge, own)) keep({ from, passed, own, location: own.to });
      }
      if (edge.actions.length === 0 && this.pointOf(edge.span) === null)
        keep({ from, passed: [], own: null, location: from.location });
    }
    return [...found.values()];
  }

  /** Where the thread gets to by passing places, the nearest first. */
  #passing(start: LocationId): readonly { location: LocationId; passed: readonly Edge[] }[] {
    const seen = new Set([start]);
    const found: { location: LocationId; passed: readonly Edge[] }[] = [{ location: start, passed: [] }];
    for (const { location, passed } of found) {
      for (const edge of this.#leaving.get(location) ?? []) {
        if (!this.#isFree(edge) || seen.has(edge.to)) continue;
        seen.add(edge.to);
        found.push({ location: edge.to, passed: [...passed, edge] });
      }
    }
    return found;
  }

  #isFree(edge: Edge): boolean {
    return this.pointOf(edge.span) !== null;
  }

  #matches(source: Edge, own: Edge): boolean {
    const point = this.pointOf(own.span);
    if (point !== null || this.pointOf(source.span) !== null) return point === this.pointOf(source.span);
    return isSameText(source.span, own.span) && actionsKey(source) === actionsKey(own);
  }

  /** As far as there is only one way, and nothing but places to pass; to the very end, if that is where the thread is. */
  #tail(start: LocationId, ended: boolean): readonly Edge[] {
    if (ended) {
      const way = this.#passing(start).find(({ location }) => location === this.automaton.end);
      if (way !== undefined) return way.passed;
    }
    const passed: Edge[] = [];
    const seen = new Set<LocationId>();
    let here = start;
    for (;;) {
      const [only, ...others] = this.#leaving.get(here) ?? [];
      if (only === undefined || others.length > 0 || !this.#isFree(only) || seen.has(here)) return passed;
      seen.add(here);
      passed.push(only);
      here = only.to;
    }
  }

  #path(source: Automaton, taken: readonly Edge[], end: PathTrail, tail: readonly Edge[]): FollowedPath {
    const trails: PathTrail[] = [];
    for (let here: PathTrail | null = end; here !== null; here = here.from) trails.push(here);
    trails.reverse();
    // What is passed before a step, in front of the first of which there is no section.
    const rests = trails.slice(1).map(({ passed }) => passed);
    const late = [...rests, tail].map((passed, i) => {
      const location = i === 0 ? source.entry : at(taken, i - 1).to;
      return this.#split(passed, at(source.locations, location).atomic);
    });
    const parts = trails.slice(1).map(({ own }, i): PathPart => ({
      before: at(late, i).later.map((edge) => this.#followed(edge)),
      edge: own === null ? null : { ...this.#followed(own), isLocked: isMadeLocked(at(taken, i), own) },
      behind: at(late, i + 1).atOnce.map((edge) => this.#followed(edge)),
    }));
    const tailEdges = at(late, taken.length).later.map((edge) => this.#followed(edge));
    const { labels } = at(source.locations, taken.at(-1)?.to ?? source.entry);
    return { parts, tail: tailEdges, labels };
  }

  /** The places that must be passed at once, since the thread of the run has left the section there. */
  #split(passed: readonly Edge[], isInside: boolean): { atOnce: readonly Edge[]; later: readonly Edge[] } {
    const outside = isInside ? 0 : passed.findIndex(({ from }) => !at(this.automaton.locations, from).atomic);
    const count = outside < 0 ? passed.length : outside;
    return { atOnce: passed.slice(0, count), later: passed.slice(count) };
  }

  #followed(edge: Edge): FollowedEdge {
    const point = this.pointOf(edge.span);
    return { kind: 'edge', thread: this.automaton.id, edge: edge.id, havoc: [], point, isLocked: false };
  }
}

const isMadeLocked = (source: Edge, own: Edge): boolean =>
  source.actions.some((action, i) => {
    const same = own.actions[own.actions.length - source.actions.length + i];
    return action.kind === 'store' && action.locked && same?.kind === 'store' && !same.locked;
  });

/** What an edge does, but for whether its stores are locked. */
const actionsKey = ({ actions }: Edge): string =>
  actions
    .filter(({ kind }) => kind !== 'lock')
    .map((action) => `${action.kind}${whatOf(action)} ${expressionsRead(action).map(idOf).join()}`)
    .join(';');

const idOf = (expr: Expr): number => exprId(expr);

function whatOf(action: Action): string {
  switch (action.kind) {
    case 'store':
      return ` ${action.shared} ${action.index === null}`;
    case 'assign':
    case 'havoc':
      return ` ${action.local}`;
    case 'assert':
      return ` ${action.property}`;
    case 'fence':
      return ` ${action.fence}`;
    default:
      return '';
  }
}

/** For those who make flushes. */
export const flushOf = (thread: ThreadId, cell: CellId): FollowedStep => ({ kind: 'flush', thread, cell });
