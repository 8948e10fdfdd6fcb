import { at } from '../../support/invariant.js';
import type { SignedAtom } from './signed-atoms.js';
import { has, include, members, wordsFor } from '../bits.js';
import { HittingSets } from './hitting-sets.js';
import type { CubeJudgement } from './hitting-sets.js';
import { cubeKey, isPositive, literalCode, negated, predicateOf } from './literals.js';
import type { CubeCode } from './literals.js';
import type { Oracle } from './cube-oracle.js';
import type { Clock } from '../clock.js';
import type { CubeQuestion } from './cube-question.js';
import { searchInc } from './search-inc.js';

const done: CubeJudgement = { kind: 'done' };
const stepsBetweenBreaths = 64;

/**
 * Smallest cubes by minimal hitting sets of counter-models; every model that is found helps all later questions. Where the
 * solver shows no model, because its numbers are too large or it gave up, the cubes are enumerated.
 */
export async function searchFast(
  oracle: Oracle,
  question: CubeQuestion,
  clock: Clock,
): Promise<readonly CubeCode[]> {
  const search = new FastSearch(oracle, question);
  while (!search.isBlind && !search.run(stepsBetweenBreaths)) if (!(await clock.goOn())) break;
  return search.isBlind ? searchInc(oracle, question, clock) : search.found();
}

class FastSearch {
  /** There is a counter-model that nobody can look at: nothing tells what to add to the cube. */
  isBlind = false;
  readonly #found = new Map<string, CubeCode>();
  readonly #dismissed = new Set<string>();
  readonly #sets: HittingSets;
  readonly #guard: readonly SignedAtom[];
  readonly #counter: readonly SignedAtom[];

  constructor(
    private readonly oracle: Oracle,
    private readonly question: CubeQuestion,
  ) {
    const { guard, goal, predicates, maxSize, ends } = question;
    this.#guard = guard;
    this.#counter = goal === null ? [] : [negated(goal)];
    this.#sets = new HittingSets({
      predicates: predicates.length,
      maxSize,
      ends,
      judge: (cube) => this.#judge(cube.map((literal) => this.#global(literal))),
    });
    this.#addKnownModels();
  }

  run(steps: number): boolean {
    return this.#sets.run(steps);
  }

  found(): readonly CubeCode[] {
    return [...this.#found.values()];
  }

  #judge(cube: CubeCode): CubeJudgement {
    const key = cubeKey(cube);
    if (this.#found.has(key) || this.#dismissed.has(key)) return done;
    if (this.question.isExcluded(cube)) return this.#dismiss(key);
    const literals = this.oracle.ofCube(cube);
    const [some, more] = [[...literals, ...this.#counter], this.#guard];
    if (!this.oracle.isKnownContradiction(some, more)) {
      const reply = this.oracle.ask([...some, ...more]);
      switch (reply.kind) {
        case 'sat':
          return this.#countered(reply.model) ?? this.#blind();
        case 'unsure':
          return this.#blind();
        case 'unsat':
          this.oracle.learn(reply.core);
      }
    }
    if (this.question.isImpossible(cube)) return this.#dismiss(key);
    this.#found.set(key, cube);
    return done;
  }

  #blind(): CubeJudgement {
    this.isBlind = true;
    return done;
  }

  #dismiss(key: string): CubeJudgement {
    this.#dismissed.add(key);
    return done;
  }

  #addKnownModels(): void {
    const { pool } = this.oracle;
    const models = pool.whereAll([...this.#guard, ...this.#counter]);
    const planes = this.question.predicates.map((p) => {
      const signed = this.oracle.ofLiteral(literalCode(p, true));
      return { yes: pool.where(signed), no: pool.where(negated(signed)) };
    });
    const seen = new Set<string>();
    for (const model of members(models)) {
      const truth = new Int32Array(wordsFor(planes.length));
      let isWhole = true;
      for (const [p, { yes, no }] of planes.entries()) {
        if (has(yes, model)) include(truth, p);
        else if (!has(no, model)) isWhole = false;
      }
      const key = truth.join();
      if (!isWhole || seen.has(key)) continue;
      seen.add(key);
      this.#sets.addModel(truth);
    }
  }

  /** Null if the truth of some predicate cannot be told in the model. */
  #countered(model: number): CubeJudgement | null {
    const { pool } = this.oracle;
    const { predicates } = this.question;
    const truth = new Int32Array(wordsFor(predicates.length));
    for (const [i, p] of predicates.entries()) {
      const signed = this.oracle.ofLiteral(literalCode(p, true));
      if (pool.holdsIn(signed, model)) include(truth, i);
      else if (!pool.holdsIn(negated(signed), model)) return null;
    }
    return { kind: 'countered', truth };
  }

  #global(local: number): number {
    return literalCode(at(this.question.predicates, predicateOf(local)), isPositive(local));
  }
}
