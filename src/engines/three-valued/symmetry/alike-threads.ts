import { named } from '../../../lang/boolean/no-proof.js';
import { at } from '../../../support/invariant.js';
import { addTo } from '../../../support/remembered.js';
import type { BooleanProgram } from '../../../lang/boolean/boolean-program.js';
import type { ChainFact } from './chain-facts.js';
import { firstColours, shapeCode } from './colours.js';
import type { Colours } from './colours.js';
import { guessed, settledColours } from './match-colours.js';
import { allRenamings, nobodyMoves } from './renaming.js';
import type { Renaming } from './renaming.js';
import { RenamingProof } from './renaming-proof.js';
import type { ResolvedFormula } from './resolved-formula.js';
import { plainGraphs, programFacts } from './thread-facts.js';
import type { BooleanFacts, ThreadFacts } from './thread-facts.js';

/** Threads of a Boolean program that are not told apart. */
export interface AlikeThreads {
  /** A group of permutations; the one in which nobody moves is the first. */
  readonly renamings: readonly Renaming[];
  /** The initialisation is the same for all, too. */
  readonly startsAlike: boolean;
  /** By thread: without exact commands. Where one thread takes the place of another its nodes and chains do, by number. */
  readonly graphs: readonly ThreadFacts['graph'][];
}

export interface AlikeWish {
  /** Hears of threads that are alike, and of what tells others apart that have one shape: clauses. */
  readonly note?: (clause: string) => void;
  /** Called each time that the program has been gone through; may throw. */
  readonly watch: () => void;
}

/** More permutations are not tried on each state: those of five threads. */
const mostRenamings = 120;

/**
 * The permutations of threads and variables that leave the program and what is asked of it as they are; null: none does.
 * Counterparts are guessed and then proved.
 */
export function alikeThreads(program: BooleanProgram, { note, watch }: AlikeWish): AlikeThreads | null {
  if (program.threads.length < 3) return null;
  const graphs = plainGraphs(program);
  const codes = graphs.map(shapeCode);
  const shapes = new Map<number, number[]>();
  for (const [t, code] of codes.entries()) if (t > 0) addTo(shapes, code, t);
  const candidates = [...shapes.values()].filter((threads) => threads.length > 1);
  if (candidates.length === 0) return null;
  watch();
  const facts = programFacts(program, graphs);
  const search = new RenamingSearch(facts, firstColours(program, codes), watch);
  for (const threads of candidates) search.among(threads);
  for (const orbit of search.orbits()) note?.(`symmetry: ${orbit.map(named).join(', ')} are not told apart`);
  for (const refusal of search.refusals) note?.(`symmetry: ${refusal}`);
  if (search.renamings.length < 2) return null;
  const { renamings, startsAlike } = search;
  return { renamings, startsAlike, graphs };
}

class RenamingSearch {
  readonly refusals: string[] = [];
  renamings: readonly Renaming[] = [];
  startsAlike = true;
  readonly #settled: Colours;
  readonly #generators: Renaming[] = [];
  readonly #used: ReadonlySet<number>;
  readonly #proof: RenamingProof;

  constructor(
    private readonly facts: BooleanFacts,
    private readonly first: Colours,
    private readonly watch: () => void,
  ) {
    this.#settled = settledColours(facts, first, watch);
    this.#used = usedVariables(facts);
    this.#proof = new RenamingProof(facts);
  }

  /** Threads of one shape: each is tried with the first of those that it may be like. */
  among(threads: readonly number[]): void {
    const before = this.refusals.length;
    for (let open = threads; open.length > 1;) {
      const [first, ...others] = open;
      if (first === undefined) return;
      const taken = new Set<number>();
      for (const other of others) {
        if (this.#joined(first, other)) taken.add(other);
        // What tells one pair apart mostly tells all apart.
        else if (this.refusals.length === before)
          this.refusals.push(
            `${named(first)} and ${named(other)} are told apart: ${this.#why(first, other)}`,
          );
      }
      open = others.filter((thread) => !taken.has(thread));
    }
  }

  /** Threads that take each other's places. */
  orbits(): readonly (readonly number[])[] {
    const { threads } = this.facts;
    const places = threads.map((_, t) => [...new Set(this.renamings.map((one) => at(one.threads, t)))]);
    return places
      .filter((orbit, t) => orbit.length > 1 && Math.min(...orbit) === t)
      .map((orbit) => orbit.sort((a, b) => a - b));
  }

  /** Whether the second takes the place of the first in some permutation. */
  #joined(first: number, second: number): boolean {
    if (this.renamings.some(({ threads }) => at(threads, first) === second)) return true;
    const renaming = this.#guess(this.facts, this.#settled, [first, second]);
    this.watch();
    if (renaming === null || this.#proof.difference(renaming) !== null) return false;
    const all = allRenamings([...this.#generators, renaming], mostRenamings);
    if (all === null) return false;
    this.#generators.push(renaming);
    this.startsAlike &&= this.#proof.startsAlike(renaming);
    this.renamings = all;
    return true;
  }

  #guess(facts: BooleanFacts, settled: Colours, [first, second]: readonly [number, number]): Renaming | null {
    const isLike = at(settled.threads, first) === at(settled.threads, second);
    return isLike ? guessed(facts, this.#used, settled, [first, second], this.watch) : null;
  }

  /** What they do is looked at first, then what is asked. */
  #why(first: number, second: number): string {
    const blind = { ...this.facts, infeasible: [], property: [] };
    const settled = settledColours(blind, this.first, this.watch);
    const guess = this.#guess(blind, settled, [first, second]) ?? this.#plainExchange(first, second);
    return (
      this.#proof.difference(guess) ?? 'with them there are too many permutations to try each on every state'
    );
  }

  /** Where there is no guess: it tells where the first difference is. */
  #plainExchange(first: number, second: number): Renaming {
    const { program } = this.facts;
    const { threads, literals } = nobodyMoves(program.threads.length, program.variables.length);
    const localsOf = (thread: number): readonly number[] =>
      program.variables.flatMap((v) => (v.thread === thread ? [v.id] : []));
    const [own, others] = [localsOf(first), localsOf(second)];
    const moved = [...literals];
    for (const [i, local] of own.entries()) {
      const other = others[i];
      if (other !== undefined) [moved[local], moved[other]] = [2 * other, 2 * local];
    }
    return { threads: threads.with(first, second).with(second, first), literals: moved };
  }
}

/** Those that somebody looks at or writes. */
function usedVariables({ program, threads, infeasible, property }: BooleanFacts): ReadonlySet<number> {
  const used = new Set<number>();
  const count = program.variables.length;
  const meet = (formula: ResolvedFormula): void => {
    if (formula.kind === 'atom') used.add(formula.atom % count);
    if (formula.kind === 'and' || formula.kind === 'or') formula.parts.forEach(meet);
  };
  const meetFacts = (facts: readonly ChainFact[]): void => {
    for (const { about, formulas } of facts) {
      if (about !== null) used.add((about >> 1) % count);
      formulas.forEach(meet);
    }
  };
  for (const { nodes } of threads)
    for (const { alive, chains } of nodes) {
      for (const variable of alive) used.add(variable);
      for (const { facts } of chains) meetFacts(facts);
    }
  meetFacts(infeasible);
  meetFacts(property);
  return used;
}
