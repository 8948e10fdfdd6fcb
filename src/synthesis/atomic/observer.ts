import { children, hasTemporal, sharedReads, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { SharedId } from '../../lang/expr/ids.js';
import type { Machine, MachineState } from '../../memory/machine.js';

/** What of the states on the way a property looks at. One that looks at the last state only has no observer. */
export interface Observer {
  /** Whether one state more or less makes a difference by itself. */
  readonly countsSteps: boolean;
  readonly reads: ReadonlySet<SharedId>;
  /** What the property sees of a state: states of which it is the same are the same to it. */
  view(machine: Machine, state: MachineState): string;
}

/** Of a temporal formula: it sees the truth of the parts without temporal operators; only X counts steps. */
export function observerOf(formula: Expr): Observer {
  const atoms = atomsOf(formula);
  return {
    countsSteps: [...subexpressions(formula)].some((e) => e.kind === 'temporal' && e.op === 'X'),
    reads: new Set(atoms.flatMap((atom) => sharedReads(atom).map((read) => read.shared))),
    view: (machine, state) => atoms.map((atom) => (machine.holds(state, atom) ? '1' : '0')).join(''),
  };
}

/** An automaton moves in step with the system. */
export const stepwise: Observer = { countsSteps: true, reads: new Set(), view: () => '' };

/** The largest parts without temporal operators. */
const atomsOf = (formula: Expr): readonly Expr[] =>
  hasTemporal(formula) ? children(formula).flatMap(atomsOf) : [formula];
