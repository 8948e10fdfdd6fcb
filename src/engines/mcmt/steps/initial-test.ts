import { distinctTuples, tuples } from '../../../arrays/walk-system.js';
import { conjuncts, mapTerms } from '../../../lang/arrays/array-formula.js';
import type { ArrayFormula } from '../../../lang/arrays/array-system.js';
import { at } from '../../../support/invariant.js';
import { everyWay, goal, refuted } from './assertion.js';
import type { Goal } from './assertion.js';
import type { Cube } from '../cubes/cube.js';
import { CubeDraft } from '../cubes/draft.js';
import { factSize, isIn } from '../cubes/facts.js';
import { isAtStart } from '../cubes/event-history.js';
import type { BackwardProblem } from '../cubes/problem.js';
import { addReplaced } from '../cubes/substitute-terms.js';
import { cellOf, symbolOf } from '../cubes/term-codes.js';
import { termOf } from '../cubes/term-values.js';
import type { TermMeaning } from '../cubes/term-values.js';

/** Whether a cube has initial states; those in which an invariant of the file is violated are none. */
export class InitialTest {
  /** The values of a symbol in all initial states, where the text says so simply. */
  readonly #sets: readonly number[];
  constructor(private readonly problem: BackwardProblem) {
    this.#sets = simpleSets(problem);
  }

  meets(cube: Cube): boolean {
    const { facts } = cube;
    for (let f = 0; f < facts.length && at(facts, f) === isIn; f += factSize) {
      if ((at(facts, f + 2) & at(this.#sets, symbolOf(at(facts, f + 1)))) === 0) return false;
    }
    if (cube.history !== null && !isAtStart(cube.history)) return false;
    const draft = new CubeDraft(this.problem);
    // Nothing is buffered yet: a read that is still pending reads what the cell has initially.
    const cells = new Map<number, TermMeaning>();
    for (const read of cube.reads) cells.set(read, termOf(cellOf(read)));
    return addReplaced(facts, cells, draft) && this.#mayBegin(cube.procs, draft);
  }

  /** Whether there are any with so many processes. */
  exist(procs: number): boolean {
    return this.#mayBegin(procs, new CubeDraft(this.problem));
  }

  #mayBegin(procs: number, draft: CubeDraft): boolean {
    return everyWay(this.#goals(procs), draft, () => draft.close() !== null);
  }

  #goals(mentioned: number): readonly Goal[] {
    const { init, invariants } = this.problem.system;
    // What init says of variables without index it says if there is any process at all.
    const procs = Math.max(mentioned, 1);
    const setting = (chosen: readonly number[]) => ({ procs: chosen, reader: -1 });
    return [
      ...choices(tuples, init.params.length, procs).map((chosen) =>
        goal(plainly(init.formula), setting(chosen)),
      ),
      ...invariants.flatMap(({ formula, params }) =>
        choices(distinctTuples, params.length, procs).map((chosen) =>
          refuted(plainly(formula), setting(chosen)),
        ),
      ),
    ];
  }
}

/** Without views: everybody sees the same. */
const plainly = (formula: ArrayFormula): ArrayFormula =>
  mapTerms(formula, (term) => (term.kind === 'cell' ? { ...term, view: null } : term));

/** Processes as cubes count them, from 0. */
const choices = (ways: typeof tuples, params: number, procs: number): readonly (readonly number[])[] =>
  ways(params, procs).map((tuple) => tuple.map((p) => p - 1));

/** From conjuncts `A[z] = Value` of init, which hold for every cell. */
function simpleSets({ system, full }: BackwardProblem): readonly number[] {
  const sets = [...full];
  for (const part of conjuncts(system.init.formula)) {
    if (part.kind !== 'compare' || part.op !== '=') continue;
    const { left, right } = part;
    if (left.kind !== 'cell' || right.kind !== 'constructor') continue;
    const variables = left.indices.map((i) => (i.kind === 'variable' ? i.index : -1));
    if (variables.includes(-1) || new Set(variables).size < variables.length) continue;
    if (at(sets, left.symbol) !== 0) sets[left.symbol] = at(sets, left.symbol) & (1 << right.index);
  }
  // Other types are not compared by sets.
  return sets.map((set, symbol) => (at(full, symbol) === 0 ? -1 : set));
}
