import type { BooleanCommand, BooleanProgram } from '../../../lang/boolean/boolean-program.js';
import { named } from '../../../lang/boolean/no-proof.js';
import { lineOf } from '../../../diagnostics/span.js';
import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import type { ChainFact } from './chain-facts.js';
import { FactForms } from './fact-forms.js';
import { isPermutation, nobodyMoves, variableImage } from './renaming.js';
import type { Renaming } from './renaming.js';
import type { BooleanFacts, ThreadFacts } from './thread-facts.js';

/** Compares a program with what a permutation makes of it. */
export class RenamingProof {
  readonly #forms: FactForms;
  readonly #same: Renaming;
  readonly #sameForms = new Map<readonly ChainFact[], number>();

  constructor(private readonly facts: BooleanFacts) {
    const { threads, variables } = facts.program;
    this.#forms = new FactForms(variables.length);
    this.#same = nobodyMoves(threads.length, variables.length);
  }

  /** Null: the program and what is asked of it are the same; else what is not. */
  difference(renaming: Renaming): string | null {
    const { program, threads, infeasible, property } = this.facts;
    if (!isPermutation(renaming)) return 'their predicates do not go with each other';
    const stray = program.variables.find(({ id, thread }) => {
      const image = variableImage(renaming, id);
      const owner = thread === null ? null : at(renaming.threads, thread);
      // What nobody looks at stays where it is.
      return image !== id && at(program.variables, image).thread !== owner;
    });
    if (stray !== undefined) return `${wordsFor(program, stray.id)} has no counterpart`;
    for (const [t, own] of threads.entries()) {
      const why = t === 0 ? null : this.#threadDifference(t, own, renaming);
      if (why !== null) return why;
    }
    if (!this.#isKept(infeasible, renaming))
      return 'what is infeasible is something else with them exchanged';
    return this.#isKept(property, renaming) ? null : 'the property speaks of one of them';
  }

  startsAlike(renaming: Renaming): boolean {
    const initial = at(this.facts.threads, 0);
    // Variables are false at first, and so would their negations be true.
    const isFalse = [...at(initial.nodes, initial.graph.entry.index).alive].every(
      (v) => at(renaming.literals, v) % 2 === 0,
    );
    return isFalse && this.#threadDifference(0, initial, renaming) === null;
  }

  #isKept(asked: readonly ChainFact[], renaming: Renaming): boolean {
    return this.#sameForm(asked) === this.#forms.ofFacts(asked, renaming);
  }

  /** With nobody in another place. */
  #sameForm(facts: readonly ChainFact[]): number {
    return remembered(this.#sameForms, facts, () => this.#forms.ofFacts(facts, this.#same));
  }

  #threadDifference(t: number, own: ThreadFacts, renaming: Renaming): string | null {
    const other = at(this.facts.threads, at(renaming.threads, t));
    if (own.nodes.length !== other.nodes.length || own.graph.entry.index !== other.graph.entry.index)
      return `${named(t)} has another shape`;
    for (const [n, node] of own.nodes.entries()) {
      const there = at(other.nodes, n);
      const isSamePlace = node.place === there.place && node.chains.length === there.chains.length;
      if (!isSamePlace) return `${named(t)} has another shape`;
      const odd = [...node.alive].find((v) => !this.#isAliveIn(there.alive, v, renaming));
      if (odd !== undefined || node.alive.size !== there.alive.size)
        return `${odd === undefined ? 'another variable' : wordsFor(this.facts.program, odd)} is looked at where nothing takes its place`;
      const different = node.chains.findIndex(({ to, facts }, c) => {
        const image = at(there.chains, c);
        const isSame =
          to === image.to && this.#forms.ofFacts(facts, renaming) === this.#sameForm(image.facts);
        return !isSame;
      });
      if (different >= 0) return this.#told(t, n, different);
    }
    return null;
  }

  #isAliveIn(alive: ReadonlySet<number>, variable: number, renaming: Renaming): boolean {
    return alive.has(variableImage(renaming, variable));
  }

  #told(t: number, node: number, chain: number): string {
    const { graph } = at(this.facts.threads, t);
    const { commands } = at(at(graph.nodes, node).chains, chain);
    return `what ${named(t)} does${inLine(commands)} is something else with them exchanged`;
  }
}

/** Of a chain of commands that were made from one statement the first has its place in the text. */
function inLine(commands: readonly BooleanCommand[]): string {
  const lines = commands.flatMap(({ span }) => lineOf(span) ?? []);
  const [first] = lines;
  return first === undefined ? '' : ` from line ${first} on`;
}

function wordsFor({ variables }: BooleanProgram, variable: number): string {
  const { name, meaning } = at(variables, variable);
  return meaning === null ? name : `${name} (${meaning})`;
}
