import type { Expr } from '../../lang/expr/expr.js';
import { simplified } from '../../lang/expr/substitute.js';
import type { Answer, Literal, Smt } from '../../smt/smt.js';
import { at, getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { SignedAtoms } from './signed-atoms.js';
import type { SignedAtom } from './signed-atoms.js';
import { isPositive, negated, predicateOf } from './literals.js';
import type { CubeCode, LiteralCode } from './literals.js';
import { CubeModelPool } from './model-pool.js';

export type OracleReply =
  | { readonly kind: 'unsat'; readonly core: readonly SignedAtom[] }
  /** The number of a model of the pool in which all formulas surely hold. */
  | { readonly kind: 'sat'; readonly model: number }
  /** The solver gave up, or found a model that cannot be computed with. */
  | { readonly kind: 'unsure' };

const unsure: OracleReply = { kind: 'unsure' };

/** Asks the solver about sets of formulas, and keeps what it learns: models, and sets that contradict themselves. */
export class Oracle {
  readonly atoms = new SignedAtoms();
  readonly pool: CubeModelPool;
  readonly #predicates: readonly SignedAtom[];
  readonly #literals = new Map<SignedAtom, Literal>();
  readonly #signed = new Map<Literal, SignedAtom>();
  /** Sets of formulas that cannot hold together, as keys. */
  readonly #contradictions = new Set<string>();

  constructor(
    private readonly smt: Smt,
    predicates: readonly Expr[],
  ) {
    this.pool = new CubeModelPool(smt, this.atoms);
    this.#predicates = predicates.map((formula) => this.atoms.signed(simplified(formula)));
  }

  /** The formula that a literal of a cube stands for. */
  ofLiteral(literal: LiteralCode): SignedAtom {
    return at(this.#predicates, predicateOf(literal)) ^ (isPositive(literal) ? 0 : 1);
  }

  ofCube(cube: CubeCode): SignedAtom[] {
    return cube.map((literal) => this.ofLiteral(literal));
  }

  /** One query of which nothing is kept. */
  refutes(formulas: readonly SignedAtom[]): boolean {
    return this.#check(formulas).kind === 'unsat';
  }

  /** One query, whatever is known already. */
  ask(formulas: readonly SignedAtom[]): OracleReply {
    const answer = this.#check(formulas);
    switch (answer.kind) {
      case 'unknown':
        return unsure;
      case 'unsat':
        return { kind: 'unsat', core: answer.core.map((literal) => getOrFail(this.#signed, literal)) };
      case 'sat': {
        if (answer.model === null) return unsure;
        const model = this.pool.add(answer.model);
        return formulas.every((signed) => this.pool.holdsIn(signed, model)) ? { kind: 'sat', model } : unsure;
      }
    }
  }

  /** Whether the formulas cannot hold together, from what is known or by a query. */
  isContradiction(formulas: readonly SignedAtom[]): boolean {
    if (this.pool.hasAll(formulas)) return false;
    if (this.#contradictions.has(setKey(formulas))) return true;
    const reply = this.ask(formulas);
    if (reply.kind === 'unsat') this.learn(formulas);
    return reply.kind === 'unsat';
  }

  /** Whether the goal holds wherever all of the guard does. */
  entails(guard: readonly Expr[], goal: Expr): boolean {
    return this.isContradiction([negated(this.atoms.signed(goal)), ...this.signed(guard)]);
  }

  signed(formulas: readonly Expr[]): SignedAtom[] {
    return formulas.map((formula) => this.atoms.signed(formula));
  }

  /** The set of formulas contradicts itself. */
  learn(formulas: readonly SignedAtom[]): void {
    this.#contradictions.add(setKey(formulas));
  }

  /** Whether `some` with any part of `more` is known to contradict itself; looked up for few parts of `more` only. */
  isKnownContradiction(some: readonly SignedAtom[], more: readonly SignedAtom[]): boolean {
    const count = Math.min(more.length, 4);
    for (let parts = 0; parts < 1 << count; parts++) {
      const chosen = more.filter((_, i) => i < count && (parts >> i) & 1);
      if (this.#contradictions.has(setKey([...some, ...chosen]))) return true;
    }
    return false;
  }

  #check(formulas: readonly SignedAtom[]): Answer {
    return this.smt.check(formulas.map((signed) => this.#literal(signed)));
  }

  #literal(signed: SignedAtom): Literal {
    return remembered(this.#literals, signed, () => {
      const literal = this.smt.literal(this.atoms.formula(signed));
      this.#signed.set(literal, signed);
      return literal;
    });
  }
}

const setKey = (formulas: readonly SignedAtom[]): string =>
  [...new Set(formulas)].sort((a, b) => a - b).join();
