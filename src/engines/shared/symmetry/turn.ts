import type { CellId, LocalId, ThreadId } from '../../../lang/expr/ids.js';
import type { Step } from '../../../lang/run/execution.js';
import type { System } from '../../../lang/program/system.js';
import { at } from '../../../support/invariant.js';
import type { ThreadGroup } from './thread-group.js';

/** Who is who: by group, the member that each member is put in the place of. */
export class Turn {
  readonly #cells = new Map<CellId, CellId>();
  readonly #threads = new Map<ThreadId, ThreadId>();

  constructor(
    private readonly groups: readonly ThreadGroup[],
    private readonly places: readonly (readonly number[])[],
  ) {
    for (const [g, { threads, cells }] of groups.entries()) {
      for (const [p, place] of at(places, g).entries()) {
        this.#threads.set(at(threads, p), at(threads, place));
        for (const [i, cell] of at(cells, p).entries()) this.#cells.set(cell, at(at(cells, place), i));
      }
    }
  }

  is(other: Turn): boolean {
    return this.places.every((own, g) => own.every((place, p) => place === at(at(other.places, g), p)));
  }

  /** First the other, then this one. */
  after(first: Turn): Turn {
    return new Turn(
      this.groups,
      this.places.map((own, g) => at(first.places, g).map((place) => at(own, place))),
    );
  }

  inverse(): Turn {
    return new Turn(
      this.groups,
      this.places.map((own) => own.map((_, p) => own.indexOf(p))),
    );
  }

  /** What the step is with the threads turned. */
  step(step: Step, system: System): Step {
    const thread = this.#threads.get(step.thread) ?? step.thread;
    if (step.kind === 'flush') return { ...step, thread, cell: this.#cells.get(step.cell) ?? step.cell };
    const { actions } = at(at(system.threads, step.thread).edges, step.edge);
    const drawn = actions.flatMap((action) => (action.kind === 'havoc' ? [action.local] : []));
    return { ...step, thread, havoc: step.havoc.map((value, i) => this.#named(at(drawn, i), value)) };
  }

  #named(local: LocalId, value: bigint): bigint {
    return this.groups.reduce((known, { names }, g) => {
      const kind = names.find(({ locals }) => locals.has(local));
      const member = kind?.values.indexOf(Number(known)) ?? -1;
      return kind === undefined || member < 0
        ? known
        : BigInt(at(kind.values, at(at(this.places, g), member)));
    }, value);
  }
}
