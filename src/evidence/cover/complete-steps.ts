import type { ThreadId } from '../../lang/expr/ids.js';
import type { Edge, System } from '../../lang/program/system.js';
import type { StateBox } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import type { BoxSteps } from './box-steps.js';
import { listed, nothingWaits } from './coordinates.js';
import { stepsAlong } from './split-steps.js';
import type { KnownStep, SplitListener } from './split-steps.js';

export type MadeStep = Exclude<KnownStep, { readonly kind: 'blocked' }>;

/** Steps from where no thread is inside an atomic section to where none is. */
export class CompleteSteps {
  constructor(readonly steps: BoxSteps) {}

  get system(): System {
    return this.steps.system;
  }

  /** What comes of an edge, and where it enters an atomic section, of all steps to its end, with own flushes. */
  *from(start: StateBox, thread: ThreadId, first: Edge, splits?: SplitListener): Generator<MadeStep> {
    const seen = new Set<string>();
    const open = [...stepsAlong(this.steps, start, thread, first, splits)];
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      this.steps.watch();
      if (step.kind === 'blocked') continue;
      yield step;
      if (step.kind === 'fault' || !this.isInside(step.box, thread)) continue;
      const { box } = step;
      const key = keyOf(box);
      if (seen.has(key)) continue;
      seen.add(key);
      for (const flushed of this.steps.flushes(box, thread))
        open.push({ kind: 'moved', box: flushed, failed: [] });
      for (const edge of this.leaving(box, thread))
        open.push(...stepsAlong(this.steps, box, thread, edge, splits));
    }
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

  /** The states of the box in which all threads have ended and all buffers are empty; null: there are none. */
  ended(box: StateBox): StateBox | null {
    const found = this.drained(box);
    if (found === null) return null;
    const ended = [...found];
    for (const { id, end } of this.system.threads) {
      if (!this.placesOf(box, id).includes(BigInt(end))) return null;
      ended[this.steps.coordinates.place(id)] = [BigInt(end)];
    }
    return ended;
  }

  /** The states of the box in which all buffers are empty; null: there are none. */
  drained(box: StateBox): StateBox | null {
    const found = [...box];
    for (const { id } of this.system.threads) {
      const place = this.steps.coordinates.buffer(id);
      if (!listed(at(box, place)).includes(nothingWaits)) return null;
      found[place] = [nothingWaits];
    }
    return found;
  }
}

const keyOf = (box: StateBox): string => box.map((values) => values?.join() ?? '*').join(';');
