import type { ThreadId } from '../../lang/expr/ids.js';
import type { Edge, System } from '../../lang/program/system.js';
import type { StateBox } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import type { BoxDependence, BoxSteps } from './box-steps.js';
import { listed } from './coordinates.js';
import { stepsAlong } from './split-steps.js';
import type { KnownStep } from './split-steps.js';

export type MadeStep = Exclude<KnownStep, { readonly kind: 'blocked' }>;

/** Steps from where no thread is inside an atomic section to where none is. */
export class CompleteSteps {
  constructor(readonly steps: BoxSteps) {}

  get system(): System {
    return this.steps.system;
  }

  /**
   * What comes of an edge, and where it enters an atomic section, of all steps to its end, with own flushes; the last may be a
   * coordinate of the box on which it depends what else comes of it.
   */
  *from(start: StateBox, thread: ThreadId, first: Edge): Generator<MadeStep | BoxDependence> {
    const seen = new Set<string>();
    const open: KnownStep[] = [];
    const follow = (box: StateBox, edge: Edge): BoxDependence | null => {
      const steps = stepsAlong(this.steps, start, box, thread, edge);
      if ('kind' in steps) return steps;
      for (const step of steps) open.push(step);
      return null;
    };
    let depends = follow(start, first);
    for (let step = open.pop(); step !== undefined && depends === null; step = open.pop()) {
      this.steps.watch();
      if (step.kind === 'blocked') continue;
      yield step;
      if (step.kind === 'fault' || !this.isInside(step.box, thread)) continue;
      const { box } = step;
      const key = keyOf(box);
      if (seen.has(key)) continue;
      seen.add(key);
      const buffer = this.steps.coordinates.buffer(thread);
      if (at(box, buffer) === null) depends = { kind: 'depends', on: buffer };
      else
        for (const flushed of this.steps.flushes(box, thread))
          open.push({ kind: 'moved', box: flushed, failed: [] });
      for (const edge of this.leaving(box, thread)) depends ??= follow(box, edge);
    }
    if (depends !== null) yield depends;
  }

  /** The edges that begin where the thread stands; in all states of the box it stands there. */
  leaving(box: StateBox, thread: ThreadId): readonly Edge[] {
    const [place] = this.placesOf(box, thread);
    return at(this.system.threads, thread).edges.filter(({ from }) => BigInt(from) === place);
  }

  isInside(box: StateBox, thread: ThreadId): boolean {
    const { locations } = at(this.system.threads, thread);
    return this.placesOf(box, thread).some((place) => at(locations, Number(place)).atomic);
  }

  placesOf(box: StateBox, thread: ThreadId): readonly bigint[] {
    return listed(at(box, this.steps.coordinates.place(thread)));
  }
}

const keyOf = (box: StateBox): string => box.map((values) => values?.join() ?? '*').join(';');
