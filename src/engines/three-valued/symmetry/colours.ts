import type { BooleanProgram } from '../../../lang/boolean/boolean-program.js';
import { assertNever, at } from '../../../support/invariant.js';
import type { ThreadGraph } from '../thread-graph.js';
import type { ChainFact } from './chain-facts.js';
import { literalOf } from './resolved-formula.js';
import type { ResolvedFormula } from './resolved-formula.js';
import { placeOf } from './thread-facts.js';
import type { BooleanFacts } from './thread-facts.js';

/**
 * Numbers of threads and literals that are the same for those that have the same part in the program, as far as they were
 * refined: each is made anew from the numbers of all that stands beside it (Weisfeiler and Leman's way with graphs). Two
 * may have the same number by chance; it is a guess, nothing is proved by it.
 */
export interface Colours {
  readonly threads: Int32Array;
  readonly literals: Int32Array;
}

/** The same number for threads with graphs of one shape. */
export const shapeCode = (graph: ThreadGraph): number =>
  graph.nodes.reduce(
    (before, node) =>
      node.chains.reduce(
        (code, { to }) => mixed(code, to.index),
        mixed(mixed(before, textCode(placeOf(graph, node))), node.chains.length),
      ),
    graph.thread === 0 ? 1 : 2,
  );

/** Of threads and literals that nothing is known of but what kind they are. */
export const firstColours = (program: BooleanProgram, shapes: readonly number[]): Colours => ({
  threads: Int32Array.from(shapes),
  literals: Int32Array.from({ length: 2 * program.variables.length }, (_, literal) => {
    const { thread } = at(program.variables, literal >> 1);
    return thread === null ? 3 : thread === 0 ? 4 : 5;
  }),
});

/** One step of refining. The initialisation has no part in it: states may be exchanged whatever the first of them is. */
export function refinedOnce(facts: BooleanFacts, colours: Colours): Colours {
  const round = new Refinement(2 * facts.program.variables.length, colours);
  const { program, threads, infeasible, property } = facts;
  for (const [t, { nodes }] of threads.entries()) {
    if (t === 0) continue;
    for (const [n, { alive, chains }] of nodes.entries()) {
      for (const variable of alive) round.countBoth(variable, mixed(mixed(at(colours.threads, t), n), 7));
      for (const [c, chain] of chains.entries()) round.chain(t, mixed(n, c), chain.facts);
    }
  }
  round.asked(infeasible);
  round.asked(property);
  for (const { id, thread } of program.variables)
    if (thread !== null) round.countBoth(id, mixed(at(colours.threads, thread), 11));
  return round.made;
}

class Refinement {
  readonly made: Colours;

  constructor(
    private readonly literals: number,
    private readonly before: Colours,
  ) {
    this.made = {
      threads: before.threads.map((code) => mixed(code, 13)),
      literals: before.literals.map((code, literal) => mixed(code, at(before.literals, literal ^ 1))),
    };
  }

  countBoth(variable: number, code: number): void {
    for (const literal of [2 * variable, 2 * variable + 1]) this.#count(literal, code);
  }

  #count(literal: number, code: number): void {
    const { literals } = this.made;
    literals[literal] = (at(literals, literal) + code) | 0;
  }

  chain(thread: number, place: number, facts: readonly ChainFact[]): void {
    const codes = facts.map((fact) => this.#factCode(fact));
    const all = mixed(sum(codes), place);
    const { threads } = this.made;
    threads[thread] = (at(threads, thread) + all) | 0;
    const where = mixed(at(this.before.threads, thread), place);
    for (const [i, fact] of facts.entries()) this.#spread(fact, mixed(at(codes, i), where));
  }

  asked(facts: readonly ChainFact[]): void {
    for (const fact of facts) this.#spread(fact, this.#factCode(fact));
  }

  #factCode({ kind, place, about, formulas }: ChainFact): number {
    const start = mixed(mixed(textCode(kind), place), about === null ? 0 : this.#literalCode(about));
    return formulas.reduce((code, formula) => mixed(code, this.#code(formula)), start);
  }

  /** Each variable and thread in it is told where it stands. */
  #spread({ about, formulas }: ChainFact, code: number): void {
    if (about !== null) this.#meet(about, mixed(code, 17));
    for (const [i, formula] of formulas.entries()) this.#descend(formula, mixed(code, 19 + i));
  }

  #descend(formula: ResolvedFormula, where: number): void {
    switch (formula.kind) {
      case 'constant':
      case 'any':
        return;
      case 'atom':
        this.#meet(literalOf(formula.atom, formula.positive), mixed(where, 23));
        return;
      case 'at': {
        const { threads } = this.made;
        const code = mixed(mixed(where, formula.positive ? 31 : 37), stopsCode(formula.stops));
        threads[formula.thread] = (at(threads, formula.thread) + code) | 0;
        return;
      }
      case 'and':
      case 'or': {
        const inside = mixed(where, this.#code(formula));
        for (const part of formula.parts) this.#descend(part, inside);
        return;
      }
      default:
        assertNever(formula);
    }
  }

  #meet(literal: number, code: number): void {
    const own = literal % this.literals;
    this.#count(own, mixed(code, (literal - own) / this.literals));
  }

  #literalCode(literal: number): number {
    const own = literal % this.literals;
    return mixed(at(this.before.literals, own), (literal - own) / this.literals);
  }

  /** The same in any order. */
  #sum(parts: readonly ResolvedFormula[]): number {
    let total = parts.length;
    for (const part of parts) total = (total + mixed(this.#code(part), 83)) | 0;
    return total;
  }

  #code(formula: ResolvedFormula): number {
    switch (formula.kind) {
      case 'constant':
        return formula.value ? 41 : 43;
      case 'any':
        return 47;
      case 'atom':
        return mixed(this.#literalCode(literalOf(formula.atom, formula.positive)), 53);
      case 'at':
        return mixed(
          mixed(at(this.before.threads, formula.thread), stopsCode(formula.stops)),
          formula.positive ? 61 : 67,
        );
      case 'and':
      case 'or':
        return mixed(this.#sum(formula.parts), formula.kind === 'and' ? 71 : 73);
      default:
        return assertNever(formula);
    }
  }
}

export function mixed(a: number, b: number): number {
  let h = Math.imul(a ^ Math.imul(b ^ 0x9e3779b1, 0x85ebca6b), 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

const stopsCode = (stops: readonly number[]): number => stops.reduce(mixed, 79);

/** The same in any order. */
function sum(codes: readonly number[]): number {
  let total = codes.length;
  for (const code of codes) total = (total + mixed(code, 83)) | 0;
  return total;
}

function textCode(text: string): number {
  let code = text.length;
  for (let i = 0; i < text.length; i++) code = mixed(code, text.charCodeAt(i));
  return code;
}
