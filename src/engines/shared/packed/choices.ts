import { Unsupported } from '../../../diagnostics/diagnostic.js';
import type { Edge } from '../../../lang/program/system.js';
import { defaultOf } from '../../../lang/expr/type.js';
import { at, invariant } from '../../../support/invariant.js';
import { addTo } from '../../../support/remembered.js';
import { cellsTouched, readBy } from './touched-variables.js';
import { isBounded, nearest, point } from '../../../lang/expr/interval.js';
import type { BoundedInterval } from '../../../lang/expr/interval.js';
import { exactRange } from './doubles.js';
import { Liveness, readByInitialisers } from './packed-liveness.js';
import type { Mentioned } from './packed-liveness.js';
import type { PackedVariable, PackedVariables } from './packed-variables.js';

/** What a value that nobody will read is set to: the default of its type, as far as doubles reach. */
export const restValue = (variable: PackedVariable): bigint => nearest(defaultOf(variable.type), exactRange);

/** What the program leaves open: initial values and havocs, each with the values that are tried. */
export class Choices {
  readonly liveness: readonly Liveness[];
  /** The values that a variable without initialiser starts with; null for the others. */
  readonly initial: readonly (BoundedInterval | null)[];
  /** Whether some unbounded integer takes the values of the havoc range only. */
  readonly narrowed: boolean;

  /** The variables that initial values of others are computed from. */
  readonly chosenFor: ReadonlySet<PackedVariable>;

  readonly #havocs = new Map<string, BoundedInterval>();

  constructor(
    readonly variables: PackedVariables,
    uses: Mentioned,
    /** The values that stand for "any integer"; null: a program that needs one is refused. */
    range: BoundedInterval | null,
  ) {
    let narrowed = false;
    this.chosenFor = readByInitialisers(variables);
    const valuesOf = (variable: PackedVariable, live: boolean, what: string): BoundedInterval => {
      if (!live) return point(restValue(variable));
      if (isBounded(variable.domain)) return variable.domain;
      if (range === null) throw needsRange(variable, what);
      narrowed = true;
      return { lo: nearest(range.lo, exactRange), hi: nearest(range.hi, exactRange) };
    };
    const { system } = variables;
    this.liveness = system.threads.map((thread) => new Liveness(thread, variables, uses));
    const live = this.#liveAtStart(uses);
    this.initial = variables.all.map((v) =>
      v.init.kind === 'any' ? valuesOf(v, live.has(v), 'has no initial value') : null,
    );
    for (const thread of system.threads) {
      for (const edge of thread.edges) {
        for (const [i, action] of edge.actions.entries()) {
          if (action.kind !== 'havoc') continue;
          const variable = variables.ofLocal(action.local);
          const after = at(this.liveness, thread.id)
            .within(edge.actions, edge.to, i + 1)
            .has(variable);
          this.#havocs.set(keyOf(thread.id, edge, i), valuesOf(variable, after, 'takes any value'));
        }
      }
    }
    this.narrowed = narrowed;
  }

  /** The values that the havoc action at `index` of an edge chooses from. */
  ofHavoc(thread: number, edge: Edge, index: number): BoundedInterval {
    const found = this.#havocs.get(keyOf(thread, edge, index));
    invariant(found !== undefined, 'the action is a havoc');
    return found;
  }

  /**
   * A local matters if its thread may read it before writing it; a cell also if more than one thread touches it, as
   * then the order of their accesses is not known.
   */
  #liveAtStart(uses: Mentioned): ReadonlySet<PackedVariable> {
    const { system } = this.variables;
    const live = new Set([...uses.always, ...this.chosenFor]);
    const touchedBy = new Map<PackedVariable, number[]>();
    for (const thread of system.threads) {
      const touched = cellsOf(thread.edges, this.variables);
      for (const variable of at(this.liveness, thread.id).at(thread.entry)) {
        const { place } = variable;
        if (place.kind === 'local' ? place.thread === thread.id : touched.has(variable)) live.add(variable);
      }
      for (const variable of touched) addTo(touchedBy, variable, thread.id);
    }
    for (const [variable, threads] of touchedBy) if (threads.length > 1) live.add(variable);
    for (const variable of uses.atEnd)
      if (variable.place.kind === 'cell' && !touchedBy.has(variable)) live.add(variable);
    return live;
  }
}

const keyOf = (thread: number, edge: Edge, index: number): string => `${thread} ${edge.id} ${index}`;

function cellsOf(edges: readonly Edge[], variables: PackedVariables): ReadonlySet<PackedVariable> {
  const cells = edges.flatMap(({ actions }) =>
    actions.flatMap((action) => [
      ...(action.kind === 'store' ? cellsTouched(action.shared, action.index, variables) : []),
      ...readBy(action, variables).filter(({ place }) => place.kind === 'cell'),
    ]),
  );
  return new Set(cells);
}

function needsRange(variable: PackedVariable, what: string): Unsupported {
  return new Unsupported(
    `the integer '${variable.name}' ${what}, and the explicit engine cannot try all integers`,
    variable.span,
    'initialise it, give it a range as in int[0..3], take --engine abstract, which finds predicates, or give --havoc-range A..B',
    'E502',
  );
}
