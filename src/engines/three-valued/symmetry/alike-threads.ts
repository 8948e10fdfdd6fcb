import { lineOf } from '../../../diagnostics/span.js';
import { named } from '../../../lang/boolean/no-proof.js';
import { at } from '../../../support/invariant.js';
import { addTo } from '../../../support/remembered.js';
import type { BooleanCommand, BooleanProgram } from '../../../lang/boolean/boolean-program.js';
import type { Fact } from './chain-facts.js';
import { firstColours } from './colours.js';
import type { Colours } from './colours.js';
import { FactForms } from './fact-forms.js';
import { guessed, settledColours } from './match-colours.js';
import { allRenamings, isPermutation, nobodyMoves, variableImage } from './renaming.js';
import type { Renaming } from './renaming.js';
import type { ResolvedFormula } from './resolved-formula.js';
import { programFacts } from './thread-facts.js';
import type { ProgramFacts, ThreadFacts } from './thread-facts.js';

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
  const facts = programFacts(program);
  const first = firstColours(facts);
  const shapes = new Map<number, number[]>();
  for (const [t, colour] of first.threads.entries()) if (t > 0) addTo(shapes, colour, t);
  const candidates = [...shapes.values()].filter((threads) => threads.length > 1);
  if (candidates.length === 0) return null;
  const search = new RenamingSearch(facts, settledColours(facts, first, watch), watch);
  for (const threads of candidates) search.among(threads);
  for (const orbit of search.orbits()) note?.(`symmetry: ${orbit.map(named).join(', ')} are not told apart`);
  for (const refusal of search.refusals) note?.(`symmetry: ${refusal}`);
  if (search.renamings.length < 2) return null;
  const { renamings, startsAlike } = search;
  return { renamings, startsAlike, graphs: facts.threads.map(({ graph }) => graph) };
}

class RenamingSearch {
  readonly refusals: string[] = [];
  renamings: readonly Renaming[] = [];
  startsAlike = true;
  readonly #generators: Renaming[] = [];
  readonly #used: ReadonlySet<number>;
  readonly #proof: RenamingProof;

  constructor(
    private readonly facts: ProgramFacts,
    private readonly settled: Colours,
    private readonly watch: () => void,
  ) {
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
        const why = this.#joined(first, other);
        if (why === null) taken.add(other);
        // What tells one pair apart mostly tells all apart.
        else if (this.refusals.length === before)
          this.refusals.push(`${named(first)} and ${named(other)} are told apart: ${why}`);
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

  /** Null: the second takes the place of the first in some permutation; else what tells them apart. */
  #joined(first: number, second: number): string | null {
    if (this.renamings.some(({ threads }) => at(threads, first) === second)) return null;
    const { threads } = this.settled;
    const isLike = at(threads, first) === at(threads, second);
    const guess = isLike ? guessed(this.facts, this.#used, this.settled, [first, second], this.watch) : null;
    const renaming = guess ?? this.#plainExchange(first, second);
    this.watch();
    const why = this.#proof.difference(renaming);
    if (why !== null) return why;
    const all = allRenamings([...this.#generators, renaming], mostRenamings);
    if (all === null) return 'with them there are too many permutations to try each on every state';
    this.#generators.push(renaming);
    this.startsAlike &&= this.#proof.startsAlike(renaming);
    this.renamings = all;
    return null;
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

/** Compares a program with what a permutation makes of it. */
class RenamingProof {
  readonly #forms: FactForms;
  readonly #same: Renaming;

  constructor(private readonly facts: ProgramFacts) {
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
    return this.#threadDifference(0, at(this.facts.threads, 0), renaming) === null;
  }

  #isKept(asked: readonly Fact[], renaming: Renaming): boolean {
    return this.#forms.ofFacts(asked, this.#same) === this.#forms.ofFacts(asked, renaming);
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
          to === image.to &&
          this.#forms.ofFacts(facts, renaming) === this.#forms.ofFacts(image.facts, this.#same);
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

/** Those that somebody looks at or writes. */
function usedVariables({ program, threads, infeasible, property }: ProgramFacts): ReadonlySet<number> {
  const used = new Set<number>();
  const count = program.variables.length;
  const meet = (formula: ResolvedFormula): void => {
    if (formula.kind === 'atom') used.add(formula.atom % count);
    if (formula.kind === 'and' || formula.kind === 'or') formula.parts.forEach(meet);
  };
  const meetFacts = (facts: readonly Fact[]): void => {
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
