import type { CellId, ThreadId } from '../../lang/expr/ids.js';
import type { Edge, System } from '../../lang/program/system.js';
import type { StateBox } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import type { BoxDependence, BoxSteps } from './box-steps.js';
import { listed } from './coordinates.js';
import { stepsAlong } from './split-steps.js';
import type { KnownStep } from './split-steps.js';

/** `hasFlushed`: on the way through a section a write has left that counts. */
export type MadeStep = Exclude<KnownStep, { readonly kind: 'blocked' }> & { readonly hasFlushed: boolean };

/** Steps from where no thread is inside an atomic section to where none is. */
export class CompleteSteps {
  constructor(readonly steps: BoxSteps) {}

  get system(): System {
    return this.steps.system;
  }

  /**
   * What comes of an edge, and where it enters an atomic section, of all steps to its end, with own flushes; the last may be a
   * coordinate of the box on which it depends what else comes of it. Which flushes count, others ask.
   */
  *from(
    start: StateBox,
    thread: ThreadId,
    first: Edge,
    counts: (cell: CellId) => boolean = () => false,
  ): Generator<MadeStep | BoxDependence> {
    const seen = new Set<string>();
    const open: MadeStep[] = [];
    const follow = (box: StateBox, edge: Edge, hasFlushed: boolean): BoxDependence | null => {
      const steps = stepsAlong(this.steps, start, box, thread, edge);
      if ('kind' in steps) return steps;
      for (const step of steps) if (step.kind !== 'blocked') open.push({ ...step, hasFlushed });
      return null;
    };
    let depends = follow(start, first, false);
    for (let step = open.pop(); step !== undefined && depends === null; step = open.pop()) {
      this.steps.watch();
      yield step;
      if (step.kind === 'fault' || !this.isInside(step.box, thread)) continue;
      const { box, hasFlushed } = step;
      const key = `${hasFlushed ? '!' : ''}${keyOf(box)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const buffer = this.steps.coordinates.buffer(thread);
      if (at(box, buffer) === null) depends = { kind: 'depends', on: buffer };
      else
        for (const { cell, box: flushed } of this.steps.flushes(box, thread))
          open.push({ kind: 'moved', box: flushed, failed: [], hasFlushed: hasFlushed || counts(cell) });
      for (const edge of this.leaving(box, thread)) depends ??= follow(box, edge, hasFlushed);
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
