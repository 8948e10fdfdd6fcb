import { countWith, placements } from '../../arrays/placements.js';
import { distinctTuples, tuples } from '../../arrays/walk-system.js';
import type { Clause } from '../../lang/arrays/array-system.js';
import type { StatedRead, StatedCube } from '../../lang/arrays/stated-cube.js';
import { at } from '../../support/invariant.js';
import { Cases, casesOf } from './open-cases.js';
import { groundClaim } from './claims.js';
import { CubeIndex, openLiteral, termsOfClaim } from './cube-index.js';
import type { CubeMatch } from './cube-index.js';
import { allOf, negated } from './ground.js';
import type { GroundFormula } from './ground.js';
import { NoCheck } from './no-check.js';
import { atOnce, noReads } from './reaches.js';
import { stepsBack } from './step-back.js';
import type { CubeObligation } from './step-back.js';
import { everybody, GroundVocabulary } from './ground-terms.js';
import type { CubeSetting } from './ground-terms.js';

export interface CubesCheck {
  readonly obligations: number;
  readonly held: number;
  /** What does not hold first: a clause. */
  readonly reason: string | null;
}

/**
 * Whether the system comes to no state of the cubes, and so violates none of the clauses: no initial state is in one, all states
 * of the clauses are, and whatever leads into one is in one (docs/evidence.md).
 */
export function checkCubes(
  setting: CubeSetting,
  cubes: readonly StatedCube[],
  clauses: readonly Clause[],
  watch: () => void,
): CubesCheck {
  const check = new CubesChecking(setting, cubes, watch);
  try {
    check.run(clauses);
  } catch (error) {
    if (!(error instanceof NoCheck)) throw error;
    check.fail(error.message);
  }
  return check;
}

class CubesChecking implements CubesCheck {
  obligations = 0;
  held = 0;
  reason: string | null = null;
  readonly #index: CubeIndex;

  constructor(
    private readonly setting: CubeSetting,
    private readonly cubes: readonly StatedCube[],
    private readonly watch: () => void,
  ) {
    this.#index = new CubeIndex(cubes, watch);
  }

  run(clauses: readonly Clause[]): void {
    for (const [i, cube] of this.cubes.entries()) {
      const why = whyNoMeaning(cube, this.setting);
      if (why !== null) throw new NoCheck(`cube ${i + 1} ${why}`);
    }
    for (const [i, cube] of this.cubes.entries())
      this.#count(!this.#isPossible(this.#initial(cube)), () => `an initial state is in cube ${i + 1}`);
    for (const clause of clauses)
      for (const obligation of this.#statesOf(clause))
        this.#count(
          this.#isCovered(obligation),
          () => `states of unsafe (${clause.params.join(' ')}) are in no cube`,
        );
    for (const [i, cube] of this.cubes.entries())
      for (const transition of this.setting.system.transitions)
        for (const obligations of stepsBack(this.setting, cube, transition))
          this.#count(
            obligations.every((obligation) => this.#isCovered(obligation)),
            () => `${transition.name} leads into cube ${i + 1} from states that are in none`,
          );
  }

  fail(reason: string): void {
    this.obligations++;
    this.reason ??= reason;
  }

  #count(holds: boolean, reason: () => string): void {
    this.watch();
    this.obligations++;
    if (holds) this.held++;
    else this.reason ??= reason();
  }

  /** Initial states of the cube, as its processes see them: whoever reads, nothing waits. */
  #initial(cube: StatedCube): readonly [GroundVocabulary, GroundFormula] {
    const { init, invariants } = this.setting.system;
    // What init says of variables without index it says if there is any process at all.
    const count = Math.max(cube.procs, 1);
    const vocabulary = new GroundVocabulary(this.setting, count, () => {
      throw new NoCheck('at the start nobody reads');
    });
    const holds = (formula: Clause['formula'], tuple: readonly number[]): GroundFormula =>
      vocabulary.formula(formula, { procs: tuple.map((p) => p - 1), reader: everybody });
    const facts = cube.facts.map((claim) =>
      groundClaim(claim, vocabulary, (term) => {
        if (term.kind === 'process') return vocabulary.process(term.proc);
        const { symbol, indices } = term.kind === 'cell' ? term : at(cube.reads, term.read);
        return vocabulary.cell(symbol, indices);
      }),
    );
    const ground = allOf([
      ...facts.filter((fact) => fact !== null),
      ...tuples(init.params.length, count).map((tuple) => holds(init.formula, tuple)),
      ...invariants.flatMap(({ params, formula }) =>
        distinctTuples(params.length, count).map((tuple) => negated(holds(formula, tuple))),
      ),
      vocabulary.order(),
    ]);
    return [vocabulary, ground];
  }

  #isPossible([vocabulary, ground]: readonly [GroundVocabulary, GroundFormula]): boolean {
    const stack = [Cases.of(vocabulary.variables(), ground)];
    for (let cases = stack.pop(); cases !== undefined; cases = stack.pop()) {
      this.watch();
      if (cases === null) continue;
      const parts = split(cases);
      if (parts === null) return true;
      stack.push(...parts);
    }
    return false;
  }

  *#statesOf({ params, formula }: Clause): Generator<CubeObligation> {
    const { pinned, most, hasBuffers } = this.setting;
    for (const procs of placements(params.length, pinned)) {
      const count = countWith(pinned, procs);
      if (most !== null && count > most) continue;
      const list: StatedRead[] = [];
      const vocabulary = new GroundVocabulary(this.setting, count, (symbol, indices, reader) => {
        const isSame = (read: StatedRead): boolean =>
          read.symbol === symbol &&
          read.reader === reader &&
          indices.every((index, i) => read.indices[i] === index);
        const known = list.findIndex(isSame);
        return known < 0 ? list.push({ symbol, indices, reader }) - 1 : known;
      });
      const ground = allOf([vocabulary.formula(formula, { procs, reader: -1 }), vocabulary.order()]);
      yield { vocabulary, ground, reads: hasBuffers ? atOnce(list, count) : noReads };
    }
  }

  /** Whether all of it is in cubes; perhaps only several that differ in what it does not speak of have all of it together. */
  #isCovered(obligation: CubeObligation): boolean {
    if (this.#isCoveredAsTold(obligation)) return true;
    return obligation.vocabulary.speakOfAllCells() && this.#isCoveredAsTold(obligation);
  }

  /** What no cube has as a whole is split by what is open. */
  #isCoveredAsTold(obligation: CubeObligation): boolean {
    const stack = [Cases.of(obligation.vocabulary.variables(), obligation.ground)];
    for (let cases = stack.pop(); cases !== undefined; cases = stack.pop()) {
      this.watch();
      if (cases === null) continue;
      const match = this.#index.match(obligation, cases);
      if (match?.kind === 'covered') continue;
      const parts = (match === null ? null : splitFor(cases, match)) ?? split(cases);
      if (parts === null) return false;
      stack.push(...parts);
    }
    return true;
  }
}

/** Why nothing is known of what the cube would mean: a clause. */
function whyNoMeaning({ procs, facts, reads }: StatedCube, setting: CubeSetting): string | null {
  if (procs < setting.pinned) return 'is not about all processes that the system names';
  if (reads.some(({ symbol }) => !setting.isWeak(symbol))) return 'has a pending read of what is not weak';
  const cells = facts.flatMap(termsOfClaim).flatMap((term) => (term.kind === 'cell' ? [term] : []));
  return cells.some(({ symbol }) => setting.isWeak(symbol)) ? 'says of weak memory what nobody reads' : null;
}

type SplitCases = readonly (Cases | null)[];

/** By what keeps a cube from having all of it, where no more than that is open; null: other things come first. */
function splitFor(cases: Cases, match: Extract<CubeMatch, { kind: 'open' }>): SplitCases | null {
  const [claim] = match.claims;
  if (claim === undefined || (match.claims.length > 1 && cases.open.length > 0)) return null;
  const literal = openLiteral(claim, cases);
  return literal === null ? null : [cases.and(literal), cases.and(negated(literal))];
}

/** Null: nothing is open, so it is possible. */
function split(cases: Cases): SplitCases | null {
  const [first, ...others] = cases.open;
  if (first !== undefined)
    return casesOf(
      cases,
      others.reduce((best, either) => (either.parts.length < best.parts.length ? either : best), first),
    );
  const literal = cases.undecided();
  return literal === null ? null : [cases.and(literal), cases.and(negated(literal))];
}
