import type { Stmt, Thread } from '../../lang/program/program.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import type { Arrivals } from '../../lang/program/arrivals.js';
import type { ControlFlow, JumpTarget } from '../../lang/program/control-flow.js';
import { localKey, placeKey, sharedKey } from './properties.js';
import type { Invariants, VariableName } from './properties.js';
import type { CScope } from './wording.js';
import type { CLines } from './c-text.js';
import { helpfulLabels } from '../../lang/program/helpful-labels.js';
import { placesWritten } from './undone-writes.js';

/** What a step changes besides its own effects: the labels that the thread is at, as far as properties speak of them. */
export class Moves {
  readonly #helpful: ReadonlySet<string>;

  constructor(
    private readonly thread: Thread,
    private readonly flow: ControlFlow,
    private readonly arrivals: Arrivals,
    private readonly scope: CScope,
    private readonly invariants: Invariants,
  ) {
    this.#helpful = helpfulLabels(scope.program.properties, thread.id);
  }

  /** The thread leaves the labels of a statement for those of another. */
  lines(from: Stmt, to: JumpTarget): CLines {
    return this.#changes(from, to).map(
      ([label, holds]) => `${this.scope.at(this.thread.id, label)} = ${holds};`,
    );
  }

  /** The checks at the end of a step of a statement to one of the targets. */
  checks(from: Stmt, targets: readonly JumpTarget[]): CLines {
    const labels = targets.flatMap((to) =>
      this.#changes(from, to).flatMap(([label, holds]) => (holds || this.matters(label) ? [label] : [])),
    );
    const places = labels.map((label) => placeKey(this.thread.id, label));
    return this.invariants.after(new Set([...writes(from), ...places]));
  }

  /** Whether the thread may violate something by being at the label no more. */
  private matters(label: string): boolean {
    return this.scope.purpose === 'run' || this.#helpful.has(label);
  }

  #changes(from: Stmt, to: JumpTarget): readonly (readonly [string, boolean])[] {
    const after = new Set(this.flow.arrival(to));
    const held = this.arrivals.held(from);
    const surely = new Set(this.flow.labels(from));
    return [...this.scope.tracked(this.thread.id)].flatMap(
      (label): readonly (readonly [string, boolean])[] => {
        if (after.has(label)) return surely.has(label) ? [] : [[label, true]];
        return held.has(label) ? [[label, false]] : [];
      },
    );
  }
}

/** What the step of a statement may write: all that is in an atomic block, nothing for the blocks of others. */
const writes = (stmt: Stmt): readonly VariableName[] =>
  [...(stmt.kind === 'atomic' ? everyStatement(stmt.body) : [stmt])]
    .flatMap(placesWritten)
    .map((place) => (place.kind === 'local' ? localKey(place.local) : sharedKey(place.shared)));
