import type { SymbolId } from '../expr/ids.js';
import type { ArraySystem } from './array-system.js';

/**
 * Sets of states of an array-based system, any number of processes: what a proof is made of, in words that no engine owns
 * (docs/evidence.md). A cube says that there are different processes 0, 1, ... of which the facts hold; the first are #1, #2, ... as far as
 * the system speaks of processes by number.
 */
export interface StatedCube {
  readonly procs: number;
  /** Reads of weak cells by steps that come later, for which no write was found so far. None under SC. */
  readonly reads: readonly StatedRead[];
  readonly facts: readonly CubeClaim[];
  readonly reach: StatedReach;
}

export interface StatedCell {
  readonly symbol: SymbolId;
  readonly indices: readonly number[];
}

export interface StatedRead extends StatedCell {
  readonly reader: number;
}

/** Pending reads, by their places, that are reached by what is undone from now on (docs/engines/mcmt.md). */
export interface StatedReach {
  /** From the event of each pending read. */
  readonly fromRead: readonly (readonly number[])[];
  /** From a read of each process. */
  readonly fromReadOf: readonly (readonly number[])[];
  /** From a write of each process. */
  readonly fromWriteOf: readonly (readonly number[])[];
  readonly fromCell: readonly { readonly cell: StatedCell; readonly reads: readonly number[] }[];
}

export type CubeTerm =
  | ({ readonly kind: 'cell' } & StatedCell)
  | { readonly kind: 'read'; readonly read: number }
  /** The process itself; in a comparison of numbers its place in the order of all. */
  | { readonly kind: 'process'; readonly proc: number };

/** What holds of the processes of a cube. */
export type CubeClaim =
  /** The term has one of these constructors of its type. */
  | {
      readonly kind: 'one-of';
      readonly term: CubeTerm;
      readonly constructors: readonly number[];
      /** Of all constructors of the type. */
      readonly names: readonly string[];
    }
  | { readonly kind: 'same' | 'different'; readonly left: CubeTerm; readonly right: CubeTerm }
  /** The sum and the constant are below 0, at most 0, or not 0. */
  | {
      readonly kind: 'sum';
      readonly op: '<' | '<=' | '<>';
      readonly terms: readonly { readonly factor: bigint; readonly term: CubeTerm }[];
      readonly numerator: bigint;
      readonly denominator: bigint;
    };

/** A program as an array-based system, and the clauses that its properties have become. */
export interface ProgramAsArrays {
  readonly system: ArraySystem;
  readonly properties: readonly {
    readonly name: string;
    readonly kind: string;
    /** Names; none: it cannot be violated. */
    readonly clauses: readonly string[];
  }[];
}

/** What shows that clauses are not reached: every state that the system comes to lies in none of the cubes. */
export interface CubeProof {
  readonly cubes: readonly StatedCube[];
  /** The system may be one with a witness (witness.ts); null: it is as it stands. */
  readonly witness: Witness | null;
}

/**
 * What a variable remembers that no step looks at: who took a transition of this name last, or, for each process that did, who
 * the second process of the transition was.
 */
export interface Witness {
  readonly transition: string;
  readonly of: 'all' | 'each';
}
