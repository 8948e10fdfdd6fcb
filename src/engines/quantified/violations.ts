import { falsity, int, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { negated } from '../../lang/expr/simplify.js';
import { substitution, variablesOf } from '../../lang/expr/substitute.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { holdsInMemory } from '../../symbolic/state-formulas.js';
import type { SymbolicState } from '../../symbolic/symbolic-state.js';
import type { PlacedThread, Conjecture } from './conjecture.js';
import type { InductivePart } from './inductive.js';
import { firstOf } from './phases.js';
import type { Phase, Phases } from './phases.js';
import type { ThreadCopies } from './thread-copies.js';

/** What an invariant does not exclude: where threads are, and what is violated there. A clause. */
export type Remaining = string;

/** Whether what is invariant excludes what violates properties. */
export class Violations {
  constructor(
    private readonly copies: ThreadCopies,
    private readonly phases: Phases,
    private readonly clauses: Conjecture,
    private readonly invariant: InductivePart,
    private readonly pause: () => Promise<void>,
  ) {}

  /** A step that violates a property of the name, or finds no room (`overflow`); null: there is none. */
  async byStep(name: string): Promise<Remaining | null> {
    for (const step of this.phases.steps) {
      const { outcome } = step.way;
      const what =
        outcome.kind === 'overflows' ? 'overflow' : outcome.kind === 'moves' ? null : outcome.property;
      if (what !== name) continue;
      await this.pause();
      const actors = [{ thread: firstOf(step.from.kind), phase: step.from }];
      if (this.invariant.refute({ actors, step }, []).kind === 'open')
        return `a step of ${this.#told(step.from)}`;
    }
    return null;
  }

  /** Places of the threads that an invariant speaks of at which it might be false; null: there are none. */
  async ofInvariant(formula: Expr): Promise<Remaining | null> {
    const { state, model } = this.phases.machine;
    const meant = holdsInMemory(state, model, formula);
    const named = this.#named(meant);
    return this.#search(meant, named, []);
  }

  #named(formula: Expr): readonly ThreadId[] {
    const spoken = variablesOf(formula);
    const { state } = this.copies;
    return state.system.threads.flatMap(({ id }) => {
      const own = [state.place(id), ...this.copies.localsOf(id).map((local) => state.local(local))];
      return own.some((variable) => spoken.has(variable)) ? [id] : [];
    });
  }

  /** Depth first over the phases of the threads that are not placed yet. */
  async #search(
    formula: Expr,
    [thread, ...others]: readonly ThreadId[],
    actors: readonly PlacedThread[],
  ): Promise<Remaining | null> {
    if (formula === truth) return null;
    await this.pause();
    if (thread === undefined) {
      const outcome = this.invariant.refute({ actors, step: null }, [negated(formula)]);
      return outcome.kind === 'refuted' ? null : actors.map(({ phase }) => this.#told(phase)).join(' with ');
    }
    const kind = this.copies.kindOf(thread);
    for (const phase of this.phases.all) {
      if (phase.kind !== kind) continue;
      const placed = [...actors, { thread, phase }];
      if (this.clauses.ofAll(placed).some((instance) => instance.formula === falsity)) continue;
      const found = await this.#search(this.#at(thread, phase, formula), others, placed);
      if (found !== null) return found;
    }
    return null;
  }

  #at(thread: ThreadId, phase: Phase, formula: Expr): Expr {
    const { state } = this.copies;
    const rename = (variable: Expr): Expr => this.copies.renamed(variable, [firstOf(phase.kind)], [thread]);
    return substitution(
      new Map([
        [state.place(thread), int(phase.place)],
        [state.waiting(thread), int(phase.waiting)],
        ...[...phase.settled].map(([variable, value]) => [rename(variable), value] as const),
      ]),
    )(formula);
  }

  #told = (phase: Phase): string => phaseName(this.copies.state, phase);
}

/** Where a thread in the phase is, for people. */
export function phaseName(state: SymbolicState, { kind, place, waiting, settled }: Phase): string {
  const location = state.system.threads[firstOf(kind)]?.locations[place];
  const [label] = location?.labels ?? [];
  const where = label === undefined ? `location ${place}` : label;
  const values = [...settled].map(([variable, value]) =>
    value.kind === 'bool' || value.kind === 'int' ? `${state.nameOf(variable)} = ${value.value}` : '',
  );
  const held = state.shapeName(waiting);
  return [`${kind.name} at ${where}`, ...values, ...(held === '' ? [] : [`waiting: ${held}`])].join(', ');
}
