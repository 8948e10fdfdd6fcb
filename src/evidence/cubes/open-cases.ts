import { at } from '../../support/invariant.js';
import type { AnyOf, GroundFormula, GroundLiteral, SameLiteral, SumLiteral } from './ground.js';
import { negated } from './ground.js';
import { mayBe } from './sums.js';

/** What variables may be: bits for one of finitely many values; for numbers whether they are integers. */
export interface VariableDomains {
  readonly domains: readonly number[];
  readonly isInteger: (variable: number) => boolean;
}

/**
 * A part of what a formula allows: for each variable the values that it may have, what literals say beyond that, and disjunctions of which it is open
 * which part holds. A value; what narrows it makes another one, or null where nothing is left.
 */
export class Cases {
  private constructor(
    private readonly variables: VariableDomains,
    readonly domains: readonly number[],
    readonly pairs: readonly SameLiteral[],
    readonly sums: readonly SumLiteral[],
    readonly open: readonly AnyOf[],
  ) {}

  static of(variables: VariableDomains, ground: GroundFormula): Cases | null {
    return new Cases(variables, variables.domains, [], [], []).and(ground);
  }

  and(ground: GroundFormula): Cases | null {
    const draft = new CasesDraft(this);
    if (!draft.add(ground) || !draft.settle()) return null;
    const { domains, pairs, sums, open } = draft;
    const isNew = sums.length > this.sums.length;
    if (isNew && !mayBe(sums, this.variables.isInteger)) return null;
    return new Cases(this.variables, domains, pairs, sums, open);
  }

  /** Whether it holds in all of it, in none (false), or that is open (null), without going into sums. */
  shallowTruthOf(ground: GroundFormula): boolean | null {
    return truthIn(ground, this);
  }

  truthOf(ground: GroundFormula): boolean | null {
    const shallow = truthIn(ground, this);
    if (shallow !== null || ground.kind !== 'sum') return shallow;
    if (!mayBe([...this.sums, ground], this.variables.isInteger)) return false;
    return mayBe([...this.sums, { ...ground, holds: !ground.holds }], this.variables.isInteger) ? null : true;
  }

  /** A literal that is open though no disjunction is; null: the values that are left are really possible. */
  undecided(): GroundLiteral | null {
    for (const { left, right, holds } of this.pairs) {
      if (holds || (at(this.domains, left) & at(this.domains, right)) === 0) continue;
      const values = at(this.domains, left);
      const variable = (values & (values - 1)) === 0 ? right : left;
      const all = at(this.domains, variable);
      return { kind: 'in', variable, values: all & -all, holds: true };
    }
    return null;
  }
}

interface KnownCases {
  readonly domains: readonly number[];
  readonly pairs: readonly SameLiteral[];
  readonly sums: readonly SumLiteral[];
}

class CasesDraft implements KnownCases {
  domains: number[];
  pairs: SameLiteral[];
  sums: SumLiteral[];
  open: AnyOf[];
  /** Whether something was learnt since disjunctions were looked at. */
  #isNews = false;

  constructor({ domains, pairs, sums, open }: Cases) {
    this.domains = [...domains];
    this.pairs = [...pairs];
    this.sums = [...sums];
    this.open = [...open];
  }

  /** False: nothing is left. */
  add(ground: GroundFormula): boolean {
    switch (ground.kind) {
      case 'and':
        return ground.parts.every((part) => this.add(part));
      case 'or':
        this.open.push(ground);
        this.#isNews = true;
        return true;
      case 'in': {
        const values = at(this.domains, ground.variable);
        return this.#narrow(ground.variable, ground.holds ? values & ground.values : values & ~ground.values);
      }
      case 'same':
        return this.#addPair(ground);
      case 'sum': {
        const truth = truthIn(ground, this);
        if (truth !== null) return truth;
        this.sums.push(ground);
        this.#isNews = true;
        return true;
      }
    }
  }

  #addPair(pair: SameLiteral): boolean {
    const truth = truthIn(pair, this);
    if (truth !== null) return truth;
    this.pairs.push(pair);
    this.#isNews = true;
    return true;
  }

  #narrow(variable: number, values: number): boolean {
    if (values === this.domains[variable]) return true;
    this.domains[variable] = values;
    this.#isNews = true;
    return values !== 0;
  }

  /** Draws what follows at once; false: nothing is left. */
  settle(): boolean {
    while (this.#isNews) {
      this.#isNews = false;
      if (!this.pairs.every((pair) => this.#spread(pair)) || !this.#reduced()) return false;
    }
    return true;
  }

  #spread({ left, right, holds }: SameLiteral): boolean {
    const [one, other] = [at(this.domains, left), at(this.domains, right)];
    if (holds) return this.#narrow(left, one & other) && this.#narrow(right, one & other);
    if (areConnected(this.pairs, left, right)) return false;
    if (isSingle(one) && !this.#narrow(right, other & ~one)) return false;
    return !isSingle(other) || this.#narrow(left, one & ~other);
  }

  #reduced(): boolean {
    const before = this.open;
    this.open = [];
    for (const either of before) {
      const left = stillOpen(either, this);
      if (left === null) continue;
      const [only] = left;
      if (only === undefined) return false;
      if (left.length > 1) this.open.push({ kind: 'or', parts: left });
      else if (!this.add(only)) return false;
    }
    return true;
  }
}

/** The parts of a disjunction that may hold; null: one of them does. */
function stillOpen({ parts }: AnyOf, known: KnownCases): readonly GroundFormula[] | null {
  const left: GroundFormula[] = [];
  for (const part of parts) {
    const truth = truthIn(part, known);
    if (truth === true) return null;
    if (truth === null) left.push(part);
  }
  return left;
}

const isSingle = (values: number): boolean => (values & (values - 1)) === 0;

/** Without going into sums; null: that is open. */
function truthIn(ground: GroundFormula, known: KnownCases): boolean | null {
  switch (ground.kind) {
    case 'and':
    case 'or': {
      const deciding = ground.kind === 'or';
      let result: boolean | null = !deciding;
      for (const part of ground.parts) {
        const truth = truthIn(part, known);
        if (truth === deciding) return deciding;
        if (truth === null) result = null;
      }
      return result;
    }
    case 'in': {
      const values = at(known.domains, ground.variable);
      if ((values & ground.values) === 0) return !ground.holds;
      return (values & ~ground.values) === 0 ? ground.holds : null;
    }
    case 'same':
      return sameIn(ground, known);
    case 'sum':
      return sumIn(ground, known);
  }
}

function sameIn({ left, right, holds }: SameLiteral, { domains, pairs }: KnownCases): boolean | null {
  if (left === right) return holds;
  const [one, other] = [at(domains, left), at(domains, right)];
  if ((one & other) === 0) return !holds;
  if (one === other && isSingle(one)) return holds;
  const isApart = pairs.some(
    (pair) =>
      !pair.holds &&
      ((pair.left === left && pair.right === right) || (pair.left === right && pair.right === left)),
  );
  if (isApart) return !holds;
  return areConnected(pairs, left, right) ? holds : null;
}

/** Whether what is said to be the same leads from one to the other. */
function areConnected(pairs: readonly SameLiteral[], from: number, to: number): boolean {
  const reached = new Set([from]);
  for (const here of reached) {
    for (const { left, right, holds } of pairs) {
      if (!holds) continue;
      if (left === here) reached.add(right);
      if (right === here) reached.add(left);
    }
  }
  return reached.has(to);
}

function sumIn({ sum, op, holds }: SumLiteral, { sums }: KnownCases): boolean | null {
  const { terms, constant } = sum;
  if (terms.length === 0) {
    const is = op === '=' ? constant === 0n : op === '<' ? constant < 0n : constant <= 0n;
    return is === holds;
  }
  const known = sums.find((other) => other.op === op && isSameSum(other.sum, sum));
  return known === undefined ? null : known.holds === holds;
}

const isSameSum = (one: SumLiteral['sum'], other: SumLiteral['sum']): boolean =>
  one === other ||
  (one.constant === other.constant &&
    one.terms.length === other.terms.length &&
    one.terms.every(([variable, factor], i) => {
      const [v, f] = at(other.terms, i);
      return v === variable && f === factor;
    }));

/** The cases one by one: each part of the disjunction where none before it holds. */
export function casesOf(cases: Cases, either: AnyOf): readonly (Cases | null)[] {
  let rest: Cases | null = cases;
  return either.parts.map((part) => {
    const here = rest?.and(part) ?? null;
    rest = rest?.and(negated(part)) ?? null;
    return here;
  });
}
