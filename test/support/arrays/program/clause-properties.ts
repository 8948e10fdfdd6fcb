import { unsupported } from '../../../../src/diagnostics/diagnostic.js';
import type { UnsafeClause } from '../../../../src/lang/arrays/array-system.js';
import { atLabel, falsity, not } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import type { Block, Property } from '../../../../src/lang/program/program.js';
import { at } from '../../../../src/support/invariant.js';
import { noSlots } from '../../../../src/arrays/footprint.js';
import type { ArrayMachine } from '../../../../src/arrays/array-machine.js';
import { distinctTuples } from '../../../../src/arrays/walk-system.js';
import { all, Exprs, some } from './formulas-to-exprs.js';
import type { ProgramThread, ProgramVariables } from './cell-homes.js';

/** The end of a thread that has seen what it must not see. */
export interface Observation {
  readonly actor: number;
  readonly label: string;
  readonly body: Block;
}

/** Which cells an actor may have in its buffer: views of others are views of memory. */
const isBufferedBy = ({ steps, instance }: ArrayMachine, slot: number, actor: number): boolean =>
  at(instance.cells, slot).symbol.weak &&
  steps.some(
    (step) =>
      step.actor === actor && !step.locked && (step.footprint.writes & (1n << BigInt(slot))) !== noSlots,
  );

/** The invariants that say of the unsafe clauses that they are not reached. */
export class Properties {
  readonly observations: Observation[] = [];

  constructor(
    private readonly machine: ArrayMachine,
    private readonly variables: ProgramVariables,
    private readonly threads: readonly ProgramThread[],
  ) {}

  /** `begins` is what initial values that go together satisfy, and never changes. */
  invariant(clause: UnsafeClause, begins: Expr): Property {
    const bad = distinctTuples(clause.params.length, this.machine.procs).map((procs) =>
      not(this.#bad(clause, procs)),
    );
    const { name, span } = clause;
    return {
      kind: 'invariant',
      name,
      formula: some([not(begins), all(bad)]),
      whenViolated: `${name} is reached`,
      span,
    };
  }

  /** What is true, for these processes, in states that are unsafe, or behind one. */
  #bad(clause: UnsafeClause, procs: readonly number[]): Expr {
    const { instance, hasBuffers } = this.machine;
    const viewers = new Set<number>();
    const plainly = new Exprs(instance, (slot, view) => {
      if (hasBuffers && view > 0 && isBufferedBy(this.machine, slot, view)) viewers.add(view);
      return this.variables.read(slot);
    });
    const formula = plainly.formula(clause.formula, { procs, view: 0 });
    const [viewer] = viewers;
    if (viewer === undefined || formula === falsity) return formula;
    if (viewers.size > 1)
      unsupported(
        `${clause.name} speaks of what several processes see, which no step can look at`,
        clause.span,
      );
    return this.#seen(clause, procs, viewer);
  }

  /** The process looks at it all in one step, and stops. */
  #seen(clause: UnsafeClause, procs: readonly number[], viewer: number): Expr {
    const { span, name } = clause;
    const thread = this.threads.find(({ actor }) => actor === viewer);
    if (thread === undefined) return unsupported(`process ${viewer} has no thread`, span);
    const looking = new Exprs(this.machine.instance, (slot, view) => {
      if (!this.#isSeen(slot, view, viewer, thread)) {
        const { name: cell } = at(this.machine.instance.cells, slot);
        const why = `a step of #${viewer} cannot look at ${cell} as ${view === 0 ? 'it is in memory' : `#${view} sees it`}`;
        unsupported(`${name} speaks of what #${viewer} sees and of other things`, span, why);
      }
      return this.variables.read(slot);
    });
    const cond = looking.formula(clause.formula, { procs, view: 0 });
    const label = `seen_${[...this.observations, null].length}`;
    this.observations.push({
      ...{ actor: viewer, label },
      body: [
        { kind: 'atomic', body: [{ kind: 'assume', cond, labels: [], span }], labels: [], span },
        { kind: 'skip', labels: [label], span },
      ],
    });
    return atLabel(thread.id, null, label);
  }

  /** Whether a read by the viewer's thread gives what the clause means. */
  #isSeen(slot: number, view: number, viewer: number, thread: ProgramThread): boolean {
    const home = this.variables.home(slot);
    if (home.kind === 'local') return at(this.variables.locals, home.id).thread === thread.id;
    if (view === viewer) return true;
    return (
      !isBufferedBy(this.machine, slot, viewer) && (view === 0 || !isBufferedBy(this.machine, slot, view))
    );
  }
}
