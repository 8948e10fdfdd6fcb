import type { CubeClaim, CubeTerm, StatedCell, StatedCube } from '../../lang/arrays/stated-cube.js';
import { at } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import type { Cases } from './open-cases.js';
import { groundClaim } from './claims.js';
import type { GroundFormula, GroundLiteral } from './ground.js';
import { isWithin } from './reaches.js';
import type { CubeReads } from './reaches.js';
import type { GroundVocabulary } from './ground-terms.js';

/** A part of what an obligation speaks of: what its processes and reads are, and what may hold of them. */
export interface CubeCase {
  readonly vocabulary: GroundVocabulary;
  readonly reads: CubeReads;
}

/** A cube that a part lies in, or one that it may have to be split for. */
export type CubeMatch =
  { readonly kind: 'covered' } | { readonly kind: 'open'; readonly claims: readonly GroundFormula[] };

interface IndexedCube {
  readonly cube: StatedCube;
  /** Claims about no pending read, by the last process that they speak of; first those about none. */
  readonly levels: readonly (readonly CubeClaim[])[];
  readonly ofReads: readonly CubeClaim[];
}

/** All cubes, to be looked for in the cases of an obligation. */
export class CubeIndex {
  readonly #cubes: readonly IndexedCube[];

  constructor(
    cubes: readonly StatedCube[],
    private readonly watch: () => void,
  ) {
    this.#cubes = cubes.map(indexed);
  }

  /** A cube, with processes and reads of the case in the place of its own, that has all of it; else one of which the fewest claims are open. */
  match(here: CubeCase, cases: Cases): CubeMatch | null {
    let best: readonly GroundFormula[] | null = null;
    let fewest = Infinity;
    for (const cube of this.#cubes) {
      this.watch();
      const open: readonly GroundFormula[] | null = new Matching(here, cases, cube, fewest).run();
      if (open === null) continue;
      if (open.length === 0) return { kind: 'covered' };
      best = open;
      fewest = open.length;
    }
    return best === null ? null : { kind: 'open', claims: best };
  }
}

function indexed(cube: StatedCube): IndexedCube {
  const ofReads = cube.facts.filter((claim) => termsOfClaim(claim).some(({ kind }) => kind === 'read'));
  const levels = numbersBelow(cube.procs + 1).map((level) =>
    cube.facts.filter((claim) => !ofReads.includes(claim) && levelOf(claim) === level),
  );
  return { cube, levels, ofReads };
}

export function termsOfClaim(claim: CubeClaim): readonly CubeTerm[] {
  switch (claim.kind) {
    case 'one-of':
      return [claim.term];
    case 'same':
    case 'different':
      return [claim.left, claim.right];
    case 'sum':
      return claim.terms.map(({ term }) => term);
  }
}

const levelOf = (claim: CubeClaim): number =>
  Math.max(0, ...termsOfClaim(claim).flatMap((term) => procsOf(term).map((proc) => proc + 1)));

function procsOf(term: CubeTerm): readonly number[] {
  switch (term.kind) {
    case 'cell':
      return term.indices;
    case 'process':
      return [term.proc];
    case 'read':
      return [];
  }
}

/** All ways to find one cube in a case. */
class Matching {
  readonly #procs: number[] = [];
  readonly #reads: number[] = [];
  #best: readonly GroundFormula[] | null = null;

  constructor(
    private readonly here: CubeCase,
    private readonly cases: Cases,
    private readonly wanted: IndexedCube,
    /** Only what has fewer open claims is of interest. */
    private readonly fewer: number,
  ) {}

  /** The claims that are open in the best way; null: there is none. */
  run(): readonly GroundFormula[] | null {
    const { cube, levels } = this.wanted;
    const { vocabulary, reads } = this.here;
    if (cube.procs > vocabulary.procs || cube.reads.length > reads.list.length) return null;
    const first = this.#added([], at(levels, 0));
    if (first !== null) this.#assign(first);
    return this.#best;
  }

  get #isDone(): boolean {
    return this.#best?.length === 0;
  }

  get #limit(): number {
    return this.#best?.length ?? this.fewer;
  }

  #assign(open: readonly GroundFormula[]): void {
    const { cube, levels } = this.wanted;
    const next = this.#procs.length;
    if (next === cube.procs) {
      this.#assignRead(open);
      return;
    }
    const { procs, setting } = this.here.vocabulary;
    const isPinned = next < setting.pinned;
    for (let proc = isPinned ? next : setting.pinned; proc < (isPinned ? next + 1 : procs); proc++) {
      if (this.#procs.includes(proc)) continue;
      this.#procs.push(proc);
      const claims = this.#added(open, at(levels, next + 1));
      if (claims !== null) this.#assign(claims);
      this.#procs.pop();
      if (this.#isDone) return;
    }
  }

  #assignRead(open: readonly GroundFormula[]): void {
    const { cube, ofReads } = this.wanted;
    const next = this.#reads.length;
    if (next === cube.reads.length) {
      const claims = this.#isReachWithin() ? this.#added(open, ofReads) : null;
      const left = claims === null ? null : this.#lookedInto(claims);
      if (left !== null && left.length < this.#limit) this.#best = left;
      return;
    }
    const wanted = at(cube.reads, next);
    const reader = at(this.#procs, wanted.reader);
    for (const [place, read] of this.here.reads.list.entries()) {
      if (read === null || read.reader !== reader || !this.#isSameCell(wanted, read)) continue;
      if (this.#reads.includes(place)) continue;
      this.#reads.push(place);
      this.#assignRead(open);
      this.#reads.pop();
      if (this.#isDone) return;
    }
  }

  #isSameCell(wanted: StatedCell, cell: StatedCell): boolean {
    return (
      wanted.symbol === cell.symbol &&
      wanted.indices.every((index, i) => this.#procs[index] === cell.indices[i])
    );
  }

  #isReachWithin(): boolean {
    const { cube } = this.wanted;
    return cube.reads.length === 0 || isWithin(cube, this.#procs, this.#reads, this.here.reads);
  }

  /** The open claims with these; null: one is false, or about what the case does not speak of, or they are too many. */
  #added(open: readonly GroundFormula[], claims: readonly CubeClaim[]): readonly GroundFormula[] | null {
    const all = [...open];
    for (const claim of claims) {
      const ground = groundClaim(claim, this.here.vocabulary, this.#valueOf);
      if (ground === null) return null;
      const truth = this.cases.shallowTruthOf(ground);
      if (truth === false) return null;
      if (truth === null) all.push(ground);
    }
    return all.filter(({ kind }) => kind !== 'sum').length < this.#limit ? all : null;
  }

  /** Sums may follow, or be impossible, though nobody said so. */
  #lookedInto(claims: readonly GroundFormula[]): readonly GroundFormula[] | null {
    const left: GroundFormula[] = [];
    for (const claim of claims) {
      const truth = this.cases.truthOf(claim);
      if (truth === false) return null;
      if (truth === null) left.push(claim);
    }
    return left;
  }

  readonly #valueOf = (term: CubeTerm) => {
    const { vocabulary, reads } = this.here;
    switch (term.kind) {
      case 'process':
        return vocabulary.process(at(this.#procs, term.proc));
      case 'cell':
        return vocabulary.knownCell(
          term.symbol,
          term.indices.map((index) => at(this.#procs, index)),
        );
      case 'read': {
        const place = at(this.#reads, term.read);
        const read = reads.list[place] ?? null;
        return read === null ? null : vocabulary.knownRead(read.symbol, place);
      }
    }
  };
}

/** A literal that is open, of an open claim. */
export function openLiteral(claim: GroundFormula, cases: Cases): GroundLiteral | null {
  switch (claim.kind) {
    case 'in':
    case 'same':
    case 'sum':
      return claim;
    case 'and':
    case 'or': {
      const open = claim.parts.find((part) => cases.shallowTruthOf(part) === null);
      return open === undefined ? null : openLiteral(open, cases);
    }
  }
}
